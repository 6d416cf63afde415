//! Sets of points as machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use ethnum::U256;

/// A set of up to [`CAPACITY`](Bits::CAPACITY) points.
///
/// Boards of up to 64 points are a `u64`, up to 128 a `u128`, larger ones a [`U256`].
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many points fit.
    const CAPACITY: usize;
    /// No points.
    const EMPTY: Self;
    /// The point with number zero.
    const ONE: Self;

    /// How many points are in the set.
    fn count(self) -> u32;
    /// The smallest number in the set; the capacity if it is empty.
    fn lowest(self) -> u32;
    /// The set less its smallest number.
    fn without_lowest(self) -> Self;
    /// Eight consecutive points as a byte.
    fn byte(self, index: usize) -> u8;
    /// The low 64 points.
    fn low(self) -> u64;
    /// A set of points below 64.
    fn from_low(low: u64) -> Self;

    /// The set of one point.
    #[inline]
    fn bit(point: u8) -> Self {
        Self::ONE << u32::from(point)
    }

    /// Whether there are no points.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the point is in the set.
    #[inline]
    fn contains(self, point: u8) -> bool {
        !(self & Self::bit(point)).is_empty()
    }

    /// Whether all points of `other` are in the set.
    #[inline]
    fn covers(self, other: Self) -> bool {
        self & other == other
    }

    /// The points, in ascending order.
    #[inline]
    fn points(self) -> Points<Self> {
        Points(self)
    }

    /// The point with so many smaller ones in the set. There must be more points than that.
    #[inline]
    fn nth(self, index: u32) -> u8 {
        let mut left = index;
        let mut word = 0;
        while left >= self.word(word).count_ones() {
            left -= self.word(word).count_ones();
            word += 1;
        }
        let mut rest = self.word(word);
        for _ in 0..left {
            rest = rest.without_lowest();
        }
        (64 * word + rest.lowest()) as u8
    }

    /// The 64 points from this multiple of 64 on.
    #[inline]
    fn word(self, index: u32) -> u64 {
        (self >> (64 * index)).low()
    }

    /// The set of these points.
    fn of(points: impl IntoIterator<Item = u8>) -> Self {
        points
            .into_iter()
            .fold(Self::EMPTY, |set, point| set | Self::bit(point))
    }
}

/// The points of a set, in ascending order.
pub struct Points<B>(B);

impl<B: Bits> Iterator for Points<B> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let point = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(point as u8)
    }
}

macro_rules! bits_of_integer {
    ($integer:ty, $capacity:literal) => {
        impl Bits for $integer {
            const CAPACITY: usize = $capacity;
            const EMPTY: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn byte(self, index: usize) -> u8 {
                (self >> (8 * index)) as u8
            }
            #[inline]
            fn low(self) -> u64 {
                self as u64
            }
            #[inline]
            fn from_low(low: u64) -> Self {
                low.into()
            }
        }
    };
}

bits_of_integer!(u64, 64);
bits_of_integer!(u128, 128);

impl Bits for U256 {
    const CAPACITY: usize = 256;
    const EMPTY: Self = U256::ZERO;
    const ONE: Self = U256::ONE;

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
    #[inline]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(U256::ONE)
    }
    #[inline]
    fn byte(self, index: usize) -> u8 {
        (self >> (8 * index as u32)).as_u8()
    }
    #[inline]
    fn low(self) -> u64 {
        self.as_u64()
    }
    #[inline]
    fn from_low(low: u64) -> Self {
        low.into()
    }
}
