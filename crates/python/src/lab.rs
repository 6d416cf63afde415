//! The laboratory: experiments whose published numbers stand beside those that are measured here.

use std::path::PathBuf;

use pyo3::prelude::*;
use shido::Settings;
use shido_lab::{LabError, RunOrder, Sampling, assess, find, json, last, list, page, run};

use crate::answers::fields;
use crate::arguments;
use crate::errors::{Kind, argument, exception, raised, with_causes};
use crate::game::CATALOG;
use crate::watcher::watched;
use crate::work;

pub(crate) fn told(error: &LabError) -> PyErr {
    let kind = match error {
        LabError::Catalog { source, .. } => return raised(source),
        LabError::Unknown { .. } => Kind::UnknownName,
        LabError::File(_) | LabError::Disk { .. } | LabError::Damaged { .. } => Kind::File,
        LabError::Busy { .. } => Kind::Busy,
        LabError::NotRun { .. } | LabError::Changed { .. } | LabError::Sampled { .. } => {
            Kind::Unable
        }
        LabError::NoBlock { .. } | LabError::WrongNumbers { .. } | LabError::TooManyRuns { .. } => {
            Kind::Argument
        }
        _ => Kind::Failed,
    };
    exception(kind, &with_causes(error), error.help().as_deref())
}

/// How it is to be measured; as the experiment says where `None`.
pub(crate) fn sampling(games: Option<u64>, exact: bool) -> PyResult<Option<Sampling>> {
    match (exact, games) {
        (true, Some(_)) => Err(argument(
            "`games` and `exact` exclude each other: leave one out",
        )),
        (true, None) => Ok(Some(Sampling::Exact)),
        (false, games) => Ok(games.map(Sampling::Games)),
    }
}

pub(crate) fn settings(
    seed: u64,
    threads: Option<usize>,
    results: Option<PathBuf>,
) -> PyResult<Settings> {
    let usual = arguments::settings(true, seed, threads, None)?;
    Ok(Settings {
        results: results.or(usual.results.clone()),
        ..usual
    })
}

/// Runs an experiment, or what is left of it, and gives what it found as the text of a JSON object.
#[pyfunction]
#[pyo3(signature = (name, *, games=None, exact=false, fresh=false, seed=0, threads=None, results=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "keywords of one Python function")]
pub(crate) fn lab_run(
    py: Python<'_>,
    name: &str,
    games: Option<u64>,
    exact: bool,
    fresh: bool,
    seed: u64,
    threads: Option<usize>,
    results: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let sampling = sampling(games, exact)?;
    let settings = settings(seed, threads, results)?;
    let order = RunOrder { sampling, fresh };
    watched(py, &settings, progress, |watch| {
        let experiment = find(name).map_err(|error| told(&error))?;
        let results = run(&experiment, order, &CATALOG, &settings, watch);
        let results = results.map_err(|error| told(&error))?;
        Ok(json(&assess(&experiment, &results)))
    })
}

/// The report on the last finished run of an experiment, as an HTML page.
#[pyfunction]
#[pyo3(signature = (name, *, results=None))]
pub(crate) fn lab_report(py: Python<'_>, name: &str, results: Option<PathBuf>) -> PyResult<String> {
    let settings = settings(0, None, results)?;
    work::run(py, &settings.stop, || {
        let experiment = find(name).map_err(|error| told(&error))?;
        let results = last(&experiment, &CATALOG, &settings, &|_| {});
        let results = results.map_err(|error| told(&error))?;
        Ok(page(&experiment, &assess(&experiment, &results)))
    })
}

/// The experiments that come with Shido, and how far each has come.
#[pyfunction]
#[pyo3(signature = (*, results=None))]
pub(crate) fn lab_list(py: Python<'_>, results: Option<PathBuf>) -> PyResult<Bound<'_, PyAny>> {
    let settings = settings(0, None, results)?;
    let listed = work::run(py, &settings.stop, || {
        list(&CATALOG, &settings).map_err(|error| told(&error))
    })?;
    fields(py, &listed)?.get_item("experiments")
}
