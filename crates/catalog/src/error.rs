use std::path::PathBuf;

use shido_core::NotationError;
use shido_frame::FrameErrors;
use shido_games::tree::TreeError;
use shido_learn::KnowledgeError;
use shido_solve::SolveError;

/// Why something of the catalog cannot be had or done.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// No game has this name.
    #[error("there is no game `{name}`")]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// The game that may have been meant.
        nearest: Option<String>,
    },
    /// No player has this name.
    #[error("there is no player `{name}`")]
    UnknownPlayer {
        /// What was asked for.
        name: String,
        /// The player that may have been meant.
        nearest: Option<String>,
        /// All that there are.
        known: Vec<&'static str>,
    },
    /// No trainer has this name, and no player.
    #[error("there is no trainer `{name}`")]
    UnknownTrainer {
        /// What was asked for.
        name: String,
        /// The trainer or player that may have been meant.
        nearest: Option<String>,
        /// The trainers that are not players too.
        known: Vec<&'static str>,
    },
    /// The text is not of the form `name:key=value,key=value`.
    #[error("`{text}` is not understood: {why}")]
    Malformed {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A game or player has no such option.
    #[error("`{name}` has no option `{key}`")]
    UnknownOption {
        /// Whose option.
        name: String,
        /// The option.
        key: String,
        /// The option that may have been meant.
        nearest: Option<String>,
        /// All that there are.
        known: Vec<String>,
    },
    /// An option is missing.
    #[error("`{name}` needs the option `{key}`")]
    MissingOption {
        /// Whose option.
        name: String,
        /// The option.
        key: String,
        /// What it could be.
        wanted: String,
    },
    /// An option has an impossible value.
    #[error("`{key}={value}` is not possible for `{name}`")]
    OptionValue {
        /// Whose option.
        name: String,
        /// The option.
        key: String,
        /// Its value.
        value: String,
        /// What it could be.
        wanted: String,
    },
    /// A file could not be read.
    #[error("cannot read {path}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A frame has mistakes.
    #[error("{0}")]
    Frame(FrameErrors),
    /// A tree has mistakes.
    #[error("{file} is not a tree")]
    Tree {
        /// The file.
        file: String,
        /// Its text.
        text: String,
        /// What is wrong with it.
        errors: Vec<TreeError>,
    },
    /// A file of knowledge cannot be used.
    #[error("{file}: {error}")]
    Knowledge {
        /// The file.
        file: String,
        /// Its text.
        text: String,
        /// What is wrong with it.
        error: KnowledgeError,
    },
    /// A position or move is not understood.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The game cannot be solved.
    #[error("{game} was not solved")]
    Solve {
        /// The game.
        game: String,
        /// Why not.
        source: SolveError,
    },
    /// The game or player lacks a capability.
    #[error("{what}")]
    Unable {
        /// What cannot be done, and why.
        what: String,
        /// What can be done instead.
        help: String,
    },
    /// A player, search or match failed on the way.
    #[error("{0}")]
    Failed(String),
}

impl CatalogError {
    /// What to do about it, where that can be said.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let meant = |nearest: &Option<String>| {
            nearest
                .as_ref()
                .map(|near| format!("did you mean `{near}`?"))
        };
        match self {
            CatalogError::UnknownGame { nearest, .. } => meant(nearest).or_else(|| {
                Some(
                    "`shido games` lists them; a file is written with its path: `./my-game.toml`"
                        .to_owned(),
                )
            }),
            CatalogError::UnknownPlayer { nearest, known, .. } => {
                let list = format!("the players are {}", known.join(", "));
                Some(match meant(nearest) {
                    Some(near) => format!("{near} {list}"),
                    None => list,
                })
            }
            CatalogError::UnknownTrainer { nearest, known, .. } => {
                let list = format!(
                    "the trainers are {} and every player with fixed odds, such as perfect",
                    known.join(", ")
                );
                Some(match meant(nearest) {
                    Some(near) => format!("{near} {list}"),
                    None => list,
                })
            }
            CatalogError::Malformed { .. } => {
                Some("write `name` or `name:key=value,key=value`".to_owned())
            }
            CatalogError::UnknownOption { nearest, known, .. } => meant(nearest).or_else(|| {
                Some(match known.len() {
                    0 => "it has no options".to_owned(),
                    _ => format!("the options are {}", known.join(", ")),
                })
            }),
            CatalogError::OptionValue { wanted, .. }
            | CatalogError::MissingOption { wanted, .. } => Some(format!("write {wanted}")),
            CatalogError::Notation(error) => error.help.clone(),
            CatalogError::Knowledge { error, .. } => Some(error.help.clone()),
            CatalogError::Unable { help, .. } => Some(help.clone()),
            CatalogError::Solve { source, .. } => match source {
                SolveError::TooWide { .. } => Some(
                    "`shido solve GAME --value-only` searches for the value without a table, if \
                     the game cannot cycle"
                        .to_owned(),
                ),
                SolveError::Memory { .. } | SolveError::TooMany { .. } => Some(
                    "`shido solve GAME --memory 16GiB` allows more; `--value-only` needs no table, \
                     if the game cannot cycle"
                        .to_owned(),
                ),
                _ => None,
            },
            CatalogError::File { .. }
            | CatalogError::Frame(_)
            | CatalogError::Tree { .. }
            | CatalogError::Failed(_) => None,
        }
    }
}
