//! `pn`: proof-number search.

use shido_arena::ThinkingLimits;
use shido_core::Game;

use super::hot::Hot;
use super::search::{ANY, Answer, Asked, Search, TABLE, TIME, searching, time};
use super::{Context, Need, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, whole};

const NODES: Opt<u64> = whole(
    "nodes",
    ANY,
    "how many positions to visit (1000000 if nothing else limits it)",
);

pub(crate) struct ProofNumber(shido_search::ProofNumber);

impl PlayerKind for ProofNumber {
    const NAME: &'static str = "pn";
    const VERSION: u32 = 3;
    const ABOUT: &'static str =
        "proof-number search: looks for forced wins, and plays at random where it finds none";
    const OPTIONS: Declarations = &[&NODES, &TIME, &TABLE];
    const NEEDS: &'static [Need] = &[Need::WinsAndLosses];
    const FIXED: Option<bool> = Some(false);

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let mut limits = ThinkingLimits {
            depth: None,
            nodes: options.get(&NODES)?,
            time: time(options)?,
        };
        if limits == ThinkingLimits::default() {
            limits.nodes = Some(1_000_000);
        }
        let search = shido_search::ProofNumber {
            mebibytes: options.need(&TABLE)?,
        };
        let evaluator = entry.evaluator(None)?;
        Ok(searching(
            Box::new(Hot {
                search: ProofNumber(search),
                find: entry.hot.pn,
            }),
            entry,
            evaluator,
            limits,
            None,
            context,
        ))
    }
}

impl<G: Game> Search<G> for ProofNumber {
    fn is_pure(&self) -> bool {
        false
    }

    fn search(&self, asked: Asked<'_, G>) -> Answer<G> {
        let found = self.0.analyze(asked.game, asked.position(), asked.limits)?;
        Ok(found.into())
    }
}
