//! Endgames of large games: their tables, kept in the cache, and who looks positions up in them.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use shido_core::{Endgame, Endgames, Game, Notation, NotationError, Solved};
use shido_solve::{
    EndgameTable, EndgameTables, Found, OnProgress, Origin, SolveError, SolveOptions, Store,
    load_or_solve_endgame, solve_endgame,
};

use crate::erased::Erased;
use crate::evaluation::{Evaluator, consulting};
use crate::game::About;
use crate::{Error, Event, Settings, Watch};

/// The endgames of a game, for one type of game.
pub(crate) struct EndgamesOf<G: Game> {
    solver: Arc<dyn EndgameSolver>,
    pub(crate) lookup: fn(&EndgameTables, &G, &G::Position) -> Option<Solved>,
    /// Makes somebody look positions up before they judge them.
    pub(crate) consulting: fn(&G, Evaluator<G>, Arc<EndgameTables>) -> Evaluator<G>,
    /// The tables of the cache, once they were needed.
    found: Arc<Mutex<Option<Arc<EndgameTables>>>>,
}

/// A solved endgame and how it was come by.
pub(crate) struct SolvedEndgame {
    /// What the endgame is called.
    pub(crate) name: String,
    pub(crate) table: EndgameTable,
    /// A position at the longest distance.
    pub(crate) longest_position: Option<String>,
    pub(crate) loaded: bool,
    pub(crate) kept: Option<PathBuf>,
}

impl<G: Endgames + Notation + Clone + 'static> EndgamesOf<G> {
    pub(crate) fn new(game: &G) -> EndgamesOf<G> {
        EndgamesOf {
            solver: Arc::new(SolverOf(game.clone())),
            lookup: EndgameTables::lookup,
            consulting: |_, evaluator, tables| {
                let look_up = move |game: &G, position: &G::Position| tables.lookup(game, position);
                Evaluator {
                    model: consulting(evaluator.model, look_up),
                    ..evaluator
                }
            },
            found: Arc::default(),
        }
    }
}

impl<G: Game> EndgamesOf<G> {
    /// The same for the game without its type.
    pub(crate) fn erased(&self) -> EndgamesOf<Erased> {
        EndgamesOf {
            solver: Arc::clone(&self.solver),
            lookup: |tables, game, position| game.rules().look_up_endgame(tables, position),
            consulting: |game, evaluator, tables| {
                Arc::clone(game.rules()).consulting_endgames(evaluator, tables)
            },
            found: Arc::clone(&self.found),
        }
    }

    /// The tables that are in the cache; none is made. One that cannot be used is named in a warning, and so
    /// are those that do not fit in the memory of the settings.
    pub(crate) fn kept(
        &self,
        about: &About,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Arc<EndgameTables> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = found.as_ref() {
            return Arc::clone(tables);
        }
        let mut tables = EndgameTables::default();
        if let Some(directory) = &settings.cache {
            let store = Store::new(directory);
            for (number, name) in self.solver.names().iter().enumerate() {
                let file = kept_as(about, name);
                let path = store.path(&file);
                match store.load::<EndgameTable>(&file, about.fingerprint) {
                    Ok(None) => {}
                    Ok(Some(table)) if tables.bytes() + table.bytes() <= settings.memory => {
                        tables.insert(Endgame(number), table);
                    }
                    Ok(Some(_)) => watch(Event::Warning(format!(
                        "{} does not fit in the memory that may be used, and is left out",
                        path.display()
                    ))),
                    Err(reason) => watch(Event::Warning(format!(
                        "{} was not used ({reason}); solving {name} anew replaces it",
                        path.display()
                    ))),
                }
            }
        }
        let tables = Arc::new(tables);
        *found = Some(Arc::clone(&tables));
        tables
    }

    /// The table of an endgame, from the cache or made now, after those of the endgames that it leads to.
    pub(crate) fn solve(
        &self,
        text: &str,
        about: &About,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<SolvedEndgame, Error> {
        let endgame = self.solver.find(text).map_err(Error::Notation)?;
        // What is in the cache by now is read again by whoever is asked next.
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let work = Work {
            solver: &*self.solver,
            names: self.solver.names(),
            about,
            settings,
            watch,
        };
        work.solve(endgame)
    }
}

/// The name under which the table of an endgame is kept.
fn kept_as(about: &About, name: &str) -> String {
    format!("{}-{name}", about.kept_as)
}

/// A request for a table.
struct Work<'a> {
    solver: &'a dyn EndgameSolver,
    names: Vec<String>,
    about: &'a About,
    settings: &'a Settings,
    watch: Watch<'a>,
}

