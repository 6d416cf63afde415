//! Which decisions are learned from, and in which order.

use rand::seq::SliceRandom;
use shido_core::{Game, Seat, Seed, Turn};

use crate::decisions::Played;

/// What a game is for. Players decide it where they are known, so that nobody is on two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// To learn from.
    Learned,
    /// To see how learning goes: a player in two hundred.
    Watched,
    /// To measure in the end: a player in fifty.
    Tested,
}

impl Split {
    /// What a game is for: tested if one of the players is, else watched, else learned.
    #[must_use]
    pub fn of<G: Game>(played: &Played<G>) -> Split {
        let sides = Seat::BOTH.map(|seat| Split::of_player(played, seat));
        if sides.contains(&Split::Tested) {
            Split::Tested
        } else if sides.contains(&Split::Watched) {
            Split::Watched
        } else {
            Split::Learned
        }
    }

    /// What the decisions of a side are for: only those of held-out players are measured, not those of
    /// their opponents.
    #[must_use]
    pub fn of_player<G: Game>(played: &Played<G>, seat: Seat) -> Split {
        let number = played.players[seat.index()].unwrap_or(played.game);
        match shido_core::spread(number) % 200 {
            0 | 50 | 100 | 150 => Split::Tested,
            1 => Split::Watched,
            _ => Split::Learned,
        }
    }
}

/// All decisions to learn from.
pub(super) struct Lessons {
    /// Game and ply of each, and how often it comes in a round.
    all: Vec<(u32, u16, f32)>,
}

impl Lessons {
    pub(super) fn new<G: Game>(game: &G, games: &[Played<G>], first_ply: usize) -> Lessons {
        let mut bands = [0_u32; 64];
        let band =
            |rating: Option<f64>| (rating.unwrap_or(1500.0) / 100.0).clamp(0.0, 63.0) as usize;
        let mut all = Vec::new();
        for (index, played) in games.iter().enumerate() {
            if played.hasty || Split::of(played) != Split::Learned {
                continue;
            }
            let first = played
                .first
                .max(if played.first == 0 { first_ply } else { 0 });
            for ply in first..played.moves.len().min(usize::from(u16::MAX)) {
                // Sides take turns in nearly all games; where they do not, only how often a decision
                // comes is at stake.
                let seat = Seat::BOTH[(ply + usize::from(starts_second(game, played))) % 2];
                let band = band(played.ratings_for(seat).0);
                bands[band] += 1;
                all.push((index as u32, ply as u16, band as f32));
            }
        }
        let most = bands.iter().copied().max().unwrap_or(1) as f32;
        for (.., band) in &mut all {
            // What is rare comes more often, up to three times.
            *band = (most / bands[*band as usize].max(1) as f32)
                .sqrt()
                .clamp(1.0, 3.0);
        }
        Lessons { all }
    }

    pub(super) fn count(&self) -> u64 {
        self.all.len() as u64
    }

    /// The decisions of a round in random order.
    pub(super) fn order(&self, seed: Seed, epoch: u64) -> Vec<(u32, u16)> {
        let seed = seed.derive(2).derive(epoch);
        let mut order = Vec::with_capacity(self.all.len() * 3 / 2);
        for (number, &(game, ply, times)) in self.all.iter().enumerate() {
            let chance = (seed.derive(number as u64).0 >> 40) as f32 / (1 << 24) as f32;
            for _ in 0..(times + chance) as usize {
                order.push((game, ply));
            }
        }
        order.shuffle(&mut seed.rng());
        order
    }
}

fn starts_second<G: Game>(game: &G, played: &Played<G>) -> bool {
    played.first == 0 && game.turn(&played.start) == Turn::Of(Seat::Second)
}
