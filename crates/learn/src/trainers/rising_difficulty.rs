//! An expert that errs less and less as the learner improves.

use std::num::NonZeroU32;

use shido_arena::{Fallible, NoiseError, PlayerError, Policy};
use shido_core::Rng;

use crate::{Arrangement, Hoyle, Learnable, Progress, Trainer};

/// An expert who errs often at first and less the more reliable the learner becomes: opposition of
/// varying skill, with a challenge that grows (Epstein 1994, section 5).
///
/// The noise falls with each contest in a row that the learner does not lose, in equal steps, to none.
/// Once it loses, the noise is what it was in the beginning. So to meet a behavioural standard it has
/// to hold its own at every level, the last time all the way up.
#[derive(Clone, Copy, Debug)]
pub struct RisingDifficulty<P> {
    most: f64,
    steps: NonZeroU32,
    expert: P,
}

impl<P> RisingDifficulty<P> {
    /// From so much noise, in percent, to none in so many steps.
    ///
    /// # Errors
    /// Where the noise is not from 0 to 100.
    pub fn new(most: f64, steps: NonZeroU32, expert: P) -> Result<RisingDifficulty<P>, NoiseError> {
        Fallible::new(most, ())?;
        Ok(RisingDifficulty {
            most,
            steps,
            expert,
        })
    }

    /// The noise in percent after so many contests in a row that were not lost.
    #[must_use]
    pub fn noise(&self, streak: u32) -> f64 {
        let left = self.steps.get().saturating_sub(streak);
        self.most * f64::from(left) / f64::from(self.steps.get())
    }
}

impl<G: Learnable, P: Policy<G>> Trainer<G> for RisingDifficulty<P> {
    fn arrange(
        &self,
        _: &G,
        learner: &Hoyle<G>,
        progress: &Progress,
        _: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError> {
        let expert = Fallible::new(self.noise(progress.streak), &self.expert)
            .expect("the most noise is a percentage, and this is part of it");
        Ok(Arrangement::Lesson {
            expert: Box::new(expert),
            seat: None,
            paradigm: learner.paradigm,
        })
    }
}