impl Work<'_> {
    fn solve(&self, endgame: Endgame) -> Result<SolvedEndgame, Error> {
        let store = self.settings.cache.as_ref().map(Store::new);
        let name = &self.names[endgame.0];
        // A table that is there needs none of the others.
        let file = kept_as(self.about, name);
        let fingerprint = self.about.fingerprint;
        if let Some(store) = &store
            && let Ok(Some(table)) = store.load::<EndgameTable>(&file, fingerprint)
        {
            return Ok(self.answer(endgame, table, true, Some(store.path(&file))));
        }
        let mut after = EndgameTables::default();
        for next in self.solver.after(endgame) {
            after.insert(next, self.solve(next)?.table);
        }
        let options = SolveOptions {
            threads: self.settings.threads,
            memory: self.settings.memory,
            stop: Arc::clone(&self.settings.stop),
            ..SolveOptions::new(&file, fingerprint)
        };
        let game = format!("{} {name}", self.about.name);
        let report = |progress| {
            (self.watch)(Event::Solving {
                game: game.clone(),
                progress,
            });
        };
        let found = self
            .solver
            .solve(store.as_ref(), endgame, &after, &options, &report);
        let found = found.map_err(|source| Error::Solve {
            game: game.clone(),
            source,
        })?;
        let path = store.as_ref().map(|store| store.path(&file));
        if let (Origin::Rebuilt(reason), Some(path)) = (&found.origin, &path) {
            (self.watch)(Event::Warning(format!(
                "{} was not used ({reason}); the endgame was solved again",
                path.display()
            )));
        }
        let kept = match found.kept {
            Ok(()) => path,
            Err(error) => {
                (self.watch)(Event::Warning(format!(
                    "{error}; the result is right, but will have to be found again next time"
                )));
                None
            }
        };
        let loaded = matches!(found.origin, Origin::Loaded);
        Ok(self.answer(endgame, found.table, loaded, kept))
    }

    fn answer(
        &self,
        endgame: Endgame,
        table: EndgameTable,
        loaded: bool,
        kept: Option<PathBuf>,
    ) -> SolvedEndgame {
        let summary = table.summary();
        let far = Some(summary.longest_at).filter(|_| summary.longest > 0);
        SolvedEndgame {
            name: self.names[endgame.0].clone(),
            longest_position: far.and_then(|number| self.solver.position(endgame, number)),
            table,
            loaded,
            kept,
        }
    }
}

/// The endgames of some game, whatever its type.
trait EndgameSolver: Send + Sync {
    fn names(&self) -> Vec<String>;
    fn find(&self, text: &str) -> Result<Endgame, NotationError>;
    fn after(&self, endgame: Endgame) -> Vec<Endgame>;
    /// The position of a number, written down.
    fn position(&self, endgame: Endgame, number: u32) -> Option<String>;
    /// Solves an endgame, or takes its table from a store.
    fn solve(
        &self,
        store: Option<&Store>,
        endgame: Endgame,
        after: &EndgameTables,
        options: &SolveOptions,
        watch: OnProgress<'_>,
    ) -> Result<Found<EndgameTable>, SolveError>;
}

struct SolverOf<G>(G);

impl<G: Endgames + Notation> EndgameSolver for SolverOf<G> {
    fn names(&self) -> Vec<String> {
        self.0.endgame_names()
    }

    fn find(&self, text: &str) -> Result<Endgame, NotationError> {
        self.0.find_endgame(text)
    }

    fn after(&self, endgame: Endgame) -> Vec<Endgame> {
        self.0.endgames_after(endgame)
    }

    fn position(&self, endgame: Endgame, number: u32) -> Option<String> {
        let position = self.0.numbered(endgame, number)?;
        Some(self.0.write_position(&position))
    }

    fn solve(
        &self,
        store: Option<&Store>,
        endgame: Endgame,
        after: &EndgameTables,
        options: &SolveOptions,
        watch: OnProgress<'_>,
    ) -> Result<Found<EndgameTable>, SolveError> {
        match store {
            Some(store) => load_or_solve_endgame(store, &self.0, endgame, after, options, watch),
            None => Ok(Found {
                table: solve_endgame(&self.0, endgame, after, options, watch)?,
                origin: Origin::Solved,
                kept: Ok(()),
            }),
        }
    }
}
