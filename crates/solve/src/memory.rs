//! An account of the memory in use, with a limit.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::SolveError;

/// An account of the bytes held, from the capacities of what holds them.
#[derive(Debug)]
pub(crate) struct Memory {
    limit: u64,
    held: AtomicU64,
    peak: AtomicU64,
    positions: AtomicU64,
}

impl Memory {
    pub(crate) fn new(limit: u64) -> Memory {
        Memory {
            limit,
            held: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            positions: AtomicU64::new(0),
        }
    }

    /// Enters bytes that are about to be allocated.
    pub(crate) fn take(&self, bytes: u64) -> Result<(), SolveError> {
        let wanted = self.held.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if wanted > self.limit {
            return Err(SolveError::Memory {
                limit: self.limit,
                wanted,
                positions: self.positions.load(Ordering::Relaxed),
            });
        }
        Ok(())
    }

    pub(crate) fn give_back(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    pub(crate) fn found(&self, positions: usize) {
        self.positions.store(positions as u64, Ordering::Relaxed);
    }

    /// What may still be taken.
    pub(crate) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.held.load(Ordering::Relaxed))
    }

    /// Notes what is held now. Called only where no parallel work is under way, so that the peak
    /// does not depend on the order in which threads happened to finish.
    pub(crate) fn mark(&self) {
        self.peak
            .fetch_max(self.held.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    pub(crate) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }
}

/// The bytes a vector's elements take.
pub(crate) fn bytes_of<T>(capacity: usize) -> u64 {
    (capacity as u64) * (size_of::<T>() as u64)
}
