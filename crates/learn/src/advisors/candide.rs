//! Candide forms and advances naive offensive plans.

use super::comment_by;
use crate::lines::advanced;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Forms and advances naive offensive plans. A plan is to fill a line that the other side has no
/// marker on; it is naive because it does not expect to be stopped.
pub(super) struct Candide;

impl<G: Learnable> Advisor<G> for Candide {
    fn name(&self) -> &'static str {
        "Candide"
    }

    fn rationale(&self) -> &'static str {
        "advances a plan to fill a line"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let lines = situation.game.drawing().winning_lines();
        if lines.is_empty() {
            return Advice::Silence;
        }

        comment_by(situation, |candidate| {
            let after = situation.holders_after(candidate);
            advanced(lines, situation.holders(), after, situation.mover)
                .max()
                .map_or(0, |markers| markers as i32)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Candide;
    use crate::example::Example;

    #[test]
    fn advances_the_line_that_has_come_furthest() {
        Example::of("tic-tac-toe").check(
            &Candide,
            &[
                // The left column and the upper row are begun; elsewhere a new line is.
                ("X../.O./... X", "a1=7 a2=7 b1=6 b3=7 c1=6 c2=6 c3=7"),
                // A first marker begins a line wherever it is.
                (".../.../... X", "silence"),
            ],
        );
    }

    #[test]
    fn where_lines_do_not_win_it_has_no_plans() {
        Example::of("lose-tic-tac-toe").check(&Candide, &[("X../.O./... X", "silence")]);
        Example::of("pong-hau-ki").check(&Candide, &[("WB/B/W. B", "silence")]);
    }
}
