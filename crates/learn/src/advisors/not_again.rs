use super::comment_on;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Avoids moving as a losing Hoyle did.
pub(super) struct NotAgain;

impl<G: Learnable> Advisor<G> for NotAgain {
    fn name(&self) -> &'static str {
        "Not Again"
    }

    fn rationale(&self) -> &'static str {
        "avoids what it did itself when it lost"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let knowledge = situation.knowledge;
        let moves = situation.candidates.iter().map(|candidate| candidate.mv);
        comment_on(
            knowledge.histories.lost().known(
                situation.game,
                &knowledge.symmetries,
                situation.position,
                moves,
            ),
            -2,
        )
    }
}
