use super::comment_on;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Moves as a winning or drawing expert moved here.
pub(super) struct Anthropomorph;

impl<G: Learnable> Advisor<G> for Anthropomorph {
    fn name(&self) -> &'static str {
        "Anthropomorph"
    }

    fn rationale(&self) -> &'static str {
        "moves as an expert did here"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let knowledge = situation.knowledge;
        let moves = situation.candidates.iter().map(|candidate| candidate.mv);
        comment_on(
            knowledge.expert_moves.0.known(
                situation.game,
                &knowledge.symmetries,
                situation.position,
                moves,
            ),
            4,
        )
    }
}
