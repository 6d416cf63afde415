//! Priming: the learner watches two experts before it competes itself.

use shido_arena::{PlayerError, Policy};
use shido_core::Rng;

use crate::{Arrangement, Hoyle, Learnable, Progress, Trainer};

/// Priming: the learner first watches two excellent players in a tournament against each other, and
/// only then competes itself, with another trainer (Epstein 1994, section 6, on Tesauro's
/// experiments).
///
/// What is to be learned from watching is how experts move, so it matters from which contests their
/// moves are kept ([`Imitation`](crate::Imitation)): two perfect players of a drawn game never win.
#[derive(Clone, Copy, Debug)]
pub struct Priming<P, T> {
    /// How many contests the learner watches.
    pub contests: u64,
    /// The two players; they take turns in going first.
    pub experts: [P; 2],
    /// Who takes over.
    pub then: T,
}

impl<G: Learnable, P: Policy<G>, T: Trainer<G>> Trainer<G> for Priming<P, T> {
    fn arrange(
        &self,
        game: &G,
        learner: &Hoyle<G>,
        progress: &Progress,
        rng: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError> {
        if progress.contests < self.contests {
            let [first, second] = &self.experts;
            return Ok(Arrangement::Observation(
                if progress.contests.is_multiple_of(2) {
                    [Box::new(first), Box::new(second)]
                } else {
                    [Box::new(second), Box::new(first)]
                },
            ));
        }
        // The other trainer counts from where it takes over.
        let since = Progress {
            contests: progress.contests - self.contests,
            ..*progress
        };
        self.then.arrange(game, learner, &since, rng)
    }
}
