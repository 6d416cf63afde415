//! Which run of an experiment: everything on which its numbers depend.

use std::fmt;

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

/// Everything on which the numbers of a run depend. As text it tells whether two machines are at the same
/// run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunId {
    /// How the rates are found.
    pub sampling: Sampling,
    /// The root seed.
    pub seed: u64,
    /// Of the matches and the rules of their games. The published numbers and the analysis are not
    /// part of it: they can be rewritten without playing again.
    pub fingerprint: u64,
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
    pub(crate) fn parse(text: &str) -> Option<RunId> {
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
