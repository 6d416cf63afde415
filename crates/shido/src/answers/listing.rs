//! What is there: games, players, positions.

use serde::Serialize;

use crate::sources::CLASSICS;
use crate::{About, PlayerDescription, TrainerDescription};

/// The games of a catalog.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct GameList {
    /// In alphabetical order.
    pub games: Vec<About>,
}

impl GameList {
    /// The games by their groups: first the one that most people look for, then the others in the order of their
    /// first games.
    #[must_use]
    pub fn groups(&self) -> Vec<(&str, Vec<&About>)> {
        let mut groups: Vec<(&str, Vec<&About>)> = Vec::new();
        for about in &self.games {
            match groups.iter_mut().find(|(group, _)| *group == about.group) {
                Some((_, games)) => games.push(about),
                None => groups.push((&about.group, vec![about])),
            }
        }
        groups.sort_by_key(|(group, _)| *group != CLASSICS);
        groups
    }
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
