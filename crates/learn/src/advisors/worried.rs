use super::comment_by;
use crate::lines::open_for;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Sees the other side's naive offensive plans and destroys them: the more, and the further they have
/// come, the better.
pub(super) struct Worried;

impl<G: Learnable> Advisor<G> for Worried {
    fn name(&self) -> &'static str {
        "Worried"
    }

    fn rationale(&self) -> &'static str {
        "destroys a plan of the other side to fill a line"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let lines = situation.game.drawing().winning_lines();
        if lines.is_empty() {
            return Advice::Silence;
        }

        let other = situation.mover.other();
        comment_by(situation, |candidate| {
            let after = situation.holders_after(candidate);
            lines
                .iter()
                .filter(|line| open_for(line, after, other).is_none())
                .filter_map(|line| open_for(line, situation.holders(), other))
                .sum::<usize>() as i32
        })
    }
}
