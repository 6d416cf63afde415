//! Lesson and practice training: contests against an expert and against itself by turns.

use shido_arena::{PlayerError, Policy};
use shido_core::Rng;

use crate::training::any_paradigm;
use crate::{Arrangement, Hoyle, Learnable, Progress, Trainer};

/// Lesson and practice training, *l & p*: by turns *l* contests against an expert and *p* of the
/// learner against itself, in which each side has a paradigm drawn at random.
#[derive(Clone, Copy, Debug)]
pub struct LessonAndPractice<P> {
    /// How many contests against the expert in a row.
    pub lessons: u64,
    /// How many against itself then.
    pub practice: u64,
    /// The expert.
    pub expert: P,
}

impl<G: Learnable, P: Policy<G>> Trainer<G> for LessonAndPractice<P> {
    fn arrange(
        &self,
        _: &G,
        learner: &Hoyle<G>,
        progress: &Progress,
        rng: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError> {
        let place = progress.contests % (self.lessons + self.practice);
        Ok(if place < self.lessons {
            Arrangement::Lesson {
                expert: Box::new(&self.expert),
                seat: None,
                paradigm: learner.paradigm,
            }
        } else {
            Arrangement::Practice([any_paradigm(rng), any_paradigm(rng)])
        })
    }
}
