//! A contest under way, and what can be kept of it without its rules.

use rustc_hash::FxHashMap;
use shido_core::{Game, Outcome, Seat, Turn};

/// A move that the rules do not allow where it was played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{mv} is not legal as move {}", .plies + 1)]
pub struct IllegalMove {
    /// The move, as its type shows itself.
    pub mv: String,
    /// How many moves had been played before it.
    pub plies: usize,
}

/// How a contest was ended before the rules did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EarlyEnd {
    /// This side gave up.
    Resigned(Seat),
    /// This side has used up its time.
    OutOfTime(Seat),
    /// The sides have agreed on a draw.
    Agreed,
}

impl EarlyEnd {
    /// What it comes to.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self {
            EarlyEnd::Resigned(loser) | EarlyEnd::OutOfTime(loser) => Outcome::win(loser.other()),
            EarlyEnd::Agreed => Outcome::DRAW,
        }
    }
}

/// `first resigned`, `second out of time`, `draw agreed`.
impl std::fmt::Display for EarlyEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EarlyEnd::Resigned(seat) => write!(f, "{seat} resigned"),
            EarlyEnd::OutOfTime(seat) => write!(f, "{seat} out of time"),
            EarlyEnd::Agreed => write!(f, "draw agreed"),
        }
    }
}

/// A text that tells of no early end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is no way to end a contest early: write `first resigned`, `second out of time` or `draw agreed`"
)]
pub struct NoEarlyEnd(String);

impl std::str::FromStr for EarlyEnd {
    type Err = NoEarlyEnd;

    fn from_str(text: &str) -> Result<EarlyEnd, NoEarlyEnd> {
        let known = Seat::BOTH
            .into_iter()
            .flat_map(|seat| [EarlyEnd::Resigned(seat), EarlyEnd::OutOfTime(seat)])
            .chain([EarlyEnd::Agreed]);
        let mut found = known.filter(|end| end.to_string() == text);
        found.next().ok_or_else(|| NoEarlyEnd(text.to_owned()))
    }
}

/// A contest under way: a game with the history that a position forgets.
///
/// The history is what a draw by repetition needs, what a player may want to look back on, and what
/// makes a move possible to take back. [`into_history`](Contest::into_history) takes it out, so that it
/// can be kept by somebody who owns the rules elsewhere, and [`resume`](Contest::resume) goes on from
/// there.
pub struct Contest<'g, G: Game> {
    game: &'g G,
    history: History<G>,
}

/// How a contest came to where it is. It is only ever changed through a [`Contest`], which knows the
/// rules.
pub struct History<G: Game> {
    /// The start and the position after each move, so one more than there are moves.
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    /// How often each position has occurred, kept only for games that limit it.
    occurrences: FxHashMap<G::Position, u32>,
    early_end: Option<EarlyEnd>,
    turn: Turn,
}

impl<G: Game> History<G> {
    /// The position in which the contest began.
    #[must_use]
    pub fn start(&self) -> &G::Position {
        &self.positions[0]
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &G::Position {
        self.positions
            .last()
            .expect("a contest holds at least the position it began in")
    }

    /// Every position so far, from the start to the present one.
    #[must_use]
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Who is to move, or how the contest ended: by the rules of the game, by repetition or early.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// How the contest was ended before the rules did, if it was.
    #[must_use]
    pub fn early_end(&self) -> Option<EarlyEnd> {
        self.early_end
    }

    /// How often the present position has occurred, this time included, as the rules count; `None`
    /// where they do not.
    #[must_use]
    pub fn occurrences(&self, game: &G) -> Option<u32> {
        game.repetition_limit()?;
        self.occurrences
            .get(&game.recurs_as(self.position()))
            .copied()
    }
}

impl<G: Game> Clone for History<G> {
    fn clone(&self) -> History<G> {
        History {
            positions: self.positions.clone(),
            moves: self.moves.clone(),
            occurrences: self.occurrences.clone(),
            early_end: self.early_end,
            turn: self.turn,
        }
    }
}

impl<G: Game> Clone for Contest<'_, G> {
    fn clone(&self) -> Self {
        Contest {
            game: self.game,
            history: self.history.clone(),
        }
    }
}

