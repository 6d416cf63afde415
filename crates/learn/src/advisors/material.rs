use shido_core::Seat;

use super::comment_by;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Raises the number of own pieces, or lowers the other side's.
pub(super) struct Material;

impl<G: Learnable> Advisor<G> for Material {
    fn name(&self) -> &'static str {
        "Material"
    }

    fn rationale(&self) -> &'static str {
        "raises the number of own pieces or lowers the other side's"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let balance = |holders: &[Option<Seat>]| {
            let count = |seat| {
                holders
                    .iter()
                    .filter(|holder| **holder == Some(seat))
                    .count() as i32
            };
            count(situation.mover) - count(situation.mover.other())
        };
        let now = balance(situation.holders());
        comment_by(situation, |candidate| {
            2 * (balance(situation.holders_after(candidate)) - now)
        })
    }
}
