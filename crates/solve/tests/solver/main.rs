//! Solving small games whose answers are known from elsewhere.

mod counting;
mod endgames;
mod proving;
mod solving;
mod storing;
mod toys;
