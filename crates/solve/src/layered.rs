//! Values of a game whose positions cannot recur, from the last layer back to the first.

use rayon::prelude::*;
use shido_core::{ForFirst, Pack, Verdict};

use crate::memory::bytes_of;
use crate::options::{BATCH, CHUNK, Run};
use crate::rules::{self, Node};
use crate::solved_table::{Entry, LONGEST, Layer, layer_of};
use crate::sorted::SortedKeys;
use crate::{SolveError, Stage};

/// Values every layer. Successors are looked up in later layers, so no edge is ever stored.
pub(crate) fn value<G: Pack>(
    game: &G,
    found: Vec<(u32, SortedKeys)>,
    run: &Run<'_>,
) -> Result<Vec<(u32, Layer)>, SolveError> {
    let total = found.iter().map(|(_, keys)| keys.len()).sum();
    run.memory.take(bytes_of::<Entry>(total))?;
    run.memory.mark();
    let mut layers: Vec<(u32, Layer)> = found
        .into_iter()
        .map(|(progress, keys)| {
            let entries = Vec::new();
            (progress, Layer { keys, entries })
        })
        .collect();
    let mut done = 0;
    for index in (0..layers.len()).rev() {
        let (earlier, later) = layers.split_at_mut(index + 1);
        let layer = &mut earlier[index].1;
        let mut entries = vec![Entry::default(); layer.keys.len()];
        let keys = layer.keys.as_slice();
        for (entries, keys) in entries.chunks_mut(BATCH).zip(keys.chunks(BATCH)) {
            value_chunks(entries, keys, &|entries, keys| {
                run.check_stop()?;
                for (entry, &key) in entries.iter_mut().zip(keys) {
                    *entry = value_one(game, key, later)?;
                }
                Ok(())
            })?;
            done += keys.len();
            run.report(Stage::Valuing, done, Some(total));
        }
        layer.entries = entries;
    }
    Ok(layers)
}

/// Fills the entries of a chunk in, given its keys.
type Fill<'a> = dyn Fn(&mut [Entry], &[u64]) -> Result<(), SolveError> + Sync + 'a;

/// Has the entries filled in, chunk by chunk. Not generic, so that it is compiled once.
fn value_chunks(entries: &mut [Entry], keys: &[u64], fill: &Fill<'_>) -> Result<(), SolveError> {
    entries
        .par_chunks_mut(CHUNK)
        .zip(keys.par_chunks(CHUNK))
        .try_for_each(|(entries, keys)| fill(entries, keys))
}

fn value_one<G: Pack>(game: &G, key: u64, later: &[(u32, Layer)]) -> Result<Entry, SolveError> {
    let position = rules::unpack(game, key)?;
    let mover = match rules::node(game, &position)? {
        Node::Over(value) => return Ok(Entry::over(value)),
        Node::Of(seat) => seat,
    };
    let mut best: Option<((Verdict, i64), Entry)> = None;
    rules::each_successor(game, &position, |successor| {
        let progress = rules::progress(game, &successor)?;
        let entry = layer_of(later, progress)
            .and_then(|layer| layer.find(game.pack_canonical(&successor)))
            .ok_or(SolveError::Unlawful(
                "mirror images of a position do not have mirror images as successors",
            ))?;
        let preference = entry.solved().preference(mover);
        if best.is_none_or(|(preferred, _)| preferred < preference) {
            best = Some((preference, entry));
        }
        Ok(())
    })?;
    let (_, best) = best.expect("a position without successors is an error above");
    one_ply_before(best).ok_or(SolveError::TooLong { most: LONGEST })
}

fn one_ply_before(best: Entry) -> Option<Entry> {
    let solved = best.solved();
    match (solved.value, solved.distance) {
        (ForFirst(Verdict::Draw), _) | (_, None) => Some(Entry::DRAW),
        (value, Some(distance)) => Entry::decided(value, distance + 1),
    }
}
