//! Priming on records: the learner looks at recorded contests before it competes itself.

use shido_arena::PlayerError;
use shido_core::Rng;

use crate::{Arrangement, Hoyle, Learnable, Progress, Trainer};

/// Priming on records: the learner first looks at contests that others have played, in order, and only
/// then competes itself, with another trainer (Epstein 1994, sections 6 and 7, where the lessons for
/// difficult games come from a database of important contests).
#[derive(Clone, Debug)]
pub struct Recorded<M, T> {
    /// The contests, each as its moves from the start.
    pub contests: Vec<Vec<M>>,
    /// Who takes over.
    pub then: T,
}

impl<G: Learnable, T: Trainer<G>> Trainer<G> for Recorded<G::Move, T> {
    fn arrange(
        &self,
        game: &G,
        learner: &Hoyle<G>,
        progress: &Progress,
        rng: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError> {
        let shown = usize::try_from(progress.contests).unwrap_or(usize::MAX);
        if let Some(moves) = self.contests.get(shown) {
            return Ok(Arrangement::Record(moves));
        }
        // The other trainer counts from where it takes over.
        let since = Progress {
            contests: progress.contests - self.contests.len() as u64,
            ..*progress
        };
        self.then.arrange(game, learner, &since, rng)
    }
}
