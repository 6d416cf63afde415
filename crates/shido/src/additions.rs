//! What was added to a catalog at run time beside games.

use std::any::Any;
use std::sync::Arc;

use shido_core::Game;

use crate::evaluation::SharedModel;
use crate::players::{AddedPlayer, PlayerDescription};

/// Players that play any game, and evaluations of games.
#[derive(Clone, Default)]
pub(crate) struct Additions {
    players: Vec<AddedPlayer>,
    evaluations: Vec<AddedEvaluation>,
}

#[derive(Clone)]
struct AddedEvaluation {
    game: String,
    name: String,
    /// A `SharedModel<G>`.
    model: Arc<dyn Any + Send + Sync>,
}

impl Additions {
    pub(crate) fn add_player(&mut self, player: AddedPlayer) {
        self.players.push(player);
    }

    pub(crate) fn add_evaluation<G: Game + 'static>(
        &mut self,
        game: &str,
        name: &str,
        model: SharedModel<G>,
    ) {
        self.evaluations.push(AddedEvaluation {
            game: game.to_owned(),
            name: name.to_owned(),
            model: Arc::new(model),
        });
    }

    pub(crate) fn player(&self, name: &str) -> Option<&AddedPlayer> {
        self.players
            .iter()
            .find(|player| player.description.name == name)
    }

    pub(crate) fn descriptions(&self) -> impl Iterator<Item = PlayerDescription> + '_ {
        self.players.iter().map(|player| player.description.clone())
    }

    /// The evaluation of this name, if it is for this type of game.
    pub(crate) fn evaluation<G: Game + 'static>(
        &self,
        game: &str,
        name: &str,
    ) -> Option<SharedModel<G>> {
        let mut evaluations = self.evaluations.iter();
        let found = evaluations.find(|it| it.game == game && it.name == name)?;
        found.model.downcast_ref().cloned()
    }
}
