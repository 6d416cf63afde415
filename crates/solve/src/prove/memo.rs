use std::hash::{BuildHasher, Hash};
use std::num::NonZeroU8;

use rustc_hash::FxBuildHasher;
use shido_core::Seat;

use super::{Answer, NEVER};

/// How many positions share a place; the one that took the least work gives way to a new one.
const WAYS: usize = 4;

/// How many places there are at first; the table grows as it fills, up to its limit.
const PLACES: usize = 1 << 12;

/// A transposition table: what was found out about positions, as far as there is room.
pub(super) struct Memo<K> {
    slots: Vec<Option<Slot<K>>>,
    filled: usize,
    most_slots: usize,
}

struct Slot<K> {
    key: K,
    facts: Facts,
}

/// What is known of a position, for either side as the attacker.
#[derive(Clone, Copy)]
struct Facts {
    /// The plies within which the attacker wins, [`NEVER`] if that is not known.
    wins: [u16; 2],
    /// The plies within which the attacker does not win.
    held: [u16; 2],
    /// Part of the hash of the successor that settled the last question.
    hint: [u16; 2],
    /// The logarithm of the nodes that were searched, plus one.
    work: NonZeroU8,
}

impl<K: Clone + Eq + Hash> Memo<K> {
    pub(super) fn new(bytes: u64) -> Memo<K> {
        let slots = bytes / size_of::<Option<Slot<K>>>() as u64;
        let most_slots = usize::try_from(slots).unwrap_or(usize::MAX).max(WAYS);
        Memo {
            slots: empty((WAYS * PLACES).min(most_slots / WAYS * WAYS)),
            filled: 0,
            most_slots,
        }
    }

    /// Whether the attacker wins within so many plies, if the table knows.
    pub(super) fn answer(&self, hash: u64, key: &K, attacker: Seat, plies: u16) -> Option<Answer> {
        let facts = self.facts(hash, key)?;
        let (wins, held) = (facts.wins[attacker.index()], facts.held[attacker.index()]);
        if wins <= plies {
            Some(Answer::Wins(wins))
        } else if held >= plies {
            Some(Answer::Held(held))
        } else {
            None
        }
    }

    pub(super) fn hint(&self, hash: u64, key: &K, attacker: Seat) -> Option<u16> {
        self.facts(hash, key)
            .map(|facts| facts.hint[attacker.index()])
    }

    /// Adds what was found out to what was known.
    pub(super) fn note(
        &mut self,
        hash: u64,
        key: &K,
        attacker: Seat,
        answer: Answer,
        hint: Option<u16>,
        work: u64,
    ) {
        if self.filled > self.slots.len() / 2 && self.slots.len() <= self.most_slots / 2 {
            self.grow();
        }
        let mut facts = self.facts(hash, key).copied().unwrap_or(Facts {
            wins: [NEVER; 2],
            held: [0; 2],
            hint: [0; 2],
            work: NonZeroU8::MIN,
        });
        let side = attacker.index();
        match answer {
            Answer::Wins(plies) => {
                facts.wins[side] = facts.wins[side].min(plies);
                facts.held[attacker.other().index()] = NEVER;
            }
            Answer::Held(plies) => facts.held[side] = facts.held[side].max(plies),
        }
        if let Some(hint) = hint {
            facts.hint[side] = hint;
        }
        let work = work.checked_ilog2().map_or(1, |log| log as u8 + 2);
        facts.work = facts
            .work
            .max(NonZeroU8::new(work).unwrap_or(NonZeroU8::MIN));
        let key = key.clone();
        self.put(hash, Slot { key, facts });
    }

    fn facts(&self, hash: u64, key: &K) -> Option<&Facts> {
        let place = self.place(hash);
        self.slots[place..place + WAYS]
            .iter()
            .flatten()
            .find(|slot| slot.key == *key)
            .map(|slot| &slot.facts)
    }

    fn put(&mut self, hash: u64, new: Slot<K>) {
        let place = self.place(hash);
        let ways = &mut self.slots[place..place + WAYS];
        let same = |slot: &Option<Slot<K>>| slot.as_ref().is_some_and(|slot| slot.key == new.key);
        let way = ways.iter().position(same).or_else(|| {
            let work = |way: &usize| ways[*way].as_ref().map(|slot| slot.facts.work);
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

fn empty<K>(slots: usize) -> Vec<Option<Slot<K>>> {
    std::iter::repeat_with(|| None).take(slots).collect()
}

pub(super) fn hash_of(key: &impl Hash) -> u64 {
    FxBuildHasher.hash_one(key)
}
