//! What games can do whose positions fit in a solved table.

use std::sync::{Arc, Mutex, PoisonError};

use shido_arena::Oracle;
use shido_core::{Foresight, Game, Pack, Solved};
use shido_solve::{
    Found, OnProgress, Origin, Proof, ProveOptions, SolveError, SolveOptions, SolvedTable, Store,
};

use crate::erased::Erased;
use crate::evaluation::{Evaluator, consulting};
use crate::game::About;
use crate::{Error, Event, Settings, Watch};

/// The solver for one type of game. A game that has one can be solved; the functions are chosen where
/// its type, and so its capability, is known.
pub(crate) struct SolvedTables<G: Game> {
    pub(crate) load_or_solve:
        fn(&Store, &G, &SolveOptions, OnProgress<'_>) -> Result<Found, SolveError>,
    pub(crate) solve: fn(&G, &SolveOptions, OnProgress<'_>) -> Result<SolvedTable, SolveError>,
    pub(crate) prove: Prove<G>,
    /// Whether much of a contest can be proved: positions do not recur, and their numbers are small.
    pub(crate) provable: fn(&G) -> bool,
    pub(crate) lookup: fn(&SolvedTable, &G, &G::Position) -> Option<Solved>,
    /// The number of a position in a table, one for all its images, and the way back.
    pub(crate) pack: fn(&G, &G::Position) -> u64,
    pub(crate) unpack: fn(&G, u64) -> Option<G::Position>,
    /// Makes somebody look positions up before they judge them.
    pub(crate) consulting: fn(&G, Evaluator<G>, SolvedOracle<G>) -> Evaluator<G>,
    /// The solved table, once it was needed.
    found: Arc<Mutex<Option<Arc<SolvedTable>>>>,
}

/// Proves what a position is worth.
pub(crate) type Prove<G> = fn(
    &G,
    &<G as Game>::Position,
    &ProveOptions,
    OnProgress<'_>,
) -> Result<Proof<<G as Game>::Move>, SolveError>;

impl<G: Pack + Foresight + 'static> SolvedTables<G> {
    pub(crate) fn new() -> SolvedTables<G> {
        SolvedTables {
            load_or_solve: shido_solve::load_or_solve,
            solve: shido_solve::solve,
            prove: shido_solve::prove_position,
            provable: |game| {
                game.packed_bits() <= u64::BITS && game.progress(&game.start()).is_some()
            },
            lookup: SolvedTable::lookup,
            pack: G::pack_canonical,
            unpack: G::unpack,
            consulting: |_, evaluator, oracle| Evaluator {
                model: consulting(evaluator.model, move |game, position| {
                    oracle.solved(game, position)
                }),
                ..evaluator
            },
            found: Arc::default(),
        }
    }
}

/// A solved table and how it was come by.
pub(crate) struct Answer<G: Game> {
    pub(crate) oracle: SolvedOracle<G>,
    pub(crate) loaded: bool,
    pub(crate) kept: Option<std::path::PathBuf>,
}

impl<G: Game> SolvedTables<G> {
    /// The same for the game without its type: whichever is asked first, both have the table then.
    pub(crate) fn erased(&self) -> SolvedTables<Erased> {
        SolvedTables {
            load_or_solve: |store, game, options, report| {
                game.rules().load_or_solve(store, options, report)
            },
            solve: |game, options, report| game.rules().solve(options, report),
            prove: |game, position, options, report| game.rules().prove(position, options, report),
            provable: |game| game.rules().provable(),
            lookup: |table, game, position| game.rules().look_up(table, position),
            pack: |game, position| game.rules().pack(position),
            unpack: |game, packed| game.rules().unpack(packed),
            consulting: |game, evaluator, oracle| {
                Arc::clone(game.rules()).consulting(evaluator, oracle.table)
            },
            found: Arc::clone(&self.found),
        }
    }

