//! The random player.

use shido_core::{Game, Rng};

use crate::player::uniform;
use crate::{PlayerError, Policy};

/// Every legal move with the same probability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let moves = game.moves(position);
        if moves.is_empty() {
            return Err(PlayerError::Over);
        }
        Ok(uniform(&moves))
    }

    fn sample(
        &self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, PlayerError> {
        game.random_move(position, rng).ok_or(PlayerError::Over)
    }
}
