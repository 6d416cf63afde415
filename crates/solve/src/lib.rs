//! The exact value and distance of every position of a game that fits in memory.
//!
//! [`solve`] enumerates the reachable positions up to symmetry and values them: layer by layer
//! where [`Game::progress`](shido_core::Game::progress) says that positions cannot recur, by
//! retrograde analysis where they can. The result is a [`SolvedTable`]; a [`Store`] keeps tables on disk
//! and [`load_or_solve`] ties the two together. [`prove`] finds the value of one position of an
//! acyclic game that is too large to enumerate. [`solve_endgame`] solves a family of late positions of a game
//! that is far too large, such as king and rook against king.
//!
//! Results do not depend on the number of threads.

mod census;
mod endgame;
mod enumerate;
mod error;
mod format;
mod layered;
mod memory;
mod options;
mod pieces;
mod prove;
mod retrograde;
mod rules;
mod shards;
mod solve;
mod solved_table;
mod sorted;
mod store;
mod summary;

pub use census::{Census, CensusEnd, count_by_ply};
pub use endgame::{EndgameSummary, EndgameTable, EndgameTables, solve_endgame};
pub use error::SolveError;
pub use options::{OnProgress, Progress, SolveOptions, Stage};
pub use prove::{Proof, ProveOptions, prove, prove_position};
pub use solve::solve;
pub use solved_table::{Entry, Part, SolvedTable};
pub use store::{
    Found, Origin, Rejected, SaveError, Store, Table, load_or_solve, load_or_solve_endgame,
};
pub use summary::Summary;
