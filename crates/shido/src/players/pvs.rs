//! `pvs`: principal variation search, the strongest.

use std::fmt::Debug;
use std::num::NonZeroUsize;

use shido_arena::ThinkingLimits;
use shido_core::Guide;
use shido_search::{
    Ask, ProbCut, PvsOptions, Recording, SearchError, Selectivity, TranspositionTable,
};

use super::hot::Hot;
use super::search::{
    ANY, Answer, Asked, BOOK, PLIES, Search, TABLE, TABLES, TIME, WEIGHTS, book, evaluator,
    searching, time,
};
use super::{Context, PlayerKind, Prepared};
use crate::Error;
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, choice, file, number, switch, whole};

const DEPTH: Opt<u32> = whole("depth", PLIES, "how many plies to look ahead at most");
const NODES: Opt<u64> = whole(
    "nodes",
    ANY,
    "how many positions to visit (500000 if nothing else limits it)",
);
const THREADS: Opt<usize> =
    whole("threads", [1, 256], "how many threads search at once").usually("1");
const PRUNING: Opt<Selectivity> = choice(
    "pruning",
    &[
        ("exact", Selectivity::Exact),
        ("sound", Selectivity::Sound),
        ("forward", Selectivity::Forward),
        ("probcut", Selectivity::ProbCut),
    ],
    "which moves it dares to leave out: exact leaves out none, forward goes by fixed margins, probcut by measured ones",
)
.usually("forward");
const CUTS: Opt<String> = file(
    "cuts",
    "for probcut, a file with what was measured (what comes with the game)",
);
const SIGMAS: Opt<f64> = number(
    "sigmas",
    [0.0, 10.0],
    "for probcut, by how many standard deviations a value must be expected outside the window (1.5)",
);
/// How sure ProbCut has to be unless told otherwise.
const SURE: f64 = 1.5;
const QUIESCENCE: Opt<bool> = switch(
    "quiescence",
    "whether it looks on where an exchange is under way",
)
.usually("on");

pub(crate) struct Pvs {
    pub(crate) options: PvsOptions,
    /// What was measured, for `pruning=probcut`.
    pub(crate) probcut: Option<ProbCut>,
    /// The size of its transposition table.
    pub(crate) mebibytes: usize,
}

impl PlayerKind for Pvs {
    const NAME: &'static str = "pvs";
    const ABOUT: &'static str =
        "the strongest: principal variation search, deeper and deeper within its limits";
    const OPTIONS: Declarations = &[
        &DEPTH,
        &NODES,
        &TIME,
        &TABLE,
        &THREADS,
        &PRUNING,
        &CUTS,
        &SIGMAS,
        &QUIESCENCE,
        &WEIGHTS,
        &TABLES,
        &BOOK,
    ];
    const FIXED: Option<bool> = Some(false);

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let limits = ThinkingLimits {
            depth: options.get(&DEPTH)?,
            nodes: options.get(&NODES)?,
            time: time(options)?,
        };
        let threads = NonZeroUsize::new(options.need(&THREADS)?);
        let selectivity = options.need(&PRUNING)?;
        let (cuts, sigmas) = (options.get(&CUTS)?, options.get(&SIGMAS)?);
        let wanted = || "`pruning=probcut` beside it".to_owned();
        let probcut = match (selectivity, &cuts, sigmas) {
            (Selectivity::ProbCut, cuts, sigmas) => {
                let measured = crate::weights::regressions(&entry.about.name, cuts.as_deref())?;
                Some(ProbCut::new(sigmas.unwrap_or(SURE), &measured))
            }
            (_, Some(cuts), _) => return Err(options.wrong(&CUTS, cuts, wanted())),
            (_, None, Some(sigmas)) => {
                return Err(options.wrong(&SIGMAS, &sigmas.to_string(), wanted()));
            }
            (_, None, None) => None,
        };
        let search = Pvs {
            probcut,
            options: PvsOptions {
                selectivity,
                quiescence: options.need(&QUIESCENCE)?,
                threads: threads.unwrap_or(NonZeroUsize::MIN),
                ..PvsOptions::default()
            },
            mebibytes: options.need(&TABLE)?,
        };
        let evaluator = evaluator(entry, options, context)?;
        let book = book(entry, options)?;
        Ok(searching(
            Box::new(Hot {
                search,
                find: entry.hot.pvs,
            }),
            entry,
            evaluator,
            limits,
            book,
            context,
        ))
    }
}

impl Pvs {
    fn table<M: Debug>(&self) -> Result<TranspositionTable, SearchError<M>> {
        TranspositionTable::try_new(self.mebibytes).map_err(SearchError::NoRoom)
    }
}

impl<G: Guide> Search<G> for Pvs {
    fn is_pure(&self) -> bool {
        false
    }

    fn knows_the_past(&self) -> bool {
        true
    }

    fn usual_nodes(&self) -> Option<u64> {
        Some(500_000)
    }

    fn ask_to_choose(&self) -> Ask {
        Ask::BestMove
    }

    fn search(&self, asked: Asked<'_, G>) -> Answer<G> {
        let table = match asked.table {
            Some(table) => table,
            none => none.insert(self.table()?),
        };
        let search = shido_search::Pvs {
            game: asked.game,
            model: asked.model,
            table,
            probcut: self.probcut.as_ref(),
            options: PvsOptions {
                ask: asked.ask,
                ..self.options
            },
        };
        let found = search.search(asked.positions, asked.limits, asked.watch)?;
        Ok(found.into())
    }

    fn watched(
        &self,
        asked: Asked<'_, G>,
        recording: &mut Recording<G>,
    ) -> Option<Result<(), SearchError<G::Move>>> {
        let table = match self.table() {
            Ok(table) => table,
            Err(error) => return Some(Err(error)),
        };
        let search = shido_search::Pvs {
            game: asked.game,
            model: asked.model,
            table: &table,
            probcut: self.probcut.as_ref(),
            options: PvsOptions {
                ask: asked.ask,
                ..self.options
            },
        };
        let found = search.search_observed(asked.positions, asked.limits, recording);
        Some(found.map(drop))
    }
}
