//! `expectiminimax`: alpha-beta where dice are thrown.

use shido_core::Game;
use shido_search::{ChancePruning, Recording, SearchError};

use super::hot::Hot;
use super::search::{
    Answer, Asked, DEPTH, NODES, Search, TABLES, TIME, WEIGHTS, evaluator, limits, searching,
};
use super::{Context, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, choice, whole};

/// Which cuts are made where chance moves.
#[derive(Clone, Copy)]
enum Pruning {
    None,
    Star1,
    Star2,
}

const PRUNING: Opt<Pruning> = choice(
    "pruning",
    &[
        ("none", Pruning::None),
        ("star1", Pruning::Star1),
        ("star2", Pruning::Star2),
    ],
    "which cuts are made where chance moves",
)
.usually("star1");
const PROBES: Opt<u32> = whole(
    "probes",
    [1, 1024],
    "how many moves star2 looks at first in each outcome (1)",
);

pub(crate) struct Expectiminimax {
    pruning: ChancePruning,
}

impl PlayerKind for Expectiminimax {
    const NAME: &'static str = "expectiminimax";
    const ABOUT: &'static str = "alpha-beta for games with chance, cutting where chance moves too";
    const OPTIONS: Declarations = &[&DEPTH, &PRUNING, &PROBES, &NODES, &TIME, &WEIGHTS, &TABLES];
    const FIXED: Option<bool> = None;
    const VERSION: u32 = 2;

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let probes = options.get(&PROBES)?;
        let pruning = match (options.need(&PRUNING)?, probes) {
            (Pruning::Star2, probes) => ChancePruning::Star2 {
                probes: probes.unwrap_or(1),
            },
            (_, Some(probes)) => {
                let wanted = "`pruning=star2` beside it: only that probes".to_owned();
                return Err(options.wrong(&PROBES, &probes.to_string(), wanted));
            }
            (Pruning::None, None) => ChancePruning::None,
            (Pruning::Star1, None) => ChancePruning::Star1,
        };
        let evaluator = evaluator(entry, options, context)?;
        let limits = limits(entry, options)?;
        Ok(searching(
            Box::new(Hot {
                search: Expectiminimax { pruning },
                find: entry.hot.expectiminimax,
            }),
            entry,
            evaluator,
            limits,
            None,
            context,
        ))
    }
}

impl Expectiminimax {
    fn asked<G: Game>(&self, asked: &Asked<'_, G>) -> shido_search::Expectiminimax {
        shido_search::Expectiminimax {
            pruning: self.pruning,
            ask: asked.ask,
        }
    }
}

impl<G: Game> Search<G> for Expectiminimax {
    fn is_pure(&self) -> bool {
        true
    }

    fn cuts_at_the_root(&self) -> bool {
        true
    }

    fn search(&self, asked: Asked<'_, G>) -> Answer<G> {
        let search = self.asked(&asked);
        let found = search.search(asked.game, asked.position(), asked.model, asked.limits)?;
        Ok(found.into())
    }

    fn watched(
        &self,
        asked: Asked<'_, G>,
        recording: &mut Recording<G>,
    ) -> Option<Result<(), SearchError<G::Move>>> {
        let (game, position, model) = (asked.game, asked.position(), asked.model);
        let search = self.asked(&asked);
        let found = search.search_observed(game, position, model, asked.limits, recording);
        Some(found.map(drop))
    }
}
