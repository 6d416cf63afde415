//! Don't Lose vetoes moves that lose, at once or for certain.

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

#[cfg(test)]
mod tests {
    use super::DontLose;
    use crate::example::{Example, FIGURE_3, FORKED, FORKED_NEXT};
    use shido_core::Seat;

    #[test]
    fn vetoes_what_loses_at_once() {
        Example::of("lose-tic-tac-toe").check(
            &DontLose,
            &[
                ("XX./OO./... X", "veto c3"),
                ("XX./X.O/.OO X", "veto a1 c3"),
                (".../.../... X", "silence"),
            ],
        );
        Example::of("tic-tac-toe").check(&DontLose, &[("XX./OO./... X", "silence")]);
    }

    #[test]
    fn vetoes_what_is_remembered_to_lose() {
        let example = Example::of("tic-tac-toe").certain(FORKED_NEXT, Seat::First, 3);
        // One corner was met, the other is its mirror image.
        example.check(&DontLose, &[(FIGURE_3, "veto a3 c1")]);
        let example = Example::of("tic-tac-toe").certain(FORKED, Seat::First, 2);
        example.check(&DontLose, &[(FORKED_NEXT, "silence")]);
    }
}
