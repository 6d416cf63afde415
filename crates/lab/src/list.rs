//! The experiments that are there, with what became of them.

use serde::{Serialize, Serializer};
use shido::{Catalog, Settings};

use crate::experiment::{Experiment, find};
use crate::findings::{Assessment, Findings, assess};
use crate::run::{Unfinished, last, unfinished};
use crate::{LabError, shipped};

/// The experiments that are built in.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ExperimentList {
    /// In alphabetical order.
    pub experiments: Vec<Listed>,
}

/// An experiment, and how far it has come.
#[derive(Debug)]
#[non_exhaustive]
pub struct Listed {
    /// The experiment.
    pub experiment: Experiment,
    /// What the last finished run found, or why there is nothing.
    pub last: Result<Findings, LabError>,
    /// The runs that have begun and not ended.
    pub unfinished: Vec<Unfinished>,
}

/// Lists the experiments that are built in.
///
/// # Errors
/// Where one of them cannot be read.
pub fn list(catalog: &Catalog, settings: &Settings) -> Result<ExperimentList, LabError> {
    let listed = |name| {
        let experiment = find(name)?;
        let results = last(&experiment, catalog, settings, &|_| {});
        Ok(Listed {
            last: results.map(|results| assess(&experiment, &results)),
            unfinished: unfinished(&experiment, catalog, settings).unwrap_or_default(),
            experiment,
        })
    };
    Ok(ExperimentList {
        experiments: shipped().map(listed).collect::<Result<_, LabError>>()?,
    })
}

impl Serialize for Listed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'l> {
            name: &'l str,
            title: &'l str,
            source: Option<&'l str>,
            published: usize,
            verdict: Option<Assessment>,
            command: Option<String>,
            unfinished: &'l [Unfinished],
        }
        let found = self.last.as_ref().ok();
        let written = Written {
            name: &self.experiment.name,
            title: &self.experiment.title,
            source: self.experiment.source.as_deref(),
            published: self.experiment.published(),
            verdict: found.map(|found| found.assessment),
            command: found.map(Findings::command),
            unfinished: &self.unfinished,
        };
        written.serialize(to)
    }
}
