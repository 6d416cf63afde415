//! Goals on a Go board: is this stone captured, are these two connected?
//!
//! A goal is either *read out*, by a search that looks at every line that matters, or *counted* over
//! playouts where reading does not decide. What a goal is about is a stone: its chain lives or dies as
//! a whole. A [`Group`] is a chain with those that cannot be cut off from it.

mod arena;
mod benson;
mod capture;
mod connection;
mod group;
mod life;
mod reading;
mod region;
mod situation;
mod threats;
mod unconditional;
mod zone;

pub use benson::unconditionally_alive;
pub use capture::capture;
pub use connection::connect;
pub use group::Group;
pub use life::kill;
pub use reading::{Reading, Verdict};
pub use situation::Situation;
