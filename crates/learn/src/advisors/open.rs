//! Open recommends the openings of experts.

use super::comment_on_known;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Recommends the openings of experts.
pub(super) struct Open;

impl<G: Learnable> Advisor<G> for Open {
    fn name(&self) -> &'static str {
        "Open"
    }

    fn rationale(&self) -> &'static str {
        "opens as an expert did"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        comment_on_known(situation, &situation.knowledge.openings.0, 4)
    }
}

#[cfg(test)]
mod tests {
    use super::Open;
    use crate::example::Example;

    #[test]
    fn opens_as_the_expert_did() {
        let mut example = Example::of("tic-tac-toe");
        let start = ".../.../... X";
        example.check(&Open, &[(start, "silence")]);
        let (state, mv) = (example.position(start), example.mv(start, "a1"));
        let knowledge = &mut example.knowledge;
        let openings = &mut knowledge.openings.0;
        openings.keep(&example.game, &knowledge.symmetries, &state, mv);
        example.check(
            &Open,
            &[(start, "a1=9 a3=9 c1=9 c3=9"), (".../.../X.. O", "silence")],
        );
    }
}
