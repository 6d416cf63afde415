//! A trainer that shows the learner as much of the search space as possible.

use std::cmp::Reverse;

use shido_arena::{PlayerError, Policy};
use shido_core::{Rng, Turn, Verdict};

use crate::{Arrangement, Experience, Hoyle, Learnable, Progress, Symmetries, Trainer};

/// A trainer that wants the learner to see as much of the search space as possible (Epstein 1994,
/// section 5).
///
/// It does not try to win. It moves to the position that has come up least often in this training, up
/// to symmetry: to one that never has, if there is one. Of several it takes the one with the most
/// that is new among what can follow at once, so that it would rather go on than end a contest. What
/// can follow is up to the learner, who takes a win at hand and shuns a loss; and a position whose
/// continuations the learner never tries loses its attraction with every visit.
#[derive(Clone, Copy, Debug)]
pub struct MaximalExposure;

impl<G: Learnable> Trainer<G> for MaximalExposure {
    fn arrange(
        &self,
        _: &G,
        learner: &Hoyle<G>,
        _: &Progress,
        _: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError> {
        Ok(Arrangement::Lesson {
            expert: Box::new(LeastMet {
                experience: learner.experience.clone(),
                symmetries: learner.knowledge.symmetries.clone(),
            }),
            seat: None,
            paradigm: learner.paradigm,
        })
    }
}

/// Moves to where the learner has been least.
struct LeastMet<G: Learnable> {
    experience: Experience<G>,
    symmetries: Symmetries,
}

impl<G: Learnable> LeastMet<G> {
    fn times(&self, game: &G, position: &G::Position) -> u32 {
        self.experience.times(game, &self.symmetries, position)
    }

    /// How seldom the position has come up, and how many of those that a learner may let follow never
    /// have: the more the better.
    fn novelty(&self, game: &G, position: &G::Position) -> (Reverse<u32>, usize) {
        let mut new = 0;
        if let Turn::Of(replier) = game.turn(position) {
            let mut best = Verdict::Loss;
            game.each_move(position, |mv| {
                let next = game.after(position, mv);
                let end = match game.turn(&next) {
                    Turn::Over(outcome) => outcome.verdict().seen_by(replier).0,
                    Turn::Of(_) | Turn::Chance => Verdict::Draw,
                };
                if end > best {
                    (best, new) = (end, 0);
                }
                if end == best {
                    new += usize::from(self.times(game, &next) == 0);
                }
            });
        }
        (Reverse(self.times(game, position)), new)
    }
}

impl<G: Learnable> Policy<G> for LeastMet<G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let mut most = None;
        let mut moves = Vec::new();
        game.each_move(position, |mv| {
            let novelty = Some(self.novelty(game, &game.after(position, mv)));
            if novelty > most {
                most = novelty;
                moves.clear();
            }
            if novelty == most {
                moves.push(mv);
            }
        });
        if moves.is_empty() {
            return Err(PlayerError::Over);
        }
        let share = 1.0 / moves.len() as f64;
        Ok(moves.into_iter().map(|mv| (mv, share)).collect())
    }
}
