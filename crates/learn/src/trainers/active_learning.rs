//! A trainer whose learner tries moves that it does not understand.

use shido_arena::{PlayerError, Policy};
use shido_core::{Rng, Seat};

use crate::{Arrangement, Hoyle, Learnable, Progress, Trainer};

/// An active learner: in lessons against an expert it deliberately makes moves that it does not
/// understand, neither clearly good nor clearly bad, to see how the expert takes them (Epstein 1994,
/// section 5; [`Inquiring`](crate::Inquiring) says which moves these are).
///
/// By turns so many lessons are inquiries and so many are played in earnest. The behavioural standard
/// counts both alike; as Epstein expects of a learner that digresses, it takes longer to meet.
#[derive(Clone, Copy, Debug)]
pub struct ActiveLearning<P> {
    /// How many contests in a row the learner inquires.
    pub inquiries: u64,
    /// How many it plays as well as it can then.
    pub lessons: u64,
    /// The expert.
    pub expert: P,
}

impl<G: Learnable, P: Policy<G>> Trainer<G> for ActiveLearning<P> {
    fn arrange(
        &self,
        _: &G,
        learner: &Hoyle<G>,
        progress: &Progress,
        _: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError> {
        // With neither the one nor the other there is nothing to take turns.
        let round = (self.inquiries + self.lessons).max(1);
        let (rounds, place) = (progress.contests / round, progress.contests % round);
        let inquires = place < self.inquiries;
        let before = match inquires {
            true => rounds * self.inquiries + place,
            false => rounds * self.lessons + place - self.inquiries,
        };
        // The learner goes first in every second inquiry and in every second lesson.
        let seat = Some(Seat::BOTH[(before % 2) as usize]);
        let (expert, paradigm) = (Box::new(&self.expert), learner.paradigm);
        Ok(if inquires {
            Arrangement::Inquiry {
                expert,
                seat,
                paradigm,
            }
        } else {
            Arrangement::Lesson {
                expert,
                seat,
                paradigm,
            }
        })
    }
}
