//! Breakthrough, by Dan Troyka (2000), on eight by eight squares or a smaller board.
//!
//! Each side has pawns on its two home rows. White moves first, up the board. A pawn moves one
//! square forward, straight or diagonally, onto an empty square; diagonally, and only so, it may
//! capture a pawn of the other side. The first to bring a pawn to the far row or capture all pawns wins.
//! There are no draws: the pawn that is furthest ahead always has a move.
//!
//! Columns are `a` to `h` from the left and rows `1` to `8` from White's side. A move is written with
//! the squares it goes from and to, `a2a3`, a capture with an `x` between them, `a2xb3`. A position
//! is written as in chess, from the top row to the bottom one, with numbers for empty squares, and
//! after a space who is to move:
//!
//! ```text
//! bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w
//! ```
//!
//! With best play the second player wins four by four in 14 plies and five by five in 26, as was found
//! on the forum of Little Golem in 2006 ("Breakthrough on small boards", "5x5 solved"); boards of six
//! by five were solved by Saffidine, Jouandeau and Cazenave (2011, "Solving Breakthrough with race
//! patterns and job-level proof number search").

mod features;
mod guide;
mod inputs;
mod notation;

use rand::RngExt;
use shido_core::{
    EngineNotation, Foresight, Game, Markers, Outcome, Pack, Rng, Seat, Symmetry, Turn, spread,
};

use crate::grid::{Grid, Square, column_mask, holders, nth_square, row_mask, squares};

/// The rules of Breakthrough on a board of a certain size.
///
/// ```
/// use shido_core::{Game, Notation};
/// use shido_games::breakthrough::Breakthrough;
///
/// let breakthrough = Breakthrough::default();
/// let start = breakthrough.start();
/// assert_eq!(breakthrough.count_moves(&start), 22);
/// let mv = breakthrough.parse_move(&start, "a2b3").unwrap();
/// assert_eq!(
///     breakthrough.write_position(&breakthrough.after(&start, mv)),
///     "bbbbbbbb/bbbbbbbb/8/8/8/1w6/1wwwwwww/wwwwwwww b"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breakthrough {
    grid: Grid,
    board: u64,
}

/// Where the pawns are and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// White's and Black's.
    pawns: [u64; 2],
    mover: Seat,
}

/// A move of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where the pawn comes from.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// A size that Breakthrough cannot be played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a breakthrough board has 2 to 8 columns and 4 to 8 rows, not {width} and {height}")]
pub struct SizeError {
    /// How many columns were asked for.
    pub width: u8,
    /// How many rows were asked for.
    pub height: u8,
}

impl Default for Breakthrough {
    /// Eight by eight squares.
    fn default() -> Breakthrough {
        Breakthrough::new(8, 8).expect("eight by eight is a size of breakthrough")
    }
}

/// The three ways in which a pawn moves, each as the number of squares from one row to the next,
/// going round the board: so the way down is a rotation of bits like the way up.
#[derive(Clone, Copy)]
struct Steps {
    straight: u32,
    left: u32,
    right: u32,
}

const STEPS: [Steps; 2] = [
    Steps {
        straight: 8,
        left: 7,
        right: 9,
    },
    Steps {
        straight: 64 - 8,
        left: 64 - 9,
        right: 64 - 7,
    },
];

/// Where the pawns of a side can go, by the way they take.
struct Targets {
    straight: u64,
    left: u64,
    right: u64,
}

impl Targets {
    fn count(&self) -> u32 {
        self.straight.count_ones() + self.left.count_ones() + self.right.count_ones()
    }
}

impl Breakthrough {
    /// Breakthrough on a board of two to eight columns and four to eight rows.
    ///
    /// # Errors
    /// Where the board would be smaller or larger.
    pub fn new(width: u8, height: u8) -> Result<Breakthrough, SizeError> {
        if !(2..=8).contains(&width) || !(4..=8).contains(&height) {
            return Err(SizeError { width, height });
        }
        let grid = Grid { width, height };
        Ok(Breakthrough {
            grid,
            board: grid.mask(),
        })
    }

