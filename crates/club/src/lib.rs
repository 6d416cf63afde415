//! What terminal and browser have in common where a person plays: contests that are kept move by move, tutors that
//! remember their students, hints and endings in words, the profile of a student.
//!
//! It knows no game and no player: what is told comes from sessions, what is kept goes to a
//! [`Memory`](shido_store::Memory).

mod advice;
mod cards;
mod ending;
mod judgement;
mod kept;
mod profile;
mod progress;
mod students;
mod words;

pub use advice::{Advice, MoveSeen, Why, accepts_draw, hint, why};
pub use cards::{Practice, Tried, exercises};
pub use ending::{ending, subject};
pub use judgement::{judgement, lost};
pub use kept::{beginning, certificates, saved, standing};
pub use profile::{AtGame, LevelAt, Month, Rating, Results, cards_due, profile, result};
pub use progress::Stage;
pub use students::{KeptStudents, day, students_file};
pub use words::{capital, counted, grouped, list, several};
