//! Keeping contests in a file.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use shido::AnySession;
use shido_core::Turn;

/// A file with one contest a line.
pub(crate) struct Record {
    file: File,
    path: PathBuf,
}

impl Record {
    /// Opens the file, so that it is known before the first move whether it can be written.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Record> {
        let file = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(path);
        Ok(Record {
            file: file.with_context(|| cannot_record(path))?,
            path: path.to_owned(),
        })
    }

    /// Adds the contest, unless nothing happened in it; tells whether it did.
    pub(crate) fn append(&mut self, session: &dyn AnySession) -> anyhow::Result<bool> {
        if session.moves().is_empty() && !matches!(session.turn(), Turn::Over(_)) {
            return Ok(false);
        }
        let mut line = session.transcript()?;
        line.push('\n');
        self.write(&line)
            .with_context(|| cannot_record(&self.path))?;
        Ok(true)
    }

    fn write(&mut self, line: &str) -> std::io::Result<()> {
        if self.ends_within_a_line()? {
            self.file.write_all(b"\n")?;
        }
        self.file.write_all(line.as_bytes())?;
        self.file.sync_all()
    }

    /// Whether somebody has left the last line without an end; the contest must not go on there.
    fn ends_within_a_line(&mut self) -> std::io::Result<bool> {
        if self.file.seek(SeekFrom::End(0))? == 0 {
            return Ok(false);
        }
        self.file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        self.file.read_exact(&mut last)?;
        Ok(last != *b"\n")
    }
}

fn cannot_record(path: &Path) -> String {
    format!("cannot record the contest in {}", path.display())
}
