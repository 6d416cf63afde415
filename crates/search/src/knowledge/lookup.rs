//! Known positions that a search can look up instead of looking further.

use shido_core::{ForFirst, Game, Outcome};

use crate::{Known, Model, Window};

/// Positions whose exact value is known, such as those of a solved table.
pub trait Lookup<G: Game>: Sync {
    /// What is known of a position that is not over, its value being what it pays; `None` where
    /// nothing is.
    fn look_up(&self, game: &G, position: &G::Position) -> Option<Known>;
}

/// Any function from positions to what is known of them will do.
impl<G: Game, F: Fn(&G, &G::Position) -> Option<Known> + Sync> Lookup<G> for F {
    fn look_up(&self, game: &G, position: &G::Position) -> Option<Known> {
        self(game, position)
    }
}

/// A model that looks positions up first, at every node of a search.
#[derive(Clone, Copy, Debug)]
pub struct WithLookup<M, L> {
    /// What to think of positions that are not found.
    pub model: M,
    /// Where they are looked up.
    pub lookup: L,
}

impl<G: Game, M: Model<G>, L: Lookup<G>> Model<G> for WithLookup<M, L> {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        self.model.horizon(game, position)
    }

    fn horizon_within(
        &self,
        game: &G,
        position: &G::Position,
        window: Window,
    ) -> Option<ForFirst<f64>> {
        self.model.horizon_within(game, position, window)
    }

    fn end(&self, game: &G, position: &G::Position, outcome: Outcome) -> ForFirst<f64> {
        self.model.end(game, position, outcome)
    }

    fn odds(&self, game: &G, position: &G::Position, outcome: G::Move) -> Option<f64> {
        self.model.odds(game, position, outcome)
    }

    fn known(&self, game: &G, position: &G::Position) -> Option<Known> {
        let in_unit = |known: Known| Known {
            value: self.model.amount(known.value),
            ..known
        };
        (self.lookup.look_up(game, position).map(in_unit))
            .or_else(|| self.model.known(game, position))
    }

    fn decisive(&self) -> bool {
        self.model.decisive()
    }

    fn symmetric(&self) -> bool {
        self.model.symmetric()
    }

    fn payoff(&self, value: ForFirst<f64>) -> ForFirst<f64> {
        self.model.payoff(value)
    }

    fn amount(&self, payoff: ForFirst<f64>) -> ForFirst<f64> {
        self.model.amount(payoff)
    }
}
