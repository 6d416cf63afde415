//! Running an experiment, and finding what was run.

use std::sync::atomic::Ordering;

use serde::Serialize;
use shido::{Catalog, Event, Settings};

use crate::LabError;
use crate::experiment::{Experiment, Subject};
use crate::journal::is_locked;
use crate::kept::Kept;
use crate::open::{OpenExperiment, weight};
use crate::results::Results;
use crate::run_id::{RunId, Sampling};
use crate::work::work_off;

/// How to run an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunOrder {
    /// How the rates are found; as the experiment says where `None`.
    pub sampling: Option<Sampling>,
    /// Whether to forget what an earlier run has found.
    pub fresh: bool,
}

/// Runs an experiment, or what is left of it, and keeps what it finds: the journal, the raw results
/// as CSV and as JSON.
///
/// The result depends on neither the number of threads nor on how often the run was interrupted.
/// `watch` is told how long it will take, then how many contests are done (matches, where they are exact).
///
/// # Errors
/// Where a game or a player cannot be had, a player fails, the disk does not take the results, or the
/// settings' flag asks to stop.
pub fn run(
    experiment: &Experiment,
    order: RunOrder,
    catalog: &Catalog,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Results, LabError> {
    let run_to_the_end = || {
        Kept::of(experiment, settings)?;
        let open = OpenExperiment::open(experiment, order.sampling, catalog, settings)?;
        // First of all: whoever cannot play is found here, with the best advice.
        let ready = open.ready(settings, watch)?;
        let open = ready.open();
        let journal = open.journal(order.fresh, settings, watch)?;
        let journal = work_off(open.blocks(), journal, settings, watch, &ready)?;
        open.finish(&journal, settings, watch)
    };
    told_apart(settings, run_to_the_end())
}

/// Whatever did not work because it was stopped is nobody's mistake.
pub(crate) fn told_apart<T>(
    settings: &Settings,
    result: Result<T, LabError>,
) -> Result<T, LabError> {
    result.map_err(|error| match error {
        stopped @ LabError::Stopped { .. } => stopped,
        _ if settings.stop.load(Ordering::Relaxed) => LabError::StoppedEarly,
        error => error,
    })
}

/// An experiment as it was at a run.
fn opened_at(
    run: &RunId,
    experiment: &Experiment,
    catalog: &Catalog,
    settings: &Settings,
) -> Result<OpenExperiment, LabError> {
    let settings = Settings {
        seed: shido_core::Seed(run.seed),
        ..settings.clone()
    };
    OpenExperiment::open(experiment, Some(run.sampling), catalog, &settings)
}

/// What the last finished run of an experiment found.
///
/// # Errors
/// Where there is none, or it was a run of another definition.
pub fn last(
    experiment: &Experiment,
    catalog: &Catalog,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Results, LabError> {
    let kept = Kept::of(experiment, settings)?;
    let not_run = || LabError::NotRun {
        name: experiment.asked_as.clone(),
    };
    let text = match std::fs::read_to_string(kept.last()) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(not_run()),
        Err(source) => {
            return Err(LabError::Disk {
                what: "read",
                path: kept.last(),
                source,
            });
        }
    };
    let id = RunId::parse(&text).ok_or_else(|| LabError::Damaged { path: kept.last() })?;
    let open = opened_at(&id, experiment, catalog, settings)?;
    if *open.id() != id {
        return Err(LabError::Changed {
            name: experiment.asked_as.clone(),
        });
    }
    if let Subject::Trees(_) = experiment.subject {
        return open.results(&Default::default(), settings, watch);
    }
    let path = kept.journal(&id);
    let results = open.results(&open.read_journal(&path)?, settings, watch);
    results.map_err(|error| match error {
        LabError::Stopped { .. } => LabError::Damaged { path },
        error => error,
    })
}

/// How the games and players of an experiment behave, as a text that changes when one of them does: what
/// [`Findings::behaviour`](crate::Findings::behaviour) says of a run.
///
/// # Errors
/// Where a game or a player cannot be had.
pub fn behaviour(experiment: &Experiment, catalog: &Catalog) -> Result<String, LabError> {
    let open = OpenExperiment::open(experiment, None, catalog, &Settings::in_memory())?;
    Ok(behaviour_text(open.id().fingerprint))
}

pub(crate) fn behaviour_text(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

/// A run that has begun and not been finished.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Unfinished {
    /// How it is measured.
    #[serde(flatten)]
    pub sampling: Sampling,
    /// The root seed.
    pub seed: u64,
    /// Whether another process is at it just now. If not, it was interrupted and can go on.
    pub running: bool,
    /// How many contests, matches or runs of training are done and kept.
    pub done: u64,
    /// How many there are.
    pub total: u64,
    /// The command that goes on with it.
    pub command: String,
}

/// The runs of an experiment that are under way, and those that were interrupted and can go on; those
/// under way first, then the furthest first. Trees are answered in one go, so they have none.
///
/// # Errors
/// Where there is no place for results, or what is there cannot be read.
pub fn unfinished(
    experiment: &Experiment,
    catalog: &Catalog,
    settings: &Settings,
) -> Result<Vec<Unfinished>, LabError> {
    let kept = Kept::of(experiment, settings)?;
    let journals = kept.journals()?;
    if journals.is_empty() {
        return Ok(Vec::new());
    }
    let now = *OpenExperiment::open(experiment, None, catalog, settings)?.id();
    let mut found = Vec::new();
    // What other definitions have found cannot go on.
    for id in journals
        .iter()
        .filter(|id| id.fingerprint == now.fingerprint)
    {
        let open = opened_at(id, experiment, catalog, settings)?;
        let path = kept.journal(id);
        let done = match open.read_journal(&path) {
            // One that was only just begun has no block.
            Err(LabError::Damaged { .. }) => Default::default(),
            done => done?,
        };
        let left: u64 = open.missing(&done).map(|(_, games)| weight(*games)).sum();
        let total = open.blocks().iter().map(|(_, games)| weight(*games)).sum();
        if left > 0 {
            found.push(Unfinished {
                sampling: id.sampling,
                seed: id.seed,
                running: is_locked(&path),
                done: total - left,
                total,
                command: id.sampling.command(&experiment.asked_as, id.seed),
            });
        }
    }
    found.sort_by_key(|run| (!run.running, std::cmp::Reverse(run.done), run.seed));
    Ok(found)
}
