//! Go, on boards of two by two to nineteen by nineteen points.
//!
//! Black moves first, White where Black was given a handicap. A stone is placed on an empty point;
//! chains of the other side that have no liberty left are taken off. A stone whose own chain would
//! have none then may not be placed (no *suicide*), nor one that would make the board what it was
//! before at any time of the contest (*positional superko*). Whoever does not want to place a stone
//! passes, and two passes in a row end the contest.
//!
//! Each side then has the points with its stones and the empty regions that touch only its stones
//! (*area scoring*), and White has the *komi* besides: 7.5 points unless another is asked for, and
//! half a point where there is a handicap. More points win. All stones count as alive, so whoever
//! knows of dead ones takes them before passing. These are the rules of Tromp and Taylor, but for
//! suicide.
//!
//! Points are written as in the Go Text Protocol, columns `A` to `T` without `I` from the left and rows
//! from below: a move is `D4` or `pass`. A position is written row by row from the top, `X` for Black,
//! `O` for White, a number for that many empty points; then who is to move, how many passes have just
//! been made, and where a stone is forbidden because of the boards before:
//!
//! ```text
//! 5/1XO2/XO1O1/1XO2/5 X 0 C3
//! ```
//!
//! What is left out is the past itself: when play goes on from such a text, only the boards from there
//! on may not come again. [`sgf`] keeps all of it.
//!
//! Of the boards on which every chain has a liberty there are 57, 12,675 and 24,318,165 on two by two,
//! three by three and four by four points (Tromp and Farneback 2007, "Combinatorics of Go").
//! `docs/go.md` says more.

mod board;
mod chains;
mod features;
mod guide;
mod handicap;
mod history;
mod motifs;
mod notation;
mod perception;
mod picture;
mod playout;
mod points;
pub mod sgf;
mod turning;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use rand::RngExt;
use shido_core::{
    Drawing, EngineNotation, ForFirst, Foresight, Game, Markers, Outcome, Rng, Seat, Symmetry, Turn,
};

pub use board::{Board, Chain};
use history::History;
pub use playout::{Playout, Playouts};
pub use points::{Point, PointError, PointSet};
use turning::Turning;

/// The rules of Go on a board of a certain size, with a komi and a handicap.
///
/// ```
/// use shido_core::{Game, Notation};
/// use shido_games::go::Go;
///
/// let go = Go::new(9)?;
/// let mut position = go.start();
/// for mv in ["E5", "E6", "pass"] {
///     let mv = go.parse_move(&position, mv).expect("these moves are legal");
///     go.play(&mut position, mv);
/// }
/// assert_eq!(go.write_position(&position), "9/9/9/4O4/4X4/9/9/9/9 O 1 -");
/// # Ok::<(), shido_games::go::GoError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Go {
    size: u8,
    komi: Komi,
    handicap: u8,
    /// Those of the eight that leave the start as it is.
    turnings: Vec<Turning>,
    drawing: Drawing,
}

/// Rules that Go is not played by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GoError {
    /// No board has this size.
    #[error("the size of a go board is 2 to 19, not {0}")]
    Size(u8),
    /// There are no points for this handicap.
    #[error("a handicap on {size}x{size} is 0 or 2 to {most} stones, not {stones}")]
    Handicap {
        /// The stones that were asked for.
        stones: u8,
        /// The size of the board.
        size: u8,
        /// How many there can be.
        most: u8,
    },
    /// A board of this size has no points for a handicap.
    #[error("there is no handicap on {0}x{0}")]
    NoHandicap(u8),
}

/// What White has besides its area: whole or half points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Komi {
    halves: i16,
}

/// A text that is no komi.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a komi is a number of whole or half points, such as 7.5, not `{0}`")]
pub struct KomiError(pub String);

impl Komi {
    /// A komi of so many half points.
    #[must_use]
    pub const fn halves(halves: i16) -> Komi {
        Komi { halves }
    }

    /// The points.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.halves) / 2.0
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.points())
    }
}

impl FromStr for Komi {
    type Err = KomiError;

    fn from_str(text: &str) -> Result<Komi, KomiError> {
        let halves = text.trim().parse::<f64>().map(|points| 2.0 * points);
        match halves {
            Ok(halves) if halves.fract() == 0.0 && halves.abs() <= 2000.0 => Ok(Komi {
                halves: halves as i16,
            }),
            _ => Err(KomiError(text.to_owned())),
        }
    }
}

