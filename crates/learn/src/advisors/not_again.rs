//! Not Again avoids moving as Hoyle did when it lost.

use super::comment_on_known;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Avoids moving as a losing Hoyle did.
pub(super) struct NotAgain;

impl<G: Learnable> Advisor<G> for NotAgain {
    fn name(&self) -> &'static str {
        "Not Again"
    }

    fn rationale(&self) -> &'static str {
        "avoids what it did itself when it lost"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        comment_on_known(situation, situation.knowledge.histories.lost(), -2)
    }
}

#[cfg(test)]
mod tests {
    use super::NotAgain;
    use crate::example::{Example, lesson};
    use shido_core::Seat;

    #[test]
    fn avoids_what_it_did_when_it_lost() {
        let mut example = Example::of("tic-tac-toe");
        let mut histories = example.knowledge.histories.clone();
        let contest = example.contest("b2 b3 a1 c3 a3 a2 c1");
        let symmetries = &example.knowledge.symmetries;
        histories.learn(
            &example.game,
            symmetries,
            &lesson(&contest, Some(Seat::Second)),
        );
        example.knowledge.histories = histories;
        example.check(
            &NotAgain,
            &[
                (".../.X./... O", "a2=3 b1=3 b3=3 c2=3"),
                (".../.../... X", "silence"),
            ],
        );
    }
}
