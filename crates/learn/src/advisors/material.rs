//! Material raises the number of its own pieces, or lowers the other side's.

use super::comment_on_balance;
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
        comment_on_balance(situation, 2, |holders, seat| {
            let own = holders.iter().filter(|holder| **holder == Some(seat));
            own.count() as i32
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Material;
    use crate::example::Example;

    #[test]
    fn takes_a_piece() {
        Example::of("six-mens-morris").check(
            &Material,
            &[
                (
                    "BB./B.B/...W/.../WW. W 0-0",
                    "e3-e1xa5=7 e3-e1xb4=7 e3-e1xc5=7 e3-e1xd4=7",
                ),
                // To place a marker is one more, to take one as well is two.
                (
                    "BB./.../..../.../WW. W 4-4",
                    "a3=7 b2=7 b3=7 b4=7 c2=7 c4=7 d2=7 d3=7 d4=7 e1xa5=9 e1xc5=9 e3=7 e5=7",
                ),
            ],
        );
    }

    #[test]
    fn where_every_move_places_a_piece_it_says_nothing() {
        Example::of("tic-tac-toe").check(&Material, &[("X../.O./... X", "silence")]);
    }
}
