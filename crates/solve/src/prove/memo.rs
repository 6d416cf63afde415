//! A transposition table for the results of a proof.

use std::hash::{BuildHasher, Hash};
use std::num::NonZeroU8;

use rustc_hash::FxBuildHasher;

/// How many positions share a place; the one that took the least work gives way to a new one.
const WAYS: usize = 4;

/// How many places there are at first; the table grows as it fills, up to its limit.
const PLACES: usize = 1 << 12;

/// A transposition table: what was found out about positions, as far as there is room.
pub(super) struct Memo<K, F> {
    slots: Vec<Option<Slot<K, F>>>,
    filled: usize,
    most_slots: usize,
}

struct Slot<K, F> {
    key: K,
    facts: F,
    /// The logarithm of the nodes that were searched, plus one.
    work: NonZeroU8,
}

impl<K: Clone + Eq + Hash, F: Copy + Default> Memo<K, F> {
    pub(super) fn new(bytes: u64) -> Memo<K, F> {
        let slots = bytes / size_of::<Option<Slot<K, F>>>() as u64;
        let most_slots = usize::try_from(slots).unwrap_or(usize::MAX).max(WAYS);
        Memo {
            slots: empty((WAYS * PLACES).min(most_slots / WAYS * WAYS)),
            filled: 0,
            most_slots,
        }
    }

    /// What is known of a position.
    pub(super) fn facts(&self, hash: u64, key: &K) -> Option<&F> {
        self.slot(hash, key).map(|slot| &slot.facts)
    }

    /// Adds to what was known, or to what is known of every position, what took so much work.
    pub(super) fn note(&mut self, hash: u64, key: &K, work: u64, add: impl FnOnce(&mut F)) {
        if self.filled > self.slots.len() / 2 && self.slots.len() <= self.most_slots / 2 {
            self.grow();
        }
        let known = self.slot(hash, key).map(|slot| (slot.facts, slot.work));
        let (mut facts, known_work) = known.unwrap_or((F::default(), NonZeroU8::MIN));
        add(&mut facts);
        let work = work.checked_ilog2().map_or(1, |log| log as u8 + 2);
        let work = NonZeroU8::new(work).unwrap_or(NonZeroU8::MIN);
        let slot = Slot {
            key: key.clone(),
            facts,
            work: work.max(known_work),
        };
        self.put(hash, slot);
    }

    fn slot(&self, hash: u64, key: &K) -> Option<&Slot<K, F>> {
        let place = self.place(hash);
        let mut ways = self.slots[place..place + WAYS].iter().flatten();
        ways.find(|slot| slot.key == *key)
    }

    fn put(&mut self, hash: u64, new: Slot<K, F>) {
        let place = self.place(hash);
        let ways = &mut self.slots[place..place + WAYS];
        let same =
            |slot: &Option<Slot<K, F>>| slot.as_ref().is_some_and(|slot| slot.key == new.key);
        let way = ways.iter().position(same).or_else(|| {
            let work = |way: &usize| ways[*way].as_ref().map(|slot| slot.work);
            (0..WAYS).min_by_key(work)
        });
        let slot = &mut ways[way.expect("a place has several ways")];
        self.filled += usize::from(slot.is_none());
        *slot = Some(new);
    }

    fn place(&self, hash: u64) -> usize {
        // The upper bits of a product depend on all bits of the hash, its own upper bits do not.
        let spread = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let places = (self.slots.len() / WAYS) as u128;
        ((u128::from(spread) * places) >> 64) as usize * WAYS
    }

    fn grow(&mut self) {
        let larger = empty(self.slots.len() * 2);
        let old = std::mem::replace(&mut self.slots, larger);
        self.filled = 0;
        for slot in old.into_iter().flatten() {
            self.put(hash_of(&slot.key), slot);
        }
    }
}

fn empty<K, F>(slots: usize) -> Vec<Option<Slot<K, F>>> {
    std::iter::repeat_with(|| None).take(slots).collect()
}

pub(super) fn hash_of(key: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(key)
}
