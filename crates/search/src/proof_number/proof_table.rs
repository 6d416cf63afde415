//! The transposition table of proof-number search.

use std::collections::TryReserveError;

use crate::TranspositionUse;

use super::prover::Numbers;

/// What was found out of positions, as many as fit.
///
/// An entry holds the whole position, not only a key, because a proof that was found for another
/// position with the same key would be no proof.
pub(super) struct ProofTable<P> {
    slots: Vec<Option<Entry<P>>>,
    filled: usize,
    used: TranspositionUse,
}

pub(super) struct Entry<P> {
    pub(super) position: P,
    pub(super) numbers: Numbers,
    /// How many plies the proof has at most, if there is one.
    pub(super) plies: u32,
    /// How many nodes it took; what was cheap makes room for what was dear.
    pub(super) work: u32,
}

/// How many slots a position may go to.
const WAYS: usize = 4;

impl<P: Eq> ProofTable<P> {
    /// A table of this size, what positions keep elsewhere in memory not counted.
    pub(super) fn new(bytes: usize) -> Result<ProofTable<P>, TryReserveError> {
        let count = (bytes / size_of::<Option<Entry<P>>>()).max(WAYS);
        let mut slots = Vec::new();
        slots.try_reserve_exact(count)?;
        slots.resize_with(count, || None);
        Ok(ProofTable {
            slots,
            filled: 0,
            used: TranspositionUse::default(),
        })
    }

    /// The slots to which a position with this key may go.
    fn slots(&mut self, key: u64) -> &mut [Option<Entry<P>>] {
        let places = (self.slots.len() - WAYS + 1) as u128;
        let first = ((u128::from(key) * places) >> u64::BITS) as usize;
        &mut self.slots[first..first + WAYS]
    }

    pub(super) fn get(&mut self, key: u64, position: &P) -> Option<&Entry<P>> {
        self.used.probes += 1;
        let here = |entry: &&Entry<P>| entry.position == *position;
        let index = self
            .slots(key)
            .iter()
            .position(|slot| slot.as_ref().filter(here).is_some())?;
        self.used.hits += 1;
        self.slots(key)[index].as_ref()
    }

    pub(super) fn put(&mut self, key: u64, entry: Entry<P>) {
        let rank = |slot: &Option<Entry<P>>| match slot {
            Some(old) if old.position == entry.position => (0, 0),
            None => (1, 0),
            Some(old) => (2, old.work),
        };
        let Some(slot) = self.slots(key).iter_mut().min_by_key(|slot| rank(slot)) else {
            return;
        };
        let was_empty = slot.is_none();
        *slot = Some(entry);
        self.filled += usize::from(was_empty);
    }

    pub(super) fn transposition_use(&self) -> TranspositionUse {
        TranspositionUse {
            filled: (1_000 * self.filled / self.slots.len()) as u32,
            ..self.used
        }
    }
}

impl TranspositionUse {
    /// The use of two tables of equal size.
    pub(super) fn and(self, other: TranspositionUse) -> TranspositionUse {
        TranspositionUse {
            probes: self.probes + other.probes,
            hits: self.hits + other.hits,
            filled: (self.filled + other.filled) / 2,
        }
    }
}
