//! Pitchfork advances its own forks and destroys the other side's.

use super::comment_on_balance;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Advances own forks and destroys the other side's, as far as forks of that kind have been seen to
/// win. What counts is how many markers the nearest one lacks.
pub(super) struct Pitchfork;

impl<G: Learnable> Advisor<G> for Pitchfork {
    fn name(&self) -> &'static str {
        "Pitchfork"
    }

    fn rationale(&self) -> &'static str {
        "advances own forks or destroys the other side's"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let forks = &situation.knowledge.forks;
        if forks.relevant().is_empty() {
            return Advice::Silence;
        }
        let drawing = situation.game.drawing();
        comment_on_balance(situation, 2, |holders, seat| {
            match forks.distance(drawing, holders, seat) {
                Some(lacking) if lacking < NEAR => NEAR as i32 - lacking as i32,
                _ => 0,
            }
        })
    }
}

/// A fork that lacks as many markers is nothing to plan with yet.
const NEAR: usize = 4;

#[cfg(test)]
mod tests {
    use super::Pitchfork;
    use crate::example::{Example, FIGURE_3, FORKED_NEXT};

    #[test]
    fn without_a_fork_that_was_seen_to_win_it_says_nothing() {
        Example::of("tic-tac-toe").check(&Pitchfork, &[(FORKED_NEXT, "silence")]);
    }

    #[test]
    fn makes_a_fork_and_destroys_one() {
        Example::of("tic-tac-toe").fork(&[3, 3]).check(
            &Pitchfork,
            &[
                // X and O both lack one marker: X at c1, O in the centre row or column. With c1 X lacks
                // none, and O, robbed of its diagonal, two. Other moves leave both at one.
                (FORKED_NEXT, "c1=9"),
                // X lacks one, O two. Wherever O goes, X still lacks one and O one: that is why O is
                // at a loss here.
                (FIGURE_3, "silence"),
            ],
        );
    }
}
