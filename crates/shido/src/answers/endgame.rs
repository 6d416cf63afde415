//! Solved endgames.

use std::path::PathBuf;

use serde::{Serialize, Serializer};
use shido_solve::EndgameSummary;

/// A solved endgame of a game.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct EndgameSolution {
    /// The game.
    pub game: String,
    /// The endgame, such as `KRK`.
    pub endgame: String,
    /// The counts.
    #[serde(flatten, serialize_with = "counts")]
    pub summary: EndgameSummary,
    /// A position in which the winner needs that long, where somebody wins at all.
    pub longest_position: Option<String>,
    /// How many bytes the table takes in memory.
    pub bytes: u64,
    /// How long it took.
    pub seconds: f64,
    /// Whether the table was on disk already.
    pub from_cache: bool,
    /// Where the table is kept, if it is.
    pub table: Option<PathBuf>,
}

impl EndgameSolution {
    /// The moves that the winner of the longest contest makes, sides taking turns.
    #[must_use]
    pub fn longest_moves(&self) -> u32 {
        self.summary.longest.div_ceil(2)
    }
}

fn counts<S: Serializer>(summary: &EndgameSummary, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Counts {
        positions: u64,
        positions_up_to_symmetry: u64,
        terminal: u64,
        won: u64,
        drawn: u64,
        lost: u64,
        longest: u32,
        longest_moves: u32,
        peak_bytes: u64,
    }
    let counts = Counts {
        positions: summary.positions,
        positions_up_to_symmetry: summary.positions_up_to_symmetry,
        terminal: summary.terminal,
        won: summary.won,
        drawn: summary.drawn,
        lost: summary.lost,
        longest: summary.longest,
        longest_moves: summary.longest.div_ceil(2),
        peak_bytes: summary.peak_bytes,
    };
    counts.serialize(to)
}
