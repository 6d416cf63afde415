//! Values of a game whose positions can recur, by retrograde analysis: from the positions that are
//! over back to those that lead to them, one ply at a time (Thompson 1986).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use shido_core::{Outcome, Pack, Seat, Verdict};

use crate::memory::bytes_of;
use crate::options::{CHUNK, Run};
use crate::pieces::numbered;
use crate::rules::{self, Node};
use crate::solved_table::{Entry, LONGEST};
use crate::sorted::SortedKeys;
use crate::{SolveError, Stage};

/// Values every position. One that no side can force to an end is a draw.
pub(crate) fn value<G: Pack>(
    game: &G,
    keys: &SortedKeys,
    run: &Run<'_>,
) -> Result<Vec<Entry>, SolveError> {
    let positions = keys.len();
    if u32::try_from(positions).is_err() {
        return Err(SolveError::TooManyPositions {
            positions: positions as u64,
        });
    }
    run.memory.take(bytes_of::<AtomicU16>(positions))?;
    let marks: Vec<AtomicU16> = (0..positions).map(|_| AtomicU16::new(0)).collect();
    let (predecessors, linked) = link(game, keys, &marks, run)?;
    let list = |place, found: &mut Vec<u32>| found.extend(predecessors.of(place));
    settle(&marks, Exits::default(), &list, run)?;
    run.memory.give_back(linked);
    Ok(marks
        .into_iter()
        .map(|mark| Entry::from_bits(mark.into_inner()).unwrap_or(Entry::DRAW))
        .collect())
}

/// Lists the predecessors of a position, each once.
pub(crate) type ListPredecessors<'a> = dyn Fn(u32, &mut Vec<u32>) + Sync + 'a;

/// Positions from which a move leads out of the graph, to one whose value is known: by the distance of that
/// one, with who wins it.
pub(crate) type Exits = BTreeMap<u32, Vec<(u32, Seat)>>;

/// Gives every position that a side can force to an end its entry; the others keep open marks. Those that
/// are over have their entries from the start. Positions without a move are to be marked [`NONE`].
pub(crate) fn settle(
    marks: &[AtomicU16],
    mut exits: Exits,
    predecessors: &ListPredecessors<'_>,
    run: &Run<'_>,
) -> Result<(), SolveError> {
    let mut frontier: Vec<u32> = (0_u32..)
        .zip(marks)
        .filter(|(_, mark)| Mark(mark.load(Relaxed)).decided().is_some())
        .map(|(place, _)| place)
        .collect();
    let mut distance = 0;
    let mut settled = 0;
    while !frontier.is_empty() || !exits.is_empty() {
        run.check_stop()?;
        settled += frontier.len();
        run.report(Stage::Valuing, settled, None);
        let leaving = exits.remove(&distance).unwrap_or_default();
        distance += 1;
        let mut found: Vec<Vec<u32>> = frontier
            .par_chunks(CHUNK)
            .map(|places| spread(places, distance, marks, predecessors))
            .collect::<Result<_, SolveError>>()?;
        let mut left = Vec::new();
        for (place, winner) in leaving {
            if note(&marks[place as usize], winner, distance)? {
                left.push(place);
            }
        }
        found.push(left);
        let held = bytes_of::<u32>(frontier.capacity())
            + found
                .iter()
                .map(|part| bytes_of::<u32>(part.capacity() + part.len()))
                .sum::<u64>();
        run.memory.take(held)?;
        run.memory.mark();
        run.memory.give_back(held);
        frontier = found.concat();
    }
    Ok(())
}

/// Settles the predecessors of positions that were settled one ply ago, and returns which.
fn spread(
    places: &[u32],
    distance: u32,
    marks: &[AtomicU16],
    predecessors: &ListPredecessors<'_>,
) -> Result<Vec<u32>, SolveError> {
    let mut settled = Vec::new();
    let mut listed = Vec::new();
    for &place in places {
        let winner = Mark(marks[place as usize].load(Relaxed))
            .decided()
            .expect("only decided positions are in the frontier");
        listed.clear();
        predecessors(place, &mut listed);
        for &predecessor in &listed {
            if note(&marks[predecessor as usize], winner, distance)? {
                settled.push(predecessor);
            }
        }
    }
    Ok(settled)
}

/// Notes that one more successor of a position is won by a side, and tells whether that settles it, at this
/// distance.
fn note(mark: &AtomicU16, winner: Seat, distance: u32) -> Result<bool, SolveError> {
    let value = Outcome::win(winner).verdict();
    let before = Entry::decided(value, distance).map_or(TOO_FAR, Entry::bits);
    let earlier = mark.fetch_update(Relaxed, Relaxed, |mark| Mark(mark).after(winner, before));
    // An error here only says that the position had been settled before.
    let settles = earlier.is_ok_and(|mark| Mark(mark).after(winner, before) == Some(before));
    match settles && before == TOO_FAR {
        true => Err(SolveError::TooLong { most: LONGEST }),
        false => Ok(settles),
    }
}

