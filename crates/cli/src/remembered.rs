//! Where it is that students are remembered, and who is meant where nobody is named.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shido::Settings;
use shido::tutor::Students;
use shido_club::{KeptStudents, students_file};
use shido_store::{Sqlite, StoreError, is_name};

use crate::report;

/// What is remembered, if there is anything.
pub(crate) fn open_if_there(settings: &Settings) -> Result<Option<Sqlite>, StoreError> {
    match &settings.data {
        Some(data) => Sqlite::open_if_there(&students_file(data)),
        None => Ok(None),
    }
}

/// What somebody is called who has no name.
pub(crate) const NAMELESS: &str = "you";

/// Who plays: who is named, else whoever has logged in.
pub(crate) fn student(named: Option<&str>) -> String {
    let login = || {
        let names = ["USER", "LOGNAME", "USERNAME"].into_iter();
        let mut names = names.filter_map(|variable| std::env::var(variable).ok());
        names.find(|name| is_name(name))
    };
    let named = named.map(str::to_owned).or_else(login);
    named.unwrap_or_else(|| NAMELESS.to_owned())
}

/// The user's settings, by which tutors remember their students.
pub(crate) fn settings() -> Settings {
    let settings = Settings::for_user();
    let kept = settings.data.as_deref().map(|data| KeptStudents {
        file: students_file(data),
        trouble: not_kept,
    });
    Settings {
        students: kept.map(|kept| Arc::new(kept) as Arc<dyn Students>),
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

fn in_words(error: &StoreError) -> String {
    match report::student_help(error) {
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
