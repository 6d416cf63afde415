//! A solved game in numbers.

use shido_core::{ForFirst, Pack, Verdict};

use crate::options::{BATCH, CHUNK, Run};
use crate::pieces::numbered;
use crate::rules::{self, Node};
use crate::solved_table::{Layer, Positions};
use crate::{SolveError, Stage};

/// What a solved game comes to, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The value of the start under best play.
    pub value: ForFirst<Verdict>,
    /// The plies from the start to the end of a decided game.
    pub distance: Option<u32>,
    /// The largest distance of any position.
    pub longest: u32,
    /// The reachable positions, those that are over included.
    pub positions: u64,
    /// The same, mirror images counted once.
    pub positions_up_to_symmetry: u64,
    /// The positions that are over.
    pub terminal: u64,
    /// The positions that the side to move wins.
    pub won: u64,
    /// The positions that are drawn and not over.
    pub drawn: u64,
    /// The positions that the side to move loses.
    pub lost: u64,
    /// The most memory that was held at any time while the game was solved.
    pub peak_bytes: u64,
}

#[derive(Clone, Copy, Default)]
struct Count {
    terminal: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    longest: u32,
}

/// Counts every position with its mirror images.
pub(crate) fn summarise<G: Pack>(
    game: &G,
    positions: &Positions,
    run: &Run<'_>,
) -> Result<Summary, SolveError> {
    let total: usize = positions.layers().map(|layer| layer.keys.len()).sum();
    let mut done = 0;
    let mut all = Count::default();
    for layer in positions.layers() {
        for first in (0..layer.keys.len()).step_by(BATCH) {
            let end = layer.keys.len().min(first + BATCH);
            let chunks = numbered((end - first).div_ceil(CHUNK), &|chunk| {
                run.check_stop()?;
                let first = first + chunk * CHUNK;
                count(game, layer, first..end.min(first + CHUNK))
            })?;
            all = chunks.into_iter().fold(all, Count::plus);
            done += end - first;
            run.report(Stage::Counting, done, Some(total));
        }
    }
    let start = game.pack_canonical(&game.start());
    let start = positions
        .layers()
        .next()
        .and_then(|layer| match positions {
            // The start is alone in the first layer.
            Positions::Layered(_) => layer.entries.first().copied(),
            Positions::Whole(_) => layer.find(start),
        })
        .expect("the start is the first position that was enumerated")
        .solved();
    Ok(Summary {
        value: start.value,
        distance: start.distance,
        longest: all.longest,
        positions: all.terminal + all.won + all.drawn + all.lost,
        positions_up_to_symmetry: total as u64,
        terminal: all.terminal,
        won: all.won,
        drawn: all.drawn,
        lost: all.lost,
        peak_bytes: run.memory.peak(),
    })
}

fn count<G: Pack>(
    game: &G,
    layer: &Layer,
    places: std::ops::Range<usize>,
) -> Result<Count, SolveError> {
    let mut count = Count::default();
    for place in places {
        let solved = layer.entries[place].solved();
        let position = rules::unpack(game, layer.keys.as_slice()[place])?;
        let images = rules::orbit(game, &position);
        let kind = match rules::node(game, &position)? {
            Node::Over(_) => &mut count.terminal,
            Node::Of(mover) => match solved.value.seen_by(mover).0 {
                Verdict::Win => &mut count.won,
                Verdict::Draw => &mut count.drawn,
                Verdict::Loss => &mut count.lost,
            },
        };
        *kind += images;
        count.longest = count.longest.max(solved.distance.unwrap_or(0));
    }
    Ok(count)
}

impl Count {
    fn plus(self, other: Count) -> Count {
        Count {
            terminal: self.terminal + other.terminal,
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
            longest: self.longest.max(other.longest),
        }
    }
}
