//! Trainers: who decides what the learner meets.

mod active_learning;
mod expert;
mod growing_practice;
mod ideal;
mod lesson_and_practice;
mod maximal_exposure;
mod priming;
mod recorded;
mod rising_difficulty;
mod self_training;

pub use active_learning::ActiveLearning;
pub use expert::Expert;
pub use growing_practice::GrowingPractice;
pub use ideal::{Ideal, IdealOptions};
pub use lesson_and_practice::LessonAndPractice;
pub use maximal_exposure::MaximalExposure;
pub use priming::Priming;
pub use recorded::Recorded;
pub use rising_difficulty::RisingDifficulty;
pub use self_training::SelfTraining;
