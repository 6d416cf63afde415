//! Cyber moves as Hoyle itself did when it won or drew.

use super::comment_on_known;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Moves as Hoyle itself did when it won or drew.
pub(super) struct Cyber;

impl<G: Learnable> Advisor<G> for Cyber {
    fn name(&self) -> &'static str {
        "Cyber"
    }

    fn rationale(&self) -> &'static str {
        "moves as it did itself when it won or drew"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        comment_on_known(situation, situation.knowledge.histories.not_lost(), 2)
    }
}

#[cfg(test)]
mod tests {
    use super::Cyber;
    use crate::example::{Example, lesson};
    use shido_core::Seat;

    #[test]
    fn moves_as_it_did_when_it_won() {
        let mut example = Example::of("tic-tac-toe");
        let mut histories = example.knowledge.histories.clone();
        let contest = example.contest("b2 b3 a1 c3 a3 a2 c1");
        let symmetries = &example.knowledge.symmetries;
        histories.learn(
            &example.game,
            symmetries,
            &lesson(&contest, Some(Seat::First)),
        );
        example.knowledge.histories = histories;
        example.check(
            &Cyber,
            &[
                (".../.../... X", "b2=7"),
                (".O./.X./... X", "a1=7 c1=7"),
                (".../.XO/... X", "a1=7 a3=7"),
                // That was the other side's move.
                (".../.X./... O", "silence"),
            ],
        );
    }
}
