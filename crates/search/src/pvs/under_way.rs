//! What the threads of a search are at, so that they share its work.

use std::sync::atomic::{AtomicU64, Ordering};

/// The positions that threads are searching, with their depths (simplified ABDADA: Kerrigan 2017, after
/// Weill 1996).
///
/// A thread that comes to a move which another one is at tries its other moves first. When it comes back
/// to it, the table mostly has the answer. Marks that share a place overwrite each other: then something
/// is searched twice, or put off in vain, and the answer is the same.
pub(super) struct UnderWay(Box<[AtomicU64]>);

const PLACES: usize = 1 << 12;

impl UnderWay {
    /// Whatever is less deep is searched sooner than shared.
    pub(super) const LEAST_DEPTH: i32 = 3;

    pub(super) fn new() -> UnderWay {
        UnderWay((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn place(&self, task: u64) -> &AtomicU64 {
        &self.0[task as usize % PLACES]
    }

    /// Whether a thread is at this task.
    #[inline]
    pub(super) fn is_at(&self, task: u64) -> bool {
        self.place(task).load(Ordering::Relaxed) == task
    }

    /// A thread begins with a task.
    #[inline]
    pub(super) fn begin(&self, task: u64) {
        self.place(task).store(task, Ordering::Relaxed);
    }

    /// A thread is done with it.
    #[inline]
    pub(super) fn end(&self, task: u64) {
        let place = self.place(task);
        if place.load(Ordering::Relaxed) == task {
            place.store(0, Ordering::Relaxed);
        }
    }
}
