//! Lesson and practice training with more practice as the learner improves.

use std::num::NonZeroU64;

use shido_arena::{PlayerError, Policy};
use shido_core::Rng;

use crate::training::any_paradigm;
use crate::{Arrangement, Hoyle, Learnable, Progress, Trainer};

/// Lesson and practice training in which the ratio of lessons to practice falls as the learner
/// improves, so that it is left to practise alone the longer the better it is (Epstein 1994, section
/// 5).
///
/// It begins as *l & p*. For every *l* lessons in a row that the learner has not lost the next practice
/// is longer by a step; a lost lesson brings it back to *p*.
#[derive(Clone, Copy, Debug)]
pub struct GrowingPractice<P> {
    /// How many contests against the expert in a row.
    pub lessons: NonZeroU64,
    /// How many against itself then, in the beginning.
    pub practice: u64,
    /// By how many the practice grows.
    pub step: u64,
    /// The expert.
    pub expert: P,
}

impl<P> GrowingPractice<P> {
    /// How many contests of practice are due between the last lesson and the next, as things stand.
    #[must_use]
    pub fn practice_due(&self, progress: &Progress) -> u64 {
        self.practice + self.step * (progress.unbeaten / self.lessons)
    }
}

impl<G: Learnable, P: Policy<G>> Trainer<G> for GrowingPractice<P> {
    fn arrange(
        &self,
        _: &G,
        learner: &Hoyle<G>,
        progress: &Progress,
        rng: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError> {
        let had_lessons =
            progress.lessons > 0 && progress.lessons.is_multiple_of(self.lessons.get());
        let practises = had_lessons && progress.practised < self.practice_due(progress);
        Ok(if practises {
            Arrangement::Practice([any_paradigm(rng), any_paradigm(rng)])
        } else {
            Arrangement::Lesson {
                expert: Box::new(&self.expert),
                seat: None,
                paradigm: learner.paradigm,
            }
        })
    }
}
