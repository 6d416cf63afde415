use rand::RngExt;
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
        Ok(uniform(moves))
    }

    /// Draws a number and visits the moves up to it, so that no list is made.
    fn sample(
        &self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, PlayerError> {
        let count = game.count_moves(position);
        if count == 0 {
            return Err(PlayerError::Over);
        }
        let drawn = rng.random_range(0..count);
        let mut visited = 0;
        let mut chosen = None;
        game.each_move(position, |mv| {
            if visited == drawn {
                chosen = Some(mv);
            }
            visited += 1;
        });
        chosen.ok_or(PlayerError::Over)
    }
}
