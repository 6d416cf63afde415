//! Putting the parts of a run together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use shido::{Catalog, Event, Settings};
use shido_core::Seed;

use crate::experiment::{Experiment, find};
use crate::journal::Block;
use crate::kept::{JournalName, files};
use crate::open::{OpenExperiment, weight};
use crate::part::{Part, definition};
use crate::{LabError, Results};

/// A run that was put together from its parts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Merged {
    /// The experiment.
    pub experiment: Experiment,
    /// What it came to.
    pub results: Results,
}

/// Puts the parts of one run together that lie in these directories, and keeps the run as if it had been
/// played here. Blocks that several parts hold count once.
///
/// # Errors
/// Where there are no parts, they belong to different runs or to another version, contradict each other, or
/// some are missing: those are named with the commands that make them.
pub fn merge(
    directories: &[PathBuf],
    catalog: &Catalog,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Merged, LabError> {
    let found = parts_in(directories)?;
    let Some(first) = found.first() else {
        return Err(LabError::NoParts {
            directories: directories.to_vec(),
        });
    };
    if let Some((other, what)) = found.iter().find_map(|it| Some((it, first.unlike(it)?))) {
        return Err(LabError::DifferentRuns {
            what,
            one: first.path(),
            other: other.path(),
        });
    }
    let experiment = first.experiment()?;
    let settings = Settings {
        seed: Seed(first.name.run.seed),
        ..settings.clone()
    };
    let sampling = Some(first.name.run.sampling);
    let open = OpenExperiment::open(&experiment, sampling, catalog, &settings)?;
    if *open.id() != first.name.run {
        return Err(LabError::OtherVersion {
            name: experiment.name,
            path: first.path(),
        });
    }
    let done = blocks_of(&found, &open, watch)?;
    let missing: BTreeSet<Block> = open.missing(&done).map(|(block, _)| *block).collect();
    if !missing.is_empty() {
        return Err(missing_parts(&found, &open, &missing));
    }
    let mut journal = open.journal(false, &settings, watch)?;
    for (block, numbers) in done {
        journal.add(block, numbers)?;
    }
    let results = open.finish(&journal, &settings, watch)?;
    Ok(Merged {
        experiment,
        results,
    })
}

/// The journal of a part.
struct Found {
    directory: PathBuf,
    file: String,
    name: JournalName,
    part: Part,
}

fn parts_in(directories: &[PathBuf]) -> Result<Vec<Found>, LabError> {
    let mut found = Vec::new();
    for directory in directories {
        let files = files(directory).map_err(|source| LabError::Disk {
            what: "read",
            path: directory.clone(),
            source,
        })?;
        for file in files {
            if let Some(name) = JournalName::parse(&file)
                && let Some(part) = name.part
            {
                found.push(Found {
                    directory: directory.clone(),
                    file,
                    name,
                    part,
                });
            }
        }
    }
    Ok(found)
}

impl Found {
    fn path(&self) -> PathBuf {
        self.directory.join(&self.file)
    }

    /// What tells this run from that of another part; `None` where they are of one run.
    fn unlike(&self, other: &Found) -> Option<String> {
        let (ours, theirs) = (&self.name, &other.name);
        let (a, b) = (&ours.run, &theirs.run);
        if ours.kept_as != theirs.kept_as {
            Some(format!("`{}` and `{}`", ours.kept_as, theirs.kept_as))
        } else if a.sampling != b.sampling {
            Some(format!(
                "{} and {} contests or runs",
                a.sampling, b.sampling
            ))
        } else if a.seed != b.seed {
            Some(format!("seeds {} and {}", a.seed, b.seed))
        } else if a.fingerprint != b.fingerprint {
            Some("two versions of the experiment, its games or its players".to_owned())
        } else {
            None
        }
    }

    fn experiment(&self) -> Result<Experiment, LabError> {
        match definition(&self.directory, &self.name.kept_as) {
            Some(file) => find(&file.to_string_lossy()),
            None => find(&self.name.kept_as),
        }
    }
}

/// The blocks of all parts, each once.
fn blocks_of(
    found: &[Found],
    open: &OpenExperiment,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<BTreeMap<Block, Vec<f64>>, LabError> {
    let mut done: BTreeMap<Block, (Vec<f64>, &Found)> = BTreeMap::new();
    for part in found {
        let blocks = match open.read_journal(&part.path()) {
            // As if it had not begun: its blocks are found missing.
            Err(damaged @ LabError::Damaged { .. }) => {
                watch(Event::Warning(format!("{damaged}: it is left out")));
                continue;
            }
            blocks => blocks?,
        };
        for (block, numbers) in blocks {
            match done.get(&block) {
                Some((known, other)) if *known != numbers => {
                    return Err(LabError::Contradiction {
                        block,
                        kept: other.path(),
                        found: part.path().display().to_string(),
                    });
                }
                _ => {
                    done.insert(block, (numbers, part));
                }
            }
        }
    }
    let numbers = |(block, (numbers, _))| (block, numbers);
    Ok(done.into_iter().map(numbers).collect())
}

/// The parts that hold these blocks, of as many as the run was cut into. Where it was cut in several ways,
/// the finest counts.
fn missing_parts(found: &[Found], open: &OpenExperiment, missing: &BTreeSet<Block>) -> LabError {
    let of = found.iter().map(|it| it.part.of).max().unwrap_or(1);
    let parts: BTreeSet<Part> = Part::holding(of, open.blocks(), missing).collect();
    let directory = |part| {
        let begun = found.iter().find(|it| it.part == part);
        begun
            .or(found.first())
            .map_or(Path::new("."), |it| &it.directory)
    };
    let run = open.id();
    let command = run.sampling.command(&open.experiment().asked_as, run.seed);
    let commands = parts.iter().map(|part| {
        let out = directory(*part).display();
        format!("{command} --part {part} --out {out}")
    });
    let total = open.blocks().iter().map(|(_, games)| weight(*games)).sum();
    let left = open
        .blocks()
        .iter()
        .filter(|(block, _)| missing.contains(block));
    let left: u64 = left.map(|(_, games)| weight(*games)).sum();
    LabError::MissingParts {
        commands: commands.collect(),
        parts: parts.into_iter().collect(),
        done: total - left,
        total,
    }
}
