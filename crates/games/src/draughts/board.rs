//! The dark squares as bits.
//!
//! Rows of the board hold four dark squares, shifted by one column from row to row. With an unused
//! bit after every second row, all steps down the board go up by 4 or 5 bits:
//!
//! ```text
//!   .  1  .  2  .  3  .  4        .  0  .  1  .  2  .  3
//!   5  .  6  .  7  .  8  .        4  .  5  .  6  .  7  .  (8)
//!   .  9  . 10  . 11  . 12        .  9  . 10  . 11  . 12
//!  13  . 14  . 15  . 16  .       13  . 14  . 15  . 16  . (17)
//!     numbers of squares             bits
//! ```
//!
//! A step over the edge ends on an unused bit, which is never empty and never occupied.

use shido_core::Seat;

/// All squares: every bit up to the 35th but each ninth.
pub(super) const ALL: u64 = 0xff | 0xff << 9 | 0xff << 18 | 0xff << 27;

/// A dark square. Its number is that of Portable Draughts Notation: 1 to 32 from the top left, with
/// Black at the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with this number, from 1 to 32.
    #[must_use]
    pub const fn numbered(number: u8) -> Option<Square> {
        match number {
            1..=32 => Some(Square(number - 1 + (number - 1) / 8)),
            _ => None,
        }
    }

    /// The number of the square.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 - self.0 / 9 + 1
    }

    /// The row from the top and the column from the left, both from zero.
    pub(super) const fn place(self) -> (u8, u8) {
        let index = self.number() - 1;
        let row = index / 4;
        (row, index % 4 * 2 + 1 - row % 2)
    }

    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The first of some squares; there must be one.
    pub(super) const fn first_of(squares: u64) -> Square {
        Square(squares.trailing_zeros() as u8)
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.number().fmt(f)
    }
}

/// The squares of a set, in the order of their numbers.
pub(super) fn each(squares: u64) -> impl Iterator<Item = Square> {
    let rest = std::iter::successors(Some(squares), |rest| Some(rest & rest.wrapping_sub(1)));
    rest.take_while(|&rest| rest != 0).map(Square::first_of)
}

/// A direction on the board, seen with Black at the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Toward {
    DownLeft,
    DownRight,
    UpRight,
    UpLeft,
}

impl Toward {
    pub(super) const ALL: [Toward; 4] = [
        Toward::DownLeft,
        Toward::DownRight,
        Toward::UpRight,
        Toward::UpLeft,
    ];

    /// Whether men of this side move in this direction. Black, who moves first, goes down.
    #[inline]
    pub(super) const fn is_forward(self, seat: Seat) -> bool {
        match self {
            Toward::DownLeft | Toward::DownRight => matches!(seat, Seat::First),
            Toward::UpLeft | Toward::UpRight => matches!(seat, Seat::Second),
        }
    }

    pub(super) const fn back(self) -> Toward {
        match self {
            Toward::DownLeft => Toward::UpRight,
            Toward::DownRight => Toward::UpLeft,
            Toward::UpRight => Toward::DownLeft,
            Toward::UpLeft => Toward::DownRight,
        }
    }
}

/// Where a step takes these squares. The result may hold bits that are no squares.
#[inline]
pub(super) const fn step(squares: u64, toward: Toward) -> u64 {
    match toward {
        Toward::DownLeft => squares << 4,
        Toward::DownRight => squares << 5,
        Toward::UpRight => squares >> 4,
        Toward::UpLeft => squares >> 5,
    }
}

/// The row with this number, counted from one and from the side's own edge.
#[inline]
pub(super) const fn row(seat: Seat, number: u32) -> u64 {
    let from_top = match seat {
        Seat::First => number - 1,
        Seat::Second => 8 - number,
    };
    0xf << (from_top / 2 * 9 + from_top % 2 * 4)
}

/// The row where a side's men become kings.
#[inline]
pub(super) const fn king_row(seat: Seat) -> u64 {
    row(seat, 8)
}

/// The squares with these numbers on Black's side, or those that lie like them on White's.
pub(super) const fn lying(seat: Seat, numbers: &[u8]) -> u64 {
    let mut squares = 0;
    let mut index = 0;
    while index < numbers.len() {
        let number = match seat {
            Seat::First => numbers[index],
            Seat::Second => 33 - numbers[index],
        };
        if let Some(square) = Square::numbered(number) {
            squares |= square.bit();
        }
        index += 1;
    }
    squares
}
