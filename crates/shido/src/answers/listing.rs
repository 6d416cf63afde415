//! What is there: games, players, positions.

use serde::Serialize;

use crate::{About, PlayerDescription, TrainerDescription};

/// The games of a catalog.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct GameList {
    /// In alphabetical order.
    pub games: Vec<About>,
}

/// The players of a catalog.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PlayerList {
    /// All players.
    pub players: Vec<PlayerDescription>,
    /// The trainers that are more than one player for all contests.
    pub trainers: Vec<TrainerDescription>,
}

/// How many different positions a game has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct PositionCounts {
    /// The game.
    pub game: String,
    /// Those after 0, 1, 2, ... plies.
    pub positions_by_ply: Vec<u64>,
    /// Whether a stop came before the last ply.
    pub stopped: bool,
    /// Whether the positions of the next ply did not fit in the memory.
    pub too_many: bool,
}
