//! Shido: a teaching opponent for board games, as a library. Bring your rules, get search, opponent models,
//! a tutor, a learner, an arena, a solver and the whole command line.
//!
//! This is a whole game, twenty-one matches of which one to three are taken in turn: fifty lines of rules and
//! notation, then forty of what it gets.
//!
//! ```
//! use std::sync::Arc;
//!
//! use shido::{
//!     Ask, Catalog, Depict, Entry, Game, Guide, Markers, MatchOrder, Notation, NotationError,
//!     Outcome, Request, Seat, Seats, Settings, Symmetry, Turn,
//! };
//!
//! struct Matches;
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! struct Left(u8, Seat);
//!
//! impl Game for Matches {
//!     type Position = Left;
//!     type Move = u8;
//!
//!     fn start(&self) -> Left {
//!         Left(21, Seat::First)
//!     }
//!     fn turn(&self, at: &Left) -> Turn {
//!         match at.0 {
//!             0 => Turn::Over(Outcome::win(at.1.other())),
//!             _ => Turn::Of(at.1),
//!         }
//!     }
//!     fn each_move(&self, at: &Left, visit: impl FnMut(u8)) {
//!         (1..=at.0.min(3)).for_each(visit);
//!     }
//!     fn play(&self, at: &mut Left, taken: u8) {
//!         *at = Left(at.0 - taken, at.1.other());
//!     }
//!     fn progress(&self, at: &Left) -> Option<u32> {
//!         Some(21 - u32::from(at.0))
//!     }
//! }
//!
//! // Rules can be searched as they are.
//! use shido::search::{Limits, Rules, minimax};
//! let found = minimax(&Matches, &Left(9, Seat::First), &Rules, Limits::default())?;
//! assert_eq!(found.best, [1]); // leaves eight, a multiple of four
//!
//! // With a way to write positions they can be in a catalog. The rest is provided.
//! impl Notation for Matches {
//!     fn write_move(&self, _: &Left, taken: u8) -> String {
//!         taken.to_string()
//!     }
//!     fn write_position(&self, at: &Left) -> String {
//!         format!("{} {}", at.0, at.1)
//!     }
//!     fn parse_position(&self, text: &str) -> Result<Left, NotationError> {
//!         let wrong = || NotationError::new("write what is left and who moves: `21 first`");
//!         let (left, mover) = text.split_once(' ').ok_or_else(wrong)?;
//!         let mover = if mover == "second" { Seat::Second } else { Seat::First };
//!         Ok(Left(left.parse().map_err(|_| wrong())?, mover))
//!     }
//! }
//! impl Symmetry for Matches {}
//! impl Guide for Matches {}
//! impl Markers for Matches {}
//! impl Depict for Matches {}
//!
//! let mut catalog = Catalog::shipped();
//! catalog.add_game("matches", || Entry::new(Matches).title("Twenty-one matches").ends_soon())?;
//! // shido_cli::main(catalog) is the whole command line for it.
//!
//! let settings = Settings::in_memory();
//! let game = catalog.open("matches")?;
//! let player = |text: &str| game.player(&text.parse()?, &settings, &|_| {});
//!
//! // A contest: somebody plays, the program answers and can be asked.
//! let mut session = Arc::clone(&game).session(None, &settings)?;
//! session.seat(Seat::Second, Some(&player("pvs:depth=6")?))?;
//! session.play("2")?;
//! session.let_move(&Request::default())?;
//! let tutor = player("tu:student=2,limit=1")?;
//! let told = session.analyze(&tutor, Ask::EveryMove, &Request::default())?;
//! assert_eq!(told.thought.moves.len(), 3);
//!
//! // An exact match: whoever searches to the end wins from the start.
//! let order = MatchOrder {
//!     a: player("alphabeta")?,
//!     b: player("random")?,
//!     seats: Seats::Fixed,
//!     games: None,
//!     opening_plies: 0,
//!     transcripts: false,
//! };
//! assert!(game.play_match(&order, &settings, &|_| {})?.a_wins > 0.999);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/kalah` in the repository is a larger one in a crate of its own:
//! a family of games, solved, with an evaluation that is a closure, and a binary.
//!
//! A [`Catalog`] names games and players. It gives games without their type ([`AnyGame`]), which give
//! players ([`AnyPlayer`]) and contests under way ([`AnySession`]); what these answer is plain data with
//! one serialised form. The command line, the laboratory and whatever comes next use nothing else. The crates
//! below, generic and without a word about files or text, are [`core`], [`search`], [`arena`], [`solve`],
//! [`learn`], [`frame`] and [`games`].

