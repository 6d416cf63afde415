//! Self-training: the learner plays both sides.

use shido_arena::PlayerError;
use shido_core::Rng;

use crate::{Arrangement, Hoyle, Learnable, Progress, Trainer};

/// The learner plays both sides of every contest, always in the same way.
#[derive(Clone, Copy, Debug)]
pub struct SelfTraining;

impl<G: Learnable> Trainer<G> for SelfTraining {
    fn arrange(
        &self,
        _: &G,
        learner: &Hoyle<G>,
        _: &Progress,
        _: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError> {
        Ok(Arrangement::Practice([learner.paradigm; 2]))
    }
}
