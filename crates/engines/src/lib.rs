//! External programs as players.
//!
//! An [`Engine`] is a program that runs as a process of its own and speaks one of four protocols
//! ([`Protocol`]) on its standard input and output. An [`EnginePlayer`] lets it play in contests of
//! any game that has an [`EngineNotation`](shido_core::EngineNotation). Nothing is linked: whatever
//! the program does, it cannot do more than fail to answer, and that is an [`EngineError`].

mod clock;
mod dialogue;
mod engine;
mod error;
mod gtp;
mod guardian;
mod options;
mod player;
mod process;
mod uci;
mod xboard;

pub use dialogue::Score;
pub use engine::{Choice, Engine};
pub use error::EngineError;
pub use options::{EngineOptions, Protocol};
pub use player::{EnginePlayer, Scoring};
