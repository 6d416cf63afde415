//! Victory makes a move that wins at once.

use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Makes a move that wins at once.
pub(super) struct Victory;

impl<G: Learnable> Advisor<G> for Victory {
    fn name(&self) -> &'static str {
        "Victory"
    }

    fn rationale(&self) -> &'static str {
        "makes a move that wins at once"
    }

    fn tier(&self) -> Tier {
        Tier::First
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        Advice::mandate(situation.moves_where(|candidate| candidate.wins_for(situation.mover)))
    }
}

#[cfg(test)]
mod tests {
    use super::Victory;
    use crate::example::Example;

    #[test]
    fn wins_where_a_line_wins() {
        Example::of("tic-tac-toe").check(
            &Victory,
            &[
                ("XX./OO./... X", "mandate c3"),
                ("XX./X.O/.OO X", "mandate a1 c3"),
                ("XO./OX./... X", "mandate c1"),
                (".../.../... X", "silence"),
            ],
        );
    }

    #[test]
    fn filling_a_line_that_loses_is_no_victory() {
        Example::of("lose-tic-tac-toe").check(&Victory, &[("XX./OO./... X", "silence")]);
    }

    #[test]
    fn wins_without_lines_by_leaving_no_move() {
        // White on the left can only go to c1: b2 is taken.
        Example::of("pong-hau-ki").check(&Victory, &[("WB/B/W. B", "mandate c3-c1")]);
    }
}