    pub(crate) fn solve(
        &self,
        game: &G,
        about: &About,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Answer<G>, Error> {
        let found = find(
            &self.found,
            &|options, report| (self.solve)(game, options, report),
            &|store, options, report| (self.load_or_solve)(store, game, options, report),
            about,
            settings,
            watch,
        )?;
        Ok(Answer {
            oracle: SolvedOracle {
                table: found.table,
                lookup: self.lookup,
            },
            loaded: found.loaded,
            kept: found.kept,
        })
    }

    pub(crate) fn prove(
        &self,
        game: &G,
        about: &About,
        distance: bool,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Proof<G::Move>, Error> {
        let options = ProveOptions {
            memory: settings.memory / 2,
            distance,
            stop: Arc::clone(&settings.stop),
        };
        let report = |progress| {
            watch(Event::Solving {
                game: about.name.clone(),
                progress,
            });
        };
        (self.prove)(game, &game.start(), &options, &report).map_err(|source| Error::Solve {
            game: about.name.clone(),
            source,
        })
    }
}

/// A solved table and how it was come by, whatever the type of the game.
struct SolvedFor {
    table: Arc<SolvedTable>,
    loaded: bool,
    kept: Option<std::path::PathBuf>,
}

/// The solved table that was found before, or is kept in the cache, or is made now. Not generic, so that it
/// is compiled once.
fn find(
    found: &Mutex<Option<Arc<SolvedTable>>>,
    solve: &dyn Fn(&SolveOptions, OnProgress<'_>) -> Result<SolvedTable, SolveError>,
    load_or_solve: &dyn Fn(&Store, &SolveOptions, OnProgress<'_>) -> Result<Found, SolveError>,
    about: &About,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<SolvedFor, Error> {
    let answer = |table: &Arc<SolvedTable>, loaded, kept| SolvedFor {
        table: Arc::clone(table),
        loaded,
        kept,
    };
    // A solver that panicked has left nothing behind that could be half done.
    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(table) = found.as_ref() {
        return Ok(answer(table, true, None));
    }
    let options = SolveOptions {
        threads: settings.threads,
        memory: settings.memory,
        stop: Arc::clone(&settings.stop),
        ..SolveOptions::new(&about.kept_as, about.fingerprint)
    };
    let report = |progress| {
        watch(Event::Solving {
            game: about.name.clone(),
            progress,
        });
    };
    let failed = |source| Error::Solve {
        game: about.name.clone(),
        source,
    };
    check_size(about, settings.memory).map_err(failed)?;
    let Some(directory) = &settings.cache else {
        let table = Arc::new(solve(&options, &report).map_err(failed)?);
        *found = Some(Arc::clone(&table));
        return Ok(answer(&table, false, None));
    };
    let store = Store::new(directory);
    let result = load_or_solve(&store, &options, &report).map_err(failed)?;
    if let Origin::Rebuilt(reason) = &result.origin {
        let path = store.path(&about.kept_as);
        watch(Event::Warning(format!(
            "{} was not used ({reason}); the game was solved again",
            path.display()
        )));
    }
    let kept = match &result.kept {
        Ok(()) => Some(store.path(&about.kept_as)),
        Err(error) => {
            watch(Event::Warning(format!(
                "{error}; the result is right, but will have to be found again next time"
            )));
            None
        }
    };
    let table = Arc::new(result.table);
    *found = Some(Arc::clone(&table));
    Ok(answer(
        &table,
        matches!(result.origin, Origin::Loaded),
        kept,
    ))
}

/// Refuses what is known to be too large before any time is spent on it.
fn check_size(about: &About, limit: u64) -> Result<(), SolveError> {
    let known = about.known.as_ref().and_then(|known| known.positions);
    let positions = known.unwrap_or(0) / about.symmetries as u64;
    let wanted = positions.saturating_mul(size_of::<u64>() as u64);
    if wanted <= limit {
        return Ok(());
    }
    Err(SolveError::TooMany {
        limit,
        wanted,
        positions,
    })
}

/// A solved table as an oracle for players.
pub(crate) struct SolvedOracle<G: Game> {
    pub(crate) table: Arc<SolvedTable>,
    pub(crate) lookup: fn(&SolvedTable, &G, &G::Position) -> Option<Solved>,
}

impl<G: Game> Oracle<G> for SolvedOracle<G> {
    fn solved(&self, game: &G, position: &G::Position) -> Option<Solved> {
        (self.lookup)(&self.table, game, position)
    }
}
