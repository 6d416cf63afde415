//! Backgammon by the standard rules, for money without the doubling cube.
//!
//! A plain win pays 1, a gammon 2 (the loser has borne nothing off) and a backgammon 3 (and still
//! has a checker on the bar or in the winner's home board).
//!
//! Each side counts the points from its own home: it moves from 24 down to 1 and bears off from its
//! home board, 6 to 1. A point that one side calls `p` the other calls `25 - p`; the position as
//! text is counted as the first side does.
//!
//! The contest opens with a roll of chance that makes either side begin: both throw one die, the
//! higher begins and plays both, and equal dice are thrown again. So [`Seat::First`] is a side of
//! the board here, and begins only in half of the contests.
//!
//! A move of a player is a whole [`Play`]: up to two checkers' steps, or four after a double. Plays
//! that lead to the same position are one move.

mod board;
mod features;
mod gnu_id;
mod inputs;
mod notation;
mod perception;
mod picture;
mod plays;

use rand::RngExt;
use shido_core::{
    Chance, EngineNotation, ForFirst, Game, Guide, Markers, Outcome, Rng, Seat, Symmetry, Turn,
};

use board::{BAR, Board};
pub use plays::{Play, Step};

/// The rules of backgammon.
///
/// ```
/// use shido_core::{Game, Notation, Seat, Turn};
/// use shido_games::backgammon::Backgammon;
///
/// let game = Backgammon;
/// let mut position = game.start();
/// assert_eq!(game.turn(&position), Turn::Chance);
/// for text in ["second 31", "8/5 6/5"] {
///     let mv = game.parse_move(&position, text)?;
///     game.play(&mut position, mv);
/// }
/// assert_eq!(game.write_position(&position), "-b----E-C---eE---b-db---B- first");
/// # Ok::<(), shido_core::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Backgammon;

/// Where the checkers are, and whether dice are to be rolled or to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    /// In a contest that is over, the loser would be to roll.
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// Nobody has rolled yet.
    Opening,
    ToRoll(Seat),
    ToPlay(Seat, Dice),
}

/// Two dice, in no order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dice {
    high: u8,
    low: u8,
}

impl Dice {
    /// These two dice, or `None` unless both are from 1 to 6.
    #[must_use]
    pub fn new(one: u8, other: u8) -> Option<Dice> {
        let faces = 1..=6;
        (faces.contains(&one) && faces.contains(&other)).then(|| Dice {
            high: one.max(other),
            low: one.min(other),
        })
    }

    /// The larger and the smaller die.
    #[must_use]
    pub const fn faces(self) -> (u8, u8) {
        (self.high, self.low)
    }

    /// Whether both dice show the same, so that each is played twice.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// The 21 rolls, smallest first.
    fn all() -> impl Iterator<Item = Dice> {
        (1..=6).flat_map(|high| (1..=high).map(move |low| Dice { high, low }))
    }
}

/// What a player or chance does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance lets this side begin, with these dice.
    Opening(Seat, Dice),
    /// Chance rolls these dice for the side whose turn it is.
    Roll(Dice),
    /// The side whose turn it is plays its dice.
    Play(Play),
}

impl Position {
    /// The start of a contest, before the opening roll.
    const START: Position = Position {
        board: Board::START,
        phase: Phase::Opening,
    };

    /// Whose roll it is; nobody's before the opening roll.
    fn on_turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Opening => None,
            Phase::ToRoll(seat) | Phase::ToPlay(seat, _) => Some(seat),
        }
    }
}

