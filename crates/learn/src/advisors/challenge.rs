use shido_core::Seat;

use super::comment_by;
use crate::lines::begun;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Raises the number of own winning lines, or lowers the other side's. A line counts for a side
/// that has a marker on it, as long as the other has none.
pub(super) struct Challenge;

impl<G: Learnable> Advisor<G> for Challenge {
    fn name(&self) -> &'static str {
        "Challenge"
    }

    fn rationale(&self) -> &'static str {
        "raises the number of own winning lines or lowers the other side's"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let lines = situation.game.drawing().winning_lines();
        if lines.is_empty() {
            return Advice::Silence;
        }

        let balance = |holders: &[Option<Seat>]| {
            begun(lines, holders, situation.mover) - begun(lines, holders, situation.mover.other())
        };
        let now = balance(situation.holders());
        comment_by(situation, |candidate| {
            balance(situation.holders_after(candidate)) - now
        })
    }
}
