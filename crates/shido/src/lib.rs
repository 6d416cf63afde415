//! Shido: a teaching opponent for board games, as a library.
//!
//! A [`Catalog`] names games and players. It gives games without their type ([`AnyGame`]), which give
//! players ([`AnyPlayer`]) and contests under way ([`AnySession`]); what these answer is plain data with
//! one serialised form. The command line, the laboratory and whatever comes next use nothing else.

mod additions;
mod answers;
mod book;
mod catalog;
mod entry;
mod error;
mod evaluation;
mod game;
mod options;
mod players;
mod session;
mod settings;
mod sources;
mod spec;
mod tables;
mod trainers;
mod training;
mod tuning;
mod weights;
mod wire;

pub use answers::{
    AdvisorSaid, Analysis, Certain, Deliberation, Extent, MatchCounts, MatchOrder, MatchReport,
    MoveAdvised, MoveNamed, MoveSpeculation, MoveThought, Progress, RecordSize, Solution,
    SolutionKind, Thought,
};
pub use catalog::Catalog;
pub use entry::{Entry, Playable};
pub use error::{Error, Unsolvable};
pub use game::{About, AnyGame, AnyPlayer};
pub use options::{OptionDescription, OptionKind};
pub use players::{AnyContest, GenericPlayer, PlayerDescription};
pub use session::{AnySession, Moved, Reasons, Request, Saved};
pub use settings::{Event, Settings};
pub use spec::Spec;
pub use trainers::TrainerDescription;
pub use training::{LearnerOptions, Tested, Testing, TrainingOrder, TrainingPoint, TrainingReport};
pub use tuning::{TuneCurve, TuneMethod, TuneOrder, TuneReport};

// What a developer needs of the crates below: one dependency is enough.
pub use shido_arena as arena;
pub use shido_arena::{Seats, Thinking, ThinkingLimits};
pub use shido_core as core;
pub use shido_core::picture::{Picture, TreePicture};
pub use shido_core::{
    Depict, ForFirst, ForMover, Game, Guide, Markers, Notation, NotationError, Outcome, Seat, Seed,
    Symmetry, Turn, Verdict,
};
pub use shido_eval::{Duel, TdPoint, TuningPoint};
pub use shido_frame as frame;
pub use shido_games as games;
pub use shido_learn as learn;
pub use shido_learn::{Goal, Imitation, Paradigm, Slot};
pub use shido_search as search;
pub use shido_search::{Ask, Bound};
pub use shido_solve as solve;
pub use sources::{open_frame_text, open_tree_text};
