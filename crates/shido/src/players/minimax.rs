//! `minimax`: everything, so many plies ahead.

use shido_core::Game;
use shido_search::{Recording, SearchError, minimax, minimax_observed};

use super::search::{
    Answer, Asked, DEPTH, NODES, Search, TABLES, TIME, WEIGHTS, evaluator, limits, searching,
};
use super::{Context, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Options};

pub(crate) struct Minimax;

impl PlayerKind for Minimax {
    const NAME: &'static str = "minimax";
    const ABOUT: &'static str =
        "looks at everything so many plies ahead and makes one of the best moves";
    const OPTIONS: Declarations = &[&DEPTH, &NODES, &TIME, &WEIGHTS, &TABLES];
    const FIXED: Option<bool> = None;
    const VERSION: u32 = 2;

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let evaluator = evaluator(entry, options, context)?;
        let limits = limits(entry, options)?;
        Ok(searching(
            Box::new(Minimax),
            entry,
            evaluator,
            limits,
            None,
            context,
        ))
    }
}

impl<G: Game> Search<G> for Minimax {
    fn is_pure(&self) -> bool {
        true
    }

    fn search(&self, asked: Asked<'_, G>) -> Answer<G> {
        let (game, position) = (asked.game, asked.position());
        Ok(minimax(game, position, asked.model, asked.limits)?.into())
    }

    fn watched(
        &self,
        asked: Asked<'_, G>,
        recording: &mut Recording<G>,
    ) -> Option<Result<(), SearchError<G::Move>>> {
        let (game, position) = (asked.game, asked.position());
        let found = minimax_observed(game, position, asked.model, asked.limits, recording);
        Some(found.map(drop))
    }
}
