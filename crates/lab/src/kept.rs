//! Where the results of an experiment are.

use std::io;
use std::path::{Path, PathBuf};

use shido::Settings;

use crate::experiment::Experiment;
use crate::journal::replace;
use crate::part::Part;
use crate::run_id::RunId;
use crate::{LabError, Results, assess, export};

/// Where the results of an experiment are.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The directory.
    pub directory: PathBuf,
    name: String,
}

impl Kept {
    /// Where an experiment is kept under these settings.
    ///
    /// # Errors
    /// Where there is no place for it.
    pub fn of(experiment: &Experiment, settings: &Settings) -> Result<Kept, LabError> {
        let directory = settings.results.clone().ok_or(LabError::NoPlace)?;
        Ok(Kept {
            directory,
            name: experiment.kept_as.clone(),
        })
    }

    /// The raw results of the last run that was finished, as a table.
    #[must_use]
    pub fn csv(&self) -> PathBuf {
        self.directory.join(format!("{}.csv", self.name))
    }

    /// The same as a JSON object.
    #[must_use]
    pub fn json(&self) -> PathBuf {
        self.directory.join(format!("{}.json", self.name))
    }

    /// Tells which run was the last one.
    pub(crate) fn last(&self) -> PathBuf {
        self.directory.join(format!("{}.last", self.name))
    }

    pub(crate) fn journal(&self, run: &RunId) -> PathBuf {
        self.directory.join(journal_name(&self.name, run, None))
    }

    /// The runs that have a journal.
    pub(crate) fn journals(&self) -> Result<Vec<RunId>, LabError> {
        let files = match files(&self.directory) {
            Ok(files) => files,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => {
                return Err(LabError::Disk {
                    what: "read",
                    path: self.directory.clone(),
                    source,
                });
            }
        };
        let found = files.iter().filter_map(|file| JournalName::parse(file));
        let ours = found.filter(|it| it.kept_as == self.name && it.part.is_none());
        Ok(ours.map(|it| it.run).collect())
    }

    /// Writes down what a finished run found.
    pub(crate) fn keep(
        &self,
        experiment: &Experiment,
        run: &RunId,
        results: &Results,
    ) -> Result<(), LabError> {
        let findings = assess(experiment, results);
        write(&self.csv(), export::csv(experiment, results).as_bytes())?;
        write(&self.json(), export::json(&findings).as_bytes())?;
        // The pointer comes last: whoever follows it finds everything.
        write(&self.last(), format!("{run}\n").as_bytes())
    }
}

/// What the name of a journal says.
pub(crate) struct JournalName {
    pub(crate) kept_as: String,
    pub(crate) run: RunId,
    /// Which part of the run it holds; all of it where `None`.
    pub(crate) part: Option<Part>,
}

/// The name of the journal of a run, or of a part of it.
pub(crate) fn journal_name(kept_as: &str, run: &RunId, part: Option<Part>) -> String {
    let run = run.to_string().replace(' ', ".");
    match part {
        None => format!("{kept_as}.{run}.journal"),
        Some(part) => format!("{kept_as}.{run}.{}-of-{}.journal", part.number, part.of),
    }
}

impl JournalName {
    pub(crate) fn parse(file: &str) -> Option<JournalName> {
        // The names of experiments have no dots.
        let mut words = file.strip_suffix(".journal")?.split('.');
        let kept_as = words.next()?.to_owned();
        let run = [words.next()?, words.next()?, words.next()?].join(" ");
        let part = match words.next() {
            None => None,
            Some(part) => Some(part.replacen("-of-", "/", 1).parse().ok()?),
        };
        words.next().is_none().then_some(JournalName {
            kept_as,
            run: RunId::parse(&run)?,
            part,
        })
    }
}

/// The names of the files of a directory, in order.
pub(crate) fn files(directory: &Path) -> io::Result<Vec<String>> {
    let files = std::fs::read_dir(directory)?;
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort();
    Ok(names)
}

/// Writes a file all at once.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), LabError> {
    replace(path, contents).map_err(|source| LabError::Disk {
        what: "write",
        path: path.to_owned(),
        source,
    })
}
