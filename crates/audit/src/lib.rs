//! How people choose, how strong somebody is, and how human a player looks.
//!
//! Everything here is measured from outside: games, players and positions are those of a
//! [`Catalog`](shido::Catalog), and what was played comes from a file or from contests that are played for it.
//!
//! - [`predict`]: how often and how surely a player foretells what people played;
//! - [`rate`]: how strong somebody is, from the moves that they made;
//! - [`audit`]: how credible a weak player is.

mod audit;
mod decisions;
mod detector;
mod error;
mod games;
mod ladder;
mod measure;
mod page;
mod prediction;
mod profile;
mod rows;
mod strength;
mod work;
mod yardstick;

pub use audit::{AuditOrder, AuditReport, Subject, audit, write_measured};
pub use decisions::{Decision, Decisions};
pub use detector::detect;
pub use error::AuditError;
pub use games::{GameRecord, read_games};
pub use measure::Measured;
pub use page::audit_page;
pub use prediction::{Band, Prediction, PredictionReport, predict};
pub use profile::Profile;
pub use rows::{Line, lines};
pub use shido_people::rating::Estimate;
pub use strength::{
    Accuracy, Fitted, Hypotheses, Rated, Standing, StrengthReport, fit_yardstick, rate,
};
pub use yardstick::Yardstick;
