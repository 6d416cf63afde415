use shido_core::Seat;

use super::comment_by;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Raises the influence of own markers on the drawn lines, or lowers the other side's. A marker has
/// influence on every line that runs through its point, whatever filling a line means.
pub(super) struct Coverage;

impl<G: Learnable> Advisor<G> for Coverage {
    fn name(&self) -> &'static str {
        "Coverage"
    }

    fn rationale(&self) -> &'static str {
        "raises the influence of own markers on the drawn lines or lowers the other side's"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let drawn = situation.game.drawing().drawn_lines();
        if drawn.is_empty() {
            return Advice::Silence;
        }
        let balance = |holders: &[Option<Seat>]| {
            let influence = |seat| {
                let covered = |line: &&Vec<usize>| line.iter().any(|p| holders[*p] == Some(seat));
                drawn.iter().filter(covered).count() as i32
            };
            influence(situation.mover) - influence(situation.mover.other())
        };
        let now = balance(situation.holders());
        comment_by(situation, |candidate| {
            balance(situation.holders_after(candidate)) - now
        })
    }
}
