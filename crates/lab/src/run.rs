//! Running an experiment, and finding what was run.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::Serialize;
use shido::{AnyGame, AnyPlayer, Ask, Catalog, Event, Request, Settings, Spec, open_tree_text};
use xxhash_rust::xxh3::xxh3_64;

use crate::bout::{Bout, Tally};
use crate::experiment::{Contests, Example, Experiment, Subject};
use crate::journal::{Block, Journal, OpenError, Record, is_locked, replace};
use crate::losses::Losses;
use crate::place::Placed;
use crate::training::Training;
use crate::trials::{Trainings, Trial};
use crate::work::work_off;
use crate::{LabError, export, findings};

/// Changes when results of older versions must not be used any more.
const FORMAT: u32 = 2;

/// How the rates of an experiment are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sampling {
    /// By going through all contests with their probabilities.
    Exact,
    /// By playing so many contests a match.
    Games(u64),
}

impl fmt::Display for Sampling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sampling::Exact => f.write_str("exact"),
            Sampling::Games(games) => write!(f, "{games}"),
        }
    }
}

impl Sampling {
    /// The command that measures an experiment so.
    pub(crate) fn command(self, asked_as: &str, seed: u64) -> String {
        let how = match self {
            Sampling::Exact => "--exact".to_owned(),
            Sampling::Games(games) => format!("--games {games}"),
        };
        format!("shido lab run {asked_as} {how} --seed {seed}")
    }
}

/// How to run an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunOrder {
    /// How the rates are found; as the experiment says where `None`.
    pub sampling: Option<Sampling>,
    /// Whether to forget what an earlier run has found.
    pub fresh: bool,
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Results {
    /// How.
    pub sampling: Sampling,
    /// The root seed.
    pub seed: u64,
    /// Of what decides how it goes: the definition, the rules, and how players behave.
    pub fingerprint: u64,
    /// The matches, in the order of the experiment.
    pub tallies: Vec<Tally>,
    /// The trees, in the order of the experiment.
    pub answers: Vec<Answer>,
    /// The runs of training, for each row of the experiment.
    pub trials: Vec<Vec<Trial>>,
}

/// What a player says of a tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The value of the root.
    pub value: f64,
    /// The best moves.
    pub best: Vec<String>,
}

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
    fn last(&self) -> PathBuf {
        self.directory.join(format!("{}.last", self.name))
    }

    fn journal(&self, run: &RunId) -> PathBuf {
        let RunId {
            sampling,
            seed,
            fingerprint,
        } = run;
        let name = &self.name;
        self.directory.join(format!(
            "{name}.{sampling}.{seed}.{fingerprint:016x}.journal"
        ))
    }

    /// The runs that have a journal.
    fn journals(&self) -> Result<Vec<RunId>, LabError> {
        let files = match std::fs::read_dir(&self.directory) {
            Ok(files) => files,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => {
                return Err(LabError::Disk {
                    what: "read",
                    path: self.directory.clone(),
                    source,
                });
            }
        };
        let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        let run = |name: String| {
            let rest = name.strip_prefix(&self.name)?.strip_prefix('.')?;
            RunId::parse(&rest.strip_suffix(".journal")?.replace('.', " "))
        };
        Ok(names.filter_map(run).collect())
    }
}

/// Everything on which the numbers of a run depend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RunId {
    sampling: Sampling,
    seed: u64,
    /// Of the matches and the rules of their games. The published numbers and the analysis are not
    /// part of it: they can be rewritten without playing again.
    fingerprint: u64,
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RunId {
            sampling,
            seed,
            fingerprint,
        } = self;
        write!(f, "{sampling} {seed} {fingerprint:016x}")
    }
}

