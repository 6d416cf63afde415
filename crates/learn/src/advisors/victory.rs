use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Makes a move that wins at once.
pub(super) struct Victory;

impl<G: Learnable> Advisor<G> for Victory {
    fn name(&self) -> &'static str {
        "Victory"
    }

    fn rationale(&self) -> &'static str {
        "makes a move that wins at once"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        Advice::mandate(situation.moves_where(|candidate| candidate.wins_for(situation.mover)))
    }
}
