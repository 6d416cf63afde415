//! The rows of the table.

use std::fmt;

use crate::measure::{Pairs, Ratio};

/// One comparison.
pub(crate) struct Row {
    pub(crate) work: String,
    pub(crate) ours: String,
    pub(crate) peer: String,
    pub(crate) ratio: Ratio,
    /// The ratio to be reached.
    pub(crate) goal: f64,
}

/// Whether the goal is reached: only if the whole interval is beyond it is that certain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reached {
    Yes,
    Perhaps,
    No,
}

/// What the seconds of a repetition are told as.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    /// So many of these were done in the time.
    PerSecond(u64),
    /// The time itself.
    Seconds,
}

impl Row {
    /// A row whose peer was timed in the same run.
    pub(crate) fn beside(work: &str, peer: &str, unit: Unit, pairs: &Pairs, goal: f64) -> Row {
        Row {
            work: work.to_owned(),
            ours: unit.tell(pairs.ours()),
            peer: format!("{peer}: {}", unit.tell(pairs.theirs())),
            ratio: pairs.ratio(),
            goal,
        }
    }

    pub(crate) fn reached(&self) -> Reached {
        if self.ratio.low >= self.goal {
            Reached::Yes
        } else if self.ratio.value >= self.goal {
            Reached::Perhaps
        } else {
            Reached::No
        }
    }
}

impl Unit {
    pub(crate) fn tell(self, seconds: f64) -> String {
        match self {
            Unit::Seconds if seconds < 1.0 => format!("{} ms", significant(seconds * 1e3)),
            Unit::Seconds => format!("{} s", significant(seconds)),
            Unit::PerSecond(count) => match count as f64 / seconds {
                rate if rate >= 1e6 => format!("{} M/s", significant(rate / 1e6)),
                rate if rate >= 1e3 => format!("{} k/s", significant(rate / 1e3)),
                rate => format!("{}/s", significant(rate)),
            },
        }
    }
}

/// Three digits are more than a shared machine warrants.
fn significant(value: f64) -> String {
    let decimals = (2 - value.abs().log10().floor() as i32).clamp(0, 5) as usize;
    format!("{value:.decimals$}")
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [value, low, high] = [self.value, self.low, self.high].map(significant);
        write!(f, "{value} [{low}, {high}]")
    }
}

/// A line of a Markdown table.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reached = match self.reached() {
            Reached::Yes => "yes",
            Reached::Perhaps => "perhaps",
            Reached::No => "**no**",
        };
        write!(
            f,
            "| {} | {} | {} | {} | {} | {reached} |",
            self.work, self.ours, self.peer, self.ratio, self.goal
        )
    }
}
