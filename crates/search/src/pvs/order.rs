//! Which move to try first.

use std::hash::{BuildHasher, Hash};

use shido_core::{Guide, Seat, spread};

use super::worker::Ranked;

/// What moves have done well elsewhere in the tree.
pub(super) struct Memory<M> {
    /// For each ply, the last two quiet moves that refuted a position there (killer moves: Akl and
    /// Newborn 1977).
    killers: Vec<[Option<M>; 2]>,
    /// How often quiet moves of each side were best, less how often they were tried in vain (history
    /// heuristic: Schaeffer 1983). Moves share a place if their hashes do.
    history: Box<[[i32; PLACES]; 2]>,
    /// The same for a move as an answer to the one before it.
    answers: Box<[i32]>,
}

const PLACES: usize = 1 << 12;
const ANSWER_PLACES: usize = 1 << 10;
/// History goes no further than this, and the nearer it comes the slower.
const MOST: i32 = 1 << 14;

const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
/// A quiet move of which nothing more has been asked: behind the killers, before what loses material.
pub(super) const UNRANKED: i32 = -(1 << 27);

/// The number under which a move is remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark(u32);

impl Mark {
    /// The mark of no move at all.
    pub(super) const NONE: Mark = Mark(0);

    #[inline]
    pub(super) fn of<M: Hash>(mv: &M) -> Mark {
        Mark(spread(rustc_hash::FxBuildHasher.hash_one(mv)) as u32)
    }
}

/// Where a move is tried.
#[derive(Clone, Copy)]
pub(super) struct Occasion {
    pub(super) mover: Seat,
    pub(super) ply: usize,
    /// The move that led there.
    pub(super) before: Mark,
}

impl Occasion {
    #[inline]
    fn answer(self, mark: Mark) -> usize {
        self.before.0 as usize % ANSWER_PLACES * ANSWER_PLACES + mark.0 as usize % ANSWER_PLACES
    }
}

impl<M: Copy + Eq + Hash> Memory<M> {
    pub(super) fn new() -> Memory<M> {
        Memory {
            killers: Vec::new(),
            history: Box::new([[0; PLACES]; 2]),
            answers: vec![0; ANSWER_PLACES * ANSWER_PLACES].into(),
        }
    }

    /// Ranks the moves of a node that come before or after the mass of quiet ones, larger first: noisy
    /// moves as promising as they are, those that promise a loss last, and the killers between.
    pub(super) fn rank_foremost<G: Guide<Move = M>>(
        &self,
        game: &G,
        position: &G::Position,
        occasion: Occasion,
        moves: &mut [Ranked<M>],
    ) {
        let killers = self.killers.get(occasion.ply);
        let killers = killers.copied().unwrap_or([None; 2]);
        for ranked in moves {
            ranked.noisy = game.noisy(position, ranked.mv);
            ranked.rank = if ranked.noisy {
                let promise = game.promise(position, ranked.mv);
                // A noisy move that loses material waits until the quiet ones have been tried.
                if promise >= 0 {
                    NOISY + promise
                } else {
                    promise - NOISY
                }
            } else if killers[0] == Some(ranked.mv) {
                KILLER + 1
            } else if killers[1] == Some(ranked.mv) {
                KILLER
            } else {
                UNRANKED
            };
        }
    }

    /// Ranks the quiet moves that are left, by promise and history. Many nodes are cut off before that
    /// matters, so it waits until it does.
    pub(super) fn rank_quiet<G: Guide<Move = M>>(
        &self,
        game: &G,
        position: &G::Position,
        occasion: Occasion,
        moves: &mut [Ranked<M>],
    ) {
        let promise = game.promises(position);
        for ranked in moves.iter_mut().filter(|ranked| ranked.rank == UNRANKED) {
            let rank = promise(ranked.mv) + self.worth(occasion, Mark::of(&ranked.mv));
            ranked.rank = rank.max(UNRANKED + 1);
        }
    }

    #[inline]
    fn worth(&self, occasion: Occasion, mark: Mark) -> i32 {
        self.history[occasion.mover.index()][mark.0 as usize % PLACES]
            + self.answers[occasion.answer(mark)]
    }

    /// A quiet move cut a node off, after others had been tried in vain.
    pub(super) fn reward(&mut self, occasion: Occasion, depth: u32, mv: M, tried: &[Ranked<M>]) {
        if self.killers.len() <= occasion.ply {
            self.killers.resize(occasion.ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[occasion.ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth).min(400) as i32;
        self.adjust(occasion, Mark::of(&mv), bonus);
        for other in tried.iter().filter(|other| !other.noisy && other.mv != mv) {
            self.adjust(occasion, Mark::of(&other.mv), -bonus);
        }
    }

    fn adjust(&mut self, occasion: Occasion, mark: Mark, bonus: i32) {
        let settle = |worth: &mut i32| *worth += 4 * bonus - *worth * bonus.abs() / (MOST / 4);
        settle(&mut self.history[occasion.mover.index()][mark.0 as usize % PLACES]);
        if occasion.before != Mark::NONE {
            settle(&mut self.answers[occasion.answer(mark)]);
        }
    }
}

/// Brings the best of the moves that are left to the front. Most nodes are cut off after a move or
/// two, so this is cheaper than sorting.
#[inline]
pub(super) fn bring_best_forward<M>(moves: &mut [Ranked<M>]) {
    let mut best = (0, i32::MIN);
    for (index, ranked) in moves.iter().enumerate() {
        if ranked.rank > best.1 {
            best = (index, ranked.rank);
        }
    }
    moves.swap(0, best.0);
}

/// Brings the worst of the moves that are left to the front. Those that have not been ranked are worse
/// than any quiet one.
#[inline]
pub(super) fn bring_worst_forward<M>(moves: &mut [Ranked<M>]) {
    let mut worst = (0, i32::MAX);
    for (index, ranked) in moves.iter().enumerate() {
        if ranked.rank < worst.1 {
            worst = (index, ranked.rank);
        }
    }
    moves.swap(0, worst.0);
}
