//! The options of a solving run, and its progress.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::SolveError;
use crate::memory::Memory;

/// What to solve with.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The name under which the table is kept.
    pub name: String,
    /// A digest of the rules: a stored table with another one is not used.
    pub fingerprint: u128,
    /// How many threads work; all processors where `None`.
    pub threads: Option<NonZeroUsize>,
    /// How many bytes may be held at any time.
    pub memory: u64,
    /// Set it to stop the work.
    pub stop: Arc<AtomicBool>,
}

impl SolveOptions {
    /// Options with all processors and 4 GiB of memory.
    #[must_use]
    pub fn new(name: impl Into<String>, fingerprint: u128) -> SolveOptions {
        SolveOptions {
            name: name.into(),
            fingerprint,
            threads: None,
            memory: 4 << 30,
            stop: Arc::default(),
        }
    }
}

/// What the work is at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Another process is solving the same game.
    Waiting,
    /// Finding the reachable positions; counts positions up to symmetry.
    Enumerating,
    /// Finding the predecessors of each position, where positions can recur.
    Linking,
    /// Finding values and distances.
    Valuing,
    /// Counting positions with their mirror images.
    Counting,
    /// Writing the table to disk.
    Saving,
    /// Searching for a proof; counts nodes.
    Proving,
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// How much of it is done.
    pub done: u64,
    /// How much there is, where that is known.
    pub total: Option<u64>,
}

/// Called now and then, from one thread at a time, with how far the work is.
pub type OnProgress<'a> = &'a (dyn Fn(Progress) + Sync);

/// What every stage of a solving run has at hand.
pub(crate) struct Run<'a> {
    pub(crate) memory: Memory,
    stop: &'a AtomicBool,
    watch: OnProgress<'a>,
}

/// How many positions one task takes on. Fixed, so that what is computed does not depend on the
/// number of threads.
pub(crate) const CHUNK: usize = 1 << 11;

/// How many positions are taken on between two reports.
pub(crate) const BATCH: usize = 128 * CHUNK;

impl<'a> Run<'a> {
    pub(crate) fn new(options: &'a SolveOptions, watch: OnProgress<'a>) -> Run<'a> {
        Run {
            memory: Memory::new(options.memory),
            stop: &options.stop,
            watch,
        }
    }

    pub(crate) fn report(&self, stage: Stage, done: usize, total: Option<usize>) {
        (self.watch)(Progress {
            stage,
            done: done as u64,
            total: total.map(|total| total as u64),
        });
    }

    pub(crate) fn check_stop(&self) -> Result<(), SolveError> {
        if self.stop.load(Ordering::Relaxed) {
            Err(SolveError::Interrupted)
        } else {
            Ok(())
        }
    }
}
