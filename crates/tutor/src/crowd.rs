//! People at games of which nothing was learned.

use std::sync::Arc;

use shido_arena::{Contest, PlayerError};
use shido_core::picture::Depict;
use shido_core::{Game, Guide};
use shido_people::family::{self, Look, Parameters};
use shido_search::Model;

use crate::strength::PEOPLE;
use crate::tutor::{Crowd, OddsOfTwo};

/// People of the family, who judge positions by a model.
pub struct FamilyCrowd<G: Game> {
    /// What people are like.
    pub parameters: Parameters,
    /// What positions are worth in their eyes.
    pub model: Arc<dyn Model<G> + Send + Sync>,
}

impl<G: Guide + Depict> Crowd<G> for FamilyCrowd<G> {
    fn odds(&self, contest: &Contest<'_, G>) -> Result<OddsOfTwo<G::Move>, PlayerError> {
        let positions = contest.positions();
        let last = positions.len().checked_sub(2).map(|last| &positions[last]);
        let looks = family::look(contest.game(), contest.position(), last, &*self.model)?;
        let (moves, looks): (Vec<G::Move>, Vec<Look>) = looks.into_iter().unzip();
        let [low, high] = PEOPLE.map(|rating| self.parameters.odds(rating, &looks));
        let odds = low.into_iter().zip(high).map(|(low, high)| [low, high]);
        Ok(moves.into_iter().zip(odds).collect())
    }
}
