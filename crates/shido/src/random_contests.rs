//! Many contests at random at once, for statistics: what ends they come to and how long they are.

use std::collections::HashMap;

use rand::RngExt;
use shido_core::{Game, Rng, Seed, Turn, parallel};
use shido_eval::Odds;

use crate::Settings;
use crate::erased::Erased;

/// How long a contest may be before it is called drawn.
const MOST_PLIES: u32 = 10_000;

/// How many contests make a piece of work.
const PIECE: usize = 256;

/// How a contest at random went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RandomContest {
    /// What the first player received.
    pub payoff: f64,
    /// How many plies were played, those of chance included.
    pub plies: u32,
    /// Whether it was too long and called drawn.
    pub capped: bool,
}

/// Plays contests from a position on the threads of the settings. Contest number N takes its moves from the N-th
/// part of the seed, so that the result does not depend on the number of threads. A stop leaves out what is not begun.
pub(crate) fn random_contests(
    game: &Erased,
    start: &<Erased as Game>::Position,
    count: usize,
    settings: &Settings,
) -> Vec<RandomContest> {
    let play = |piece: usize| -> Vec<RandomContest> {
        if settings.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return Vec::new();
        }
        let numbers = piece * PIECE..count.min((piece + 1) * PIECE);
        let seed = |number: usize| -> Seed { settings.seed.derive(number as u64) };
        numbers
            .map(|number| game.rules().random_contest(start, &mut seed(number).rng()))
            .collect()
    };
    let played = parallel::on_threads(settings.threads, || {
        parallel::map(count.div_ceil(PIECE), &play)
    });
    played.concat()
}

/// Plays one contest.
pub(crate) fn random_contest<G: Game>(
    game: &G,
    odds: Option<Odds<G>>,
    start: &G::Position,
    rng: &mut Rng,
) -> RandomContest {
    let mut position = start.clone();
    let limit = game.repetition_limit();
    let mut occurred: HashMap<G::Position, u32> = HashMap::new();
    for plies in 0..MOST_PLIES {
        let ended = |payoff| RandomContest {
            payoff,
            plies,
            capped: false,
        };
        let mv = match (game.turn(&position), odds) {
            (Turn::Over(outcome), _) => return ended(outcome.payoff().0),
            (Turn::Chance, Some(odds)) => Some(drawn(game, odds, &position, rng)),
            (Turn::Chance, None) | (Turn::Of(_), _) => game.random_move(&position, rng),
        };
        if let Some(limit) = limit {
            let count = occurred.entry(game.recurs_as(&position)).or_default();
            *count += 1;
            if *count >= limit {
                return ended(0.0);
            }
        }
        game.play(
            &mut position,
            mv.expect("a contest that goes on has a move"),
        );
    }
    RandomContest {
        payoff: match game.turn(&position) {
            Turn::Over(outcome) => outcome.payoff().0,
            Turn::Of(_) | Turn::Chance => 0.0,
        },
        plies: MOST_PLIES,
        capped: !matches!(game.turn(&position), Turn::Over(_)),
    }
}

/// What chance does.
fn drawn<G: Game>(game: &G, odds: Odds<G>, position: &G::Position, rng: &mut Rng) -> G::Move {
    let mut left: f64 = rng.random();
    let mut drawn = None;
    game.each_move(position, |outcome| {
        // The last one is taken should rounding have left something.
        if left >= 0.0 {
            drawn = Some(outcome);
            left -= odds(game, position, outcome);
        }
    });
    drawn.expect("chance has something to do where it moves")
}