impl<'g, G: Game> Contest<'g, G> {
    /// A contest from the starting position of the game.
    pub fn new(game: &'g G) -> Contest<'g, G> {
        Contest::from_position(game, game.start())
    }

    /// A contest from any position.
    pub fn from_position(game: &'g G, start: G::Position) -> Contest<'g, G> {
        let mut contest = Contest {
            game,
            history: History {
                turn: game.turn(&start),
                positions: Vec::with_capacity(16),
                moves: Vec::with_capacity(16),
                occurrences: FxHashMap::default(),
                early_end: None,
            },
        };
        contest.enter(start);
        contest
    }

    /// A contest that goes on from where another of the same game stood.
    pub fn resume(game: &'g G, history: History<G>) -> Contest<'g, G> {
        Contest { game, history }
    }

    /// How the contest came to where it is, without the rules.
    #[must_use]
    pub fn into_history(self) -> History<G> {
        self.history
    }

    /// The rules.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The position in which the contest began.
    #[must_use]
    pub fn start(&self) -> &G::Position {
        self.history.start()
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &G::Position {
        self.history.position()
    }

    /// Every position so far, from the start to the present one.
    #[must_use]
    pub fn positions(&self) -> &[G::Position] {
        self.history.positions()
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[G::Move] {
        self.history.moves()
    }

    /// Who is to move, or how the contest ended; see [`History::turn`].
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.history.turn
    }

    /// How often the present position has occurred, this time included, as the rules count; `None`
    /// where they do not.
    #[must_use]
    pub fn occurrences(&self) -> Option<u32> {
        self.history.occurrences(self.game)
    }

    /// The positions, in the form in which the rules count them, that draw the contest when they come about
    /// once more; none before the first move.
    #[must_use]
    pub fn drawn_when_repeated(&self) -> Vec<G::Position> {
        let Some(limit) = self.game.repetition_limit() else {
            return Vec::new();
        };
        if self.history.moves.is_empty() {
            return Vec::new();
        }
        let counted = self.history.occurrences.iter();
        let used_up = counted.filter(|&(_, &count)| count > 0 && count + 1 >= limit);
        used_up.map(|(position, _)| position.clone()).collect()
    }

    /// How the contest was ended before the rules did, if it was.
    #[must_use]
    pub fn early_end(&self) -> Option<EarlyEnd> {
        self.history.early_end
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Where the move is not legal, as none is once the contest is over. The contest then stays as
    /// it was.
    pub fn play(&mut self, mv: G::Move) -> Result<(), IllegalMove> {
        let mut legal = false;
        if !matches!(self.history.turn, Turn::Over(_)) {
            self.game
                .each_move(self.position(), |known| legal |= known == mv);
        }
        if !legal {
            return Err(IllegalMove {
                mv: format!("{mv:?}"),
                plies: self.history.moves.len(),
            });
        }
        let next = self.game.after(self.position(), mv);
        self.history.moves.push(mv);
        self.enter(next);
        Ok(())
    }

    /// Takes back the last move, and an early end with it. Returns the move, or `None` at the
    /// start.
    pub fn undo(&mut self) -> Option<G::Move> {
        self.history.early_end = None;
        let undone = self.history.moves.pop();
        if undone.is_some() {
            let left = self.history.positions.pop();
            if let (Some(left), Some(_)) = (left, self.game.repetition_limit())
                && let Some(count) = self
                    .history
                    .occurrences
                    .get_mut(&self.game.recurs_as(&left))
            {
                *count -= 1;
            }
        }
        self.history.turn = self.judge();
        undone
    }

    /// Ends the contest in favour of the other side. Once it is over this changes nothing.
    pub fn resign(&mut self, seat: Seat) {
        self.end_early(EarlyEnd::Resigned(seat));
    }

    /// Ends the contest before the rules do. Once it is over this changes nothing.
    pub fn end_early(&mut self, end: EarlyEnd) {
        if !matches!(self.history.turn, Turn::Over(_)) {
            self.history.early_end = Some(end);
            self.history.turn = Turn::Over(end.outcome());
        }
    }

    fn enter(&mut self, position: G::Position) {
        if self.game.repetition_limit().is_some() {
            *self
                .history
                .occurrences
                .entry(self.game.recurs_as(&position))
                .or_default() += 1;
        }
        self.history.positions.push(position);
        self.history.turn = self.judge();
    }

    /// What the rules say of the present position and of its occurrences. A position that is won
    /// stays won however often it has occurred.
    fn judge(&self) -> Turn {
        let turn = self.game.turn(self.position());
        let Some(limit) = self.game.repetition_limit() else {
            return turn;
        };
        match turn {
            Turn::Of(_) | Turn::Chance if self.occurrences() >= Some(limit) => {
                Turn::Over(Outcome::DRAW)
            }
            _ => turn,
        }
    }
}
