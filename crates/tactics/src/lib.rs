//! Goals on a Go board: is this stone captured, are these two connected?
//!
//! A goal is either *read out*, by a search that looks at every line that matters, or *counted* over
//! playouts where reading does not decide. What a goal is about is a stone: its chain lives or dies as
//! a whole. A [`Group`] is a chain with those that cannot be cut off from it. [`OnBoard`] makes leaves
//! of a plan of all this.

mod aim;
mod answer;
mod arena;
mod benson;
mod capture;
mod connection;
mod cut;
mod enclosed;
#[cfg(test)]
mod example;
mod frequency;
mod group;
mod kind;
mod life;
mod on_board;
mod problem;
mod rates;
mod rates_file;
mod reading;
mod records;
mod region;
mod relation;
mod scene;
mod situation;
mod threats;
mod zone;

pub use aim::{Aim, claim};
pub use answer::{BoardAnswer, LearnedRates};
pub use benson::unconditionally_alive;
pub use capture::capture;
pub use connection::connect;
pub use frequency::{Frequency, frequency};
pub use group::Group;
pub use kind::GoalKind;
pub use life::{kill, two_eyes};
pub use on_board::{Effort, Finding, OnBoard};
pub use problem::{BoardError, Problem, is_known};
pub use rates::Rates;
pub use rates_file::RatesError;
pub use reading::{Reading, Status};
pub use records::{Case, Sampling, cases, learn, learn_all};
pub use scene::{Scene, SceneError};
pub use shido_games::go::Point;
pub use shido_games::go::sgf::{Record, read as read_record};
pub use situation::Situation;
