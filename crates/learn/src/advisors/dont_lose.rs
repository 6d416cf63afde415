use shido_core::Verdict;

use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Vetoes moves that lose at once, or that lead to a state remembered as the other side's certain
/// win.
pub(super) struct DontLose;

impl<G: Learnable> Advisor<G> for DontLose {
    fn name(&self) -> &'static str {
        "Don't Lose"
    }

    fn rationale(&self) -> &'static str {
        "vetoes moves that lose at once or lead to a state remembered as lost"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        Advice::veto(situation.moves_where(|candidate| {
            situation.certain(&candidate.next, candidate.turn) == Some(Verdict::Loss)
        }))
    }
}
