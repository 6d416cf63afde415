//! The reachable positions, up to symmetry, by breadth-first search from the start.

use std::collections::BTreeMap;

use shido_core::Pack;

use crate::memory::bytes_of;
use crate::options::{BATCH, CHUNK, Run};
use crate::pieces::in_chunks;
use crate::rules::{self, Node};
use crate::shards::{Buckets, Shards};
use crate::sorted::SortedKeys;
use crate::{SolveError, Stage};

/// All positions, in one set: for games in which positions can recur.
pub(crate) fn all<G: Pack>(game: &G, run: &Run<'_>) -> Result<SortedKeys, SolveError> {
    let mut seen = Shards::new();
    let mut first = Buckets::new();
    first.push(game.pack_canonical(&game.start()));
    let mut frontier = seen.insert(&[&first], true, &run.memory)?;
    while !frontier.is_empty() {
        run.memory.take(bytes_of::<u64>(frontier.capacity()))?;
        let mut next = Vec::new();
        for batch in frontier.chunks(BATCH) {
            let buckets = in_chunks(batch, CHUNK, &|keys| {
                run.check_stop()?;
                let mut buckets = Buckets::new();
                for &key in keys {
                    expand(game, key, |successor| {
                        buckets.push(game.pack_canonical(&successor));
                        Ok(())
                    })?;
                }
                Ok(buckets)
            })?;
            let passing: u64 = buckets.iter().map(Buckets::bytes).sum();
            run.memory.take(passing)?;
            let buckets: Vec<&Buckets> = buckets.iter().collect();
            next.extend(seen.insert(&buckets, true, &run.memory)?);
            run.memory.mark();
            run.memory.give_back(passing);
            run.memory.found(seen.len());
            run.report(Stage::Enumerating, seen.len(), None);
        }
        run.memory.give_back(bytes_of::<u64>(frontier.capacity()));
        frontier = next;
    }
    index(seen.into_sorted(&run.memory)?, run)
}

/// The positions of each measure of progress, ascending. Since every move raises the measure, a
/// position can only be met again inside its own layer, and only layers ahead need a set.
pub(crate) fn by_layer<G: Pack>(
    game: &G,
    start: u32,
    run: &Run<'_>,
) -> Result<Vec<(u32, SortedKeys)>, SolveError> {
    let mut layers = Vec::new();
    let mut found = 1;
    let mut ahead = BTreeMap::new();
    let mut first = Buckets::new();
    first.push(game.pack_canonical(&game.start()));
    ahead
        .entry(start)
        .or_insert_with(Shards::new)
        .insert(&[&first], false, &run.memory)?;
    while let Some((progress, layer)) = ahead.pop_first() {
        let keys = layer.into_sorted(&run.memory)?;
        for batch in keys.chunks(BATCH) {
            let chunks = in_chunks(batch, CHUNK, &|keys| {
                run.check_stop()?;
                expand_into_layers(game, progress, keys)
            })?;
            let passing: u64 = chunks
                .iter()
                .flat_map(BTreeMap::values)
                .map(Buckets::bytes)
                .sum();
            run.memory.take(passing)?;
            let mut arriving: BTreeMap<u32, Vec<&Buckets>> = BTreeMap::new();
            for (&layer, buckets) in chunks.iter().flatten() {
                arriving.entry(layer).or_default().push(buckets);
            }
            for (layer, buckets) in arriving {
                let set = ahead.entry(layer).or_insert_with(Shards::new);
                let before = set.len();
                set.insert(&buckets, false, &run.memory)?;
                found += set.len() - before;
            }
            run.memory.mark();
            run.memory.give_back(passing);
            run.memory.found(found);
            run.report(Stage::Enumerating, found, None);
        }
        layers.push((progress, index(keys, run)?));
    }
    Ok(layers)
}

fn expand_into_layers<G: Pack>(
    game: &G,
    progress: u32,
    keys: &[u64],
) -> Result<BTreeMap<u32, Buckets>, SolveError> {
    let mut layers = BTreeMap::new();
    for &key in keys {
        expand(game, key, |successor| {
            let layer = rules::progress(game, &successor)?;
            if layer <= progress {
                return Err(SolveError::Unlawful(
                    "a move does not raise the measure of progress",
                ));
            }
            layers
                .entry(layer)
                .or_insert_with(Buckets::new)
                .push(game.pack_canonical(&successor));
            Ok(())
        })?;
    }
    Ok(layers)
}

fn expand<G: Pack>(
    game: &G,
    key: u64,
    visit: impl FnMut(G::Position) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let position = rules::unpack(game, key)?;
    match rules::node(game, &position)? {
        Node::Over(_) => Ok(()),
        Node::Of(_) => rules::each_successor(game, &position, visit),
    }
}

fn index(keys: Vec<u64>, run: &Run<'_>) -> Result<SortedKeys, SolveError> {
    run.memory.take(SortedKeys::index_bytes(keys.len()))?;
    run.memory.mark();
    Ok(SortedKeys::new(keys))
}
