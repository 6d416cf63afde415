//! Hoyle: a player that learns any board game from its trainer.
//!
//! After S. L. Epstein, *Toward an Ideal Trainer* (Machine Learning 15, 1994). [`Hoyle`] knows no game.
//! When it is to move, its [Advisors](Advisor) comment on the legal moves, each from one simple
//! rationale, looking at the markers on the board, the rules and the [useful knowledge](Knowledge) that
//! has been gathered about this game so far; the comments are combined by a [move-selection
//! paradigm](Paradigm). After each contest the [`Learner`] looks back on it and adds to the useful
//! knowledge. Who the contests are played against is up to a trainer.

mod advice;
mod advisor;
mod advisors;
mod decision;
#[cfg(test)]
mod example;
mod experience;
mod explanation;
mod file;
mod hoyle;
mod inquiring;
mod insight;
mod knowledge;
mod learner;
mod lines;
mod paradigm;
mod situation;
pub mod trainers;
mod training;
mod truth;

pub use advice::{Advice, Strength};
pub use advisor::{Advisor, Tier};
pub use advisors::{Covered, advisors};
pub use decision::{Decision, Opinion, Reason};
pub use experience::Experience;
pub use file::{KnowledgeError, KnowledgeFile, Subject};
pub use hoyle::{Hoyle, Playing};
pub use inquiring::Inquiring;
pub use insight::{Insight, Judged};
pub use knowledge::{
    Advantage, ContestLength, DangerousStates, ExpertMoves, Fork, Forks, Histories, History,
    Knowledge, MoveMemory, Openings, SignificantStates, Symmetries,
    expert_moves::Imitation,
    significant::{LookedBack, Significant},
    symmetries::Familiar,
};
pub use learner::{Learner, Lesson, Slot};
pub use paradigm::Paradigm;
pub use situation::{Candidate, Situation};
pub use training::{Arrangement, Goal, Going, Progress, Trained, Trainer, Training, train};

/// What a game has to offer to be learned: symmetries to recognise a position by, and a board to see.
pub trait Learnable: shido_core::Symmetry + shido_core::Markers + 'static {}

impl<G: shido_core::Symmetry + shido_core::Markers + 'static> Learnable for G {}
