//! Labelled positions from contests that a search plays against itself.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use shido_core::{Features, Guide, Seed, parallel};
use shido_search::{Limits, Model, Pvs, PvsOptions, SearchError, TranspositionTable};

use crate::{Labelled, Linear, Practice, Weights};

/// How to play contests whose positions are to be learned from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlay {
    /// How many contests.
    pub games: u64,
    /// How many plies each move looks ahead.
    pub depth: u32,
    /// How contests begin, and how long they last at most.
    pub practice: Practice,
    /// Where every random choice comes from.
    pub seed: Seed,
}

impl Default for SelfPlay {
    fn default() -> SelfPlay {
        SelfPlay {
            games: 2_000,
            depth: 4,
            practice: Practice::default(),
            seed: Seed(0),
        }
    }
}

/// Positions to learn from.
#[derive(Clone, Debug, Default)]
pub struct SelfPlayed {
    /// The positions in the order of their contests, each with how its contest ended.
    pub positions: Vec<Labelled>,
    /// Contests played to their end: fewer than asked for if it was stopped.
    pub games: u64,
}

impl SelfPlayed {
    /// Adds the contests that follow.
    pub fn append(&mut self, mut next: SelfPlayed) {
        self.positions.append(&mut next.positions);
        self.games += next.games;
    }

    /// Whether all positions have no more than so many features.
    #[must_use]
    pub fn has_features(&self, count: usize) -> bool {
        let mut positions = self.positions.iter();
        positions.all(|position| position.features.is_within(count))
    }

    /// All of it as bytes, for another process.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.games.to_le_bytes().to_vec();
        self.positions
            .iter()
            .for_each(|position| position.write(&mut bytes));
        bytes
    }

    /// What [`to_bytes`](SelfPlayed::to_bytes) has written; `None` where it has not.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<SelfPlayed> {
        let (games, mut rest) = bytes.split_first_chunk()?;
        let mut positions = Vec::new();
        while !rest.is_empty() {
            positions.push(Labelled::read(&mut rest)?);
        }
        Some(SelfPlayed {
            positions,
            games: u64::from_le_bytes(*games),
        })
    }
}

/// Positions of contests that a search plays against itself, each with how its contest ended.
///
/// Those of the random opening are left out, and so are positions in the middle of something: where
/// the mover is not at ease or makes a noisy move. There a search looks further before it asks for an
/// evaluation.
///
/// Contest *i* takes the numbers of `seed.derive(i)` and a table of its own, so the positions and
/// their order do not depend on the number of threads. `watch` hears how many contests are over.
/// Contests that have not ended when `stop` is raised are left out. All positions are held in memory.
///
/// # Errors
/// Where chance moves: what it did would be held against the position.
pub fn self_play<G: Features + Guide>(
    game: &G,
    weights: &Weights,
    options: &SelfPlay,
    stop: &AtomicBool,
    watch: &(dyn Fn(u64) + Sync),
) -> Result<SelfPlayed, SearchError<G::Move>> {
    self_play_some(game, weights, options, 0..options.games, stop, watch)
}

/// Some of these contests, by their numbers: who plays which, and where, makes no difference to their positions.
///
/// # Errors
/// Where chance moves, as [`self_play`].
pub fn self_play_some<G: Features + Guide>(
    game: &G,
    weights: &Weights,
    options: &SelfPlay,
    contests: Range<u64>,
    stop: &AtomicBool,
    watch: &(dyn Fn(u64) + Sync),
) -> Result<SelfPlayed, SearchError<G::Move>> {
    let model = Linear::new(game, weights);
    let finished = AtomicU64::new(0);
    let count = contests.end.saturating_sub(contests.start);
    let contests = parallel::map(count as usize, &|place| match contest_positions(
        game,
        &model,
        options,
        contests.start + place as u64,
        stop,
    ) {
        Ok(positions) => {
            watch(1 + finished.fetch_add(1, Ordering::Relaxed));
            Ok(Some(positions))
        }
        Err(SearchError::Stopped) => Ok(None),
        Err(error) => Err(error),
    });
    let mut all = SelfPlayed::default();
    for played in contests {
        if let Some(positions) = played? {
            all.positions.extend(positions);
            all.games += 1;
        }
    }
    Ok(all)
}

fn contest_positions<G: Features + Guide>(
    game: &G,
    model: &Linear,
    options: &SelfPlay,
    contest: u64,
    stop: &AtomicBool,
) -> Result<Vec<Labelled>, SearchError<G::Move>> {
    // Not even a table is made for contests that nobody wants any more.
    if stop.load(Ordering::Relaxed) {
        return Err(SearchError::Stopped);
    }
    let mut rng = options.seed.derive(contest).rng();
    let mut contest = options.practice.open(game, None, &mut rng)?;
    let table = TranspositionTable::new(1);
    let search = Pvs {
        game,
        // As `dyn`, like the models of players, so that the search is compiled once for a game.
        model: model as &(dyn Model<G> + Send + Sync),
        table: &table,
        probcut: None,
        options: PvsOptions::default(),
    };
    let mut quiet = Vec::new();
    let payoff = loop {
        if stop.load(Ordering::Relaxed) {
            return Err(SearchError::Stopped);
        }
        if let Some(payoff) = options.practice.payoff(&contest) {
            break payoff;
        }
        let limits = Limits {
            stop: Some(stop),
            ..Limits::depth(options.depth.max(1))
        };
        let mv = search.search(contest.positions(), limits, &|_| {})?.best[0];
        let position = contest.position();
        if game.at_ease(position) && !game.noisy(position, mv) {
            quiet.push(contest.moves().len());
        }
        crate::practice::play(&mut contest, mv);
    };
    let label = |ply: usize| Labelled::new(game, &contest.positions()[ply], payoff);
    Ok(quiet.into_iter().map(label).collect())
}
