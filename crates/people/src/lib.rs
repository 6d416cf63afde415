//! Models of people: how likely somebody of a given strength is to choose each move.
//!
//! A game says what a person sees of a position and its moves ([`Perception`](shido_core::Perception)); a
//! network learns from games of people ([`Decisions`]) what attracts them to a move, and how that changes
//! with their rating. [`People`] asks it for odds; [`training`] makes it. For games without records there is
//! a [`family`] with few parameters. [`rating`] is the way back, from moves to a rating.

mod decisions;
pub mod family;
mod file;
mod foresight;
mod lane;
mod matrix;
mod network;
mod openings;
mod people;
pub mod rating;
mod rows;
mod scene;
pub mod training;

pub use decisions::{Decisions, Past, Played};
pub use file::FileError;
pub use network::Shape;
pub use openings::Openings;
pub use people::{OddsByRating, People};
pub use rows::{Row, RowError, Rows};
