//! Evaluations: features times weights, networks, and how the weights are learned.
//!
//! A game says by [`Features`](shido_core::Features) what matters in a position; [`Weights`], read
//! from a data file, say how much; [`Linear`] multiplies the two and squeezes the sum to the scale of
//! payoffs, so that any search can use it.
//!
//! [`Network`] has a hidden layer between what it [sees](shido_core::Inputs) and the value, and [`learn_network`]
//! teaches it.
//!
//! Weights need not be written. [`learn_by_td`] plays a game against itself and makes each prediction
//! agree with the next one; [`tune`] fits them to positions whose value is known, as those of
//! [`self_play`] are by how the contest ended. [`duel`] tells whether it was worth it. [`regressions`] say how far
//! an evaluation can be trusted: what a shallow search by it says of a deep one.

mod adam;
mod advantage;
mod duel;
mod linear;
mod network;
mod network_td;
mod practice;
mod probcut;
mod self_play;
mod sparse;
mod td;
mod tuning;
mod weights;

pub use advantage::Advantage;
pub use duel::{Duel, Terms, duel};
pub use linear::Linear;
pub use network::{MOST_HIDDEN, Network, NetworkError};
pub use network_td::{NetworkLearned, NetworkOptions, NetworkPoint, learn_network};
pub use practice::{Odds, Practice};
pub use probcut::{Sounding, fit, read_regressions, regressions, write_regressions};
pub use self_play::{SelfPlay, SelfPlayed, self_play, self_play_some};
pub use sparse::{Labelled, Sparse};
pub use td::{TdLearned, TdOptions, TdPoint, learn_by_td};
pub use tuning::{Tuned, TuningOptions, TuningPoint, tune};
pub use weights::{Weights, WeightsError};