impl Game for Backgammon {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::START
    }

    fn turn(&self, position: &Position) -> Turn {
        if let Some(winner) = position.board.winner() {
            return Turn::Over(outcome(&position.board, winner));
        }
        match position.phase {
            Phase::Opening | Phase::ToRoll(_) => Turn::Chance,
            Phase::ToPlay(seat, _) => Turn::Of(seat),
        }
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if position.board.winner().is_some() {
            return;
        }
        match position.phase {
            Phase::Opening => openings().for_each(visit),
            Phase::ToRoll(_) => Dice::all().map(Move::Roll).for_each(visit),
            Phase::ToPlay(seat, dice) => {
                let visit = &mut |play| visit(Move::Play(play));
                plays::each_play(&position.board, seat, dice, visit);
            }
        }
    }

    /// Draws a play while it visits them: generating plays costs more than random numbers do.
    fn random_move(&self, position: &Position, rng: &mut Rng) -> Option<Move> {
        let mut visited = 0_u32;
        let mut chosen = None;
        self.each_move(position, |mv| {
            visited += 1;
            if rng.random_range(0..visited) == 0 {
                chosen = Some(mv);
            }
        });
        chosen
    }

    fn play(&self, position: &mut Position, mv: Move) {
        match (mv, position.phase) {
            (Move::Opening(seat, dice), Phase::Opening) => {
                position.phase = Phase::ToPlay(seat, dice);
            }
            (Move::Roll(dice), Phase::ToRoll(seat)) => position.phase = Phase::ToPlay(seat, dice),
            (Move::Play(play), Phase::ToPlay(seat, _)) => {
                for step in play.steps() {
                    position.board.step(seat, step);
                }
                position.phase = Phase::ToRoll(seat.other());
            }
            // Not a move of this position.
            _ => {}
        }
    }

    fn stake(&self) -> f64 {
        3.0
    }
}

/// The opening rolls: two different dice, for either side.
fn openings() -> impl Iterator<Item = Move> {
    Seat::BOTH.into_iter().flat_map(|seat| {
        Dice::all()
            .filter(|dice| !dice.is_double())
            .map(move |dice| Move::Opening(seat, dice))
    })
}

fn outcome(board: &Board, winner: Seat) -> Outcome {
    let loser = winner.other();
    let winners_home_and_bar = 19..=BAR;
    let payoff = if board.off(loser) > 0 {
        1.0
    } else if winners_home_and_bar
        .into_iter()
        .all(|point| board.checkers(loser, point) == 0)
    {
        2.0
    } else {
        3.0
    };
    Outcome::paying(ForFirst(match winner {
        Seat::First => payoff,
        Seat::Second => -payoff,
    }))
}

impl Chance for Backgammon {
    fn probability(&self, _position: &Position, outcome: Move) -> f64 {
        match outcome {
            Move::Opening(..) => 1.0 / 30.0,
            Move::Roll(dice) if dice.is_double() => 1.0 / 36.0,
            Move::Roll(_) => 1.0 / 18.0,
            Move::Play(_) => 0.0,
        }
    }
}

/// Programs write plays as people do.
impl EngineNotation for Backgammon {}

/// Only the identity: exchanging the sides would exchange who wins.
impl Symmetry for Backgammon {}

/// The points of the board; what is on the bar is on none of them.
impl Markers for Backgammon {
    fn holders(&self, position: &Position) -> Vec<Option<Seat>> {
        let holds = |seat, point: u8| position.board.checkers(seat, point) > 0;
        (1..=24)
            .map(|point| match point {
                point if holds(Seat::First, point) => Some(Seat::First),
                point if holds(Seat::Second, 25 - point) => Some(Seat::Second),
                _ => None,
            })
            .collect()
    }
}

impl Guide for Backgammon {
    /// The pips that hits cost the opponent, with something for each point made and each blot
    /// covered, and against each blot left.
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let (Move::Play(play), Phase::ToPlay(seat, _)) = (mv, position.phase) else {
            return 0;
        };
        let mut board = position.board;
        let mut promise = 0;
        for step in play.steps() {
            if board.step(seat, step) {
                promise += 10 + i32::from(step.to());
            }
        }
        // Only what stands at an end of a step has changed.
        let mut seen = 0_u32;
        for point in play.steps().flat_map(|step| [step.from(), step.to()]) {
            if (1..BAR).contains(&point) && seen & 1 << point == 0 {
                seen |= 1 << point;
                promise += safety(board.checkers(seat, point));
                promise -= safety(position.board.checkers(seat, point));
            }
        }
        promise
    }
}

/// What a number of checkers on one point is good for.
fn safety(checkers: u8) -> i32 {
    match checkers {
        0 => 0,
        1 => -4,
        _ => 6,
    }
}
