//! How well decisions are predicted.

use serde::{Deserialize, Serialize};
use shido_core::{Game, Perception, Scene, Seat, Seed, Turn};

use super::{Lesson, Split, TOGETHER};
use crate::decisions::Played;
use crate::foresight::{Foreseen, Foresight};
use crate::network::Network;
use crate::people::{People, chances};
use crate::scene::Seen;

/// How well decisions were predicted.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Figures {
    /// How many decisions.
    pub positions: u64,
    /// Share of them that the likeliest move predicted.
    pub predicted: f64,
    /// Mean log-loss over legal moves, in nats.
    pub loss: f64,
}

/// The figures of a hundred points of rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Band {
    /// The lowest rating of the band.
    pub from: u32,
    /// How well its decisions were predicted.
    pub figures: Figures,
}

impl Figures {
    /// Figures of two sets of decisions together.
    #[must_use]
    pub fn and(self, other: Figures) -> Figures {
        let positions = self.positions + other.positions;
        let share = |own: f64, theirs: f64| {
            (own * self.positions as f64 + theirs * other.positions as f64)
                / positions.max(1) as f64
        };
        Figures {
            positions,
            predicted: share(self.predicted, other.predicted),
            loss: share(self.loss, other.loss),
        }
    }
}

/// A decision that is held out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldOut {
    /// The hundred points of rating that it belongs to, 0 where the rating is not known.
    pub band: u32,
    /// Which of the games.
    pub game: usize,
    /// Which of its moves.
    pub ply: usize,
}

/// Held-out decisions of the bands from 800 to 2300, at most `most` of each (or of all, without ratings),
/// chosen by chance, one band after the other.
pub fn held_out<G: Game>(
    game: &G,
    games: &[Played<G>],
    split: Split,
    first_ply: usize,
    most: usize,
) -> Vec<HeldOut> {
    let mut found: Vec<(u32, u64, usize, usize)> = Vec::new();
    for (index, played) in games.iter().enumerate() {
        if played.hasty || Split::of(played) != split {
            continue;
        }
        let first = if played.first == 0 {
            first_ply
        } else {
            played.first
        };
        let mut position = played.start.clone();
        for (ply, mv) in played.moves.iter().enumerate() {
            let mover = match ply >= first {
                true => game.turn(&position),
                false => Turn::Chance,
            };
            game.play(&mut position, *mv);
            let Turn::Of(seat) = mover else { continue };
            if Split::of_player(played, seat) != split {
                continue;
            }
            let band = band_of(played, seat);
            if band.is_none_or(|band| (800..2400).contains(&band)) {
                let lot = Seed(3).derive(played.game).derive(ply as u64).0;
                found.push((band.unwrap_or(0), lot, index, ply));
            }
        }
    }
    found.sort_unstable();
    let by_band = found.chunk_by(|a, b| a.0 == b.0);
    let taken = by_band.flat_map(|band| &band[..band.len().min(most)]);
    taken
        .map(|&(band, _, game, ply)| HeldOut { band, game, ply })
        .collect()
}

/// The same as lessons, each with its band.
pub(super) fn sample<G: Perception>(
    game: &G,
    games: &[Played<G>],
    split: Split,
    first_ply: usize,
    most: usize,
) -> Vec<(u32, Lesson)> {
    let held_out = held_out(game, games, split, first_ply.max(10), most);
    let lesson = |at: HeldOut| {
        let lesson = Lesson::new(game, &games[at.game], at.ply, false)?;
        Some((at.band, lesson))
    };
    held_out.into_iter().filter_map(lesson).collect()
}

fn band_of<G: Game>(played: &Played<G>, seat: Seat) -> Option<u32> {
    let rating = played.ratings_for(seat).0?;
    Some(rating as u32 / 100 * 100)
}

/// How well a network predicts.
pub(super) fn of(network: &Network, weights: &[f32], lessons: &[(u32, Lesson)]) -> Figures {
    let mut figures = Figures::default();
    for together in lessons.chunks(TOGETHER) {
        let seen: Vec<&Seen> = together.iter().map(|(_, lesson)| &lesson.seen).collect();
        let pass = network.forward(weights, &seen);
        let mut done = 0;
        for (_, lesson) in together {
            let pulls = &pass.pulls[done..][..lesson.seen.moves.len()];
            done += pulls.len();
            figures = figures.and(one(&chances(pulls, lesson.level), lesson.chosen));
        }
    }
    figures
}

/// The figures of one decision. Of moves that are equally likely the first predicts.
fn one(odds: &[f64], chosen: usize) -> Figures {
    let best = (0..odds.len())
        .rev()
        .max_by(|a, b| odds[*a].total_cmp(&odds[*b]));
    Figures {
        positions: 1,
        predicted: f64::from(best == Some(chosen)),
        loss: -odds[chosen].max(1e-30).ln(),
    }
}

/// How well a model predicts held-out decisions, by bands of a hundred points of rating (of all, without
/// ratings): at most `most` of each, from ply 10 on, only those of players that it did not learn from.
pub fn bands<G: Perception>(
    people: &People,
    game: &G,
    games: &[Played<G>],
    most: usize,
) -> Vec<Band> {
    let held_out = held_out(game, games, Split::Tested, 10, most);
    let figures = |at: &HeldOut| {
        let played = &games[at.game];
        let (position, past) = played.before(game, at.ply);
        let Turn::Of(seat) = game.turn(&position) else {
            return Figures::default();
        };
        let (rating, opponent) = played.ratings_for(seat);
        let scene = Scene {
            position: &position,
            past: &past,
        };
        let odds = people.odds(game, scene, rating, opponent);
        let chosen = odds.iter().position(|(mv, _)| *mv == played.moves[at.ply]);
        let odds: Vec<f64> = odds.into_iter().map(|(_, odds)| odds).collect();
        chosen.map_or(Figures::default(), |chosen| one(&odds, chosen))
    };
    let by_band = held_out.chunk_by(|a, b| a.band == b.band);
    by_band
        .map(|band| Band {
            from: band[0].band,
            figures: band
                .iter()
                .map(figures)
                .fold(Figures::default(), Figures::and),
        })
        .collect()
}

/// Decisions of each band that tell how much looking ahead counts.
const FORESEEN: usize = 400;

/// How much looking ahead counts beside a network, where the game looks ahead: by decisions of the players
/// who show how learning goes.
pub(super) fn foresight<G: Perception>(
    game: &G,
    games: &[Played<G>],
    network: &Network,
    weights: &[f32],
    first_ply: usize,
) -> Option<Foresight> {
    if game.look_ahead(&game.start()).is_empty() {
        return None;
    }
    let held_out = held_out(game, games, Split::Watched, first_ply.max(10), FORESEEN);
    let decisions = held_out.into_iter().filter_map(|at| {
        let lesson = Lesson::new(game, &games[at.game], at.ply, false)?;
        let (position, _) = games[at.game].before(game, at.ply);
        Some(Foreseen {
            pulls: network.forward(weights, &[&lesson.seen]).pulls,
            losses: game.look_ahead(&position),
            level: lesson.level,
            chosen: lesson.chosen,
        })
    });
    Some(Foresight::fit(&decisions.collect::<Vec<_>>()))
}
