//! Sets of points as machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use ethnum::U256;
use rand::RngExt;
use shido_core::Rng;

/// A set of up to [`CAPACITY`](Bits::CAPACITY) points.
///
/// Boards of up to 64 points are a `u64`, larger ones a [`U256`].
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
        (64 * word + select(self.word(word), left)) as u8
    }

    /// One of the points, each as likely as any other. There must be one.
    #[inline]
    fn random(self, rng: &mut Rng) -> u8 {
        self.nth(rng.random_range(0..self.count()))
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

/// The place of the bit that has `rank` bits below it; there must be more bits than that.
///
/// Bits are counted in all bytes at once and the byte is found by comparing all counts with the rank
/// (Vigna 2008, "Broadword implementation of rank/select queries"). There is no branch that depends on
/// the rank, which no processor could predict where it is random.
#[inline]
fn select(word: u64, rank: u32) -> u32 {
    select_with(word, running_counts(word), rank)
}

const EACH: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// In each byte, how many bits there are up to and in it: in the last, all.
#[inline]
fn running_counts(word: u64) -> u64 {
    let mut counts = word - (word >> 1 & 0x5555_5555_5555_5555);
    counts = (counts & 0x3333_3333_3333_3333) + (counts >> 2 & 0x3333_3333_3333_3333);
    counts = (counts + (counts >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    counts.wrapping_mul(EACH)
}

#[inline]
fn select_with(word: u64, running: u64, rank: u32) -> u32 {
    let passed = (((u64::from(rank) * EACH) | HIGH) - running) & HIGH;
    let place = ((passed >> 7).wrapping_mul(EACH) >> 56) as u32 * 8;
    let below = (running << 8) >> place & 0xff;
    let byte = (word >> place & 0xff) as usize;
    let rank_in_byte = u64::from(rank) - below;
    place + u32::from(SELECT_IN_BYTE[(rank_in_byte as usize & 7) << 8 | byte])
}

/// For each rank and byte, the place of the bit; nothing that makes sense where there is none.
static SELECT_IN_BYTE: [u8; 8 * 256] = {
    let mut table = [0; 8 * 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut rank) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[rank << 8 | byte] = place as u8;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// How many bits a byte has.
static COUNT_IN_BYTE: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    table
};

/// One of the bits of a word, each as likely as any other. They are counted once for the draw and for finding what was drawn.
#[inline]
fn random_of_word(word: u64, rng: &mut Rng) -> u8 {
    let running = running_counts(word);
    let rank = rng.random_range(0..(running >> 56) as u32);
    select_with(word, running, rank) as u8
}

/// The same of a small set: tables are quicker there than counting in all bytes at once.
#[inline]
fn random_of_two_bytes(both: u16, rng: &mut Rng) -> u8 {
    let bytes = both.to_le_bytes();
    let counts = bytes.map(|byte| COUNT_IN_BYTE[usize::from(byte)]);
    let rank = rng.random_range(0..u32::from(counts[0] + counts[1])) as u8;
    let second = usize::from(rank >= counts[0]);
    let rank_in_byte = rank - [0, counts[0]][second];
    let place = SELECT_IN_BYTE[usize::from(rank_in_byte & 7) << 8 | usize::from(bytes[second])];
    8 * second as u8 + place
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

impl Bits for u64 {
    const CAPACITY: usize = 64;
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
        self
    }
    #[inline]
    fn from_low(low: u64) -> Self {
        low
    }
    #[inline]
    fn random(self, rng: &mut Rng) -> u8 {
        match u16::try_from(self) {
            Ok(both) => random_of_two_bytes(both, rng),
            Err(_) => random_of_word(self, rng),
        }
    }
}

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

#[cfg(test)]
mod tests {
    use shido_core::Seed;

    use super::*;

    /// The same number is drawn as where points are counted first, and the same point found.
    #[test]
    fn draws_as_by_counting() {
        let (mut rng, mut other) = (Seed(2).rng(), Seed(2).rng());
        for _ in 0..300 {
            let [a, b]: [u64; 2] = rng.random();
            let _: [u64; 2] = other.random();
            // Small sets are drawn from in another way.
            for size in [64, 16, 9, 8, 1] {
                let word = ((a & b) | 1) & (u64::MAX >> (64 - size));
                let rank = other.random_range(0..word.count_ones());
                assert_eq!(word.random(&mut rng), word.nth(rank), "{word:b}");
            }
        }
    }

    /// Taking away the lower bits one by one, every bit of sparse, dense and full words is found.
    #[test]
    fn selects_as_counting_does() {
        let mut rng = Seed(1).rng();
        let words = (0..300).flat_map(|_| {
            let [a, b]: [u64; 2] = rng.random();
            [a, a & b, a & b & b.rotate_left(7), a | b]
        });
        for word in words.chain([1, 1 << 63, u64::MAX]) {
            let mut rest = word;
            for rank in 0..word.count_ones() {
                assert_eq!(select(word, rank), rest.lowest(), "bit {rank} of {word:b}");
                rest = rest.without_lowest();
            }
        }
    }
}
