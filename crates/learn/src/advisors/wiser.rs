use shido_core::Verdict;

use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// From a state that is a certain win, makes the move that wins: the one that leaves the other side
/// in a state remembered as its certain loss, and of these the one with the shortest way to the
/// end.
pub(super) struct Wiser;

impl<G: Learnable> Advisor<G> for Wiser {
    fn name(&self) -> &'static str {
        "Wiser"
    }

    fn rationale(&self) -> &'static str {
        "makes the move that wins from a state remembered as a certain win"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let mut quickest = u32::MAX;
        let mut moves = Vec::new();
        for candidate in &situation.candidates {
            let Some(state) = situation.remembered(&candidate.next) else {
                continue;
            };
            if state.value.seen_by(situation.mover).0 != Verdict::Win {
                continue;
            }
            if state.plies < quickest {
                quickest = state.plies;
                moves.clear();
            }
            if state.plies == quickest {
                moves.push(candidate.mv);
            }
        }
        Advice::mandate(moves)
    }
}
