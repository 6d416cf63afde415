//! Where work is done, and what happens on the way.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shido_core::Seed;
use shido_solve::Progress;
use shido_tutor::Students;

/// What any long work needs to know about where it runs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where every random choice comes from.
    pub seed: Seed,
    /// How many threads work; all processors where `None`.
    pub threads: Option<NonZeroUsize>,
    /// How many bytes a solver may hold.
    pub memory: u64,
    /// Where solved tables are kept; nowhere if `None`.
    pub cache: Option<PathBuf>,
    /// Where the results of experiments are kept; nowhere if `None`.
    pub results: Option<PathBuf>,
    /// Where it is kept what is remembered of students; nowhere if `None`.
    pub data: Option<PathBuf>,
    /// Where tutors remember students by name; nowhere if `None`.
    pub students: Option<Arc<dyn Students>>,
    /// Set it to stop the work.
    pub stop: Arc<AtomicBool>,
}

impl Settings {
    /// Settings that keep nothing on disk.
    #[must_use]
    pub fn in_memory() -> Settings {
        Settings {
            seed: Seed(0),
            threads: None,
            memory: 8 << 30,
            cache: None,
            results: None,
            data: None,
            students: None,
            stop: Arc::default(),
        }
    }

    /// Settings that keep solved tables and results in the user's cache directory, or in the directory
    /// that the environment variable `SHIDO_CACHE` names; and what is remembered of students in the
    /// user's data directory, or in the one that `SHIDO_DATA` names.
    #[must_use]
    pub fn for_user() -> Settings {
        let directory = |variable: &str| {
            let name = std::env::var_os(variable).filter(|name| !name.is_empty());
            name.map(PathBuf::from)
        };
        let named = directory("SHIDO_CACHE");
        let user = directories::ProjectDirs::from("", "", "shido");
        let usual = |folder| Some(user.as_ref()?.cache_dir().join(folder));
        Settings {
            results: named
                .as_ref()
                .map(|named| named.join("lab"))
                .or_else(|| usual("lab")),
            cache: named.or_else(|| usual("tables")),
            data: directory("SHIDO_DATA").or_else(|| Some(user.as_ref()?.data_dir().to_owned())),
            ..Settings::in_memory()
        }
    }
}

/// Called with what happens during long work.
pub type Watch<'w> = &'w (dyn Fn(Event) + Sync);

/// What happens during long work.
#[derive(Clone, Debug)]
pub enum Event {
    /// The solver is at work on this game.
    Solving {
        /// The game's name.
        game: String,
        /// How far it is.
        progress: Progress,
    },
    /// How long the work will take that begins now, as far as trying a little of it tells.
    Forecast {
        /// On so many threads.
        threads: usize,
        /// Time on the clock.
        time: Duration,
        /// Whether it may take longer: something that was tried was not done when the time for it was up.
        at_least: bool,
    },
    /// So many contests have been played.
    Contests(u64),
    /// A learner has come so far.
    Learning {
        /// The contests so far.
        contests: u64,
        /// How many of them in a row met the standard up to now.
        streak: u32,
        /// How much is known, in units.
        units: usize,
        /// How many of the last contests met the standard, from 0 to 1.
        recently: Option<f64>,
    },
    /// What a learner knows by now, as the text of a file.
    Learned(String),
    /// How well people are predicted by now.
    People(shido_people::training::Point),
    /// Something the user should know, though the work goes on.
    Warning(String),
}