    /// How many columns the board has.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.grid.width
    }

    /// How many rows the board has.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.grid.height
    }

    /// The row that the side wants to reach.
    #[inline]
    fn goal(&self, seat: Seat) -> u64 {
        match seat {
            Seat::First => row_mask(self.grid.height - 1),
            Seat::Second => row_mask(0),
        }
    }

    #[inline]
    fn winner(&self, position: &Position) -> Option<Seat> {
        let [white, black] = position.pawns;
        let won = |seat: Seat, own: u64, other: u64| own & self.goal(seat) != 0 || other == 0;
        if won(Seat::First, white, black) {
            Some(Seat::First)
        } else if won(Seat::Second, black, white) {
            Some(Seat::Second)
        } else {
            None
        }
    }

    /// Where the pawns of `seat` could go if it were to move.
    #[inline]
    fn targets(&self, pawns: [u64; 2], seat: Seat) -> Targets {
        let own = pawns[seat.index()];
        let steps = STEPS[seat.index()];
        let [from_left, from_right] = [column_mask(7), column_mask(0)].map(|end| own & !end);
        let free = self.board & !own;
        Targets {
            straight: own.rotate_left(steps.straight) & free & !pawns[seat.other().index()],
            left: from_right.rotate_left(steps.left) & free,
            right: from_left.rotate_left(steps.right) & free,
        }
    }

    /// The squares that pawns of `seat` attack or protect.
    #[inline]
    fn guarded(&self, own: u64, seat: Seat) -> u64 {
        let steps = STEPS[seat.index()];
        ((own & !column_mask(0)).rotate_left(steps.left)
            | (own & !column_mask(7)).rotate_left(steps.right))
            & self.board
    }

    /// Calls `visit` for the moves of `seat` to these squares.
    #[inline]
    fn each_to(targets: &Targets, seat: Seat, mut visit: impl FnMut(Move)) {
        let steps = STEPS[seat.index()];
        for (to, step) in [
            (targets.straight, steps.straight),
            (targets.left, steps.left),
            (targets.right, steps.right),
        ] {
            squares(to).for_each(|to| visit(arriving(to, step)));
        }
    }

    /// How many moves the pawns are away from the far row, all together. Every move lowers it, and a
    /// capture lowers it further.
    fn way_left(&self, position: &Position) -> u32 {
        let last = u32::from(self.height()) - 1;
        (0..self.height())
            .map(|row| {
                let [white, black] = position
                    .pawns
                    .map(|pawns| (pawns & row_mask(row)).count_ones());
                white * (last - u32::from(row)) + black * u32::from(row)
            })
            .sum()
    }

    /// Why pawns cannot stand like this, if they cannot.
    fn impossible(&self, position: &Position) -> Option<String> {
        let most = 2 * u32::from(self.width());
        if position.pawns.iter().any(|own| own.count_ones() > most) {
            return Some(format!("a side has {most} pawns at the start"));
        }
        let arrived: u32 = Seat::BOTH
            .into_iter()
            .map(|seat| (position.pawns[seat.index()] & self.goal(seat)).count_ones())
            .sum();
        let gone = position.pawns.iter().filter(|own| **own == 0).count() as u32;
        if arrived > 1 || gone > 1 {
            return Some("the contest is over with the first pawn on the far row, or when a side has lost all pawns".to_owned());
        }
        (self.winner(position) == Some(position.mover))
            .then(|| "whoever has won has just moved: it is the other's turn".to_owned())
    }
}

/// The move onto a square by a step.
#[inline]
fn arriving(to: Square, step: u32) -> Move {
    Move {
        from: to.plus(64 - step),
        to,
    }
}

impl Game for Breakthrough {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let home = self.board & (row_mask(0) | row_mask(1));
        let far = self.board & (row_mask(self.height() - 1) | row_mask(self.height() - 2));
        Position {
            pawns: [home, far],
            mover: Seat::First,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        match self.winner(position) {
            Some(seat) => Turn::Over(Outcome::win(seat)),
            None => Turn::Of(position.mover),
        }
    }

    #[inline]
    fn each_move(&self, position: &Position, visit: impl FnMut(Move)) {
        if self.winner(position).is_none() {
            let targets = self.targets(position.pawns, position.mover);
            Self::each_to(&targets, position.mover, visit);
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        match self.winner(position) {
            Some(_) => 0,
            None => self.targets(position.pawns, position.mover).count() as usize,
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let mover = position.mover;
        let own = &mut position.pawns[mover.index()];
        *own = (*own & !mv.from.bit()) | mv.to.bit();
        position.pawns[mover.other().index()] &= !mv.to.bit();
        position.mover = mover.other();
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut Rng) -> Option<Move> {
        if self.winner(position).is_some() {
            return None;
        }
        let targets = self.targets(position.pawns, position.mover);
        let steps = STEPS[position.mover.index()];
        let mut before = rng.random_range(0..targets.count());
        let ways = [
            (targets.straight, steps.straight),
            (targets.left, steps.left),
            (targets.right, steps.right),
        ];
        ways.into_iter().find_map(|(to, step)| {
            let count = to.count_ones();
            if before < count {
                Some(arriving(nth_square(to, before), step))
            } else {
                before -= count;
                None
            }
        })
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let [white, black] = position.pawns;
        let key = spread(white ^ spread(black));
        match position.mover {
            Seat::First => key,
            Seat::Second => !key,
        }
    }

    /// How many moves' worth of the way has been gone or captured.
    fn progress(&self, position: &Position) -> Option<u32> {
        Some(self.way_left(&self.start()) - self.way_left(position))
    }
}

/// Engines write Breakthrough as people do.
impl EngineNotation for Breakthrough {}

/// What lies ahead is found by trying.
impl Foresight for Breakthrough {}

impl Markers for Breakthrough {
    fn holders(&self, position: &Position) -> Vec<Option<Seat>> {
        holders(position.pawns)
    }

    fn turned(&self, position: &Position) -> Option<Position> {
        Some(Position {
            mover: position.mover.other(),
            ..*position
        })
    }
}

/// Left and right are alike.
impl Symmetry for Breakthrough {
    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        match symmetry {
            1 => Position {
                pawns: position.pawns.map(|pawns| self.grid.mirrored(pawns)),
                ..*position
            },
            _ => *position,
        }
    }

    fn transform_move(&self, symmetry: usize, mv: Move) -> Move {
        let mirrored =
            |square: Square| Square::at(self.width() - 1 - square.column(), square.row());
        match symmetry {
            1 => Move {
                from: mirrored(mv.from),
                to: mirrored(mv.to),
            },
            _ => mv,
        }
    }
}

/// Boards of up to 39 squares can be packed.
impl Pack for Breakthrough {
    fn packed_bits(&self) -> u32 {
        self.grid.packed_bits()
    }

    fn pack(&self, position: &Position) -> u64 {
        self.grid.pack(position.pawns, position.mover)
    }

    fn unpack(&self, packed: u64) -> Option<Position> {
        let (pawns, mover) = self.grid.unpack(packed)?;
        let position = Position { pawns, mover };
        self.impossible(&position).is_none().then_some(position)
    }
}
