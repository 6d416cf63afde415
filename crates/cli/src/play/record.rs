//! Keeping contests in a file.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use shido::{AnySession, RecordFormat, write_record};
use shido_core::Turn;

use crate::start;

/// A file with contests, one after the other.
pub(crate) struct Record {
    file: File,
    path: PathBuf,
}

impl Record {
    /// Opens the file, so that it is known before the first move whether it can be written.
    pub(crate) fn open(path: &Path, format: RecordFormat) -> anyhow::Result<Record> {
        let file = File::options().append(true).create(true).open(path);
        let file = file.with_context(|| cannot_record(path))?;
        if file
            .metadata()
            .is_ok_and(|data| data.is_file() && data.len() > 0)
        {
            let there = RecordFormat::of(&start::read(path)?);
            anyhow::ensure!(
                there == Some(format),
                "{} holds something other than contests of this game: give another file",
                path.display()
            );
        }
        Ok(Record {
            file,
            path: path.to_owned(),
        })
    }

    /// Adds the contest, unless nothing happened in it; tells whether it did.
    pub(crate) fn append(
        &mut self,
        session: &dyn AnySession,
        [first, second]: [String; 2],
    ) -> anyhow::Result<bool> {
        if session.moves().is_empty() && !matches!(session.turn(), Turn::Over(_)) {
            return Ok(false);
        }
        let text = write_record(session, [&first, &second])?;
        // Somebody may have left the last line without an end.
        let follows = self.file.metadata().is_ok_and(|data| data.len() > 0);
        let text = if follows { format!("\n{text}") } else { text };
        let written = self.file.write_all(text.as_bytes());
        let written = written.and_then(|()| self.file.sync_all());
        written.with_context(|| cannot_record(&self.path))?;
        Ok(true)
    }
}

fn cannot_record(path: &Path) -> String {
    format!("cannot record the contest in {}", path.display())
}
