//! What a game is.
//!
//! A game is a *value* that implements [`Game`]: its rules. A position is another value, so one
//! set of rules serves any number of positions, and rules may be loaded from a file. What a game
//! can do beyond being played is said by subtraits: [`Notation`], [`EngineNotation`], [`Depict`],
//! [`Symmetry`], [`Pack`], [`Chance`], [`Evaluation`], [`Features`], [`Guide`], [`Foresight`],
//! [`Markers`], [`Endgames`], [`Perception`] and [`Motifs`].
//!
//! This crate reads no file and no clock and knows no serialised form of anything.

mod capability;
mod endgames;
pub mod erased;
mod foresight;
mod game;
mod markers;
mod motifs;
mod nearest;
mod notation;
mod outcome;
pub mod parallel;
mod perception;
pub mod picture;
mod pov;
mod seat;
mod seed;
mod short;
mod touch;
pub mod words;

pub use capability::{Captures, Chance, Evaluation, Features, Guide, Inputs, Pack, Symmetry};
pub use endgames::{Endgame, Endgames, Place};
pub use foresight::{Foresight, Prospect, candidates_by_trying, prospect_by_trying};
pub use game::{Game, Turn};
pub use markers::{Drawing, Filling, Markers};
pub use motifs::{Motif, Motifs};
pub use nearest::nearest;
pub use notation::{EngineNotation, Notation, NotationError};
pub use outcome::{Outcome, Solved, Verdict};
pub use perception::{Perception, Scene, Sight, Squares};
pub use picture::Depict;
pub use pov::{ForFirst, ForMover};
pub use seat::Seat;
pub use seed::{Rng, Seed, spread};
pub use short::sort_short;
pub use touch::{Touch, Touches};