mod abilities;
mod additions;
mod answers;
mod book;
mod catalog;
mod date;
mod endgames;
mod entry;
mod erased;
mod error;
mod evaluation;
pub mod files;
mod game;
mod network;
mod options;
mod people;
mod players;
mod probcut;
mod random_contests;
mod record;
mod session;
mod settings;
mod solved_tables;
mod sources;
mod spec;
mod tournament;
mod trainers;
mod training;
mod tuning;
mod weights;
mod wire;

pub use answers::{
    AdvisorSaid, Analysis, Certain, ContestResult, Deliberation, EndgameSolution, Extent,
    FeaturePart, FeatureSum, FrameCheck, FrameChecks, FrameProblem, GameList, MatchCounts,
    MatchOrder, MatchReport, MoveAdvised, MoveNamed, MoveSpeculation, MoveThought, Odds, OddsKind,
    PlayerList, PositionCounts, RecordSize, SearchTree, Solution, SolutionKind, Thought, Tutoring,
};
pub use catalog::Catalog;
pub use date::Date;
pub use entry::{Entry, Playable};
pub use error::{Error, Unsolvable};
pub use game::{About, Adviser, AnyGame, AnyPlayer};
pub use network::{NetworkOrder, NetworkReport};
pub use options::{OptionDescription, OptionKind};
pub use people::{PeopleOrder, PeopleReport};
pub use players::{AnyContest, GenericPlayer, PlayerDescription, Tutored, tutor_spec};
pub use probcut::{ProbCutOrder, ProbCutReport};
pub use random_contests::RandomContest;
pub use record::{RecordFormat, RecordHead, read_records, write_record};
pub use session::{
    AnySession, Capture, Choice, MotifSeen, Moved, Planes, Reasons, Request, Saved, TouchedMove,
    Writing,
};
pub use settings::{Event, Settings, Watch};
pub use spec::Spec;
pub use tournament::{
    Meeting, Pairing, Standing, TournamentOrder, TournamentReport, finish_tournament, play_meeting,
    play_tournament, tournament_opening,
};
pub use trainers::TrainerDescription;
pub use training::{
    LearnerOptions, MOST_STATES, Tested, Testing, TrainingOrder, TrainingPoint, TrainingReport,
};
pub use tuning::{TuneCurve, TuneMethod, TuneOrder, TuneReport};

pub use shido_people::training::{Band as PeopleBand, Point as PeoplePoint};

// What a developer needs of the crates below: one dependency is enough.
pub use shido_arena as arena;
pub use shido_arena::{EarlyEnd, Seats, Thinking, ThinkingLimits};
pub use shido_core as core;
pub use shido_core::picture::{Picture, TreePicture};
pub use shido_core::{
    Depict, ForFirst, ForMover, Game, Guide, Markers, Notation, NotationError, Outcome, Seat, Seed,
    Symmetry, Turn, Verdict,
};
pub use shido_eval::{Duel, NetworkPoint, SelfPlayed, TdPoint, TuningPoint};
pub use shido_frame as frame;
pub use shido_games as games;
pub use shido_learn as learn;
pub use shido_learn::{Covered, Goal, Imitation, Insight, Judged, Paradigm, Slot};
pub use shido_search as search;
pub use shido_search::{Ask, Bound};
pub use shido_solve as solve;
pub use shido_tutor as tutor;
pub use sources::{open_frame_text, open_tree_text};
