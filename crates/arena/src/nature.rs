//! The policy that moves for chance, with the odds of the game.

use shido_core::Chance;

use crate::{PlayerError, Policy};

/// The odds of the game itself: the policy that moves where the turn is
/// [`Turn::Chance`](shido_core::Turn::Chance).
///
/// Matches take it as an option, so that games without chance need not speak of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nature;

impl<G: Chance> Policy<G> for Nature {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let mut odds = Vec::new();
        game.each_move(position, |mv| {
            let probability = game.probability(position, mv);
            if probability > 0.0 {
                odds.push((mv, probability));
            }
        });
        if odds.is_empty() {
            return Err(PlayerError::Over);
        }
        Ok(odds)
    }
}
