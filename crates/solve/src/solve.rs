//! Solving a game: the exact value of every reachable position.

use std::num::NonZeroUsize;

use shido_core::Pack;

use crate::options::Run;
use crate::pieces::on_threads;
use crate::solved_table::{Layer, Positions};
use crate::{
    OnProgress, SolveError, SolveOptions, SolvedTable, enumerate, layered, retrograde, summary,
};

/// Finds the exact value of every position that can be reached from the start.
///
/// # Errors
/// Where positions do not fit in 64 bits, nature moves, memory runs out, a win takes too long to
/// be written down, the stop flag was raised, or the rules contradict themselves.
pub fn solve<G: Pack>(
    game: &G,
    options: &SolveOptions,
    watch: OnProgress<'_>,
) -> Result<SolvedTable, SolveError> {
    let bits = game.packed_bits();
    if bits > u64::BITS {
        return Err(SolveError::TooWide { bits });
    }
    let run = Run::new(options, watch);
    let threads = options.threads.map_or(0, NonZeroUsize::get);
    let mut solved = None;
    on_threads(threads, &mut || solved = Some(table(game, options, &run)))?;
    solved.expect("the work was done")
}

fn table<G: Pack>(
    game: &G,
    options: &SolveOptions,
    run: &Run<'_>,
) -> Result<SolvedTable, SolveError> {
    let positions = match game.progress(&game.start()) {
        Some(start) => {
            let layers = enumerate::by_layer(game, start, run)?;
            Positions::Layered(layered::value(game, layers, run)?)
        }
        None => {
            let keys = enumerate::all(game, run)?;
            let entries = retrograde::value(game, &keys, run)?;
            Positions::Whole(Layer { keys, entries })
        }
    };
    let summary = summary::summarise(game, &positions, run)?;
    Ok(SolvedTable {
        name: options.name.clone(),
        fingerprint: options.fingerprint,
        positions,
        summary,
    })
}
