//! Many contests at random at once, for statistics: what ends they come to and how long they are.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;
use shido_core::{Game, Rng, Turn, parallel};
use shido_eval::Odds;

use crate::Settings;
use crate::erased::Erased;

/// How long a contest may be before it is called drawn.
const MOST_PLIES: u32 = 10_000;

/// How many contests make a piece of work, which has random numbers of its own.
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

/// Plays contests from a position on the threads of the settings, whose number makes no difference to the result. A
/// stop leaves out what is not begun.
pub(crate) fn random_contests(
    game: &Erased,
    start: &<Erased as Game>::Position,
    count: usize,
    settings: &Settings,
) -> Vec<RandomContest> {
    let play = |piece: usize| -> Vec<RandomContest> {
        let some = PIECE.min(count - piece * PIECE);
        let mut rng = settings.seed.derive(piece as u64).rng();
        let rules = game.rules();
        rules.random_contests(start, some, &mut rng, &settings.stop)
    };
    let played = parallel::on_threads(settings.threads, || {
        parallel::map(count.div_ceil(PIECE), &play)
    });
    played.concat()
}

/// Plays some contests one after the other.
pub(crate) fn contests_in_turn<G: Game>(
    game: &G,
    odds: Option<Odds<G>>,
    start: &G::Position,
    count: usize,
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Vec<RandomContest> {
    let going_on = (0..count).take_while(|_| !stop.load(Ordering::Relaxed));
    going_on.map(|_| contest(game, odds, start, rng)).collect()
}

fn contest<G: Game>(
    game: &G,
    odds: Option<Odds<G>>,
    start: &G::Position,
    rng: &mut Rng,
) -> RandomContest {
    let mut position = start.clone();
    let mut occurred = game
        .repetition_limit()
        .map(|limit| (limit, HashMap::<G::Position, u32>::new()));
    let mut plies = 0;
    let (payoff, capped) = loop {
        let mv = match (game.turn(&position), odds) {
            (Turn::Over(outcome), _) => break (outcome.payoff().0, false),
            _ if plies == MOST_PLIES => break (0.0, true),
            (Turn::Chance, Some(odds)) => Some(drawn(game, odds, &position, rng)),
            (Turn::Chance, None) | (Turn::Of(_), _) => game.random_move(&position, rng),
        };
        if let Some((limit, occurred)) = &mut occurred {
            let count = occurred.entry(game.recurs_as(&position)).or_default();
            *count += 1;
            if count >= limit {
                break (0.0, false);
            }
        }
        game.play(
            &mut position,
            mv.expect("a contest that goes on has a move"),
        );
        plies += 1;
    };
    RandomContest {
        payoff,
        plies,
        capped,
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
