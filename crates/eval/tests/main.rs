//! Evaluations: weights, networks, and how they are learned.

mod network;
mod payoffs;
mod shipped;
mod td;
mod tuning;
mod walk;
mod weights;