/// What is noted of a position while values are being found: its entry, once it has one, or else
/// who is to move and how many different successors are not yet known to lose for that side.
#[derive(Clone, Copy)]
pub(crate) struct Mark(u16);

/// Stands for an entry that cannot be written: open, and yet no successor left to wait for.
const TOO_FAR: u16 = 0;

/// The same, for a number that stands for no position: nothing settles it.
pub(crate) const NONE: u16 = TOO_FAR;

impl Mark {
    const MOST_SUCCESSORS: usize = (1 << 13) - 1;

    /// The lower two bits of an open mark are zero, which those of an entry never are.
    pub(crate) fn open(mover: Seat, successors: usize) -> Result<Mark, SolveError> {
        if successors > Mark::MOST_SUCCESSORS {
            return Err(SolveError::TooManyMoves {
                successors,
                most: Mark::MOST_SUCCESSORS,
            });
        }
        Ok(Mark((successors as u16) << 3 | (mover.index() as u16) << 2))
    }

    pub(crate) fn bits(self) -> u16 {
        self.0
    }

    /// Who wins, where that is known.
    fn decided(self) -> Option<Seat> {
        match Entry::from_bits(self.0)?.solved().value.0 {
            Verdict::Win => Some(Seat::First),
            Verdict::Draw => None,
            Verdict::Loss => Some(Seat::Second),
        }
    }

    /// The mark after one more successor is known to be won by `winner`, which is `decided` if
    /// that decides the position; `None` where it was decided already.
    fn after(self, winner: Seat, decided: u16) -> Option<u16> {
        if self.0 & 3 != 0 || self.0 == TOO_FAR {
            return None;
        }
        let mover = Seat::BOTH[usize::from(self.0 >> 2 & 1)];
        // Positions are settled in the order of their distances, so the first successor that wins
        // is the nearest and the last that loses is the farthest.
        if mover == winner || self.0 >> 3 == 1 {
            Some(decided)
        } else {
            Some(self.0 - (1 << 3))
        }
    }
}

/// Every edge backwards: the predecessors of `place` are the sources from `starts[place]` up to
/// the next start.
struct Predecessors {
    starts: Vec<AtomicU64>,
    sources: Vec<AtomicU32>,
}

impl Predecessors {
    fn of(&self, place: u32) -> impl Iterator<Item = u32> {
        let place = place as usize;
        let start = self.starts[place].load(Relaxed) as usize;
        let end = self.starts[place + 1].load(Relaxed) as usize;
        self.sources[start..end]
            .iter()
            .map(|source| source.load(Relaxed))
    }
}

/// How many positions are linked together. The more there are, the closer their successors lie in
/// the order of keys, and the better the cache serves; an index among them must fit in 16 bits.
const LINKED: usize = 1 << 14;

/// How many such chunks are linked between two reports.
const CHUNKS: usize = 16;

/// The edges out of a chunk of positions, in the order of their targets.
struct Edges {
    /// Which position of the chunk each edge leaves.
    sources: Vec<u16>,
    targets: Vec<u32>,
}

impl Edges {
    fn bytes(&self) -> u64 {
        bytes_of::<u16>(self.sources.capacity()) + bytes_of::<u32>(self.targets.capacity())
    }
}

