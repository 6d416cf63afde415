//! Transposition tables of bounds on values.

use std::hash::Hash;

use shido_core::{ForMover, Prospect, Verdict};

use super::memo::{Memo, hash_of};

/// A transposition table of bounds on values.
pub(super) trait Bounds<K> {
    /// What is known of a position.
    fn bounds(&self, key: &K) -> Prospect;

    /// Tells which positions are about to be looked up. Memory is slow to answer, and what is asked for
    /// at once comes at once.
    fn fetch<'k>(&self, _keys: impl Iterator<Item = &'k K>)
    where
        K: 'k,
    {
    }

    /// Adds to what is known of a position what took so much work.
    fn note(&mut self, key: &K, bounds: Prospect, work: u64);
}

/// Of any positions, by comparing all of what they are.
impl<K: Clone + Eq + Hash> Bounds<K> for Memo<K, Prospect> {
    fn bounds(&self, key: &K) -> Prospect {
        let known = self.facts(hash_of(key), key);
        known.copied().unwrap_or_default()
    }

    fn note(&mut self, key: &K, bounds: Prospect, work: u64) {
        Memo::note(self, hash_of(key), key, work, |known| {
            *known = known.and(bounds);
        });
    }
}

/// How many positions share a place: as many words as the processor fetches at once.
const WAYS: usize = 8;
const LINE_BYTES: usize = 64;

/// Of packed positions, a word for each.
///
/// Packed positions are scattered by a function that can be undone. Part of the scattered number is
/// the place, the rest is kept in the word, so nothing is ever taken for something else. The table
/// grows as it fills, up to its limit.
pub(super) struct PackedBounds {
    words: Vec<u64>,
    /// Where in the words the first whole line of the processor's cache begins.
    first: usize,
    filled: usize,
    packed_bits: u32,
    place_bits: u32,
    most_place_bits: u32,
}

/// A megabyte to begin with.
const FIRST_PLACE_BITS: u32 = 14;

/// Below the rest of the scattered number a word has two bits for each bound and six for the work.
const FACT_BITS: u32 = 10;
const WORK: u32 = 4;
const MOST_WORK: u64 = (1 << (FACT_BITS - WORK)) - 1;

impl PackedBounds {
    /// A table of so many bytes at most, and one line to begin where a line begins, if that is enough
    /// to tell positions apart.
    pub(super) fn new(packed_bits: u32, bytes: u64) -> Option<PackedBounds> {
        let places = bytes / LINE_BYTES as u64;
        let most = places.checked_ilog2()?.min(packed_bits);
        // With fewer places the rest would not fit in a word beside the facts.
        let least = packed_bits.saturating_sub(u64::BITS - FACT_BITS);
        let place_bits = FIRST_PLACE_BITS.max(least).min(most);
        (least <= most).then(|| PackedBounds::with_places(packed_bits, place_bits, most))
    }

    fn with_places(packed_bits: u32, place_bits: u32, most_place_bits: u32) -> PackedBounds {
        let words = vec![0; (WAYS << place_bits) + WAYS];
        PackedBounds {
            first: words.as_ptr().align_offset(LINE_BYTES).min(WAYS),
            words,
            filled: 0,
            packed_bits,
            place_bits,
            most_place_bits,
        }
    }

    /// Twice as many places. One more bit of the scattered numbers belongs to the place, so what
    /// shared a place finds room in two.
    fn grow(&mut self) {
        let bits = self.place_bits;
        let mut larger =
            PackedBounds::with_places(self.packed_bits, bits + 1, self.most_place_bits);
        for (place, ways) in self.words[self.first..].chunks_exact(WAYS).enumerate() {
            for word in ways.iter().filter(|word| **word != 0) {
                let rest = word >> FACT_BITS;
                let place = place | (rest as usize & 1) << bits;
                let start = larger.first + place * WAYS;
                let mut room = larger.words[start..start + WAYS].iter_mut();
                if let Some(empty) = room.find(|word| **word == 0) {
                    let facts = word & ((1 << FACT_BITS) - 1);
                    *empty = rest >> 1 << FACT_BITS | facts;
                    larger.filled += 1;
                }
            }
        }
        *self = larger;
    }

