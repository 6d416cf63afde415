//! The one place that names concrete games and players together.
//!
//! From here outward a game is held without its type: [`open`] finds one by name or in a file and
//! gives an [`AnyGame`], which the command line, the web and the protocols use all alike.
//!
//! ```
//! use shido_catalog::{Settings, open};
//!
//! let game = open("tic-tac-toe")?;
//! let mut table = game.sit_down(None, None, &Settings::in_memory(), &|_| {})?;
//! table.play("b2")?;
//! assert_eq!(table.position(), ".../.X./... O");
//! # Ok::<(), shido_catalog::CatalogError>(())
//! ```

mod any_game;
mod book;
mod built_in;
mod engines;
mod error;
mod evaluation;
mod held;
mod hoyle;
mod lots;
mod open;
mod players;
mod schooling;
mod seated;
mod semi_random;
mod settings;
mod shipped;
mod spec;
mod speculating;
mod tables;
mod thinking;
mod trainers;
mod training;
mod tuning;
mod weights;

pub use any_game::{
    About, AdvisorSaid, AnyGame, AnyTable, Deliberation, Extent, Judgement, MatchOrder,
    MatchReport, MoveAdvised, MoveJudgement, MoveSpeculation, RecordSize, Solution, SolutionKind,
};
pub use error::CatalogError;
pub use open::{open, open_frame_text, open_tree_text};
pub use players::{PLAYERS, PlayerHelp};
pub use schooling::{SchoolOrder, SchoolPoint, SchoolReport, Testing};
pub use settings::{Event, Settings};
pub use shido_eval::{Duel, TdPoint, TuningPoint};
pub use shido_learn::{Goal, Imitation, Paradigm, Slot};
pub use shido_solve::{Progress, Stage};
pub use shipped::{Listing, shipped};
pub use spec::Spec;
pub use trainers::TRAINERS;
pub use training::{LearnerOptions, Tested, TrainOrder, TrialOrder, TrialReport};
pub use tuning::{TuneCurve, TuneMethod, TuneOrder, TuneReport};
