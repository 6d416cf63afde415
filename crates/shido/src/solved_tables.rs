//! What games can do whose positions fit in a solved table.

use std::sync::{Arc, Mutex, PoisonError};

use shido_arena::Oracle;
use shido_core::{Foresight, Game, Pack, Solved};
use shido_solve::{
    Found, OnProgress, Origin, Proof, ProveOptions, SolveError, SolveOptions, SolvedTable, Store,
};

use crate::game::About;
use crate::{Error, Event, Settings, Watch};

/// The solver for one type of game. A game that has one can be solved; the functions are chosen where
/// its type, and so its capability, is known.
pub(crate) struct SolvedTables<G: Game> {
    load_or_solve: fn(&Store, &G, &SolveOptions, OnProgress<'_>) -> Result<Found, SolveError>,
    solve: fn(&G, &SolveOptions, OnProgress<'_>) -> Result<SolvedTable, SolveError>,
    prove: Prove<G>,
    lookup: fn(&SolvedTable, &G, &G::Position) -> Option<Solved>,
    /// The solved table, once it was needed.
    found: Mutex<Option<Arc<SolvedTable>>>,
}

type Prove<G> =
    fn(&G, &ProveOptions, OnProgress<'_>) -> Result<Proof<<G as Game>::Move>, SolveError>;

impl<G: Pack + Foresight> SolvedTables<G> {
    pub(crate) fn new() -> SolvedTables<G> {
        SolvedTables {
            load_or_solve: shido_solve::load_or_solve,
            solve: shido_solve::solve,
            prove: shido_solve::prove,
            lookup: SolvedTable::lookup,
            found: Mutex::default(),
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
    pub(crate) fn solve(
        &self,
        game: &G,
        about: &About,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Answer<G>, Error> {
        // A solver that panicked has left nothing behind that could be half done.
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = found.as_ref() {
            return Ok(self.answer(table, true, None));
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
            let table = Arc::new((self.solve)(game, &options, &report).map_err(failed)?);
            *found = Some(Arc::clone(&table));
            return Ok(self.answer(&table, false, None));
        };
        let store = Store::new(directory);
        let result = (self.load_or_solve)(&store, game, &options, &report).map_err(failed)?;
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
        Ok(self.answer(&table, matches!(result.origin, Origin::Loaded), kept))
    }

    fn answer(
        &self,
        table: &Arc<SolvedTable>,
        loaded: bool,
        kept: Option<std::path::PathBuf>,
    ) -> Answer<G> {
        Answer {
            oracle: SolvedOracle {
                table: Arc::clone(table),
                lookup: self.lookup,
            },
            loaded,
            kept,
        }
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
        (self.prove)(game, &options, &report).map_err(|source| Error::Solve {
            game: about.name.clone(),
            source,
        })
    }
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
    lookup: fn(&SolvedTable, &G, &G::Position) -> Option<Solved>,
}

impl<G: Game> Oracle<G> for SolvedOracle<G> {
    fn solved(&self, game: &G, position: &G::Position) -> Option<Solved> {
        (self.lookup)(&self.table, game, position)
    }
}
