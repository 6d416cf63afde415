use super::comment_by;
use crate::lines::advanced;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Forms and advances naive offensive plans. A plan is to fill a line that the other side has no
/// marker on; it is naive because it does not expect to be stopped.
pub(super) struct Candide;

impl<G: Learnable> Advisor<G> for Candide {
    fn name(&self) -> &'static str {
        "Candide"
    }

    fn rationale(&self) -> &'static str {
        "advances a plan to fill a line"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let lines = situation.game.drawing().winning_lines();
        if lines.is_empty() {
            return Advice::Silence;
        }

        comment_by(situation, |candidate| {
            let after = situation.holders_after(candidate);
            advanced(lines, situation.holders(), after, situation.mover)
                .max()
                .map_or(0, |markers| markers as i32)
        })
    }
}
