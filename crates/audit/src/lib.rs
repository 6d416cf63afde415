//! How people choose, how strong somebody is, and how human a player looks.
//!
//! Everything here is measured from outside: games, players and positions are those of a
//! [`Catalog`](shido::Catalog), and what was played comes from a file or from contests that are played for it.
//!
//! - [`predict`]: how often and how surely a player foretells what people played.

mod decisions;
mod error;
mod prediction;
mod table;
mod work;

pub use decisions::{Decision, Decisions};
pub use error::AuditError;
pub use prediction::{Band, Prediction, PredictionReport, predict};
