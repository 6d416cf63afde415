use super::comment_on;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Moves as Hoyle itself did when it won or drew.
pub(super) struct Cyber;

impl<G: Learnable> Advisor<G> for Cyber {
    fn name(&self) -> &'static str {
        "Cyber"
    }

    fn rationale(&self) -> &'static str {
        "moves as it did itself when it won or drew"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let knowledge = situation.knowledge;
        let moves = situation.candidates.iter().map(|candidate| candidate.mv);
        comment_on(
            knowledge.histories.not_lost().known(
                situation.game,
                &knowledge.symmetries,
                situation.position,
                moves,
            ),
            2,
        )
    }
}
