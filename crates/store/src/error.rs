//! Why something cannot be remembered, or is not.

use std::path::PathBuf;

/// What comes of asking somebody who remembers.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Why something cannot be remembered, or is not.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file is not what it should be.
    #[error("{} is damaged, or no file of Shido: {reason}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A newer program has written the file.
    #[error("{} was written by a newer Shido: its form is {found}, and this program knows those up to {known}", file.display())]
    Newer {
        /// The file.
        file: PathBuf,
        /// Its form.
        found: i64,
        /// The newest form that is known here.
        known: i64,
    },
    /// The file cannot be read or written now.
    #[error("cannot use {}: {reason}", file.display())]
    Unusable {
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: String,
    },
    /// A student of this name is remembered already.
    #[error("something is remembered of {name} already")]
    Taken {
        /// The name.
        name: String,
    },
    /// Nobody can be called so.
    #[error("`{name}` cannot be the name of a student")]
    Name {
        /// The name.
        name: String,
    },
    /// Somebody has forgotten what this belongs to.
    #[error("what it belongs to has been forgotten meanwhile")]
    Gone,
    /// What is to be remembered is not in the form that [`export`](crate::export) writes.
    #[error("these are no students as they are exported: {reason}")]
    Form {
        /// What is wrong.
        reason: String,
    },
}

impl StoreError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(match self {
            StoreError::Damaged { file, .. } => format!(
                "nothing was changed in it; put back a copy, or move it away to begin with an empty one: `mv {0} {0}.damaged`",
                file.display()
            ),
            StoreError::Newer { .. } => {
                "use that newer program, or move the file away to begin with an empty one".to_owned()
            }
            StoreError::Unusable { .. } => {
                "see that its folder can be written and that there is room on the disk; SHIDO_DATA names another folder".to_owned()
            }
            StoreError::Taken { .. } => {
                "nothing was changed; export what there is to keep it, and forget it before"
                    .to_owned()
            }
            StoreError::Name { .. } => {
                "write up to 60 letters, with no line breaks and no blanks at the ends".to_owned()
            }
            StoreError::Gone => return None,
            StoreError::Form { .. } => "what was exported can be read here".to_owned(),
        })
    }
}
