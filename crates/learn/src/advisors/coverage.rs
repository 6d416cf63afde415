//! Coverage raises the influence of its own markers on the drawn lines, or lowers the other side's.

use super::comment_on_balance;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Raises the influence of own markers on the drawn lines, or lowers the other side's. A marker has
/// influence on every line that runs through its point, whatever filling a line means.
pub(super) struct Coverage(pub(super) Covered);

/// Which lines Coverage takes for drawn ones. The literature speaks of drawn lines and does not say what
/// they are on a board of cells, such as that of tic-tac-toe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Covered {
    /// All lines that the rules speak of, on any board.
    #[default]
    Lines,
    /// Lines through the points on which markers stand. A board of cells has none, so that Coverage is
    /// silent there.
    Drawn,
}

impl Covered {
    /// All of them, each with its name.
    pub const ALL: [(&'static str, Covered); 2] =
        [("lines", Covered::Lines), ("drawn", Covered::Drawn)];
}

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
        let drawing = situation.game.drawing();
        if self.0 == Covered::Drawn && drawing.cells {
            return Advice::Silence;
        }
        let drawn = drawing.lines_or_links();
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
    use super::{Coverage, Covered};
    use crate::example::Example;

    #[test]
    fn counts_lines_through_own_markers_whatever_they_are_good_for() {
        for game in ["tic-tac-toe", "lose-tic-tac-toe"] {
            Example::of(game).check(
                &Coverage(Covered::Lines),
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
        for covered in [Covered::Lines, Covered::Drawn] {
            Example::of("pong-hau-ki")
                .check(&Coverage(covered), &[("WB/B/W. B", "b2-c1=4 c3-c1=6")]);
        }
    }

    #[test]
    fn only_a_board_of_points_has_drawn_lines() {
        let lone = "X../.O./... X";
        Example::of("tic-tac-toe").check(&Coverage(Covered::Drawn), &[(lone, "silence")]);
        // Achi has the lines of tic-tac-toe, drawn. White's marker touches four of them, and Black's
        // at first three; all other points but a2 and b3 add two.
        let achi = "B../.W./... B";
        let said = "a1=7 a2=6 b1=7 b3=6 c1=7 c2=7 c3=7";
        Example::of("achi").check(&Coverage(Covered::Drawn), &[(achi, said)]);
    }
}
