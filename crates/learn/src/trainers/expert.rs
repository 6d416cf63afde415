//! A trainer with one expert for all contests.

use shido_arena::{PlayerError, Policy};
use shido_core::Rng;

use crate::{Arrangement, Hoyle, Learnable, Progress, Trainer};

/// Every contest is against the same player: perfect, fallible, informed or any other with odds.
pub struct Expert<P>(pub P);

impl<G: Learnable, P: Policy<G>> Trainer<G> for Expert<P> {
    fn arrange(
        &self,
        _: &G,
        learner: &Hoyle<G>,
        _: &Progress,
        _: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError> {
        Ok(Arrangement::Lesson {
            expert: Box::new(&self.0),
            seat: None,
            paradigm: learner.paradigm,
        })
    }
}
