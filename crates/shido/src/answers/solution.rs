//! Solved games.

use std::path::PathBuf;

use serde::Serialize;
use shido_core::{ForFirst, Verdict};
use shido_solve::Summary;

use crate::wire;

/// How much of a game to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Every position, with its distance.
    Whole,
    /// The value of the start, by a search that keeps no solved table.
    Value,
    /// The value of the start and its distance, by such a search.
    Distance,
}

/// A solved game.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Solution {
    /// The game.
    pub game: String,
    /// Who wins.
    #[serde(serialize_with = "wire::winner")]
    pub value: ForFirst<Verdict>,
    /// In how many plies, unless it is a draw or the value was all that was wanted.
    pub distance: Option<u32>,
    /// How it was solved.
    #[serde(flatten, serialize_with = "kind")]
    pub kind: SolutionKind,
    /// The first moves that win or draw, the winning ones first.
    pub drawing_or_winning_openings: Vec<String>,
    /// The first moves that win.
    pub winning_openings: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

impl Solution {
    /// The first moves that draw.
    #[must_use]
    pub fn drawing_openings(&self) -> &[String] {
        &self.drawing_or_winning_openings[self.winning_openings.len()..]
    }
}

/// How a game was solved.
#[derive(Clone, Debug)]
pub enum SolutionKind {
    /// Every position is in a solved table.
    SolvedTable {
        /// The counts.
        summary: Summary,
        /// Whether the table was on disk already.
        loaded: bool,
        /// Where the table is kept, if it is.
        kept: Option<PathBuf>,
    },
    /// Only the start was proved.
    Proof {
        /// How many positions were looked at.
        nodes: u64,
    },
}

fn kind<S: serde::Serializer>(kind: &SolutionKind, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Default, Serialize)]
    struct Counts {
        positions: Option<u64>,
        positions_up_to_symmetry: Option<u64>,
        terminal: Option<u64>,
        won: Option<u64>,
        drawn: Option<u64>,
        lost: Option<u64>,
        #[serde(flatten)]
        more: Option<More>,
    }
    #[derive(Serialize)]
    #[serde(untagged)]
    enum More {
        SolvedTable {
            longest: u32,
            peak_bytes: u64,
            from_cache: bool,
            table: Option<PathBuf>,
        },
        Proof {
            nodes: u64,
        },
    }
    let counts = match kind {
        SolutionKind::SolvedTable {
            summary,
            loaded,
            kept,
        } => Counts {
            positions: Some(summary.positions),
            positions_up_to_symmetry: Some(summary.positions_up_to_symmetry),
            terminal: Some(summary.terminal),
            won: Some(summary.won),
            drawn: Some(summary.drawn),
            lost: Some(summary.lost),
            more: Some(More::SolvedTable {
                longest: summary.longest,
                peak_bytes: summary.peak_bytes,
                from_cache: *loaded,
                table: kept.clone(),
            }),
        },
        SolutionKind::Proof { nodes } => Counts {
            more: Some(More::Proof { nodes: *nodes }),
            ..Counts::default()
        },
    };
    counts.serialize(to)
}
