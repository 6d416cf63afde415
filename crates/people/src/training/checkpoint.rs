//! Learning that goes on after a kill.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use shido_core::Sight;

use super::{Progress, State, Training};
use crate::file::{self, FileError};
use crate::people::sight_numbers;

/// Why learning cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The folder or the file in it.
    #[error("{path}: {source}")]
    Access {
        /// What cannot be read or written.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is no checkpoint.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FileError,
    },
    /// The checkpoint is that of something else.
    #[error("{path} was begun with {what}: learn in another folder, or delete it to begin again")]
    Other {
        /// The file.
        path: PathBuf,
        /// What is different.
        what: &'static str,
    },
    /// The model to go on from is of another network.
    #[error("the model to go on from has another network or another game: begin without it")]
    OtherModel,
    /// There is none.
    #[error("only what judges moves is to learn, but there is no model to go on from")]
    NoModel,
}

fn path_in(folder: &Path) -> PathBuf {
    folder.join("checkpoint.people")
}

impl State {
    /// The state that a folder keeps, if there is one.
    pub(super) fn load(folder: &Path) -> Result<Option<State>, CheckpointError> {
        let path = path_in(folder);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(CheckpointError::Access { path, source }),
        };
        let unpacked = file::unpack(&bytes);
        let (progress, body): (Progress, &[u8]) =
            unpacked.map_err(|source| CheckpointError::File { path, source })?;
        let mut numbers = body
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes(four.try_into().expect("four bytes")));
        let count = body.len() / 16;
        let mut next = || numbers.by_ref().take(count).collect();
        Ok(Some(State {
            progress,
            weights: next(),
            average: next(),
            mean: next(),
            square: next(),
        }))
    }

    /// This state, begun by this training.
    pub(super) fn of(mut self, training: &Training) -> State {
        self.progress.judging_alone = training.judging_alone;
        self
    }

    /// This state, if it is one of this training.
    pub(super) fn checked(
        self,
        training: &Training,
        sight: Sight,
    ) -> Result<State, CheckpointError> {
        let what = if self.progress.shape != training.shape {
            "another network"
        } else if self.progress.sight != sight_numbers(sight) {
            "another game, or when other things were seen of it"
        } else if self.progress.seed != training.seed.0 {
            "another seed"
        } else if self.progress.judging_alone != training.judging_alone {
            "other layers learning"
        } else {
            return Ok(self);
        };
        let path = path_in(&training.folder);
        Err(CheckpointError::Other { path, what })
    }

    /// Puts this state in place of the one before, all of it or nothing.
    pub(super) fn save(&self, folder: &Path) -> Result<(), CheckpointError> {
        let arrays = [&self.weights, &self.average, &self.mean, &self.square];
        let numbers = arrays.into_iter().flatten();
        let body: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        let bytes = file::pack(&self.progress, &body);
        let path = path_in(folder);
        let fresh = path.with_extension("fresh");
        let write = || {
            fs::create_dir_all(folder)?;
            let mut file = File::create(&fresh)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            fs::rename(&fresh, &path)
        };
        write().map_err(|source| CheckpointError::Access {
            path: path.clone(),
            source,
        })
    }
}
