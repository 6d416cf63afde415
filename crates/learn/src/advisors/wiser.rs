//! Wiser makes the winning move in a state that is certainly won.

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

#[cfg(test)]
mod tests {
    use super::Wiser;
    use crate::example::{Example, FIGURE_3, FORKED, FORKED_NEXT};
    use shido_core::Seat;

    #[test]
    fn makes_the_move_that_is_remembered_to_win() {
        Example::of("tic-tac-toe").check(&Wiser, &[(FORKED_NEXT, "silence")]);
        let example = Example::of("tic-tac-toe").certain(FORKED, Seat::First, 2);
        example.check(
            &Wiser,
            &[
                (FORKED_NEXT, "mandate c1"),
                // Turned upside down.
                ("X../.O./O.X X", "mandate c3"),
                (FIGURE_3, "silence"),
            ],
        );
    }

    #[test]
    fn of_several_wins_it_takes_the_quickest() {
        let example = Example::of("tic-tac-toe")
            .certain(FORKED, Seat::First, 2)
            .certain("OXX/.O./X.. O", Seat::First, 4);
        example.check(&Wiser, &[(FORKED_NEXT, "mandate c1")]);
    }

    #[test]
    fn the_win_of_the_other_side_is_none() {
        let example = Example::of("tic-tac-toe").certain(FORKED_NEXT, Seat::First, 3);
        example.check(&Wiser, &[(FIGURE_3, "silence")]);
    }
}
