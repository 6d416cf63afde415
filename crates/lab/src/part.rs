//! A part of a run, for a batch system: any machine plays it, and [`merge`](crate::merge) puts the parts
//! together.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Serialize, Serializer};
use shido::{Catalog, Event, Settings};

use crate::experiment::{Experiment, FILE, MOST_GAMES};
use crate::journal::Block;
use crate::kept::{journal_name, write};
use crate::open::{Blocks, OpenExperiment, weight};
use crate::run::told_apart;
use crate::work::{spread_out, work_off};
use crate::{LabError, RunOrder};

/// One of so many parts of the blocks of a run, written as `3/16`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Part {
    /// Which one, from 1.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let part = text.split_once('/').and_then(|(number, of)| {
            let (number, of) = (number.parse().ok()?, of.parse().ok()?);
            Some(Part { number, of })
        });
        match part {
            None => Err("a part is written as 3/16: the third of sixteen".to_owned()),
            Some(Part { of: 0, .. }) => Err("there is at least one part: 1/1".to_owned()),
            Some(Part { of, .. }) if of > MOST_GAMES => {
                Err(format!("there are at most {MOST_GAMES} parts"))
            }
            Some(part) if (1..=part.of).contains(&part.number) => Ok(part),
            Some(Part { of, .. }) => {
                Err(format!("the parts are numbered from 1/{of} to {of}/{of}"))
            }
        }
    }
}

impl Part {
    /// The blocks of this part. Those of slow and quick matches are spread evenly over the parts, so that
    /// all take about as long.
    pub(crate) fn of(self, blocks: &[(Block, Option<u64>)]) -> Blocks {
        let spread = spread_out(blocks.to_vec());
        let end = |number: u64| {
            let share = u128::from(number) * spread.len() as u128 / u128::from(self.of);
            usize::try_from(share).unwrap_or(spread.len())
        };
        spread[end(self.number - 1)..end(self.number)].to_vec()
    }

    /// How many contests, matches or runs of training it has.
    #[must_use]
    pub fn contests(self, open: &OpenExperiment) -> u64 {
        let blocks = self.of(open.blocks());
        blocks.iter().map(|(_, games)| weight(*games)).sum()
    }

    /// The parts, of so many, that hold one of these blocks.
    pub(crate) fn holding(
        of: u64,
        blocks: &[(Block, Option<u64>)],
        some: &BTreeSet<Block>,
    ) -> impl Iterator<Item = Part> {
        let spread = spread_out(blocks.to_vec());
        let count = spread.len() as u128;
        let places = spread.into_iter().enumerate();
        let places = places.filter(move |(_, (block, _))| some.contains(block));
        // The first part whose end is behind the place.
        places.map(move |(place, _)| {
            let number = ((place as u128 + 1) * u128::from(of)).div_ceil(count);
            let number = u64::try_from(number).unwrap_or(of);
            Part { number, of }
        })
    }
}

/// A part that is done.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PartDone {
    /// The experiment.
    pub experiment: String,
    /// Which part.
    #[serde(serialize_with = "as_text")]
    pub part: Part,
    /// How many contests, matches or runs of training it has.
    pub contests: u64,
    /// The file that holds them.
    pub journal: PathBuf,
}

fn as_text<S: Serializer>(part: &Part, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(part)
}

/// Plays a part of a run, or what is left of it, and keeps it in a directory. The contests are those that a
/// run of everything would play there: same seeds, same numbers.
///
/// # Errors
/// As [`run`](crate::run()).
pub fn run_part(
    experiment: &Experiment,
    order: RunOrder,
    part: Part,
    directory: &Path,
    catalog: &Catalog,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<PartDone, LabError> {
    let play = || {
        let open = OpenExperiment::open(experiment, order.sampling, catalog, settings)?;
        let blocks = part.of(open.blocks());
        let path = directory.join(journal_name(&experiment.kept_as, open.id(), Some(part)));
        let ready = open.ready(settings, watch)?;
        if let Some(file) = definition(directory, &experiment.kept_as) {
            // Whoever merges need not have the file.
            write(&file, experiment.text.as_bytes())?;
        }
        let journal = ready.open().journal_at(&path, order.fresh, watch)?;
        work_off(&blocks, journal, settings, watch, &ready)?;
        Ok(PartDone {
            experiment: experiment.name.clone(),
            part,
            contests: part.contests(ready.open()),
            journal: path,
        })
    };
    told_apart(settings, play())
}

/// Where the text of an experiment stands beside its parts, if it is not built in.
pub(crate) fn definition(directory: &Path, kept_as: &str) -> Option<PathBuf> {
    let is_file = kept_as.starts_with(FILE);
    is_file.then(|| directory.join(format!("{kept_as}.toml")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_every_block_once_and_about_as_many_each() {
        let blocks: Blocks = (0..7)
            .flat_map(|bout| (0..11).map(move |number| ((bout, number), Some(10))))
            .collect();
        for of in [1, 2, 3, 16, 77, 78, 1000] {
            let parts: Vec<Blocks> = (1..=of)
                .map(|number| Part { number, of }.of(&blocks))
                .collect();
            let sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
            let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
            assert!(most - least <= 1, "{of}: {sizes:?}");
            let mut all = parts.concat();
            all.sort_unstable();
            assert_eq!(all, blocks, "{of}");
            for (number, part) in (1..=of).zip(&parts) {
                let some = part.iter().map(|(block, _)| *block).collect();
                let held: BTreeSet<Part> = Part::holding(of, &blocks, &some).collect();
                let expected = (!part.is_empty()).then_some(Part { number, of });
                assert_eq!(held, expected.into_iter().collect());
            }
        }
    }

    #[test]
    fn what_is_no_part_is_told_how_to_write_one() {
        assert_eq!("3/16".parse(), Ok(Part { number: 3, of: 16 }));
        for (text, told) in [
            ("3", "written as 3/16"),
            ("a/b", "written as 3/16"),
            ("-1/4", "written as 3/16"),
            ("0/16", "from 1/16 to 16/16"),
            ("17/16", "from 1/16 to 16/16"),
            ("1/0", "at least one"),
            ("1/99999999999", "at most"),
        ] {
            let error = text.parse::<Part>().unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
