use shido_arena::{PlayerError, Policy};
use shido_core::Rng;

use crate::{Arrangement, Experience, Hoyle, Learnable, Progress, Symmetries, Trainer};

/// A trainer that wants the learner to see as much of the search space as possible (Epstein 1994,
/// section 5).
///
/// It does not try to win. Of the positions it can move to it takes the one that has come up least
/// often in this training, up to symmetry: first those that have never come up, and where all have,
/// those whose continuations have been tried least.
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

/// Moves to where the learner has been least often.
struct LeastMet<G: Learnable> {
    experience: Experience<G>,
    symmetries: Symmetries,
}

impl<G: Learnable> Policy<G> for LeastMet<G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let mut fewest = u32::MAX;
        let mut moves = Vec::new();
        game.each_move(position, |mv| {
            let next = game.after(position, mv);
            let times = self.experience.times(game, &self.symmetries, &next);
            if times < fewest {
                fewest = times;
                moves.clear();
            }
            if times == fewest {
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
