//! Where in the file of an experiment something stands, so that what is found wrong with it later can
//! be shown there.

use std::ops::Range;
use std::sync::Arc;

use crate::LabError;
use crate::error::FileMistake;

/// The file of an experiment.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) file: String,
    pub(crate) text: String,
}

/// A stretch of the file of an experiment.
#[derive(Clone, Debug)]
pub struct Place {
    pub(crate) source: Arc<Source>,
    pub(crate) span: Range<usize>,
}

impl Place {
    /// A mistake at this place.
    pub(crate) fn mistake(&self, problem: String, help: String) -> LabError {
        LabError::File(Box::new(FileMistake {
            file: self.source.file.clone(),
            text: self.source.text.clone(),
            span: self.span.clone(),
            problem,
            help,
        }))
    }

    /// The catalog does not take what stands here.
    pub(crate) fn refuse(&self, error: &shido::Error) -> LabError {
        let help = error.help();
        let usual = || {
            "name games and players of the catalog; a file is written with its path: `./my-game.toml`"
                .to_owned()
        };
        self.mistake(error.to_string(), help.unwrap_or_else(usual))
    }
}

/// A value with the place where it was written.
#[derive(Clone, Debug)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub place: Place,
}
