//! Evaluations of a game whose type is known, for the same game without it.

use std::sync::Arc;

use shido_core::erased::{ErasedMove, ErasedPosition};
use shido_core::{ForFirst, Outcome};
use shido_search::{Known, Model, Window};

use super::Erased;
use super::typed::Typed;
use crate::entry::Playable;
use crate::evaluation::{AddUp, Evaluator, SharedModel};

/// An evaluator of the same game without its type.
pub(super) fn evaluator<G: Playable>(
    typed: &Arc<Typed<G>>,
    own: Evaluator<G>,
) -> Evaluator<Erased> {
    let add_up = own.add_up.map(|add_up| {
        let typed = Arc::clone(typed);
        let erased: AddUp<Erased> =
            Arc::new(move |_, position| add_up(&typed.entry.game, position.get()));
        erased
    });
    Evaluator {
        model: model(typed, Arc::clone(&own.model)),
        unit: own.unit,
        in_units: own.in_units.map(|own| model(typed, own)),
        add_up,
        behind: Some(Arc::new(own.model)),
    }
}

/// A model of the same game without its type.
pub(super) fn model<G: Playable>(
    typed: &Arc<Typed<G>>,
    own: SharedModel<G>,
) -> SharedModel<Erased> {
    Arc::new(ErasedModel {
        typed: Arc::clone(typed),
        own,
    })
}

struct ErasedModel<G: Playable> {
    typed: Arc<Typed<G>>,
    own: SharedModel<G>,
}

impl<G: Playable> Model<Erased> for ErasedModel<G> {
    fn horizon(&self, _: &Erased, position: &ErasedPosition) -> Option<ForFirst<f64>> {
        self.own.horizon(&self.typed.entry.game, position.get())
    }

    fn horizon_within(
        &self,
        _: &Erased,
        position: &ErasedPosition,
        window: Window,
    ) -> Option<ForFirst<f64>> {
        let game = &self.typed.entry.game;
        self.own.horizon_within(game, position.get(), window)
    }

    fn end(&self, _: &Erased, position: &ErasedPosition, outcome: Outcome) -> ForFirst<f64> {
        let game = &self.typed.entry.game;
        self.own.end(game, position.get(), outcome)
    }

    fn odds(&self, _: &Erased, position: &ErasedPosition, outcome: ErasedMove) -> Option<f64> {
        let game = &self.typed.entry.game;
        self.own.odds(game, position.get(), outcome.get())
    }

    fn known(&self, _: &Erased, position: &ErasedPosition) -> Option<Known> {
        self.own.known(&self.typed.entry.game, position.get())
    }

    fn decisive(&self) -> bool {
        self.own.decisive()
    }

    fn symmetric(&self) -> bool {
        self.own.symmetric()
    }

    fn payoff(&self, value: ForFirst<f64>) -> ForFirst<f64> {
        self.own.payoff(value)
    }

    fn amount(&self, payoff: ForFirst<f64>) -> ForFirst<f64> {
        self.own.amount(payoff)
    }

    fn fingerprint(&self, _: &Erased) -> Option<u64> {
        self.own.fingerprint(&self.typed.entry.game)
    }
}
