//! Why something cannot be measured.

use std::path::PathBuf;

/// Why something cannot be measured.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AuditError {
    /// A file cannot be read.
    #[error("cannot read {path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A file has a mistake.
    #[error("{file}, line {line}{}: {problem}", column.as_ref().map(|name| format!(", column `{name}`")).unwrap_or_default())]
    Row {
        /// The file.
        file: String,
        /// The line on which the row begins.
        line: u64,
        /// The column, where it is about one.
        column: Option<String>,
        /// What is wrong.
        problem: String,
        /// What to write instead.
        help: String,
    },
    /// Something is missing or does not go together.
    #[error("{what}")]
    Unable {
        /// What.
        what: String,
        /// What to do about it.
        help: String,
    },
    /// A file does not tell what moves say about ratings.
    #[error("{file}: {problem}")]
    Yardstick {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A game or a player fails.
    #[error(transparent)]
    Catalog(#[from] shido::Error),
}

impl AuditError {
    /// What to do about it, where that can be said.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            AuditError::Row { help, .. } | AuditError::Unable { help, .. } => Some(help.clone()),
            AuditError::Yardstick { .. } => Some(
                "such a file is what was fitted to people whose ratings are known; without one, \
                 that of the game is taken"
                    .to_owned(),
            ),
            AuditError::Catalog(error) => error.help(),
            AuditError::File { .. } => None,
        }
    }
}
