//! An experiment whose games are open: what there is to do, block by block, and what it comes to.
//!
//! Blocks may be played in any order, on any machine: each draws its numbers from its own seed. Who has
//! played all of them has the same results, to the last digit.

use std::collections::BTreeMap;
use std::path::Path;

use shido::{Catalog, Event, Settings};
use xxhash_rust::xxh3::xxh3_64;

use crate::LabError;
use crate::bout::Tally;
use crate::experiment::{Experiment, MOST_RUNS, Subject};
use crate::journal::{Block, Journal, OpenError};
use crate::kept::Kept;
use crate::matches::{Matches, Players};
use crate::results::Results;
use crate::run_id::{RunId, Sampling};
use crate::trees::{self, answer_all};
use crate::trials::{Trainings, Trial};

/// Changes when results of older versions must not be used any more.
const FORMAT: u32 = 2;

/// Blocks, each with its number of contests; `None` where it is one thing, as an exact match or a run of
/// training.
pub(crate) type Blocks = Vec<(Block, Option<u64>)>;

/// How much a block is: its contests, or one.
pub(crate) fn weight(games: Option<u64>) -> u64 {
    games.unwrap_or(1)
}

/// An experiment whose games are open, for one seed and number of contests.
pub struct OpenExperiment {
    experiment: Experiment,
    id: RunId,
    subject: OpenSubject,
    blocks: Blocks,
}

enum OpenSubject {
    Trees,
    Matches(Matches),
    Trainings(Trainings),
}

impl OpenExperiment {
    /// Opens the games of an experiment. The seed is that of the settings.
    ///
    /// # Errors
    /// Where a game or a player is not to be had, or it cannot be measured so.
    pub fn open(
        experiment: &Experiment,
        sampling: Option<Sampling>,
        catalog: &Catalog,
        settings: &Settings,
    ) -> Result<OpenExperiment, LabError> {
        let (sampling, fingerprint, subject, blocks) = match &experiment.subject {
            // They are answered in one go when the results are asked for, so there are no blocks.
            Subject::Trees(examples) => {
                let fingerprint = fingerprint(&trees::definition(examples)?);
                (Sampling::Exact, fingerprint, OpenSubject::Trees, Vec::new())
            }
            Subject::Contests(contests) => {
                let sampling = sampling.unwrap_or(Sampling::Games(contests.games));
                let matches = Matches::open(contests, catalog)?;
                let fingerprint = fingerprint(&matches.definition()?);
                let blocks = matches.blocks(sampling);
                (sampling, fingerprint, OpenSubject::Matches(matches), blocks)
            }
            Subject::Training(training) => {
                let runs = match sampling {
                    None => training.runs,
                    Some(Sampling::Games(runs)) => runs,
                    Some(Sampling::Exact) => {
                        return Err(LabError::Sampled {
                            name: experiment.asked_as.clone(),
                        });
                    }
                };
                if runs > MOST_RUNS {
                    return Err(LabError::TooManyRuns {
                        name: experiment.asked_as.clone(),
                        runs,
                    });
                }
                let trainings = Trainings::open(training, catalog)?;
                let fingerprint = fingerprint(&trainings.definition()?);
                let blocks = trainings.blocks(runs);
                let subject = OpenSubject::Trainings(trainings);
                (Sampling::Games(runs), fingerprint, subject, blocks)
            }
        };
        Ok(OpenExperiment {
            experiment: experiment.clone(),
            id: RunId {
                sampling,
                seed: settings.seed.0,
                fingerprint,
            },
            subject,
            blocks,
        })
    }

    /// The experiment.
    #[must_use]
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Everything on which the numbers depend. Who has another one is not at the same run.
    #[must_use]
    pub fn id(&self) -> &RunId {
        &self.id
    }

    /// All blocks in order, each with its number of contests; `None` where it is one thing, as an exact
    /// match or a run of training. Trees have none.
    #[must_use]
    pub fn blocks(&self) -> &[(Block, Option<u64>)] {
        &self.blocks
    }

