//! Tutors that remember their students in a file.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use shido::Date;
use shido::tutor::{Student, Students, strength};
use shido_store::{Memory, Moment, Sqlite, StoreError};

/// The file in which students are remembered, in the user's data directory.
#[must_use]
pub fn students_file(data: &Path) -> PathBuf {
    data.join("students.sqlite")
}

/// The day of a moment, by UTC.
#[must_use]
pub fn day(moment: Moment) -> Date {
    Date::after_1970(u64::from(moment.days_since(Moment(0))))
}

/// What tutors have learned of their students, in a file. Where it cannot be used, they play all the same, with
/// somebody whom they do not know, and `trouble` is told.
#[derive(Debug)]
pub struct KeptStudents {
    /// The file.
    pub file: PathBuf,
    /// Told why something is not kept.
    pub trouble: fn(&StoreError),
}

impl Students for KeptStudents {
    fn recall(&self, name: &str, game: &str) -> Result<Option<Student>, String> {
        let opened = Sqlite::open_if_there(&self.file);
        let Some(memory) = opened.inspect_err(self.trouble).unwrap_or(None) else {
            return Ok(None);
        };
        let parse = |state: Value| {
            let student = serde_json::from_value(state);
            student.map_err(|error| format!("what is known of {name} cannot be read: {error}"))
        };
        if let Some(state) = memory.learned(name, game).map_err(in_words)? {
            return parse(state).map(Some);
        }
        let known = memory.everything(name).map_err(in_words)?;
        let others = known.map_or(Vec::new(), |known| known.learned);
        let others = others.into_iter().map(|learned| parse(learned.state));
        let others = others.collect::<Result<Vec<Student>, String>>()?;
        Ok((!others.is_empty()).then(|| Student::met_at(&others)))
    }

    fn keep(&self, name: &str, game: &str, student: &Student) -> Result<(), String> {
        let (by_moves, lead) = (student.strength(), student.lead);
        let end = |end: f64| (end + lead).clamp(strength::WEAKEST, strength::STRONGEST);
        let mut state = json!(student);
        state["rating"] = json!({
            "mean": student.level(),
            "low": end(by_moves.low),
            "high": end(by_moves.high),
        });
        let now = Moment::now();
        let kept = Sqlite::open(&self.file).and_then(|mut memory| {
            memory.learn(name, game, now, &mut |_| state.clone())?;
            memory.note_level(name, game, now, student.level())
        });
        if let Err(error) = kept {
            (self.trouble)(&error);
        }
        Ok(())
    }
}

fn in_words(error: StoreError) -> String {
    match error.help() {
        Some(help) => format!("{error}; {help}"),
        None => error.to_string(),
    }
}
