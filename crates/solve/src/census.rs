//! Counting the different positions at each ply.

use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;
use shido_core::Game;

/// How many different positions there are after exactly so many plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Census {
    /// For each number of plies from zero, as far as it was counted.
    pub counts: Vec<u64>,
    /// Why it was not counted further.
    pub end: CensusEnd,
}

/// Why no further ply was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CensusEnd {
    /// Nothing was left to count.
    Counted,
    /// The stop flag was raised.
    Stopped,
    /// The positions of the next ply do not fit in the memory.
    TooMany,
}

/// Counts the different positions after each number of plies from zero to `plies`; of fewer where all
/// contests are over before. The tables of positions take so many bytes at most, what positions keep
/// elsewhere not counted.
pub fn count_by_ply<G: Game>(game: &G, plies: u32, memory: u64, stop: &AtomicBool) -> Census {
    let mut layer = FxHashSet::from_iter([game.start()]);
    let mut counts = Vec::new();
    let end = loop {
        if layer.is_empty() {
            break CensusEnd::Counted;
        }
        counts.push(layer.len() as u64);
        if counts.len() > plies as usize {
            break CensusEnd::Counted;
        }
        match next_layer(game, &layer, memory, stop) {
            Ok(next) => layer = next,
            Err(end) => break end,
        }
    };
    Census { counts, end }
}

/// The positions one ply later.
fn next_layer<G: Game>(
    game: &G,
    layer: &FxHashSet<G::Position>,
    memory: u64,
    stop: &AtomicBool,
) -> Result<FxHashSet<G::Position>, CensusEnd> {
    // Each entry has a byte of its own.
    let bytes = |entries: usize| entries as u64 * (size_of::<G::Position>() as u64 + 1);
    let mut next = FxHashSet::default();
    let mut fits = true;
    for position in layer {
        if stop.load(Ordering::Relaxed) {
            return Err(CensusEnd::Stopped);
        }
        game.each_move(position, |mv| {
            // A table that is full is copied to one of twice the size.
            if fits && next.len() == next.capacity() {
                let tables = bytes(layer.capacity()) + bytes(3 * next.capacity());
                fits = tables <= memory && next.try_reserve(1).is_ok();
            }
            if fits {
                next.insert(game.after(position, mv));
            }
        });
        if !fits {
            return Err(CensusEnd::TooMany);
        }
    }
    Ok(next)
}
