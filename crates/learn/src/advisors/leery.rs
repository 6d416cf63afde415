//! Leery avoids moves that let the other side reach a state from which contests have been lost.

use shido_core::Turn;

use super::comment_on;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Avoids moves after which the other side can lead to a state from which a loss came, though no
/// certain loss was proved.
pub(super) struct Leery;

impl<G: Learnable> Advisor<G> for Leery {
    fn name(&self) -> &'static str {
        "Leery"
    }

    fn rationale(&self) -> &'static str {
        "avoids states from which it has lost before"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let knowledge = situation.knowledge;
        if knowledge.dangerous.is_empty() {
            return Advice::Silence;
        }
        let game = situation.game;
        let wary = situation.moves_where(|candidate| {
            let mut leads_there = false;
            game.each_move(&candidate.next, |reply| {
                let after = game.after(&candidate.next, reply);
                leads_there = leads_there
                    || (game.turn(&after) == Turn::Of(situation.mover)
                        && knowledge
                            .dangerous
                            .contains(game, &knowledge.symmetries, &after));
            });
            leads_there
        });
        comment_on(wary, -1)
    }
}

#[cfg(test)]
mod tests {
    use super::Leery;
    use crate::example::{Example, FIGURE_3};

    #[test]
    fn avoids_what_can_lead_to_a_dangerous_state() {
        let mut example = Example::of("tic-tac-toe");
        let after_corner = [(".../.../X.. O", "silence")];
        example.check(&Leery, &after_corner);
        let state = example.position(FIGURE_3);
        let knowledge = &mut example.knowledge;
        let dangerous = &mut knowledge.dangerous;
        dangerous.learn(&example.game, &knowledge.symmetries, &state);
        example.check(
            &Leery,
            &[
                (".../.../X.. O", "b2=4"),
                ("X../.../... O", "b2=4"),
                // From here nobody gets to the figure.
                (".../.X./... O", "silence"),
                // It is there already.
                (FIGURE_3, "silence"),
            ],
        );
    }
}
