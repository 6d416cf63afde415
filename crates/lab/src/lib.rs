//! The laboratory: experiments whose published numbers stand beside those that are measured here.
//!
//! An [`Experiment`] is a TOML file: what to play, what was published, what the numbers say, and when
//! they count as reproduced. [`run()`] measures it, going on where an earlier run was interrupted;
//! [`assess`] compares the [`Results`] with what was published; [`page()`] shows it all as one HTML
//! file.
//!
//! ```
//! use shido::{Catalog, Settings};
//! use shido_lab::{RunOrder, Sampling, assess, read, run};
//!
//! let experiment = read("coin.toml", r#"
//!     name = "coin"
//!     title = "Random players at tic-tac-toe"
//!     analysis = "The side that moves first has the better of it."
//!     [grid]
//!     game = "tic-tac-toe"
//!     games = 100
//!     rows = ["random"]
//!     columns = ["random"]
//! "#)?;
//! let folder = tempfile::tempdir().expect("a temporary folder can be made");
//! let settings = Settings { results: Some(folder.path().into()), ..Settings::in_memory() };
//! let order = RunOrder { sampling: Some(Sampling::Exact), fresh: false };
//! let results = run(&experiment, order, &Catalog::shipped(), &settings, &|_| {})?;
//! let first_wins = &assess(&experiment, &results).cells[0];
//! // 737/1260, by counting all games.
//! assert!((first_wins.ours - 737.0 / 1260.0).abs() < 1e-12);
//! # Ok::<(), shido_lab::LabError>(())
//! ```

mod analysis;
mod bout;
mod criteria;
mod error;
mod experiment;
mod export;
mod findings;
mod journal;
mod judge;
mod kept;
mod list;
mod losses;
mod matches;
mod merge;
mod open;
mod page;
mod part;
mod place;
mod plot;
mod rehearsal;
mod results;
mod run;
mod run_id;
mod shipped;
mod statistics;
mod trained;
mod training;
mod training_page;
mod trees;
mod trials;
mod turing;
mod work;

pub use analysis::{AnalysedRun, Remarks, remarks};
pub use bout::{Bout, Share, Tally};
pub use error::{FileMistake, LabError};
pub use experiment::{
    CellPlan, Contests, Criterion, Example, Experiment, MOST_GAMES, MOST_RUNS, Reading, Subject,
    Test, find, read,
};
pub use export::{csv, json};
pub use findings::{
    Agreement, Assessment, BestMoves, Cell, Findings, Judged, Parts, Runs, TrendRow, TuringRow,
    assess,
};
pub use journal::{Block, Journal};
pub use kept::Kept;
pub use list::{ExperimentList, Listed, list};
pub use losses::Losses;
pub use merge::{Merged, merge};
pub use open::{OpenExperiment, ReadyExperiment};
pub use page::{ABOUT_LOSSES, page};
pub use part::{Part, PartDone, run_part};
pub use place::{Place, Placed};
pub use results::Results;
pub use run::{RunOrder, Unfinished, behaviour, last, run, unfinished};
pub use run_id::{RunId, Sampling};
pub use shipped::shipped;
pub use statistics::{
    Mean, Rate, Trend, beyond, interval_of_gain, limit_for, student, z, z_of_gain,
};
pub use training::{Challenger, Measure, Tested, Training, TrainingRow};
pub use trees::Answer;
pub use trials::Trial;
pub use turing::TuringTest;
