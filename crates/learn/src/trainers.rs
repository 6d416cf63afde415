//! Trainers: who decides what the learner meets.

mod expert;
mod ideal;
mod lesson_and_practice;
mod self_training;

pub use expert::Expert;
pub use ideal::{Ideal, IdealOptions};
pub use lesson_and_practice::LessonAndPractice;
pub use self_training::SelfTraining;
