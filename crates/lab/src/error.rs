//! Why an experiment cannot be read, run or reported.

use std::ops::Range;
use std::path::PathBuf;

use crate::experiment::MOST_RUNS;
use crate::journal::Block;
use crate::part::Part;

/// Why an experiment cannot be had, run or reported.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// No experiment has this name.
    #[error("there is no experiment `{name}`")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The experiment that may have been meant.
        nearest: Option<String>,
    },
    /// A file has a mistake.
    #[error("{0}")]
    File(Box<FileMistake>),
    /// A file cannot be read or written.
    #[error("cannot {what} {path}: {source}")]
    Disk {
        /// `read` or `write`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// There is nowhere to keep results.
    #[error("there is no cache directory to keep the results in")]
    NoPlace,
    /// The experiment has not been run to its end.
    #[error("`{name}` has not been run to its end")]
    NotRun {
        /// The experiment.
        name: String,
    },
    /// What is kept belongs to an experiment that was different then.
    #[error("`{name}` has changed since it was last run")]
    Changed {
        /// The experiment.
        name: String,
    },
    /// What was kept of the last run cannot be used.
    #[error("{path} is damaged")]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// Another process runs it with the same seed and number of contests.
    #[error("another shido is running `{name}` just now")]
    Busy {
        /// The experiment.
        name: String,
    },
    /// The run was asked to stop.
    #[error("stopped: {done} of {total} contests or runs are kept")]
    Stopped {
        /// How many contests are done and kept.
        done: u64,
        /// How many there are.
        total: u64,
    },
    /// The run was asked to stop before it came to contests.
    #[error("stopped before anything new was found; what earlier runs have found is kept")]
    StoppedEarly,
    /// An exact result was asked for where there is none.
    #[error("`{name}` is about runs of training, and those are sampled")]
    Sampled {
        /// The experiment.
        name: String,
    },
    /// More runs of training were asked for than can be listed.
    #[error(
        "`{name}` is about runs of training, of which a row has at most {MOST_RUNS}, not {runs}"
    )]
    TooManyRuns {
        /// The experiment.
        name: String,
        /// How many were asked for.
        runs: u64,
    },
    /// A block was asked for that the run does not have.
    #[error("the run has no block {} of row {}", block.1, block.0)]
    NoBlock {
        /// Which one.
        block: Block,
    },
    /// What is to be kept of a block cannot be it.
    #[error("block {} of row {} has {expected} numbers, not {found}", block.1, block.0)]
    WrongNumbers {
        /// Which one.
        block: Block,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The same block was found to be different.
    #[error("{} and {found} have different numbers for block {} of row {}", kept.display(), block.1, block.0)]
    Contradiction {
        /// Which block.
        block: Block,
        /// Where it was kept first.
        kept: PathBuf,
        /// Where else it is.
        found: String,
    },
    /// There is nothing to put together.
    #[error("there are no parts of a run in {}", named(directories))]
    NoParts {
        /// Where they were looked for.
        directories: Vec<PathBuf>,
    },
    /// Parts are of more than one run.
    #[error("the parts are not of one run ({what}): {one} and {other}")]
    DifferentRuns {
        /// In what they differ.
        what: String,
        /// One of them.
        one: PathBuf,
        /// One of another run.
        other: PathBuf,
    },
    /// Parts were made with other games or players than there are here.
    #[error("{path} was made by another version of `{name}`, its games or its players")]
    OtherVersion {
        /// The experiment.
        name: String,
        /// One of the parts.
        path: PathBuf,
    },
    /// Parts are missing, or were not played to their end.
    #[error(
        "{done} of {total} contests or runs are there; not there or not finished: {}",
        listed(parts)
    )]
    MissingParts {
        /// Which ones.
        parts: Vec<Part>,
        /// How many contests there are.
        done: u64,
        /// How many there should be.
        total: u64,
        /// What makes the parts, in their order.
        commands: Vec<String>,
    },
    /// The games of an experiment cannot be counted out exactly, or a player fails.
    #[error("{what}: {source}")]
    Catalog {
        /// Where it happened.
        what: String,
        /// What went wrong.
        source: Box<shido::Error>,
    },
}

/// A mistake in the file of an experiment.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{}: {problem}", self.line())]
pub struct FileMistake {
    /// The file, as the user named it.
    pub file: String,
    /// Its text.
    pub text: String,
    /// The bytes of the text that it is about.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What to write instead.
    pub help: String,
}

impl FileMistake {
    /// The line on which the mistake is, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        let before = self.text.get(..self.span.start).unwrap_or(&self.text);
        before.matches('\n').count() + 1
    }
}

impl LabError {
    /// What to do about it, where that can be said.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            LabError::Unknown { nearest, .. } => Some(match nearest {
                Some(near) => format!("did you mean `{near}`?"),
                None => "a file is written with its path: `./my-experiment.toml`".to_owned(),
            }),
            LabError::File(mistake) => Some(mistake.help.clone()),
            LabError::NoPlace => Some("name a directory in SHIDO_CACHE".to_owned()),
            LabError::NotRun { .. } => Some("run it".to_owned()),
            LabError::Changed { .. } | LabError::Damaged { .. } => {
                Some("run the experiment again".to_owned())
            }
            LabError::Busy { .. } => Some("wait for it, or choose another seed".to_owned()),
            LabError::Sampled { .. } => Some(
                "say how many runs; `exact = true` in the file computes the tests after training"
                    .to_owned(),
            ),
            LabError::TooManyRuns { .. } => Some("say how many".to_owned()),
            LabError::Stopped { .. } | LabError::StoppedEarly => {
                Some("the same run goes on from there, unless it is begun afresh".to_owned())
            }
            LabError::Contradiction { .. } => Some(
                "the same seed gives the same numbers: one of them was made with other files, such \
                 as weights; play one of them afresh"
                    .to_owned(),
            ),
            LabError::NoParts { .. } => {
                Some("name the directories in which parts were run".to_owned())
            }
            LabError::DifferentRuns { .. } => {
                Some("keep the parts of each run in a directory of their own".to_owned())
            }
            LabError::OtherVersion { .. } => Some(
                "merge them with the version that made them, or make them again with this one"
                    .to_owned(),
            ),
            LabError::MissingParts { .. } => Some("run those parts".to_owned()),
            LabError::Catalog { source, .. } => source.help(),
            LabError::Disk { .. } | LabError::NoBlock { .. } | LabError::WrongNumbers { .. } => {
                None
            }
        }
    }
}

fn named(directories: &[PathBuf]) -> String {
    let names = directories.iter().map(|it| it.display().to_string());
    names.collect::<Vec<_>>().join(", ")
}

/// Parts by their numbers, those in a row by the first and the last: `1, 4-7 of 16`.
fn listed(parts: &[Part]) -> String {
    let rows = parts.chunk_by(|one, next| one.number + 1 == next.number);
    let rows: Vec<String> = rows
        .map(|row| match row {
            [first, .., last] => format!("{}-{}", first.number, last.number),
            _ => row.iter().map(|part| part.number.to_string()).collect(),
        })
        .collect();
    let of = parts.first().map_or(0, |part| part.of);
    format!("parts {} of {of}", rows.join(","))
}