/// Where the stones are, whose turn it is, and what may not come again.
///
/// Two positions are equal if they have the same stones, mover and passes, and forbid the same points
/// for the boards before. Their pasts may differ, so that a few moves later one may forbid what the
/// other does not; searches that look positions up take them for the same.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    mover: Seat,
    passes: u8,
    forbidden: PointSet,
    history: History,
}

/// A move of Go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A stone is placed on a point.
    Place(Point),
    /// No stone is placed.
    Pass,
}

impl Go {
    /// What White has unless there is a handicap.
    pub const KOMI: Komi = Komi::halves(15);
    /// What White has where there is one: with equal points White wins.
    pub const HANDICAP_KOMI: Komi = Komi::halves(1);

    /// Go on `size` by `size` points, two to nineteen, without a handicap.
    ///
    /// # Errors
    /// Where the size is another.
    pub fn new(size: u8) -> Result<Go, GoError> {
        if !(2..=points::LARGEST).contains(&size) {
            return Err(GoError::Size(size));
        }
        Ok(Go {
            size,
            komi: Go::KOMI,
            handicap: 0,
            turnings: Turning::all().collect(),
            drawing: drawing(size),
        })
    }

    /// The same with another komi.
    #[must_use]
    pub fn with_komi(self, komi: Komi) -> Go {
        Go { komi, ..self }
    }

    /// The same with so many black stones in their traditional places at the start, and the komi that
    /// goes with them.
    ///
    /// # Errors
    /// Where the board has no places for as many, or there is only one.
    pub fn with_handicap(self, stones: u8) -> Result<Go, GoError> {
        let placed: PointSet = handicap::places(self.size, stones)?.into_iter().collect();
        let komi = match stones {
            0 => Go::KOMI,
            _ => Go::HANDICAP_KOMI,
        };
        let keeps = |turning: &Turning| turning.set(self.size, placed) == placed;
        Ok(Go {
            handicap: stones,
            komi,
            turnings: Turning::all().filter(keeps).collect(),
            ..self
        })
    }

    /// How many rows and columns the board has.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// What White has besides its area.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// How many stones Black has at the start.
    #[must_use]
    pub const fn handicap(&self) -> u8 {
        self.handicap
    }

    /// A position with these stones, Black's first, and no past. `None` where stones lie on one
    /// another or beside the board, or a chain has no liberty.
    #[must_use]
    pub fn set_up(&self, stones: [PointSet; 2], mover: Seat) -> Option<Position> {
        let board = Board::with(self.size, stones);
        let possible = !stones[0].meets(&stones[1])
            && board.occupied().is_within(&board.points())
            && board.is_legal();
        possible.then_some(Position {
            board,
            mover,
            passes: 0,
            forbidden: PointSet::EMPTY,
            history: History::NONE,
        })
    }

    /// Whether the rules allow a move.
    #[must_use]
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        position.passes < 2
            && match mv {
                Move::Pass => true,
                Move::Place(point) => position.open().contains(point) && position.lives(point),
            }
    }

    /// How many points Black has more than White, the komi included, if the contest were counted now
    /// with all stones alive.
    #[must_use]
    pub fn margin(&self, position: &Position) -> ForFirst<f64> {
        self.margin_of(position.board.areas())
    }

    /// The same for what each side owns.
    #[must_use]
    pub fn margin_of(&self, areas: [PointSet; 2]) -> ForFirst<f64> {
        let [black, white] = areas.map(|area| f64::from(area.len()));
        ForFirst(black - white - self.komi.points())
    }

    fn outcome(&self, margin: ForFirst<f64>) -> Outcome {
        if margin.0 > 0.0 {
            Outcome::win(Seat::First)
        } else if margin.0 < 0.0 {
            Outcome::win(Seat::Second)
        } else {
            Outcome::DRAW
        }
    }
}

impl Default for Go {
    /// Nineteen by nineteen points.
    fn default() -> Go {
        Go::new(points::LARGEST).expect("the largest board is one")
    }
}

impl Position {
    /// The stones on the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is, or would be if the contest were not over.
    #[must_use]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// How many passes have just been made in a row; two end the contest.
    #[must_use]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// Where the side to move may not place a stone because the board would be what it was before.
    #[must_use]
    pub const fn forbidden(&self) -> PointSet {
        self.forbidden
    }

    /// The same position if it were the other side's turn and nobody had just passed.
    #[must_use]
    pub fn handed_over(&self) -> Position {
        let mut next = self.clone();
        next.passes = 0;
        next.mover = self.mover.other();
        next.forbidden = next.history.forbidden(&next.board, next.mover);
        next
    }

    /// The empty points that the past does not forbid.
    #[inline]
    fn open(&self) -> PointSet {
        self.board.empty() - self.forbidden
    }

