//! What trainers do to a learner, at small frame games that are solved.

mod active_learning;
mod classroom;
mod growing_practice;
mod ideal;
mod insight;
mod maximal_exposure;
mod priming;
mod rising_difficulty;
mod worst_move;
