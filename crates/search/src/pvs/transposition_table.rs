//! A transposition table that threads share without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::try_zeroed_slice_box;

use crate::pvs::score::Score;
use crate::{Bound, NoRoom};

/// A transposition table: what was found out about positions that may come up again.
///
/// It has a fixed size and may be shared by threads without locks. Each entry is two words, and part
/// of the first is a check on the second (the idea of Hyatt and Mann 2002), so an entry of which two
/// threads wrote a word each is not taken for either's. Positions are told apart by 32 bits of their
/// key beyond those that choose the place.
///
/// What is in a table holds for one game and one model. A table may serve many searches of them, one
/// after the other or at once.
///
/// The pages of a new table are all zero and come from the system when they are first written to: a short
/// search pays only for what it uses.
pub struct TranspositionTable {
    /// The entries, two words each.
    words: Box<[AtomicU64]>,
    /// The word with which the first cluster begins, so that clusters are lines of the processor's cache.
    first: usize,
    clusters: usize,
    /// The number of the present search, so that entries of earlier ones go first.
    generation: AtomicU8,
}

/// The entries among which one position may be, together in a line of the processor's cache.
type Cluster = [AtomicU64; WORDS];

/// An entry: the head and the score.
///
/// The head has from the lowest bit: the index of a move (12 bits), the depth (8), the bound (2), whether it
/// is settled (1), the generation (5), nothing (4), and the check (32). It is zero where nothing is.
type Slot = [AtomicU64; 2];

const WORDS: usize = 8;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Entry {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// How deep it was searched.
    pub(crate) depth: u8,
    /// Whether no deeper search would find anything else, because every line that mattered came to
    /// its end.
    pub(crate) settled: bool,
    /// The best move, or the one that refuted the position, by its number in the game's order.
    pub(crate) best: Option<usize>,
}

const NO_MOVE: u64 = 0xfff;
const GENERATIONS: u8 = 32;
const CHECK_SHIFT: u32 = 32;
const MIB: usize = 1 << 20;

impl TranspositionTable {
    /// A table of so many MiB, at least one.
    ///
    /// # Panics
    /// Where there is no room for it.
    #[must_use]
    pub fn new(mebibytes: usize) -> TranspositionTable {
        TranspositionTable::try_new(mebibytes).expect("there is room for the table")
    }

    /// A table of so many MiB, at least one.
    ///
    /// # Errors
    /// Where there is no room for it.
    pub fn try_new(mebibytes: usize) -> Result<TranspositionTable, NoRoom> {
        let clusters = mebibytes.max(1).saturating_mul(MIB / size_of::<Cluster>());
        // One cluster more, part of which lies before the first whole line.
        let words = clusters.saturating_add(1).saturating_mul(WORDS);
        let words: Box<[AtomicU64]> =
            try_zeroed_slice_box(words).map_err(|()| NoRoom { mebibytes })?;
        let first = words.as_ptr().align_offset(size_of::<Cluster>()) % WORDS;
        Ok(TranspositionTable {
            words,
            first,
            clusters,
            generation: AtomicU8::new(0),
        })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in &self.words {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// How many of a thousand entries are filled, by a sample.
    #[must_use]
    pub fn filled(&self) -> u32 {
        let sample = &self.words[self.first..][..self.clusters.min(250) * WORDS];
        let slots = sample.as_chunks().0.iter();
        let taken = slots.filter(|[head, _]: &&Slot| head.load(Ordering::Relaxed) != 0);
        (taken.count() * 2000 / sample.len()) as u32
    }

    /// Tells the table that another search begins.
    pub(crate) fn next_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[Slot] {
        // The high part of the product chooses evenly among any number of clusters.
        let place = (u128::from(key) * self.clusters as u128) >> 64;
        let words = &self.words[self.first + place as usize * WORDS..][..WORDS];
        words.as_chunks().0
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).iter().find_map(|[head, score]| {
            let head = head.load(Ordering::Relaxed);
            let score = score.load(Ordering::Relaxed);
            (head != 0 && head >> CHECK_SHIFT == check(key, score)).then(|| unpack(head, score))
        })
    }

    #[inline]
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut worst = (i32::MAX, None);
        let mut best = entry.best;
        for slot in self.cluster(key) {
            let head = slot[0].load(Ordering::Relaxed);
            if head == 0 {
                worst = (i32::MIN, Some(slot));
                break;
            }
            let score = slot[1].load(Ordering::Relaxed);
            let depth = i32::from((head >> 12) as u8);
            if head >> CHECK_SHIFT == check(key, score) {
                // A bound from a shallower search is worth less than what is there, if that is of
                // this search; a move is worth keeping in any case.
                let old = unpack(head, score);
                let of_this_search = (head >> 23) as u8 % GENERATIONS == generation;
                let better = old.settled && !entry.settled
                    || of_this_search
                        && old.depth > entry.depth
                        && entry.bound != Bound::Exact
                        && !entry.settled;
                if better {
                    return;
                }
                best = best.or(old.best);
                worst = (i32::MIN, Some(slot));
                break;
            }
            let age = generation.wrapping_sub((head >> 23) as u8) % GENERATIONS;
            let worth = depth - 8 * i32::from(age);
            if worth < worst.0 {
                worst = (worth, Some(slot));
            }
        }
        if let Some([in_head, in_score]) = worst.1 {
            let score = entry.score.0 as u64;
            let head = pack(Entry { best, ..entry }, generation);
            in_head.store(head | check(key, score) << CHECK_SHIFT, Ordering::Relaxed);
            in_score.store(score, Ordering::Relaxed);
        }
    }
}

