//! Challenge raises the number of its own winning lines, or lowers the other side's.

use super::comment_on_balance;
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
        comment_on_balance(situation, 1, |holders, seat| begun(lines, holders, seat))
    }
}

#[cfg(test)]
mod tests {
    use super::Challenge;
    use crate::example::Example;

    #[test]
    fn counts_lines_begun() {
        Example::of("tic-tac-toe").check(
            &Challenge,
            &[
                // X has two lines (left, top), O three. A line more, or one less for O, is one; a2 and
                // b3 only close one of O, the others gain two.
                ("X../.O./... X", "a1=7 a2=6 b1=7 b3=6 c1=7 c2=7 c3=7"),
                // The centre is on four lines, a corner on three, the others on two.
                (
                    ".../.../... X",
                    "a1=8 a2=7 a3=8 b1=7 b2=9 b3=7 c1=8 c2=7 c3=8",
                ),
            ],
        );
        Example::of("lose-tic-tac-toe").check(&Challenge, &[("X../.O./... X", "silence")]);
    }
}
