//! Shido as an engine for other programs' boards: UCI for chess, USI for shogi, GTP for Go.
//!
//! What the protocols share is here once: lines are read on a thread, somebody thinks on another, and the
//! main one answers (`desk`); a contest that is followed (`board`); time that is left, divided
//! (`clock`); options that become the text of a player (`options`). Each protocol is a file that parses
//! and prints. Who thinks is any player of the catalog, and what is played any game of it that programs of
//! others play.
//!
//! ```
//! use shido::{Catalog, Settings};
//! use shido_protocols::{Protocol, Service, serve};
//!
//! let service = Service {
//!     catalog: &Catalog::shipped(),
//!     game: "chess".to_owned(),
//!     player: Some("pvs:nodes=1000".to_owned()),
//!     settings: Settings::in_memory(),
//! };
//! let mut said = Vec::new();
//! let asked = "position startpos moves f2f3 e7e5 g2g4\ngo\n";
//! serve(Protocol::Uci, service, asked.as_bytes(), &mut said)?;
//! assert!(String::from_utf8(said)?.contains("bestmove d8h4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod clock;
mod desk;
mod gtp;
mod options;
mod uci;

use std::io::{BufRead, Write};

use shido::{Catalog, Settings};

/// What engines and boards speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Shogi Interface.
    Usi,
    /// The Go Text Protocol, version 2.
    Gtp,
}

/// What is served.
pub struct Service<'c> {
    /// Where games and players come from.
    pub catalog: &'c Catalog,
    /// The game, as it is opened.
    pub game: String,
    /// Who plays, as a player is written; the game's own thinker where `None`.
    pub player: Option<String>,
    /// Where the work is done. Random choices come from its seed.
    pub settings: Settings,
}

/// Why nothing can be served any more.
#[derive(Debug)]
pub enum ServiceError {
    /// The game or the player cannot be had.
    Shido(shido::Error),
    /// Nobody can be answered.
    Io(std::io::Error),
}

impl std::error::Error for ServiceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ServiceError::Shido(error) => Some(error),
            ServiceError::Io(error) => Some(error),
        }
    }
}

impl std::fmt::Display for ServiceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ServiceError::Shido(_) => f.write_str("the engine cannot be had"),
            ServiceError::Io(_) => f.write_str("the board does not listen any more"),
        }
    }
}

impl From<shido::Error> for ServiceError {
    fn from(error: shido::Error) -> ServiceError {
        ServiceError::Shido(error)
    }
}

impl From<std::io::Error> for ServiceError {
    fn from(error: std::io::Error) -> ServiceError {
        ServiceError::Io(error)
    }
}

/// Speaks with a board until it says that it is done, or says nothing more. What was begun by then is
/// finished, unless it would never end.
///
/// # Errors
/// Where the game or the player cannot be had, or there is nobody to write to.
pub fn serve(
    protocol: Protocol,
    service: Service<'_>,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<(), ServiceError> {
    match protocol {
        Protocol::Uci => uci::serve(uci::UCI, service, input, output),
        Protocol::Usi => uci::serve(uci::USI, service, input, output),
        Protocol::Gtp => gtp::serve(service, input, output),
    }
}