impl RunId {
    fn parse(text: &str) -> Option<RunId> {
        let mut words = text.trim_end().split(' ');
        let sampling = match words.next()? {
            "exact" => Sampling::Exact,
            games => Sampling::Games(games.parse().ok()?),
        };
        let seed = words.next()?.parse().ok()?;
        let fingerprint = u64::from_str_radix(words.next()?, 16).ok()?;
        words.next().is_none().then_some(RunId {
            sampling,
            seed,
            fingerprint,
        })
    }
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
    let results = run_to_the_end(experiment, order, catalog, settings, watch);
    results.map_err(|error| match error {
        stopped @ LabError::Stopped { .. } => stopped,
        // Whatever did not work because it was stopped is nobody's mistake.
        _ if settings.stop.load(Ordering::Relaxed) => LabError::StoppedEarly,
        error => error,
    })
}

fn run_to_the_end(
    experiment: &Experiment,
    order: RunOrder,
    catalog: &Catalog,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Results, LabError> {
    let kept = Kept::of(experiment, settings)?;
    let (results, id) = match &experiment.subject {
        Subject::Trees(examples) => {
            let results = answer_all(examples, settings, watch)?;
            let id = RunId {
                sampling: Sampling::Exact,
                seed: settings.seed.0,
                fingerprint: 0,
            };
            (results, id)
        }
        Subject::Contests(contests) => {
            let bouts = Bouts::open(contests, catalog)?;
            // First of all: whoever cannot play is found here, with the best advice.
            let players = bouts.prepare_all(settings, watch)?;
            let id = RunId {
                sampling: order.sampling.unwrap_or(Sampling::Games(contests.games)),
                seed: settings.seed.0,
                fingerprint: bouts.fingerprint()?,
            };
            let journal = open_journal(experiment, &kept, &id, order.fresh, watch)?;
            (bouts.play(&id, &players, journal, settings, watch)?, id)
        }
        Subject::Training(training) => {
            let runs = match order.sampling {
                None => training.runs,
                Some(Sampling::Games(runs)) => runs,
                Some(Sampling::Exact) => {
                    return Err(LabError::Sampled {
                        name: experiment.asked_as.clone(),
                    });
                }
            };
            let trainings = Trainings::open(training, catalog)?;
            trainings.prepare_all(settings, watch)?;
            let id = RunId {
                sampling: Sampling::Games(runs),
                seed: settings.seed.0,
                fingerprint: fingerprint(&trainings.definition()?),
            };
            let journal = open_journal(experiment, &kept, &id, order.fresh, watch)?;
            let run = |block, _, settings: &Settings, watch: &(dyn Fn(Event) + Sync)| {
                trainings.run(block, settings, watch)
            };
            let blocks = trainings.blocks(runs);
            let done = work_off(&blocks, journal, settings, watch, &run)?;
            (gather_trials(training, &id, done), id)
        }
    };
    let found = findings::assess(experiment, &results);
    write(&kept.csv(), export::csv(experiment, &results).as_bytes())?;
    let object = export::json(&found);
    write(&kept.json(), object.as_bytes())?;
    // The pointer comes last: whoever follows it finds everything.
    write(&kept.last(), format!("{id}\n").as_bytes())?;
    Ok(results)
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
    match &experiment.subject {
        Subject::Trees(examples) => answer_all(examples, settings, watch),
        Subject::Contests(contests) => {
            if Bouts::open(contests, catalog)?.fingerprint()? != id.fingerprint {
                return Err(LabError::Changed {
                    name: experiment.asked_as.clone(),
                });
            }
            let path = kept.journal(&id);
            let done = Journal::<Tally>::read(&path, &run_line(experiment, &id))?;
            let blocks = blocks(contests, id.sampling);
            if blocks.iter().any(|(block, _)| !done.contains_key(block)) {
                return Err(LabError::Damaged { path });
            }
            Ok(gather(contests, &id, &done))
        }
        Subject::Training(training) => {
            let trainings = Trainings::open(training, catalog)?;
            let Sampling::Games(runs) = id.sampling else {
                return Err(LabError::Damaged { path: kept.last() });
            };
            if fingerprint(&trainings.definition()?) != id.fingerprint {
                return Err(LabError::Changed {
                    name: experiment.asked_as.clone(),
                });
            }
            let path = kept.journal(&id);
            let done = Journal::<Trial>::read(&path, &run_line(experiment, &id))?;
            let blocks = trainings.blocks(runs);
            if blocks.iter().any(|(block, _)| !done.contains_key(block)) {
                return Err(LabError::Damaged { path });
            }
            Ok(gather_trials(training, &id, done))
        }
    }
}

/// How the games and players of an experiment behave, as a text that changes when one of them does: what
/// [`Findings::behaviour`](crate::Findings::behaviour) says of a run.
///
/// # Errors
/// Where a game or a player cannot be had.
pub fn behaviour(experiment: &Experiment, catalog: &Catalog) -> Result<String, LabError> {
    let fingerprint = match &experiment.subject {
        Subject::Trees(_) => 0,
        Subject::Contests(contests) => Bouts::open(contests, catalog)?.fingerprint()?,
        Subject::Training(training) => {
            fingerprint(&Trainings::open(training, catalog)?.definition()?)
        }
    };
    Ok(behaviour_text(fingerprint))
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
    let (fingerprint, blocks): (u64, Box<dyn Fn(Sampling) -> Vec<_>>) = match &experiment.subject {
        Subject::Trees(_) => return Ok(Vec::new()),
        Subject::Contests(contests) => {
            let fingerprint = Bouts::open(contests, catalog)?.fingerprint()?;
            (fingerprint, Box::new(|sampling| blocks(contests, sampling)))
        }
        Subject::Training(training) => {
            let trainings = Trainings::open(training, catalog)?;
            let fingerprint = fingerprint(&trainings.definition()?);
            let blocks = move |sampling| match sampling {
                Sampling::Games(runs) => trainings.blocks(runs),
                Sampling::Exact => Vec::new(),
            };
            (fingerprint, Box::new(blocks))
        }
    };
    let mut found = Vec::new();
    // What other definitions have found cannot go on.
    for id in journals.iter().filter(|id| id.fingerprint == fingerprint) {
        let path = kept.journal(id);
        let line = run_line(experiment, id);
        let done = match &experiment.subject {
            Subject::Training(_) => Journal::<Trial>::finished(&path, &line)?,
            _ => Journal::<Tally>::finished(&path, &line)?,
        };
        let weight = |games: Option<u64>| games.unwrap_or(1);
        let all = blocks(id.sampling);
        let total = all.iter().map(|(_, games)| weight(*games)).sum();
        let kept = all.iter().filter(|(block, _)| done.contains(block));
        let done = kept.map(|(_, games)| weight(*games)).sum();
        if done < total {
            found.push(Unfinished {
                sampling: id.sampling,
                seed: id.seed,
                running: is_locked(&path),
                done,
                total,
                command: id.sampling.command(&experiment.asked_as, id.seed),
            });
        }
    }
    found.sort_by_key(|run| (!run.running, std::cmp::Reverse(run.done), run.seed));
    Ok(found)
}

fn write(path: &Path, contents: &[u8]) -> Result<(), LabError> {
    replace(path, contents).map_err(|source| LabError::Disk {
        what: "write",
        path: path.to_owned(),
        source,
    })
}

fn run_line(experiment: &Experiment, id: &RunId) -> String {
    format!("shido-lab {FORMAT} {} {id}", experiment.name)
}

fn open_journal<T: Record>(
    experiment: &Experiment,
    kept: &Kept,
    id: &RunId,
    fresh: bool,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Journal<T>, LabError> {
    let path = kept.journal(id);
    let opened = Journal::open(&path, &run_line(experiment, id), fresh);
    let opened = opened.map_err(|error| match error {
        OpenError::Busy => LabError::Busy {
            name: experiment.name.clone(),
        },
        OpenError::Disk(source) => LabError::Disk {
            what: "write",
            path,
            source,
        },
    })?;
    if let Some(warning) = opened.warning {
        watch(Event::Warning(warning));
    }
    Ok(opened.journal)
}

/// How many contests are played before they are written down. Where few are wanted they are slow, so
/// that little is lost when the run is killed. The number is even, so that both sides of an opening
/// are in one block.
fn block_size(games: u64) -> u64 {
    (games / 10).clamp(10, 1000).next_multiple_of(2)
}

/// All blocks of a run, each with its number of contests; `None` if it is exact.
fn blocks(contests: &Contests, sampling: Sampling) -> Vec<(Block, Option<u64>)> {
    let bouts = 0..contests.bouts.len();
    match sampling {
        Sampling::Exact => bouts.map(|bout| ((bout, 0), None)).collect(),
        Sampling::Games(games) => {
            let size = block_size(games);
            bouts
                .flat_map(|bout| {
                    (0..games.div_ceil(size)).map(move |block| {
                        let left = games - block * size;
                        ((bout, block), Some(left.min(size)))
                    })
                })
                .collect()
        }
    }
}

fn gather(contests: &Contests, id: &RunId, done: &BTreeMap<Block, Tally>) -> Results {
    let mut tallies = vec![Tally::default(); contests.bouts.len()];
    for ((bout, _), tally) in done {
        if let Some(sum) = tallies.get_mut(*bout) {
            sum.add(tally);
        }
    }
    Results {
        sampling: id.sampling,
        seed: id.seed,
        fingerprint: id.fingerprint,
        tallies,
        answers: Vec::new(),
        trials: Vec::new(),
    }
}

/// The runs of every row in order, so that the first are the first.
fn gather_trials(training: &Training, id: &RunId, done: BTreeMap<Block, Trial>) -> Results {
    let mut trials = vec![Vec::new(); training.rows.len()];
    for ((row, _), trial) in done {
        if let Some(runs) = trials.get_mut(row) {
            runs.push(trial);
        }
    }
    Results {
        sampling: id.sampling,
        seed: id.seed,
        fingerprint: id.fingerprint,
        tallies: Vec::new(),
        answers: Vec::new(),
        trials,
    }
}

/// Of what decides how an experiment goes.
fn fingerprint(definition: &str) -> u64 {
    xxh3_64(format!("{FORMAT}{definition}").as_bytes())
}

/// The matches of an experiment with their games, each of which is opened once for all of them.
struct Bouts<'e> {
    contests: &'e Contests,
    games: BTreeMap<&'e str, Arc<dyn AnyGame>>,
}

/// The players of each match, A and B. Who plays several is made once.
type Players = Vec<[AnyPlayer; 2]>;

impl<'e> Bouts<'e> {
    fn open(contests: &'e Contests, catalog: &Catalog) -> Result<Bouts<'e>, LabError> {
        let mut games = BTreeMap::new();
        for bout in &contests.bouts {
            let name = bout.game.value.as_str();
            if !games.contains_key(name) {
                let game = catalog.open(name);
                let game = game.map_err(|error| bout.game.place.refuse(&error))?;
                games.insert(name, game);
            }
        }
        Ok(Bouts { contests, games })
    }

    fn game(&self, bout: &Bout) -> &Arc<dyn AnyGame> {
        &self.games[bout.game.value.as_str()]
    }

    /// Of the rules, of who plays, and of how they behave: a player that behaves otherwise than before
    /// does not go on where it was.
    fn fingerprint(&self) -> Result<u64, LabError> {
        let mut text = String::new();
        for bout in &self.contests.bouts {
            let game = self.game(bout);
            let behaviour = |player: &Placed<Spec>| {
                let behaviour = game.behaviour(&player.value);
                behaviour.map_err(|error| player.place.refuse(&error))
            };
            text.push_str(&format!(
                "\n{:x} {} {} {}",
                game.about().fingerprint,
                bout.definition(),
                behaviour(&bout.a)?,
                behaviour(&bout.b)?
            ));
        }
        Ok(fingerprint(&text))
    }

    /// Makes every player once, so that whoever cannot play is found before anything is played. Games
    /// that have to be solved for it are solved here, on all threads.
    fn prepare_all(
        &self,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Players, LabError> {
        let mut made: BTreeMap<(&str, String), AnyPlayer> = BTreeMap::new();
        let mut make = |bout: &'e Bout, player: &'e Placed<Spec>| {
            let key = (bout.game.value.as_str(), player.value.to_string());
            if let Some(known) = made.get(&key) {
                return Ok(known.clone());
            }
            let new = self.game(bout).player(&player.value, settings, watch);
            let new = new.map_err(|error| match error {
                shido::Error::Solve { .. } => LabError::Catalog {
                    what: format!("`{}` cannot play", player.value),
                    source: Box::new(error),
                },
                error => player.place.refuse(&error),
            })?;
            made.insert(key, new.clone());
            Ok(new)
        };
        let bouts = self.contests.bouts.iter();
        bouts
            .map(|bout| Ok([make(bout, &bout.a)?, make(bout, &bout.b)?]))
            .collect()
    }

    fn play(
        &self,
        id: &RunId,
        players: &Players,
        journal: Journal<Tally>,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Results, LabError> {
        let all = blocks(self.contests, id.sampling);
        let play = |block, games, settings: &Settings, watch: &(dyn Fn(Event) + Sync)| {
            self.play_block(block, games, players, settings, watch)
        };
        let done = work_off(&all, journal, settings, watch, &play)?;
        Ok(gather(self.contests, id, &done))
    }

    /// A block of contests; `None` where it was stopped on the way.
    fn play_block(
        &self,
        (bout, block): Block,
        games: Option<u64>,
        players: &Players,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Option<Tally>, LabError> {
        let chosen = &self.contests.bouts[bout];
        let settings = Settings {
            seed: settings.seed.derive(bout as u64).derive(block),
            threads: Some(NonZeroUsize::MIN),
            ..settings.clone()
        };
        let game = self.game(chosen);
        match game.play_match(&chosen.order(&players[bout], games), &settings, watch) {
            Ok(report) if report.games != games => Ok(None),
            Ok(report) => {
                let mut tally = Tally::of(&report);
                if chosen.losses {
                    let [a, _] = &players[bout];
                    tally.losses = match Losses::of_a(chosen, game, a, &report, &settings) {
                        Ok(losses) => losses,
                        Err(_) if settings.stop.load(Ordering::Relaxed) => return Ok(None),
                        Err(error) => return Err(chosen.a.place.refuse(&error)),
                    };
                }
                Ok(Some(tally))
            }
            Err(_) if settings.stop.load(Ordering::Relaxed) => Ok(None),
            Err(error) => Err(LabError::Catalog {
                source: Box::new(error),
                what: format!(
                    "{}, {} against {}",
                    chosen.game.value, chosen.a.value, chosen.b.value
                ),
            }),
        }
    }
}

fn answer_all(
    examples: &[Example],
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Results, LabError> {
    let answers = examples
        .iter()
        .map(|example| answer(example, settings, watch))
        .collect::<Result<_, _>>()?;
    Ok(Results {
        sampling: Sampling::Exact,
        seed: settings.seed.0,
        fingerprint: 0,
        tallies: Vec::new(),
        answers,
        trials: Vec::new(),
    })
}

fn answer(
    example: &Example,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Answer, LabError> {
    let tree = open_tree_text(&example.name, &example.tree.value).map_err(|errors| {
        let first = errors.into_iter().next();
        let (problem, help) = first.map_or_else(Default::default, |e| (e.problem, e.help));
        example.tree.place.mistake(problem, help)
    })?;
    let refused = |error| example.by.place.refuse(&error);
    let by = tree
        .player(&example.by.value, settings, watch)
        .map_err(refused)?;
    let mut session = tree.session(None, settings).map_err(refused)?;
    let found = session.analyze(&by, Ask::EveryMove, &Request::default());
    let thought = found.map_err(refused)?.thought;
    Ok(Answer {
        value: thought.value.0,
        best: thought.best,
    })
}
