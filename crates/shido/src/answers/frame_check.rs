//! Whether frames are sound.

use std::path::Path;

use serde::{Serialize, Serializer};
use shido_frame::FrameErrors;

use crate::files::{WRITTEN, read_text};
use crate::{About, open_frame_text};

/// What was found in some frames.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FrameChecks {
    /// Whether all are sound.
    pub sound: bool,
    /// Each of them.
    pub frames: Vec<FrameCheck>,
}

/// What was found in a frame.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FrameCheck {
    /// The file.
    pub file: String,
    /// The game that it describes, or what is wrong.
    pub found: Result<About, FrameProblem>,
}

/// Why a frame is not sound.
#[derive(Clone, Debug)]
pub enum FrameProblem {
    /// The file cannot be read, for this reason.
    Unread(String),
    /// It has mistakes.
    Mistakes(FrameErrors),
}

impl FrameChecks {
    /// Checks frames in files.
    pub fn of_files(files: impl IntoIterator<Item = impl AsRef<Path>>) -> FrameChecks {
        let frames: Vec<FrameCheck> = files
            .into_iter()
            .map(|file| FrameCheck::of_file(file.as_ref()))
            .collect();
        FrameChecks {
            sound: frames.iter().all(|frame| frame.found.is_ok()),
            frames,
        }
    }
}

impl FrameCheck {
    fn of_file(path: &Path) -> FrameCheck {
        let file = path.display().to_string();
        let found = match read_text(path, WRITTEN) {
            Err(error) => Err(FrameProblem::Unread(format!("cannot read {file}: {error}"))),
            Ok(text) => match open_frame_text(&file, &text) {
                Ok(game) => Ok(game.about().clone()),
                Err(errors) => Err(FrameProblem::Mistakes(errors)),
            },
        };
        FrameCheck { file, found }
    }
}

impl Serialize for FrameCheck {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'c> {
            file: &'c str,
            sound: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            game: Option<&'c str>,
            errors: Vec<Mistake<'c>>,
        }
        #[derive(Serialize)]
        struct Mistake<'c> {
            line: usize,
            column: usize,
            problem: &'c str,
            help: &'c str,
        }
        let errors = match &self.found {
            Ok(_) => Vec::new(),
            Err(FrameProblem::Unread(problem)) => vec![Mistake {
                line: 1,
                column: 1,
                problem,
                help: "",
            }],
            Err(FrameProblem::Mistakes(errors)) => errors
                .diagnostics
                .iter()
                .map(|diagnostic| {
                    let (line, column) = errors.place(diagnostic);
                    Mistake {
                        line,
                        column,
                        problem: &diagnostic.problem,
                        help: &diagnostic.help,
                    }
                })
                .collect(),
        };
        let game = self.found.as_ref().ok();
        let written = Written {
            file: &self.file,
            sound: game.is_some(),
            game: game.map(|about| about.name.as_str()),
            errors,
        };
        written.serialize(to)
    }
}
