//! Greedy advances more than one winning line at once.

use super::comment_by;
use crate::lines::advanced;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Advances more than one winning line at once: lines on which it has a marker already and the other
/// side has none.
pub(super) struct Greedy;

impl<G: Learnable> Advisor<G> for Greedy {
    fn name(&self) -> &'static str {
        "Greedy"
    }

    fn rationale(&self) -> &'static str {
        "advances several winning lines at once"
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
            let further = advanced(lines, situation.holders(), after, situation.mover)
                .filter(|markers| *markers > 1)
                .count();
            if further > 1 { further as i32 } else { 0 }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Greedy;
    use crate::example::{Example, FIGURE_3, FORKED_NEXT};

    #[test]
    fn advances_two_lines_at_once() {
        Example::of("tic-tac-toe").check(
            &Greedy,
            &[
                // c1 is on the lower row and the right column; all else advances one line or none.
                (FORKED_NEXT, "c1=7"),
                // O has one marker, and through any other point only one line leads to it.
                (FIGURE_3, "silence"),
            ],
        );
        Example::of("lose-tic-tac-toe").check(&Greedy, &[(FORKED_NEXT, "silence")]);
    }
}
