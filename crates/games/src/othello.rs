//! Othello, on eight by eight squares, six by six or four by four.
//!
//! Black moves first. A disc is placed on an empty square so that one or more straight lines of the
//! other side's discs lie between it and other discs of the mover; all discs of those lines are
//! turned over. A side without such a move passes, which is a move here; a side that has one may
//! not pass. When neither side has one the contest is over, and more discs win.
//!
//! Columns are `a` to `h` from the left and rows `1` to `8` from the top. A move is the square where
//! the disc goes, `d3`, or `pass`. (On six by six some sources call the rows and columns what they
//! are called on the large board, `b` to `g` and `2` to `7`; here they begin with `a` and `1`.) A
//! position is written row by row from the top, `X` for Black, `O` for White, `-` for an empty
//! square, and after a space who is to move:
//!
//! ```text
//! ---------------------------OX------XO--------------------------- X
//! ```
//!
//! The start on eight by eight has 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284
//! successors at depth 1 to 10, as authors of Othello programs publish them; passes count as plies,
//! and 228 contests that are over after nine plies are counted at depth ten. Four by four is won by
//! White with 11 discs to 3. Six by six is won by White with 20 to 16 (Feinstein 1993, "Amenor wins
//! world 6x6 championships!", newsletter of the British Othello Federation).

mod discs;
mod features;
mod guide;
mod motifs;
mod notation;
mod perception;

use std::hash::{Hash, Hasher};

use rand::RngExt;
use shido_core::{
    EngineNotation, Foresight, Game, Markers, Outcome, Pack, Rng, Seat, Symmetry, Turn, spread,
};

use crate::grid::{Grid, Square, holders, nth_square, squares};
use discs::{flips, legal};
use features::SquareClass;

/// The rules of Othello on a board of a certain size.
///
/// ```
/// use shido_core::{Game, Notation};
/// use shido_games::othello::Othello;
///
/// let othello = Othello::default();
/// let start = othello.start();
/// let names: Vec<String> = othello
///     .moves(&start)
///     .into_iter()
///     .map(|mv| othello.write_move(&start, mv))
///     .collect();
/// assert_eq!(names, ["d3", "c4", "f5", "e6"]);
/// ```
#[derive(Clone, Debug)]
pub struct Othello {
    grid: Grid,
    board: u64,
    corners: u64,
    edges: u64,
    /// The squares that mirroring and turning the board can exchange, for the features.
    classes: Vec<SquareClass>,
}

/// Where the discs are and whose turn it is.
///
/// What the side to move can do is kept, because everybody asks: who is to move depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    own: u64,
    other: u64,
    /// The squares where the side to move can place a disc.
    legal: u64,
    mover: Seat,
    over: bool,
}

/// A move of Othello.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A disc is placed on a square.
    Place(Square),
    /// No disc can be placed.
    Pass,
}

/// A size that Othello is not played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the size of an othello board is 4, 6 or 8, not {0}")]
pub struct SizeError(pub u8);

impl Default for Othello {
    /// Eight by eight squares.
    fn default() -> Othello {
        Othello::new(8).expect("eight is a size of othello")
    }
}

impl Othello {
    /// Othello on `size` by `size` squares: four, six or eight.
    ///
    /// # Errors
    /// Where the size is another.
    pub fn new(size: u8) -> Result<Othello, SizeError> {
        if ![4, 6, 8].contains(&size) {
            return Err(SizeError(size));
        }
        let grid = Grid {
            width: size,
            height: size,
        };
        let at_end = |along: u8| along == 0 || along == size - 1;
        let matching = |wanted: &dyn Fn(Square) -> bool| {
            let found = squares(grid.mask()).filter(|square| wanted(*square));
            found.fold(0, |set, square| set | square.bit())
        };
        Ok(Othello {
            grid,
            board: grid.mask(),
            corners: matching(&|square| at_end(square.column()) && at_end(square.row())),
            edges: matching(&|square| at_end(square.column()) || at_end(square.row())),
            classes: SquareClass::all(grid),
        })
    }

    /// How many rows and columns the board has.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.grid.width
    }

    /// The four squares in the middle, which are never empty.
    fn centre(&self) -> u64 {
        let low = self.size() / 2 - 1;
        [(0, 0), (0, 1), (1, 0), (1, 1)]
            .into_iter()
            .fold(0, |set, (right, down)| {
                set | Square::at(low + right, low + down).bit()
            })
    }

    fn position(&self, own: u64, other: u64, mover: Seat) -> Position {
        let moves = legal(own, other, self.board);
        Position {
            own,
            other,
            legal: moves,
            mover,
            over: moves == 0 && legal(other, own, self.board) == 0,
        }
    }

    /// Why discs cannot lie like this, if they cannot: those in the middle are turned over but never
    /// taken away, and each other one was placed next to some disc.
    fn impossible(&self, discs: [u64; 2]) -> Option<&'static str> {
        let occupied = discs[0] | discs[1];
        if self.centre() & !occupied != 0 {
            return Some("the four squares in the middle are never empty");
        }
        let mut joined = self.centre();
        loop {
            let grown = discs::around(joined) & occupied;
            if grown == joined {
                break;
            }
            joined = grown;
        }
        (joined != occupied).then_some("a disc is always placed next to another")
    }
}

