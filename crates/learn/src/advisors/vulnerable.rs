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
