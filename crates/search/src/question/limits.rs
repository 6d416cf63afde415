//! When a search stops, and why it may have no answer.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How deep a search without a depth limit may go: beyond this the game presumably never ends.
pub const DEEPEST: usize = 100_000;

/// When a search stops. By default it goes on to the end of every line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Look this many moves ahead, those of chance included.
    pub depth: Option<u32>,
    /// Give up after visiting this many positions.
    pub nodes: Option<u64>,
    /// Give up after so long.
    pub time: Option<Duration>,
    /// Give up when this becomes true.
    pub stop: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// No limit but this depth.
    #[must_use]
    pub const fn depth(depth: u32) -> Limits<'static> {
        Limits {
            depth: Some(depth),
            nodes: None,
            time: None,
            stop: None,
        }
    }
}

/// A table does not fit in the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no room for a table of {mebibytes} MiB: give it a smaller one")]
pub struct NoRoom {
    /// How large it was to be.
    pub mebibytes: usize,
}

/// Why a search has no answer. The moves from where it started are given where they matter.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError<M: Debug> {
    /// The limit on nodes was reached first.
    #[error("the search needs more than {limit} nodes: allow more, or look less deep")]
    TooManyNodes {
        /// How many were allowed.
        limit: u64,
    },
    /// The time was up first.
    #[error("the search needs more than {} ms: allow more, or look less deep", .limit.as_millis())]
    OutOfTime {
        /// How much was allowed.
        limit: Duration,
    },
    /// The stop flag was raised first.
    #[error("the search was stopped before it was finished")]
    Stopped,
    /// There is no room for its table of positions.
    #[error(transparent)]
    NoRoom(NoRoom),
    /// Without a depth limit, a line went on and on.
    #[error("a line is longer than {limit} moves: positions may recur, so give a depth limit")]
    TooDeep {
        /// How many moves were allowed.
        limit: usize,
    },
    /// The depth limit was reached where nothing says what the position is worth.
    #[error(
        "at a depth limit an inner node needs a value of its own, and {} there is none",
        after(line)
    )]
    NoValue {
        /// The moves that led there.
        line: Vec<M>,
    },
    /// Chance moves, but the model has no odds.
    #[error("chance moves {}, and this search was given no odds", after(line))]
    NoOdds {
        /// The moves that led there.
        line: Vec<M>,
    },
    /// A model of the opponent does not know what they would play.
    #[error("how the opponent plays is not known {}: {why}", after(line))]
    NoReplies {
        /// The moves that led there.
        line: Vec<M>,
        /// What is wrong.
        why: String,
    },
    /// Chance moves in a game that is searched as if it never did.
    #[error(
        "chance moves {}, and this search is for games without chance",
        after(line)
    )]
    Chance {
        /// The moves that led there.
        line: Vec<M>,
    },
}

impl<M: Debug> SearchError<M> {
    /// The same with the moves of another type that stand for these.
    pub fn with_moves<N: Debug>(self, other: &dyn Fn(M) -> N) -> SearchError<N> {
        let line = |line: Vec<M>| line.into_iter().map(other).collect();
        match self {
            SearchError::TooManyNodes { limit } => SearchError::TooManyNodes { limit },
            SearchError::OutOfTime { limit } => SearchError::OutOfTime { limit },
            SearchError::Stopped => SearchError::Stopped,
            SearchError::NoRoom(room) => SearchError::NoRoom(room),
            SearchError::TooDeep { limit } => SearchError::TooDeep { limit },
            SearchError::NoValue { line: to } => SearchError::NoValue { line: line(to) },
            SearchError::NoOdds { line: to } => SearchError::NoOdds { line: line(to) },
            SearchError::NoReplies { line: to, why } => SearchError::NoReplies {
                line: line(to),
                why,
            },
            SearchError::Chance { line: to } => SearchError::Chance { line: line(to) },
        }
    }
}

/// Where it happened. How moves are written only the game knows.
fn after<M>(line: &[M]) -> String {
    match line.len() {
        0 => "in this position".to_owned(),
        1 => "after one more move".to_owned(),
        moves => format!("after {moves} more moves"),
    }
}

/// How many nodes pass between two looks at the clock and at whether somebody wants the search to stop.
const LOOK: u64 = 1 << 10;

/// Counts nodes and says when it is time to stop.
pub(crate) struct Counter<'a> {
    limits: Limits<'a>,
    started: Instant,
    pub(crate) nodes: u64,
    /// At how many nodes the limits are looked at again.
    next_look: u64,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> Counter<'a> {
        Counter {
            limits,
            started: Instant::now(),
            nodes: 0,
            next_look: 0,
        }
    }

    /// Counts one more node, if it is allowed.
    #[inline]
    pub(crate) fn visit<M: Debug>(&mut self) -> Result<(), SearchError<M>> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look<M: Debug>(&mut self) -> Result<(), SearchError<M>> {
        if let Some(limit) = self.limits.nodes.filter(|&limit| self.nodes >= limit) {
            return Err(SearchError::TooManyNodes { limit });
        }
        if self
            .limits
            .stop
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
        {
            return Err(SearchError::Stopped);
        }
        if let Some(limit) = self.limits.time
            && self.started.elapsed() >= limit
        {
            return Err(SearchError::OutOfTime { limit });
        }
        let allowed = self.limits.nodes.unwrap_or(u64::MAX);
        self.next_look = (self.nodes + LOOK).min(allowed);
        Ok(())
    }
}