impl Position {
    /// How many discs each side has.
    #[must_use]
    pub fn counts(&self) -> [u32; 2] {
        self.discs().map(u64::count_ones)
    }

    /// The discs of each side.
    #[inline]
    fn discs(&self) -> [u64; 2] {
        match self.mover {
            Seat::First => [self.own, self.other],
            Seat::Second => [self.other, self.own],
        }
    }

    fn occupied(&self) -> u64 {
        self.own | self.other
    }
}

/// What can be done follows from the rest.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.own, self.other, self.mover).hash(state);
    }
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let low = self.size() / 2 - 1;
        let white = Square::at(low, low).bit() | Square::at(low + 1, low + 1).bit();
        self.position(self.centre() & !white, white, Seat::First)
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if !position.over {
            return Turn::Of(position.mover);
        }
        let [black, white] = position.counts();
        Turn::Over(match black.cmp(&white) {
            std::cmp::Ordering::Greater => Outcome::win(Seat::First),
            std::cmp::Ordering::Equal => Outcome::DRAW,
            std::cmp::Ordering::Less => Outcome::win(Seat::Second),
        })
    }

    #[inline]
    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if position.legal != 0 {
            squares(position.legal).map(Move::Place).for_each(visit);
        } else if !position.over {
            visit(Move::Pass);
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        match position.legal.count_ones() {
            0 => usize::from(!position.over),
            count => count as usize,
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let Position { own, other, .. } = *position;
        let (placed, flipped) = match mv {
            Move::Place(square) => (square.bit(), flips(own, other, square)),
            Move::Pass => (0, 0),
        };
        let next_mover = position.mover.other();
        *position = self.position(other & !flipped, own | placed | flipped, next_mover);
    }

    #[inline]
    fn random_move(&self, position: &Position, rng: &mut Rng) -> Option<Move> {
        match position.legal.count_ones() {
            0 => (!position.over).then_some(Move::Pass),
            count => {
                let before = rng.random_range(0..count);
                Some(Move::Place(nth_square(position.legal, before)))
            }
        }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let key = spread(position.own ^ spread(position.other));
        match position.mover {
            Seat::First => key,
            Seat::Second => !key,
        }
    }

    /// Twice the discs, and one more where the side to move can place another: a pass is always made
    /// from where it cannot to where it can.
    fn progress(&self, position: &Position) -> Option<u32> {
        let discs = position.occupied().count_ones();
        Some(2 * discs + u32::from(position.legal != 0))
    }
}

/// Engines write Othello as people do.
impl EngineNotation for Othello {}

/// What lies ahead is found by trying.
impl Foresight for Othello {}

impl Markers for Othello {
    fn holders(&self, position: &Position) -> Vec<Option<Seat>> {
        let [first, second] = match position.mover {
            Seat::First => [position.own, position.other],
            Seat::Second => [position.other, position.own],
        };
        holders([first, second])
    }

    fn turned(&self, position: &Position) -> Option<Position> {
        (!position.over).then(|| Position {
            own: position.other,
            other: position.own,
            legal: legal(position.other, position.own, self.board),
            mover: position.mover.other(),
            over: false,
        })
    }
}

/// The two diagonals are the axes of the start: reflections in them and the half turn leave it as it
/// is, a quarter turn exchanges the colours.
impl Symmetry for Othello {
    fn symmetries(&self) -> usize {
        4
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        let image = |set| self.image(symmetry, set);
        Position {
            own: image(position.own),
            other: image(position.other),
            legal: image(position.legal),
            ..*position
        }
    }

    fn transform_move(&self, symmetry: usize, mv: Move) -> Move {
        match mv {
            Move::Place(square) => Move::Place(nth_square(self.image(symmetry, square.bit()), 0)),
            Move::Pass => Move::Pass,
        }
    }
}

impl Othello {
    fn image(&self, symmetry: usize, set: u64) -> u64 {
        let last = 8 - u32::from(self.size());
        let half_turn = |set: u64| set.reverse_bits() >> (9 * last);
        match symmetry {
            1 => half_turn(set),
            2 => transposed(set),
            3 => half_turn(transposed(set)),
            _ => set,
        }
    }
}

/// Rows become columns: blocks of one, two and four squares change places across the diagonal.
fn transposed(mut set: u64) -> u64 {
    for (step, block) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let changed = (set ^ (set >> step)) & block;
        set ^= changed ^ (changed << step);
    }
    set
}

/// Four by four and six by six can be packed, eight by eight cannot.
impl Pack for Othello {
    fn packed_bits(&self) -> u32 {
        self.grid.packed_bits()
    }

    fn pack(&self, position: &Position) -> u64 {
        self.grid.pack(position.discs(), position.mover)
    }

    fn unpack(&self, packed: u64) -> Option<Position> {
        let (discs, mover) = self.grid.unpack(packed)?;
        let [own, other] = [mover, mover.other()].map(|seat| discs[seat.index()]);
        self.impossible(discs)
            .is_none()
            .then(|| self.position(own, other, mover))
    }
}
