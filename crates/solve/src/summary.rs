//! A solved game in numbers.

use shido_core::{ForFirst, Pack, Seat, Solved, Verdict};

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

/// Positions of each kind.
#[derive(Clone, Copy, Default)]
pub(crate) struct Count {
    pub(crate) terminal: u64,
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    pub(crate) longest: u32,
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
        positions: all.positions(),
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
        let mover = match rules::node(game, &position)? {
            Node::Over(_) => None,
            Node::Of(mover) => Some(mover),
        };
        count.add(solved, mover, images);
    }
    Ok(count)
}

impl Count {
    /// Adds a position with its mirror images; nobody is to move where it is over.
    pub(crate) fn add(&mut self, solved: Solved, mover: Option<Seat>, images: u64) {
        let kind = match mover.map(|mover| solved.value.seen_by(mover).0) {
            None => &mut self.terminal,
            Some(Verdict::Win) => &mut self.won,
            Some(Verdict::Draw) => &mut self.drawn,
            Some(Verdict::Loss) => &mut self.lost,
        };
        *kind += images;
        self.longest = self.longest.max(solved.distance.unwrap_or(0));
    }

    pub(crate) fn positions(&self) -> u64 {
        self.terminal + self.won + self.drawn + self.lost
    }

    pub(crate) fn plus(self, other: Count) -> Count {
        Count {
            terminal: self.terminal + other.terminal,
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
            longest: self.longest.max(other.longest),
        }
    }
}
