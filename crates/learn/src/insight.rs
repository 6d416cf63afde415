//! How well a learner does in states that it has met, and in those that it has not.

use rustc_hash::FxHashSet;
use shido_arena::{Oracle, PlayerError, Policy};
use shido_core::{Turn, Verdict};

use crate::truth::value;
use crate::{Hoyle, Learnable};

/// How well a learner does in states that came up in its training, and in those that did not (Epstein
/// 1994, section 5). What it makes of the latter is what it has understood rather than remembered.
///
/// Only critical states count: those of the whole game, up to symmetry, where one move gives away
/// something that another keeps. Elsewhere there is nothing to be right about.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Insight {
    /// In states that came up.
    pub seen: Judged,
    /// In states that did not.
    pub unseen: Judged,
}

/// How well a learner does in some states.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Judged {
    /// How many they are.
    pub states: u64,
    /// The share of them in which it makes a move that keeps what the state is worth: the mean
    /// probability of such a move, and 0 where there are no states.
    pub right: f64,
}

impl Insight {
    /// Asks a learner what it would do in every critical state of a solved game.
    ///
    /// # Errors
    /// Where a state is not solved, or the learner was told to stop.
    pub fn of<G: Learnable>(
        game: &G,
        hoyle: &Hoyle<G>,
        oracle: &impl Oracle<G>,
    ) -> Result<Insight, PlayerError> {
        let symmetries = &hoyle.knowledge.symmetries;
        let start = symmetries.state(game, &game.start());
        let mut known: FxHashSet<G::Position> = FxHashSet::from_iter([start.clone()]);
        let mut ahead = vec![start];
        let mut insight = Insight::default();
        while let Some(state) = ahead.pop() {
            let Turn::Of(mover) = game.turn(&state) else {
                continue;
            };
            let mut kept: Vec<(G::Move, Verdict)> = Vec::new();
            for mv in game.moves(&state) {
                let next = game.after(&state, mv);
                kept.push((mv, value(game, oracle, &next, mover)?));
                let next = symmetries.state(game, &next);
                if known.insert(next.clone()) {
                    ahead.push(next);
                }
            }
            let best = kept.iter().map(|(_, value)| *value).max();
            if kept.iter().all(|(_, value)| Some(*value) == best) {
                continue;
            }
            let right = hoyle.distribution(game, &state)?.into_iter();
            let right =
                right.filter(|(mv, _)| kept.iter().any(|(m, v)| m == mv && Some(*v) == best));
            let judged = match hoyle.experience.times(game, symmetries, &state) {
                0 => &mut insight.unseen,
                _ => &mut insight.seen,
            };
            judged.states += 1;
            judged.right += right.map(|(_, share)| share).sum::<f64>();
        }
        for judged in [&mut insight.seen, &mut insight.unseen] {
            judged.right /= judged.states.max(1) as f64;
        }
        Ok(insight)
    }
}
