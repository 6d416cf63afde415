//! Worried destroys the other side's naive offensive plans.

use super::comment_by;
use crate::lines::open_for;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Sees the other side's naive offensive plans and destroys them: the more, and the further they have
/// come, the better.
pub(super) struct Worried;

impl<G: Learnable> Advisor<G> for Worried {
    fn name(&self) -> &'static str {
        "Worried"
    }

    fn rationale(&self) -> &'static str {
        "destroys a plan of the other side to fill a line"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let lines = situation.game.drawing().winning_lines();
        if lines.is_empty() {
            return Advice::Silence;
        }

        let other = situation.mover.other();
        comment_by(situation, |candidate| {
            let after = situation.holders_after(candidate);
            lines
                .iter()
                .filter(|line| open_for(line, after, other).is_none())
                .filter_map(|line| open_for(line, situation.holders(), other))
                .sum::<usize>() as i32
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Worried;
    use crate::example::{Example, FIGURE_3};

    #[test]
    fn destroys_plans() {
        Example::of("tic-tac-toe").check(
            &Worried,
            &[
                // O has three plans with one marker each; c1 is on none of them.
                ("X../.O./... X", "a1=6 a2=6 b1=6 b3=6 c2=6 c3=6"),
                // A corner destroys two plans at once. That is the error.
                (FIGURE_3, "a2=6 a3=7 b1=6 b3=6 c1=7 c2=6"),
                // On the line of two, a2 destroys a plan that has come further.
                ("X../.O./X.. O", "a2=7 b1=6 b3=6 c1=6 c3=6"),
            ],
        );
        Example::of("lose-tic-tac-toe").check(&Worried, &[("X../.O./... X", "silence")]);
    }
}