/// The lower half of the key, which the choice of the cluster hardly depends on, mixed with the other
/// word of the entry.
#[inline]
fn check(key: u64, score: u64) -> u64 {
    (key ^ score ^ score >> 32) & 0xffff_ffff
}

#[inline]
fn pack(entry: Entry, generation: u8) -> u64 {
    let best = entry
        .best
        .map_or(NO_MOVE, |index| (index as u64).min(NO_MOVE));
    // Numbered from one, so that no entry is zero.
    let bound = match entry.bound {
        Bound::AtMost => 1,
        Bound::AtLeast => 2,
        _ => 3,
    };
    best | u64::from(entry.depth) << 12
        | bound << 20
        | u64::from(entry.settled) << 22
        | u64::from(generation) << 23
}

#[inline]
fn unpack(head: u64, score: u64) -> Entry {
    let best = head & NO_MOVE;
    Entry {
        score: Score(score as i64),
        bound: match head >> 20 & 3 {
            1 => Bound::AtMost,
            2 => Bound::AtLeast,
            _ => Bound::Exact,
        },
        depth: (head >> 12) as u8,
        settled: head >> 22 & 1 == 1,
        best: (best != NO_MOVE).then_some(best as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shido_core::spread;

    fn entry(number: u64) -> Entry {
        Entry {
            score: Score(number as i64 * 1_000_003 - 77),
            bound: [Bound::AtMost, Bound::AtLeast, Bound::Exact][number as usize % 3],
            depth: number as u8,
            settled: number.is_multiple_of(2),
            best: (!number.is_multiple_of(5)).then_some(number as usize % 4095),
        }
    }

    #[test]
    fn what_was_stored_is_found() {
        let table = TranspositionTable::new(1);
        table.next_search();
        for number in 0..1000 {
            table.store(spread(number), entry(number));
            assert_eq!(table.probe(spread(number)), Some(entry(number)));
        }
        // A thousand in sixteen thousand places of four: none had to give way.
        for number in 0..1000 {
            assert_eq!(table.probe(spread(number)), Some(entry(number)));
        }
        assert_eq!(table.probe(spread(1000)), None);
        table.clear();
        assert_eq!(table.probe(spread(7)), None);
    }

    #[test]
    fn deep_entries_of_this_search_outlast_shallow_ones() {
        let table = TranspositionTable::new(1);
        table.next_search();
        let deep = Entry {
            depth: 200,
            ..entry(1)
        };
        table.store(spread(0), deep);
        for number in 1..1_000_000 {
            let shallow = Entry {
                depth: 1,
                settled: false,
                ..entry(number)
            };
            table.store(spread(number), shallow);
        }
        assert_eq!(table.probe(spread(0)), Some(deep));
    }

    #[test]
    fn torn_entries_are_not_found() {
        let key = spread(5);
        let (old, new) = (entry(10).score.0 as u64, entry(11).score.0 as u64);
        assert_ne!(check(key, old), check(key, new));
    }
}
