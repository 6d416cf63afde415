//! `mcts`: Monte-Carlo tree search.

use shido_arena::ThinkingLimits;
use shido_core::Game;

use super::hot::Hot;
use super::search::{ANY, Answer, Asked, BOOK, Found, Search, TIME, book, searching, time};
use super::{Context, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, number, whole};

const PLAYOUTS: Opt<u64> = whole(
    "playouts",
    ANY,
    "how many (10000 if nothing else limits it)",
);
const EXPLORATION: Opt<f64> = number(
    "exploration",
    [0.0, 1e6],
    "how much it prefers moves seldom tried (the square root of 2 if left out)",
);
const TREES: Opt<usize> =
    whole("trees", [1, 1024], "how many trees grow side by side").usually("1");
const MEMORY: Opt<usize> =
    whole("memory", [1, 1 << 20], "how many MiB the trees may fill").usually("1024");

pub(crate) struct Mcts(shido_search::Mcts);

impl PlayerKind for Mcts {
    const NAME: &'static str = "mcts";
    const ABOUT: &'static str =
        "Monte-Carlo tree search: needs no evaluation, judges by random playouts";
    const OPTIONS: Declarations = &[&PLAYOUTS, &TIME, &EXPLORATION, &TREES, &MEMORY, &BOOK];
    const FIXED: Option<bool> = Some(false);
    const VERSION: u32 = 3;

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let limits = ThinkingLimits {
            depth: None,
            nodes: options.get(&PLAYOUTS)?,
            time: time(options)?,
        };
        let usual = shido_search::Mcts::default();
        let exploration = options.get(&EXPLORATION)?;
        let search = shido_search::Mcts {
            exploration: exploration.map_or(usual.exploration, |factor| factor as f32),
            trees: options.need(&TREES)?,
            memory: options.need(&MEMORY)?,
            ..usual
        };
        let book = book(entry, options)?;
        let evaluator = entry.evaluator(None)?;
        Ok(searching(
            Box::new(Hot {
                search: Mcts(search),
                find: entry.hot.mcts,
            }),
            entry,
            evaluator,
            limits,
            book,
            context,
        ))
    }
}

impl<G: Game> Search<G> for Mcts {
    fn is_pure(&self) -> bool {
        false
    }

    fn usual_nodes(&self) -> Option<u64> {
        Some(10_000)
    }

    fn search(&self, asked: Asked<'_, G>) -> Answer<G> {
        let (game, position, model) = (asked.game, asked.position(), asked.model);
        let (seed, limits) = (asked.seed, asked.limits);
        let report = (self.0).search_watched(game, position, model, seed, limits, asked.watch)?;
        Ok(Found {
            analysis: report.analysis,
            visits: Some(report.visits),
        })
    }
}