    #[inline]
    fn place(&self, packed: u64) -> (usize, u64) {
        let mask = u64::MAX >> (u64::BITS - self.packed_bits);
        let half = self.packed_bits / 2;
        let mut scattered = packed ^ packed >> half;
        scattered = scattered.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        scattered ^= scattered >> half;
        let place = scattered & ((1 << self.place_bits) - 1);
        (
            self.first + place as usize * WAYS,
            scattered >> self.place_bits,
        )
    }
}

impl Bounds<u64> for PackedBounds {
    #[inline]
    fn bounds(&self, packed: &u64) -> Prospect {
        let (place, rest) = self.place(*packed);
        // All ways are looked at: which of them it is in, if any, no processor could foretell.
        let mut found = 0;
        for word in &self.words[place..place + WAYS] {
            found |= match word >> FACT_BITS == rest {
                true => *word,
                false => 0,
            };
        }
        match found {
            0 => Prospect::OPEN,
            word => bounds_of(word),
        }
    }

    #[inline]
    fn fetch<'k>(&self, keys: impl Iterator<Item = &'k u64>) {
        // None of these words is waited for before the next is asked for.
        let mut mixed = 0;
        for packed in keys {
            mixed ^= self.words[self.place(*packed).0];
        }
        std::hint::black_box(mixed);
    }

    /// Of the positions that share a place the one that took the least work gives way.
    fn note(&mut self, packed: &u64, bounds: Prospect, work: u64) {
        let (place, rest) = self.place(*packed);
        let ways = &mut self.words[place..place + WAYS];
        match ways.iter_mut().find(|word| is_of(**word, rest)) {
            Some(word) => {
                let work = logarithm(work).max(work_of(*word));
                *word = word_of(rest, bounds_of(*word).and(bounds), work);
            }
            None => {
                let least = ways.iter_mut().min_by_key(|word| work_of(**word));
                let least = least.expect("a place has several ways");
                self.filled += usize::from(*least == 0);
                *least = word_of(rest, bounds, logarithm(work));
                if self.filled > self.words.len() / 2 && self.place_bits < self.most_place_bits {
                    self.grow();
                }
            }
        }
    }
}

fn is_of(word: u64, rest: u64) -> bool {
    word >> FACT_BITS == rest && word != 0
}

/// At least one, so that no word in use is zero.
fn logarithm(work: u64) -> u64 {
    (u64::from(work.checked_ilog2().unwrap_or(0)) + 1).min(MOST_WORK)
}

fn work_of(word: u64) -> u64 {
    word >> WORK & MOST_WORK
}

fn word_of(rest: u64, bounds: Prospect, work: u64) -> u64 {
    rest << FACT_BITS | work << WORK | (bounds.hope.0 as u64) << 2 | bounds.sure.0 as u64
}

fn bounds_of(word: u64) -> Prospect {
    let verdict = |bits: u64| {
        ForMover(match bits & 3 {
            0 => Verdict::Loss,
            1 => Verdict::Draw,
            _ => Verdict::Win,
        })
    };
    Prospect {
        sure: verdict(word),
        hope: verdict(word >> 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was noted comes back, whatever the width of the numbers and however often the table has
    /// grown since; of what never was, nothing.
    #[test]
    fn a_growing_table_forgets_nothing_while_there_is_room() {
        for bits in [25, 50, 64] {
            let mut table = PackedBounds::new(bits, 64 << 20).expect("it is large enough");
            let key = |i: u64| i.wrapping_mul(0x2545_f491_4f6c_dd1d) >> (u64::BITS - bits);
            let value = |i: u64| match key(i) % 3 {
                0 => Prospect::certain(ForMover(Verdict::Loss)),
                1 => Prospect::OPEN,
                _ => Prospect::certain(ForMover(Verdict::Win)),
            };
            let begun_with = table.place_bits;
            for i in 0..400_000 {
                table.note(&key(i), value(i), i);
            }
            assert!(bits == 64 || table.place_bits > begun_with);
            let kept = (0..400_000).filter(|&i| table.bounds(&key(i)) == value(i));
            assert!(kept.count() > 390_000);
            let noted: std::collections::HashSet<u64> = (0..400_000).map(key).collect();
            for other in (1_000_000..1_100_000)
                .map(key)
                .filter(|k| !noted.contains(k))
            {
                assert_eq!(table.bounds(&other), Prospect::OPEN);
            }
        }
    }
}
