//! Where it is that students are remembered, and who is meant where nobody is named.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use shido::tutor::{Student, Students};
use shido::{Date, Settings};
use shido_store::{Memory, Moment, Sqlite, StoreError, is_name};

use crate::report;

/// The file, in the user's data directory.
pub(crate) fn file(data: &Path) -> PathBuf {
    data.join("students.sqlite")
}

/// What is remembered, if there is anything.
pub(crate) fn open_if_there(settings: &Settings) -> Result<Option<Sqlite>, StoreError> {
    match &settings.data {
        Some(data) => Sqlite::open_if_there(&file(data)),
        None => Ok(None),
    }
}

/// Who plays: who is named, else whoever has logged in.
pub(crate) fn student(named: Option<&str>) -> String {
    let login = || {
        let names = ["USER", "LOGNAME", "USERNAME"].into_iter();
        let mut names = names.filter_map(|variable| std::env::var(variable).ok());
        names.find(|name| is_name(name))
    };
    let named = named.map(str::to_owned).or_else(login);
    named.unwrap_or_else(|| "you".to_owned())
}

/// The user's settings, by which tutors remember their students.
pub(crate) fn settings() -> Settings {
    let settings = Settings::for_user();
    let tutored = settings.data.as_deref().map(|data| Tutored(file(data)));
    Settings {
        students: tutored.map(|tutored| Arc::new(tutored) as Arc<dyn Students>),
        ..settings
    }
}

/// Says that nothing is kept and why, once however much was to be kept: whoever plays goes on.
pub(crate) fn not_kept(error: &StoreError) {
    static TOLD: AtomicBool = AtomicBool::new(false);
    if !TOLD.swap(true, Ordering::Relaxed) {
        let error = in_words(error);
        report::warning(&format!("what you play now is not kept: {error}"));
    }
}

/// What tutors have learned of their students, in this file. Where it cannot be used, they play all the same,
/// with somebody whom they do not know.
#[derive(Debug)]
struct Tutored(PathBuf);

impl Students for Tutored {
    fn recall(&self, name: &str, game: &str) -> Result<Option<Student>, String> {
        let opened = Sqlite::open_if_there(&self.0);
        let Some(memory) = opened.inspect_err(not_kept).unwrap_or(None) else {
            return Ok(None);
        };
        let in_words = |error| in_words(&error);
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
        let mut state = json!(student);
        state["rating"] = json!({
            "mean": student.level(),
            "low": by_moves.low + lead,
            "high": by_moves.high + lead,
        });
        let kept = Sqlite::open(&self.0)
            .and_then(|mut memory| memory.learn(name, game, Moment::now(), &mut |_| state.clone()));
        if let Err(error) = kept {
            not_kept(&error);
        }
        Ok(())
    }
}

fn in_words(error: &StoreError) -> String {
    match error.help() {
        Some(help) => format!("{error}; {help}"),
        None => error.to_string(),
    }
}

/// A name as it is typed in a shell.
pub(crate) fn typed(name: &str) -> String {
    match name
        .chars()
        .all(|letter| letter.is_alphanumeric() || "-_.".contains(letter))
    {
        true => name.to_owned(),
        false => format!("'{}'", name.replace('\'', "'\\''")),
    }
}

/// The day of a moment, by UTC.
pub(crate) fn day(moment: Moment) -> Date {
    Date::after_1970(u64::from(moment.days_since(Moment(0))))
}
