//! The tutor: plays at a student's level, errs as people err, and gives chances that the student can find.
//!
//! [`Student`] is what is known of somebody, [`strength`] the scale that both sides are measured on, [`Plan`] what a
//! contest is to come to, [`Tutor`] the policy and [`Certificate`] the proof that a concession was a good one to make.
//!
//! No game is named here, and nothing is read or written: who judges and who knows people is handed in, and where
//! students are kept is said by whoever implements [`Students`].

pub mod concession;
mod crowd;
mod eye;
mod form;
mod plan;
pub mod strength;
mod student;
mod tutor;

pub use concession::Certificate;
pub use crowd::{FamilyCrowd, manners};
pub use form::Form;
pub use plan::{Aim, Plan};
pub use student::{Before, Chances, InMemory, Oversight, Student, Students, UnderWay};
pub use tutor::{
    Captures, Considered, Crowd, Decision, Effort, Equipment, Judge, Judged, Kinds, OddsOfTwo,
    Told, Tutor,
};