    /// Makes every player once, so that whoever cannot play is found before anything is played. Games
    /// that have to be solved for it are solved here, on all threads.
    ///
    /// # Errors
    /// Where a player cannot be had.
    pub fn ready(
        self,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<ReadyExperiment, LabError> {
        let players = match &self.subject {
            OpenSubject::Trees => Players::new(),
            OpenSubject::Matches(matches) => matches.prepare_all(settings, watch)?,
            OpenSubject::Trainings(trainings) => {
                trainings.prepare_all(settings, watch)?;
                Players::new()
            }
        };
        Ok(ReadyExperiment {
            open: self,
            players,
        })
    }

    /// The journal of this run, from which an earlier one goes on unless it is to be `fresh`. Nobody else
    /// writes to it as long as it is held.
    ///
    /// # Errors
    /// Where the disk does not let us, or someone else is at the same run.
    pub fn journal(
        &self,
        fresh: bool,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Journal, LabError> {
        let kept = Kept::of(&self.experiment, settings)?;
        self.journal_at(&kept.journal(&self.id), fresh, watch)
    }

    pub(crate) fn journal_at(
        &self,
        path: &Path,
        fresh: bool,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Journal, LabError> {
        let opened = Journal::open(path, &self.run_line(), &self.widths(), fresh);
        let opened = opened.map_err(|error| match error {
            OpenError::Busy => LabError::Busy {
                name: self.experiment.name.clone(),
            },
            OpenError::Disk(source) => LabError::Disk {
                what: "write",
                path: path.to_owned(),
                source,
            },
        })?;
        if let Some(warning) = opened.warning {
            watch(Event::Warning(warning));
        }
        Ok(opened.journal)
    }

    /// The blocks of a journal that nobody need be writing to.
    pub(crate) fn read_journal(&self, path: &Path) -> Result<BTreeMap<Block, Vec<f64>>, LabError> {
        Journal::read(path, &self.run_line(), &self.widths())
    }

    /// The blocks that are not among these.
    pub(crate) fn missing<'b>(
        &'b self,
        done: &'b BTreeMap<Block, Vec<f64>>,
    ) -> impl Iterator<Item = &'b (Block, Option<u64>)> {
        let blocks = self.blocks.iter();
        blocks.filter(|(block, _)| !done.contains_key(block))
    }

    /// What blocks come to. Trees are answered here.
    ///
    /// # Errors
    /// Where blocks are missing, or a tree cannot be answered.
    pub fn results(
        &self,
        done: &BTreeMap<Block, Vec<f64>>,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Results, LabError> {
        let total = self.blocks.iter().map(|(_, games)| weight(*games)).sum();
        let missing: u64 = self.missing(done).map(|(_, games)| weight(*games)).sum();
        if missing > 0 {
            let done = total - missing;
            return Err(LabError::Stopped { done, total });
        }
        let mut results = Results::empty(&self.id);
        match &self.experiment.subject {
            Subject::Trees(examples) => results.answers = answer_all(examples, settings, watch)?,
            Subject::Contests(contests) => {
                results.tallies = vec![Tally::default(); contests.bouts.len()];
                for ((bout, _), numbers) in done {
                    if let (Some(sum), Some(tally)) =
                        (results.tallies.get_mut(*bout), Tally::from_numbers(numbers))
                    {
                        sum.add(&tally);
                    }
                }
            }
            // The runs of every row in order, so that the first are the first.
            Subject::Training(training) => {
                results.trials = vec![Vec::new(); training.rows.len()];
                for ((row, _), numbers) in done {
                    if let (Some(runs), Some(trial)) =
                        (results.trials.get_mut(*row), Trial::from_numbers(numbers))
                    {
                        runs.push(trial);
                    }
                }
            }
        }
        Ok(results)
    }

    /// What a journal that has every block comes to, which is kept as the last finished run: the journal,
    /// the raw results as CSV and as JSON.
    ///
    /// # Errors
    /// Where blocks are missing, or the disk does not take the results.
    pub fn finish(
        &self,
        journal: &Journal,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Results, LabError> {
        let results = self.results(journal.done(), settings, watch)?;
        Kept::of(&self.experiment, settings)?.keep(&self.experiment, &self.id, &results)?;
        Ok(results)
    }

    /// The first line of its journals.
    fn run_line(&self) -> String {
        format!("shido-lab {FORMAT} {} {}", self.experiment.name, self.id)
    }

    /// How many numbers a block of each match or row has.
    fn widths(&self) -> Vec<usize> {
        match &self.experiment.subject {
            Subject::Trees(_) => Vec::new(),
            Subject::Contests(contests) => vec![Tally::WIDTH; contests.bouts.len()],
            Subject::Training(training) => {
                let rows = training.rows.iter();
                rows.map(|row| Trial::width(training, row)).collect()
            }
        }
    }
}

/// An experiment whose players are made, so that its blocks can be played.
pub struct ReadyExperiment {
    open: OpenExperiment,
    players: Players,
}

impl ReadyExperiment {
    /// The experiment.
    #[must_use]
    pub fn open(&self) -> &OpenExperiment {
        &self.open
    }

    /// Plays a block, or so many contests of it, on this thread; `None` where it was stopped on the way.
    /// The numbers are those that [`Journal::add`] takes.
    ///
    /// # Errors
    /// Where there is no such block, or a player fails.
    pub fn play(
        &self,
        block: Block,
        contests: Option<u64>,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Option<Vec<f64>>, LabError> {
        let known = self.open.blocks.binary_search_by_key(&block, |it| it.0);
        if known.is_err() {
            return Err(LabError::NoBlock { block });
        }
        match &self.open.subject {
            OpenSubject::Trees => Ok(None),
            OpenSubject::Matches(matches) => {
                let tally = matches.play(block, contests, &self.players, settings, watch)?;
                Ok(tally.map(|tally| tally.numbers().to_vec()))
            }
            OpenSubject::Trainings(trainings) => {
                let trial = trainings.run(block, settings, watch)?;
                Ok(trial.map(|trial| trial.numbers()))
            }
        }
    }
}

/// Of what decides how an experiment goes.
fn fingerprint(definition: &str) -> u64 {
    xxh3_64(format!("{FORMAT}{definition}").as_bytes())
}
