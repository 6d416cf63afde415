//! Students and reviews: what tutors remember, and a contest looked at with one of its players.

use std::sync::Arc;

use pyo3::prelude::*;
use shido::tutor::Students;
use shido::{Settings, read_records};
use shido_club::{KeptStudents, profile, students_file};
use shido_review::{ReviewOrder, review as look_at};
use shido_store::{Memory, Moment, Sqlite, StoreError};

use crate::answers::{answer, fields};
use crate::arguments::{self, Side, spec};
use crate::errors::{Kind, argument, exception, raised, with_causes};
use crate::game::CATALOG;
use crate::session::Session;
use crate::watcher::warn;
use crate::work;

/// The same settings with tutors who remember their students where the command line keeps them.
pub(crate) fn remembering(settings: Settings) -> Settings {
    let kept = settings.data.as_deref().map(|data| KeptStudents {
        file: students_file(data),
        trouble,
    });
    Settings {
        students: kept.map(|kept| Arc::new(kept) as Arc<dyn Students>),
        ..settings
    }
}

fn trouble(error: &StoreError) {
    let message = format!("what is played now is not kept: {}", with_causes(error));
    let warned = Python::try_attach(|py| warn(py, message));
    if let Some(Err(error)) = warned {
        work::leave(error);
    }
}

fn told(error: &StoreError) -> PyErr {
    exception(Kind::File, &with_causes(error), error.help().as_deref())
}

/// What is remembered, if there is anything.
fn memory() -> PyResult<Option<Sqlite>> {
    match Settings::for_user().data {
        Some(data) => Sqlite::open_if_there(&students_file(&data)).map_err(|error| told(&error)),
        None => Ok(None),
    }
}

/// The names of all students.
#[pyfunction]
pub(crate) fn students() -> PyResult<Vec<String>> {
    match memory()? {
        Some(memory) => memory.students().map_err(|error| told(&error)),
        None => Ok(Vec::new()),
    }
}

/// What is remembered of a student: everything, and game by game as `at`.
#[pyfunction]
pub(crate) fn student<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let known = match memory()? {
        Some(memory) => memory.everything(name).map_err(|error| told(&error))?,
        None => None,
    };
    let Some(known) = known else {
        let message = format!("there is no student `{name}`");
        return Err(exception(Kind::UnknownName, &message, None));
    };
    let all = fields(py, &known)?;
    all.set_item("at", fields(py, &profile(&known, Moment::now()))?)?;
    Ok(all)
}

/// Forgets a student and all that belongs to them; tells whether there was anything to forget.
#[pyfunction]
pub(crate) fn forget(name: &str) -> PyResult<bool> {
    match memory()? {
        Some(mut memory) => memory.forget(name).map_err(|error| told(&error)),
        None => Ok(false),
    }
}

/// A contest to review: a session, or the text of a record (PGN, SGF).
#[derive(FromPyObject)]
pub(crate) enum Subject<'py> {
    Session(Bound<'py, Session>),
    Record(String),
}

/// Looks at a contest with one of its players: chances, mistakes at their level, hints, why.
#[pyfunction]
#[pyo3(signature = (contest, *, seat=None, rating=None, judge=None, most=5, seed=0, threads=None))]
#[expect(clippy::too_many_arguments, reason = "keywords of one Python function")]
pub(crate) fn review<'py>(
    py: Python<'py>,
    contest: Subject<'_>,
    seat: Option<Side>,
    rating: Option<f64>,
    judge: Option<&str>,
    most: usize,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let (record, catalog) = match &contest {
        Subject::Session(session) => {
            let session = session.get();
            (session.saved()?, session.game().catalog())
        }
        Subject::Record(text) => {
            let mut records = read_records(text).map_err(|error| raised(&error))?;
            if records.len() != 1 {
                let count = records.len();
                return Err(argument(format!(
                    "there are {count} contests in this record: give the text of one"
                )));
            }
            (records.remove(0), None)
        }
    };
    let order = ReviewOrder {
        seat: seat.map(|side| side.0),
        rating,
        judge: judge.map(spec).transpose()?,
        most,
    };
    let settings = arguments::settings(true, seed, threads, None)?;
    let found = work::ask(py, &settings.stop, || {
        let catalog = catalog.as_deref().unwrap_or(&CATALOG);
        look_at(catalog, &record, &order, &settings, &|_| {})
    })?;
    answer(py, "Review", &found)
}
