//! Anthropomorph moves as a winning or drawing expert did here.

use super::comment_on_known;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Moves as a winning or drawing expert moved here.
pub(super) struct Anthropomorph;

impl<G: Learnable> Advisor<G> for Anthropomorph {
    fn name(&self) -> &'static str {
        "Anthropomorph"
    }

    fn rationale(&self) -> &'static str {
        "moves as an expert did here"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        comment_on_known(situation, &situation.knowledge.expert_moves.0, 4)
    }
}

#[cfg(test)]
mod tests {
    use super::Anthropomorph;
    use crate::example::{Example, FIGURE_3};

    #[test]
    fn moves_as_the_expert_did() {
        let mut example = Example::of("tic-tac-toe");
        example.check(&Anthropomorph, &[(FIGURE_3, "silence")]);
        for (position, mv) in [(FIGURE_3, "b3"), (".../.../X.. O", "b2")] {
            let (state, mv) = (example.position(position), example.mv(position, mv));
            let knowledge = &mut example.knowledge;
            let kept = &mut knowledge.expert_moves.0;
            kept.keep(&example.game, &knowledge.symmetries, &state, mv);
        }
        example.check(
            &Anthropomorph,
            &[
                // The half turn and both diagonals leave the figure as it is.
                (FIGURE_3, "a2=9 b1=9 b3=9 c2=9"),
                ("X../.O./..X O", "a2=9 b1=9 b3=9 c2=9"),
                (".../.../X.. O", "b2=9"),
                ("..X/.../... O", "b2=9"),
                (".../.X./... O", "silence"),
            ],
        );
    }
}
