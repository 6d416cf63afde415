//! Squares of a rectangular board and sets of them, one bit for each square.

use std::fmt;

use shido_core::Seat;
use shido_core::picture::{Cells, Content, Picture, Place, Shape, Surface};

/// A square of a board of at most eight columns and eight rows.
///
/// Squares are in order row by row. They are written as players write them: `d3` is in the fourth
/// column and the third row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square in this column and row, both counted from zero and below eight.
    pub(crate) const fn at(column: u8, row: u8) -> Square {
        Square((row % 8) * 8 + column % 8)
    }

    /// The square that lies `step` further in the order of squares, going round at the end.
    pub(crate) const fn plus(self, step: u32) -> Square {
        Square((self.0 + (step % 64) as u8) % 64)
    }

    pub(crate) const fn column(self) -> u8 {
        self.0 % 8
    }

    pub(crate) const fn row(self) -> u8 {
        self.0 / 8
    }

    /// Its place in a table of 64 squares.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        (self.0 % 64) as usize
    }

    /// The set of this square alone.
    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

/// The squares of a set, in order.
#[inline]
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| Square(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        square
    })
}

/// The square of a set with `before` others before it.
#[inline]
pub(crate) fn nth_square(mut set: u64, before: u32) -> Square {
    for _ in 0..before {
        set &= set.wrapping_sub(1);
    }
    Square((set.trailing_zeros() % 64) as u8)
}

/// The set one column to the right. What was in the last of eight columns is gone.
#[inline]
pub(crate) const fn right(set: u64) -> u64 {
    (set << 1) & !column_mask(0)
}

/// The set one column to the left. What was in the first column is gone.
#[inline]
pub(crate) const fn left(set: u64) -> u64 {
    (set >> 1) & !column_mask(7)
}

/// The set with its neighbours to the left and right.
#[inline]
pub(crate) const fn widened(set: u64) -> u64 {
    set | left(set) | right(set)
}

/// One of eight columns, as high as a board can be.
pub(crate) const fn column_mask(column: u8) -> u64 {
    0x0101_0101_0101_0101 << column
}

/// One of eight rows, as wide as a board can be.
pub(crate) const fn row_mask(row: u8) -> u64 {
    0xff << (8 * row)
}

/// Twice three to this power is the last below two to the power of 64.
const LARGEST_PACKED: u32 = 39;

/// The size of a board. Rows lie eight squares apart whatever the width, so that a step in a
/// direction is the same shift on all boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grid {
    pub(crate) width: u8,
    pub(crate) height: u8,
}

/// Where the first row of a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FirstRow {
    /// At the top, as in Othello.
    Top,
    /// At the bottom, as in chess.
    Bottom,
}

impl Grid {
    /// All squares of the board.
    pub(crate) const fn mask(self) -> u64 {
        let row = 0xff >> (8 - self.width);
        let rows = u64::MAX >> (64 - 8 * self.height);
        rows & (row * column_mask(0))
    }

    /// How many squares the board has.
    pub(crate) fn size(self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    /// The set mirrored so that the first column becomes the last.
    pub(crate) fn mirrored(self, set: u64) -> u64 {
        set.reverse_bits().swap_bytes() >> (8 - self.width)
    }

    /// How many bits [`pack`](Grid::pack) needs, on large boards more than there are.
    pub(crate) fn packed_bits(self) -> u32 {
        let numbers = 2 * 3_u128.pow(self.size());
        u128::BITS - (numbers - 1).leading_zeros()
    }

    /// Two sets without a common square, and who is to move, as a number with a digit to the base
    /// three for each square.
    ///
    /// # Panics
    /// On boards where that takes more than 64 bits.
    pub(crate) fn pack(self, sets: [u64; 2], mover: Seat) -> u64 {
        assert!(
            self.size() <= LARGEST_PACKED,
            "positions of a large board cannot be packed"
        );
        let digits = squares(self.mask()).fold(0, |number, square| {
            let in_set = |set: u64| u64::from(set & square.bit() != 0);
            3 * number + in_set(sets[0]) + 2 * in_set(sets[1] & !sets[0])
        });
        2 * digits + mover.index() as u64
    }

    /// What was packed, or `None` for a number that is too large.
    pub(crate) fn unpack(self, packed: u64) -> Option<([u64; 2], Seat)> {
        let mover = Seat::BOTH[(packed % 2) as usize];
        let mut digits = packed / 2;
        let mut sets = [0; 2];
        let mut rest = self.mask();
        while rest != 0 {
            // The last square has the lowest digit.
            let last = 1 << (63 - rest.leading_zeros());
            rest ^= last;
            match digits % 3 {
                0 => {}
                digit => sets[digit as usize - 1] |= last,
            }
            digits /= 3;
        }
        (digits == 0).then_some((sets, mover))
    }

    /// The board with the markers of both sides on it, all of this shape.
    pub(crate) fn picture(
        self,
        sets: [u64; 2],
        symbols: [&str; 2],
        first_row: FirstRow,
        cells: Cells,
        shape: &Shape,
    ) -> Picture {
        let content = |square: Square| {
            let owner = Seat::BOTH
                .into_iter()
                .find(|seat| sets[seat.index()] & square.bit() != 0);
            owner.map_or(Content::Empty, |seat| Content::Marker {
                seat,
                symbol: symbols[seat.index()].to_owned(),
                shape: shape.clone(),
            })
        };
        let up = |square: Square| match first_row {
            FirstRow::Top => -f64::from(square.row()),
            FirstRow::Bottom => f64::from(square.row()),
        };
        let places = squares(self.mask()).map(|square| Place {
            name: square.to_string(),
            at: [f64::from(square.column()), up(square)],
            content: content(square),
        });
        Picture::new(
            Surface::Cells(cells),
            places.collect(),
            symbols.map(str::to_owned),
        )
    }
}

/// Who holds each square of a board of 64, of which each side's squares are given.
pub(crate) fn holders(sides: [u64; 2]) -> Vec<Option<Seat>> {
    let holder = |square: u32| {
        Seat::BOTH
            .into_iter()
            .find(|seat| sides[seat.index()] >> square & 1 == 1)
    };
    (0..u64::BITS).map(holder).collect()
}

#[cfg(test)]
mod tests {
    use super::{Grid, LARGEST_PACKED};

    #[test]
    fn the_largest_board_that_is_packed_fits() {
        let bits = |width, height| Grid { width, height }.packed_bits();
        assert_eq!(bits(6, 6), 59);
        assert!(bits(8, 5) > 64);
        assert!(2 * 3_u128.pow(LARGEST_PACKED) <= 1 << 64);
        assert!(2 * 3_u128.pow(LARGEST_PACKED + 1) > 1 << 64);
    }

    #[test]
    fn masks_and_mirrors_keep_to_the_board() {
        let grid = Grid {
            width: 3,
            height: 2,
        };
        assert_eq!(grid.mask(), 0b0000_0111_0000_0111);
        assert_eq!(grid.mirrored(0b0000_0001_0000_0110), 0b0000_0100_0000_0011);
    }
}
