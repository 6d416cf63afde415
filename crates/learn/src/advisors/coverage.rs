//! Coverage raises the influence of its own markers on the drawn lines, or lowers the other side's.

use super::comment_on_balance;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Raises the influence of own markers on the drawn lines, or lowers the other side's. A marker has
/// influence on every line that runs through its point, whatever filling a line means.
pub(super) struct Coverage;

impl<G: Learnable> Advisor<G> for Coverage {
    fn name(&self) -> &'static str {
        "Coverage"
    }

    fn rationale(&self) -> &'static str {
        "raises the influence of own markers on the drawn lines or lowers the other side's"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let drawn = situation.game.drawing().drawn_lines();
        if drawn.is_empty() {
            return Advice::Silence;
        }
        comment_on_balance(situation, 1, |holders, seat| {
            let covered = |line: &&Vec<usize>| line.iter().any(|p| holders[*p] == Some(seat));
            drawn.iter().filter(covered).count() as i32
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Coverage;
    use crate::example::Example;

    #[test]
    fn counts_lines_through_own_markers_whatever_they_are_good_for() {
        for game in ["tic-tac-toe", "lose-tic-tac-toe"] {
            Example::of(game).check(
                &Coverage,
                &[
                    // X has influence on three lines, all others but a2 and b3 add two.
                    ("X../.O./... X", "a1=7 a2=6 b1=7 b3=6 c1=7 c2=7 c3=7"),
                    // Lines count although the other side is on them, too. X is on all but the lower row
                    // and the right column, which meet in c1.
                    ("XO./OX./... X", "a1=6 b1=6 c1=7 c2=6 c3=6"),
                ],
            );
        }
    }

    #[test]
    fn without_lines_the_links_between_neighbours_count() {
        // Of seven links Black touches five, six with c1 instead of c3, four with c1 instead of b2.
        Example::of("pong-hau-ki").check(&Coverage, &[("WB/B/W. B", "b2-c1=4 c3-c1=6")]);
    }
}
