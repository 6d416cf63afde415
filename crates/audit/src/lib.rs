//! How people choose, how strong somebody is, and how human a player looks.
//!
//! Everything here is measured from outside: games, players and positions are those of a
//! [`Catalog`](shido::Catalog), and what was played comes from a file or from contests that are played for it.
//!
//! - [`predict`]: how often and how surely a player foretells what people played;
//! - [`rate`]: how strong somebody is, from the moves that they made.

mod decisions;
mod error;
mod posterior;
mod prediction;
mod strength;
mod table;
mod work;

pub use decisions::{Decision, Decisions};
pub use error::AuditError;
pub use posterior::{Estimate, Posterior, normal_prior};
pub use prediction::{Band, Prediction, PredictionReport, predict};
pub use strength::{Accuracy, Calibration, Hypotheses, Rated, Standing, StrengthReport, rate};
