//! An experiment block by block, for whoever shares out the work: see `python/shido/lab.py`.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use shido::Settings;
use shido_lab::{
    Experiment, Journal, LabError, OpenExperiment, ReadyExperiment, assess, find, json, read,
};

use crate::errors::argument;
use crate::game::CATALOG;
use crate::lab::{sampling, settings, told};
use crate::work;

/// A run of an experiment whose games are open and whose players are made.
#[pyclass(frozen, module = "shido._shido")]
pub(crate) struct LabRun {
    ready: ReadyExperiment,
    settings: Settings,
    journal: Mutex<Option<Journal>>,
}

impl LabRun {
    fn open(&self) -> &OpenExperiment {
        self.ready.open()
    }

    fn block(&self, number: usize) -> PyResult<((usize, u64), Option<u64>)> {
        let blocks = self.open().blocks();
        let block = blocks.get(number).copied();
        block.ok_or_else(|| {
            argument(format!(
                "there is no block {number}: there are {}",
                blocks.len()
            ))
        })
    }

    /// Does something with the journal, which has to be open.
    fn with_journal<T>(
        &self,
        act: impl FnOnce(&mut Journal) -> Result<T, LabError>,
    ) -> PyResult<T> {
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let journal = journal.as_mut();
        let journal =
            journal.ok_or_else(|| argument("the journal is not open: call `resume` first"))?;
        act(journal).map_err(|error| told(&error))
    }
}

/// An experiment by its name or path, or as the text that another process has read.
fn experiment(name: &str, text: Option<&str>) -> Result<Experiment, LabError> {
    match text {
        None => find(name),
        Some(text) => read(name, text),
    }
}

#[pymethods]
impl LabRun {
    /// Opens the games and makes the players, which may take long where games are solved for it.
    #[new]
    #[pyo3(signature = (name, *, text=None, games=None, exact=false, seed=0, results=None))]
    fn new(
        py: Python<'_>,
        name: &str,
        text: Option<&str>,
        games: Option<u64>,
        exact: bool,
        seed: u64,
        results: Option<PathBuf>,
    ) -> PyResult<LabRun> {
        let sampling = sampling(games, exact)?;
        let settings = settings(seed, None, results)?;
        let ready = work::run(py, &settings.stop, || {
            let open =
                |experiment| OpenExperiment::open(&experiment, sampling, &CATALOG, &settings);
            let opened = experiment(name, text).and_then(open);
            let ready = opened.and_then(|open| open.ready(&settings, &|_| {}));
            ready.map_err(|error| told(&error))
        })?;
        Ok(LabRun {
            ready,
            settings,
            journal: Mutex::default(),
        })
    }

    /// Everything on which the numbers depend: who has another one is not at the same run.
    #[getter]
    fn id(&self) -> String {
        self.open().id().to_string()
    }

    /// The text of the experiment's file.
    #[getter]
    fn text(&self) -> &str {
        &self.open().experiment().text
    }

    /// How many contests each block has; one where it is an exact match or a run of training.
    #[getter]
    fn contests(&self) -> Vec<u64> {
        let blocks = self.open().blocks().iter();
        blocks.map(|(_, contests)| contests.unwrap_or(1)).collect()
    }

    /// Plays a block: the numbers that are to be kept of it.
    fn play(&self, py: Python<'_>, number: usize) -> PyResult<Vec<f64>> {
        let (block, contests) = self.block(number)?;
        // A flag of its own: whoever interrupts this block does not end the next one.
        let settings = Settings {
            stop: Default::default(),
            ..self.settings.clone()
        };
        work::run(py, &settings.stop, || {
            let played = self.ready.play(block, contests, &settings, &|_| {});
            let stopped = LabError::Stopped {
                done: 0,
                total: contests.unwrap_or(1),
            };
            played
                .and_then(|numbers| numbers.ok_or(stopped))
                .map_err(|error| told(&error))
        })
    }

    /// Opens the journal and gives the blocks that are done. Nobody else writes to it until it is closed.
    #[pyo3(signature = (*, fresh=false))]
    fn resume(&self, fresh: bool) -> PyResult<Vec<usize>> {
        let opened = self.open().journal(fresh, &self.settings, &|_| {});
        let opened = opened.map_err(|error| told(&error))?;
        let blocks = self.open().blocks().iter().enumerate();
        let done = blocks.filter(|(_, (block, _))| opened.done().contains_key(block));
        let done = done.map(|(number, _)| number).collect();
        *self.journal.lock().unwrap_or_else(PoisonError::into_inner) = Some(opened);
        Ok(done)
    }

    /// Keeps the numbers of a block.
    fn keep(&self, number: usize, numbers: Vec<f64>) -> PyResult<()> {
        let (block, _) = self.block(number)?;
        self.with_journal(|journal| journal.add(block, numbers))
    }

    /// What the blocks come to, as the text of a JSON object. It is kept as the last finished run.
    fn finish(&self, py: Python<'_>) -> PyResult<String> {
        let open = self.open();
        work::run(py, &self.settings.stop, || {
            let results =
                self.with_journal(|journal| open.finish(journal, &self.settings, &|_| {}))?;
            Ok(json(&assess(open.experiment(), &results)))
        })
    }

    /// Closes the journal.
    fn close(&self) {
        *self.journal.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
