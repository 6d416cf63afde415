//! Keeping contests in a file.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};
use shido::{AnySession, Date, RecordFormat, RecordHead, write_record};
use shido_core::Turn;

use crate::start;

/// A file with contests, one after the other.
pub(crate) struct Record {
    file: File,
    recorded: Recorded,
}

/// Where a contest is recorded.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Recorded {
    /// The file.
    path: PathBuf,
    /// Where in it an unfinished contest begins and ends, which takes its place again once it goes on.
    unfinished: Option<(u64, u64)>,
}

impl Recorded {
    /// In a file, by its whole path: the contest may be gone on with from elsewhere.
    pub(crate) fn new(path: &Path) -> Recorded {
        Recorded {
            path: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
            unfinished: None,
        }
    }
}

impl Record {
    /// Opens the file, so that it is known before the first move whether it can be written.
    pub(crate) fn open(recorded: Recorded, format: RecordFormat) -> anyhow::Result<Record> {
        let path = &recorded.path;
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
        Ok(Record { file, recorded })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.recorded.path
    }

    /// Adds the contest, unless nothing happened in it; tells whether it did. One that was recorded
    /// unfinished is replaced, unless something came after it.
    pub(crate) fn append(
        &mut self,
        session: &dyn AnySession,
        [first, second]: [String; 2],
        begun: Date,
    ) -> anyhow::Result<bool> {
        let over = matches!(session.turn(), Turn::Over(_));
        if session.moves().is_empty() && !over {
            return Ok(false);
        }
        let head = RecordHead {
            names: [&first, &second],
            date: Some(begun),
        };
        let text = write_record(session, &head)?;
        let written = self.write(&text);
        let (from, to) = written.with_context(|| cannot_record(&self.recorded.path))?;
        self.recorded.unfinished = Some((from, to)).filter(|_| !over);
        Ok(true)
    }

    /// Writes the text and tells where it begins and ends.
    fn write(&mut self, text: &str) -> std::io::Result<(u64, u64)> {
        let length = |file: &File| file.metadata().map_or(0, |data| data.len());
        let mut from = length(&self.file);
        if let Some((before, to)) = self.recorded.unfinished.take()
            && to == from
            && before <= to
        {
            self.file.set_len(before)?;
            from = before;
        }
        // Somebody may have left the last line without an end.
        let text = if from > 0 {
            format!("\n{text}")
        } else {
            text.to_owned()
        };
        self.file.write_all(text.as_bytes())?;
        self.file.sync_all()?;
        Ok((from, length(&self.file)))
    }

    /// Where the contest under way is recorded, to go on there another time.
    pub(crate) fn recorded(&self) -> Recorded {
        self.recorded.clone()
    }
}

fn cannot_record(path: &Path) -> String {
    format!("cannot record the contest in {}", path.display())
}