/// Finds all edges and turns them round; also marks each position as over or open. Returns the
/// bytes that the result holds.
///
/// The edges are first counted by target, then put into place. In between, the edges of as many
/// chunks are kept as the memory allows; those of the others are found a second time.
fn link<G: Pack>(
    game: &G,
    keys: &SortedKeys,
    marks: &[AtomicU16],
    run: &Run<'_>,
) -> Result<(Predecessors, u64), SolveError> {
    let positions = keys.len();
    let mut held = bytes_of::<AtomicU64>(positions + 1);
    run.memory.take(held)?;
    let starts: Vec<AtomicU64> = (0..=positions).map(|_| AtomicU64::new(0)).collect();
    let chunks: Vec<&[u64]> = keys.as_slice().chunks(LINKED).collect();
    let mut kept: Vec<Option<Edges>> = Vec::with_capacity(chunks.len());
    let mut kept_bytes = 0;
    let mut count = 0;
    for batch in chunks.chunks(CHUNKS) {
        let first = kept.len() * LINKED;
        let found = numbered(batch.len(), &|index| {
            run.check_stop()?;
            let edges = edges(game, keys, batch[index], &marks[first + index * LINKED..])?;
            for &target in &edges.targets {
                starts[target as usize].fetch_add(1, Relaxed);
            }
            Ok(edges)
        })?;
        for edges in found {
            count += edges.targets.len();
            // What is kept must leave room for the edges turned round.
            let bytes = edges.bytes();
            let room = run.memory.left().saturating_sub(bytes_of::<u32>(count));
            if bytes <= room {
                run.memory.take(bytes)?;
                kept_bytes += bytes;
                kept.push(Some(edges));
            } else {
                kept.push(None);
            }
        }
        let done = positions.min(kept.len() * LINKED);
        run.report(Stage::Linking, done, Some(2 * positions));
    }
    while run.memory.left() < bytes_of::<u32>(count) {
        let Some(edges) = kept.iter_mut().rev().find_map(Option::take) else {
            break;
        };
        run.memory.give_back(edges.bytes());
        kept_bytes -= edges.bytes();
    }
    run.memory.take(bytes_of::<u32>(count))?;
    run.memory.mark();
    held += bytes_of::<u32>(count);

    let mut end = 0;
    for start in &starts {
        end += start.load(Relaxed);
        start.store(end, Relaxed);
    }
    let sources: Vec<AtomicU32> = (0..count).map(|_| AtomicU32::new(0)).collect();
    let mut done = 0;
    for (batch, kept) in chunks.chunks(CHUNKS).zip(kept.chunks_mut(CHUNKS)) {
        each_kept(kept, &|index, kept| {
            run.check_stop()?;
            let first = done + index * LINKED;
            let edges = match kept.take() {
                Some(edges) => edges,
                None => edges(game, keys, batch[index], &marks[first..])?,
            };
            for (&target, &source) in edges.targets.iter().zip(&edges.sources) {
                // Filled from the end, so each start is where it belongs in the end.
                let place = starts[target as usize].fetch_sub(1, Relaxed) - 1;
                sources[place as usize].store(first as u32 + u32::from(source), Relaxed);
            }
            Ok(())
        })?;
        done += batch.iter().map(|chunk| chunk.len()).sum::<usize>();
        run.report(Stage::Linking, positions + done, Some(2 * positions));
    }
    run.memory.give_back(kept_bytes);
    Ok((Predecessors { starts, sources }, held))
}

/// What is done with the edges of a chunk, given its number.
type WithKept<'a> = dyn Fn(usize, &mut Option<Edges>) -> Result<(), SolveError> + Sync + 'a;

/// Has something done with what was kept of each chunk. Not generic, so that it is compiled once.
fn each_kept(kept: &mut [Option<Edges>], work: &WithKept<'_>) -> Result<(), SolveError> {
    kept.par_iter_mut()
        .enumerate()
        .try_for_each(|(index, kept)| work(index, kept))
}

/// The edges out of a chunk, each once. The marks of its positions are set on the way.
fn edges<G: Pack>(
    game: &G,
    keys: &SortedKeys,
    chunk: &[u64],
    marks: &[AtomicU16],
) -> Result<Edges, SolveError> {
    let mut nodes = Vec::with_capacity(chunk.len());
    let mut wanted: Vec<(u64, u16)> = Vec::new();
    for (source, &key) in (0..).zip(chunk) {
        let position = rules::unpack(game, key)?;
        let node = rules::node(game, &position)?;
        nodes.push(node);
        if let Node::Of(_) = node {
            rules::each_successor(game, &position, |successor| {
                wanted.push((game.pack_canonical(&successor), source));
                Ok(())
            })?;
        }
    }
    // In ascending order the searches touch the keys from one end to the other.
    wanted.sort_unstable();
    wanted.dedup();
    let mut degrees = vec![0; chunk.len()];
    let mut edges = Edges {
        sources: Vec::with_capacity(wanted.len()),
        targets: Vec::with_capacity(wanted.len()),
    };
    for (key, source) in wanted {
        let target = keys.find(key).ok_or(SolveError::Unlawful(
            "mirror images of a position do not have mirror images as successors",
        ))?;
        edges.sources.push(source);
        edges.targets.push(target as u32);
        degrees[usize::from(source)] += 1;
    }
    for ((node, degree), mark) in nodes.into_iter().zip(degrees).zip(marks) {
        let noted = match node {
            Node::Over(value) => Entry::over(value).bits(),
            Node::Of(mover) => Mark::open(mover, degree)?.0,
        };
        mark.store(noted, Relaxed);
    }
    Ok(edges)
}
