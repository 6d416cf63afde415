//! Where perfect players learn what a position is worth.

use shido_core::{Game, Solved};

/// Someone who knows what perfect play leads to: a solved table, or a search that goes to the end.
pub trait Oracle<G: Game>: Send + Sync {
    /// The value of a position, or `None` where the oracle does not know it.
    fn solved(&self, game: &G, position: &G::Position) -> Option<Solved>;
}

impl<G: Game, O: Oracle<G> + ?Sized> Oracle<G> for &O {
    fn solved(&self, game: &G, position: &G::Position) -> Option<Solved> {
        (**self).solved(game, position)
    }
}

impl<G: Game, O: Oracle<G> + ?Sized> Oracle<G> for std::sync::Arc<O> {
    fn solved(&self, game: &G, position: &G::Position) -> Option<Solved> {
        (**self).solved(game, position)
    }
}
