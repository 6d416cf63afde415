//! Freedom raises its own later mobility, or lowers the other side's.

use shido_core::Turn;

use super::comment_by;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Raises own later mobility, or lowers the other side's: how many moves each would have after the
/// move, if it were its turn.
pub(super) struct Freedom;

impl<G: Learnable> Advisor<G> for Freedom {
    fn name(&self) -> &'static str {
        "Freedom"
    }

    fn rationale(&self) -> &'static str {
        "raises own later mobility or lowers the other side's"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let game = situation.game;
        let balance = |own: &G::Position, theirs: &G::Position| {
            game.count_moves(own) as i32 - game.count_moves(theirs) as i32
        };
        let Some(now) = situation
            .turned()
            .map(|turned| balance(situation.position, turned))
        else {
            return Advice::Silence;
        };
        comment_by(situation, |candidate| {
            // Where the turn stays or the contest ends, mobility says nothing.
            match (candidate.turn, game.turned(&candidate.next)) {
                (Turn::Of(seat), Some(turned)) if seat != situation.mover => {
                    balance(&turned, &candidate.next) - now
                }
                _ => 0,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Freedom;
    use crate::example::Example;

    #[test]
    fn compares_the_moves_of_both_sides() {
        Example::of("pong-hau-ki").check(
            &Freedom,
            // Black has two moves and White would have one. After b2-c1 both have two: one worse.
            // After c3-c1 it is over.
            &[("WB/B/W. B", "b2-c1=4")],
        );
    }

    #[test]
    fn where_every_move_leaves_as_many_it_says_nothing() {
        Example::of("tic-tac-toe").check(&Freedom, &[("X../.O./... X", "silence")]);
    }
}
