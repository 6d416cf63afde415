//! Counting the different positions at each ply.

use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;
use shido_core::Game;

use crate::SolveError;

/// How many different positions there are after exactly so many plies, for each number from zero to
/// `plies`; fewer numbers where all contests are over before.
///
/// # Errors
/// Where there are more than `most` at one ply, or the stop flag was raised.
pub fn count_by_ply<G: Game>(
    game: &G,
    plies: u32,
    most: usize,
    stop: &AtomicBool,
) -> Result<Vec<u64>, SolveError> {
    let mut layer = FxHashSet::from_iter([game.start()]);
    let mut counts = Vec::new();
    loop {
        if layer.is_empty() {
            return Ok(counts);
        }
        counts.push(layer.len() as u64);
        if counts.len() > plies as usize {
            return Ok(counts);
        }
        let mut next = FxHashSet::default();
        for position in &layer {
            if stop.load(Ordering::Relaxed) {
                return Err(SolveError::Interrupted);
            }
            game.each_move(position, |mv| {
                next.insert(game.after(position, mv));
            });
            if next.len() > most {
                return Err(SolveError::TooManyToCount {
                    ply: counts.len() as u32,
                    most: most as u64,
                });
            }
        }
        layer = next;
    }
}
