use shido_core::{ForMover, Game, Verdict};

/// What perfect play leads to from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// Won, drawn or lost for the side to move.
    pub value: ForMover<Verdict>,
    /// In how many plies, if the win is made as short and the loss as long as possible; `None` for
    /// a draw, and where nobody has counted.
    pub distance: Option<u32>,
}

/// Someone who knows what perfect play leads to: a solved table, or a search that goes to the end.
pub trait Oracle<G: Game>: Send + Sync {
    /// The value of a position that is a player's turn, or `None` where the oracle does not know it.
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
