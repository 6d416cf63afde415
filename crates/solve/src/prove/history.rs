//! The history heuristic: moves that did well elsewhere are tried first.

use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;

use rustc_hash::FxBuildHasher;

/// How well moves have done wherever they were tried (the history heuristic, Schaeffer 1989).
///
/// Moves share places by hash. Two that share one are only tried in a worse order.
pub(super) struct History<M> {
    merits: Box<[i32]>,
    of: PhantomData<M>,
}

const PLACE_BITS: u32 = 10;

impl<M: Hash + Copy> History<M> {
    pub(super) fn new() -> History<M> {
        History {
            merits: vec![0; 1 << PLACE_BITS].into(),
            of: PhantomData,
        }
    }

    pub(super) fn merit(&self, mv: M) -> i32 {
        self.merits[place(mv)]
    }

    /// A move did what others before it failed to do. It gains what they lose, so a move that was
    /// tried first anyway gains nothing.
    pub(super) fn learn(&mut self, best: M, failed: impl Iterator<Item = M>) {
        for mv in failed {
            let loss = &mut self.merits[place(mv)];
            *loss = loss.saturating_sub(1);
            let gain = &mut self.merits[place(best)];
            *gain = gain.saturating_add(1);
        }
    }
}

fn place(mv: impl Hash) -> usize {
    let hash = FxBuildHasher.hash_one(mv);
    (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PLACE_BITS)) as usize
}
