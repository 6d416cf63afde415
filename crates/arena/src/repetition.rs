//! Whether players play the same contest again and again.

use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use shido_core::Seat;

use crate::Score;

/// How many openings are remembered, each with either seating. Beyond that nothing is claimed.
const MOST_GROUPS: usize = 1 << 16;

/// A contest that was finished.
pub(crate) struct Seen {
    /// A fingerprint of the moves that the players did not choose.
    pub(crate) opening: u64,
    pub(crate) seat_of_a: Seat,
    /// A fingerprint of all moves and the end.
    pub(crate) contest: u64,
    /// Of this contest alone.
    pub(crate) score: Score,
}

/// What is known of the contests so far. They may be seen in any order: it makes no difference.
pub(crate) struct Repetitions {
    /// Whether there is nothing to claim any more, so that the contests that follow need no look.
    varied: AtomicBool,
    /// The one contest of each opening and seating.
    groups: Mutex<FxHashMap<(u64, Seat), (u64, Score)>>,
}

impl Repetitions {
    pub(crate) fn new() -> Repetitions {
        Repetitions {
            varied: AtomicBool::new(false),
            groups: Mutex::default(),
        }
    }

    pub(crate) fn see(&self, seen: impl FnOnce() -> Seen) {
        if self.varied.load(Ordering::Relaxed) {
            return;
        }
        let seen = seen();
        let mut groups = self.groups.lock().unwrap_or_else(PoisonError::into_inner);
        let room = groups.len() < MOST_GROUPS;
        let varies = match groups.entry((seen.opening, seen.seat_of_a)) {
            Entry::Occupied(known) => known.get().0 != seen.contest,
            Entry::Vacant(_) if !room => true,
            Entry::Vacant(new) => {
                new.insert((seen.contest, seen.score));
                false
            }
        };
        if varies {
            self.varied.store(true, Ordering::Relaxed);
            groups.clear();
        }
    }

    /// The score of the distinct contests, where some of so many contests were repetitions.
    pub(crate) fn distinct(self, contests: u64) -> Option<Score> {
        let groups = self.groups.into_inner();
        let groups = groups.unwrap_or_else(PoisonError::into_inner);
        if self.varied.into_inner() || groups.len() as u64 >= contests {
            return None;
        }
        let mut sum = Score::default();
        for (_, score) in groups.values() {
            sum.add(score);
        }
        Some(sum)
    }
}
