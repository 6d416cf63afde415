use super::comment_on;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Recommends the openings of experts.
pub(super) struct Open;

impl<G: Learnable> Advisor<G> for Open {
    fn name(&self) -> &'static str {
        "Open"
    }

    fn rationale(&self) -> &'static str {
        "opens as an expert did"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let knowledge = situation.knowledge;
        let moves = situation.candidates.iter().map(|candidate| candidate.mv);
        comment_on(
            knowledge.openings.0.known(
                situation.game,
                &knowledge.symmetries,
                situation.position,
                moves,
            ),
            4,
        )
    }
}
