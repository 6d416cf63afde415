//! Goals on a Go board: is this stone captured, are these two connected?
//!
//! A goal is either *read out*, by a search that looks at every line that matters, or *counted* over
//! playouts where reading does not decide. What a goal is about is a stone: its chain lives or dies as
//! a whole. A [`Group`] is a chain with those that cannot be cut off from it.

mod aim;
mod frequency;
mod group;
mod kind;
mod rates;
mod rates_file;
mod reading;
mod records;
mod situation;

pub use aim::{Aim, claim};
pub use frequency::{Frequency, frequency};
pub use group::Group;
pub use kind::GoalKind;
pub use rates::Rates;
pub use rates_file::RatesError;
pub use reading::{Reading, Verdict};
pub use records::{Case, Sampling, cases, learn};
pub use situation::Situation;
