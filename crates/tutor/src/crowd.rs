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

/// From this part of the board on a move is long, or far from the last one.
const FAR: f64 = 0.5;

/// What kind of move one is, to somebody who does not know the game: names for what a student may overlook.
#[must_use]
pub fn manners<G: Guide + Depict>(contest: &Contest<'_, G>, mv: G::Move) -> Vec<String> {
    let positions = contest.positions();
    let last = positions.len().checked_sub(2).map(|last| &positions[last]);
    let Some(manner) = family::manner(contest.game(), contest.position(), last, mv) else {
        return Vec::new();
    };
    let kinds = [
        (manner.backward, "move backwards"),
        (manner.reach >= FAR, "long move"),
        (manner.distance >= FAR, "move far from the last one"),
        (!manner.noisy, "quiet move"),
        (manner.noisy, "forcing move"),
    ];
    let apply = kinds.into_iter().filter(|(applies, _)| *applies);
    apply.map(|(_, kind)| kind.to_owned()).collect()
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
