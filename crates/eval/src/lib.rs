//! Evaluations: features times weights, and how the weights are learned.
//!
//! A game says by [`Features`](shido_core::Features) what matters in a position; [`Weights`], read
//! from a data file, say how much; [`Linear`] multiplies the two and squeezes the sum to the scale of
//! payoffs, so that any search can use it.

mod linear;
mod weights;

pub use linear::Linear;
pub use weights::{Weights, WeightsError};
