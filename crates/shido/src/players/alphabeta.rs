//! `alphabeta`: minimax without the moves that cannot matter.

use shido_core::Game;
use shido_search::{Recording, SearchError, Silent, alphabeta_observed};

use super::search::{
    Answer, Asked, DEPTH, NODES, Search, TABLES, TIME, WEIGHTS, evaluator, limits, searching,
};
use super::{Context, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Options};

pub(crate) struct AlphaBeta;

impl PlayerKind for AlphaBeta {
    const NAME: &'static str = "alphabeta";
    const ABOUT: &'static str = "finds what minimax finds, without the moves that cannot matter";
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
            Box::new(AlphaBeta),
            entry,
            evaluator,
            limits,
            None,
            context,
        ))
    }
}

impl<G: Game> Search<G> for AlphaBeta {
    fn is_pure(&self) -> bool {
        true
    }

    fn cuts_at_the_root(&self) -> bool {
        true
    }

    fn search(&self, asked: Asked<'_, G>) -> Answer<G> {
        let position = asked.position();
        let Asked {
            game,
            model,
            ask,
            limits,
            ..
        } = asked;
        Ok(alphabeta_observed(game, position, model, ask, limits, &mut Silent)?.into())
    }

    fn watched(
        &self,
        asked: Asked<'_, G>,
        recording: &mut Recording<G>,
    ) -> Option<Result<(), SearchError<G::Move>>> {
        let position = asked.position();
        let Asked {
            game,
            model,
            ask,
            limits,
            ..
        } = asked;
        let found = alphabeta_observed(game, position, model, ask, limits, recording);
        Some(found.map(drop))
    }
}
