//! Vulnerable reduces the other side's captures within two plies.

use shido_core::{Seat, Turn};

use super::comment_by;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Reduces the other side's captures within two plies: how many of its replies take a piece.
pub(super) struct Vulnerable;

impl<G: Learnable> Advisor<G> for Vulnerable {
    fn name(&self) -> &'static str {
        "Vulnerable"
    }

    fn rationale(&self) -> &'static str {
        "reduces the captures that the other side can reply with"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let game = situation.game;
        let captures = |position: &G::Position, holders: &[Option<Seat>]| {
            let pieces = |holders: &[Option<Seat>]| {
                holders
                    .iter()
                    .filter(|holder| **holder == Some(situation.mover))
                    .count()
            };
            let before = pieces(holders);
            let mut captures = 0;
            if game.turn(position) == Turn::Of(situation.mover.other()) {
                game.each_move(position, |reply| {
                    let after = game.holders(&game.after(position, reply));
                    captures += i32::from(pieces(&after) < before);
                });
            }
            captures
        };
        comment_by(situation, |candidate| {
            -captures(&candidate.next, situation.holders_after(candidate))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Vulnerable;
    use crate::example::Example;

    #[test]
    fn prevents_a_capture() {
        // Black threatens d4, which takes one of three. White can go there, or take one of the two
        // markers that threaten.
        Example::of("six-mens-morris").check(
            &Vulnerable,
            &[(
                ".../BB./..../.../W.W W 4-4",
                "a3=2 a5=2 b2=2 b3=2 c2=2 c5=2 d2=2 d3=2 e3=2 e5=2",
            )],
        );
        Example::of("tic-tac-toe").check(&Vulnerable, &[("X../.O./... X", "silence")]);
    }
}
