//! Sadder resigns in a state that is certainly lost: it says so, and play goes on.

use shido_core::Verdict;

use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// In a state remembered as a certain loss, resigns itself: it says so, and play goes on.
pub(super) struct Sadder;

impl<G: Learnable> Advisor<G> for Sadder {
    fn name(&self) -> &'static str {
        "Sadder"
    }

    fn rationale(&self) -> &'static str {
        "says that the state is remembered as a certain loss"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        match situation.remembered(situation.position) {
            Some(state) if state.value.seen_by(situation.mover).0 == Verdict::Loss => {
                Advice::Remark("all is lost here if the other side plays well")
            }
            _ => Advice::Silence,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sadder;
    use crate::example::{Example, FIGURE_3, FORKED, FORKED_NEXT};
    use shido_core::Seat;

    #[test]
    fn says_what_is_lost_to_who_has_lost_it() {
        let example = Example::of("tic-tac-toe")
            .certain(FORKED, Seat::First, 2)
            .certain(FORKED_NEXT, Seat::First, 3);
        example.check(
            &Sadder,
            &[
                (FORKED, "remark"),
                // The fork in another corner.
                ("X.X/.O./X.O O", "remark"),
                (FORKED_NEXT, "silence"),
                (FIGURE_3, "silence"),
            ],
        );
    }
}