    #[inline]
    fn lives(&self, point: Point) -> bool {
        !self.board.is_suicide(point, self.mover)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let told = |position: &Position| {
            (
                position.board,
                position.mover,
                position.passes,
                position.forbidden,
            )
        };
        told(self) == told(other)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.board, self.mover, self.passes, self.forbidden).hash(state);
    }
}

impl Game for Go {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let places = handicap::places(self.size, self.handicap);
        let black = places.into_iter().flatten().collect();
        let mover = match self.handicap {
            0 => Seat::First,
            _ => Seat::Second,
        };
        self.set_up([black, PointSet::EMPTY], mover)
            .expect("stones of a handicap do not touch")
    }

    fn turn(&self, position: &Position) -> Turn {
        match position.passes {
            0 | 1 => Turn::Of(position.mover),
            _ => Turn::Over(self.outcome(self.margin(position))),
        }
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if position.passes < 2 {
            let points = position.open().iter();
            let living = points.filter(|point| position.lives(*point));
            living.map(Move::Place).for_each(&mut visit);
            visit(Move::Pass);
        }
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let mover = position.mover;
        match mv {
            Move::Place(point) => {
                let before = position.board;
                let captured = position.board.place(point, mover);
                position.history.push(&before, mover.other(), captured);
                position.passes = 0;
            }
            Move::Pass => position.passes = (position.passes + 1).min(2),
        }
        position.mover = mover.other();
        position.forbidden = match position.passes {
            2 => PointSet::EMPTY,
            _ => position.history.forbidden(&position.board, position.mover),
        };
    }

    /// Eyes are kept: see [`Playouts`].
    fn play_out(&self, position: &Position, rng: &mut Rng) -> Option<Outcome> {
        let lead = f64::from(self.playout(position, rng).lead().0);
        Some(self.outcome(ForFirst(lead - self.komi.points())))
    }

    /// Draws among the empty points and a pass until what is drawn is legal, as most of it is.
    fn random_move(&self, position: &Position, rng: &mut Rng) -> Option<Move> {
        if position.passes == 2 {
            return None;
        }
        let mut points: Vec<Point> = position.open().iter().collect();
        loop {
            let drawn = rng.random_range(0..=points.len());
            match points.get(drawn) {
                None => return Some(Move::Pass),
                Some(&point) if position.lives(point) => return Some(Move::Place(point)),
                Some(_) => points.swap_remove(drawn),
            };
        }
    }
}

impl Symmetry for Go {
    fn symmetries(&self) -> usize {
        self.turnings.len()
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        let turning = self.turnings[symmetry];
        Position {
            board: turning.board(&position.board),
            forbidden: turning.set(self.size, position.forbidden),
            history: position.history.turned(turning, self.size),
            ..*position
        }
    }

    fn transform_move(&self, symmetry: usize, mv: Move) -> Move {
        match mv {
            Move::Place(point) => Move::Place(self.turnings[symmetry].point(self.size, point)),
            Move::Pass => Move::Pass,
        }
    }
}

/// Engines write Go as people do. A position is told to them stone by stone, which captures nothing
/// in whatever order they come.
impl EngineNotation for Go {
    fn engine_setup(&self, start: &Position) -> Option<Vec<String>> {
        let rules = [
            format!("boardsize {}", self.size),
            "clear_board".to_owned(),
            format!("komi {}", self.komi),
        ];
        let stones = Seat::BOTH.into_iter().zip(["black", "white"]);
        let placed = stones.flat_map(|(seat, colour)| {
            let points = start.board.stones(seat).iter();
            points.map(move |point| format!("play {colour} {point}"))
        });
        Some(rules.into_iter().chain(placed).collect())
    }
}

/// What lies ahead is found by trying.
impl Foresight for Go {}

impl Markers for Go {
    fn holders(&self, position: &Position) -> Vec<Option<Seat>> {
        let points = position.board.points().iter();
        points.map(|point| position.board.holder(point)).collect()
    }

    fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    fn turned(&self, position: &Position) -> Option<Position> {
        (position.passes < 2).then(|| position.handed_over())
    }
}

/// The points of a board by their numbers, and which of them are joined.
fn drawing(size: u8) -> Drawing {
    let board = Board::new(size);
    let points: Vec<Point> = board.points().iter().collect();
    let number =
        |point: Point| usize::from(point.row()) * usize::from(size) + usize::from(point.column());
    let next = |point: &Point| board.neighbours(*point).iter().map(number).collect();
    Drawing {
        adjacent: points.iter().map(next).collect(),
        ..Drawing::BLANK
    }
}
