//! Temporal differences find values that are known.

use std::sync::atomic::AtomicBool;

use shido_core::{Chance, Features, Game, Outcome, Seat, Seed, Turn};
use shido_eval::{Practice, TdLearned, TdOptions, Weights, learn_by_td};
use shido_games::coins::{Coins, LastCoin};
use shido_search::SearchError;

/// The bounded random walk of Sutton (1988, section 3.2): from the middle of five places one goes to
/// the left or to the right, as often, until one falls off. Before each step there is a move, the
/// only one there is.
struct RandomWalk;

/// A place from 0 to 6, of which the first and the last are the ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Walker {
    place: u8,
    stepping: bool,
}

impl Game for RandomWalk {
    type Position = Walker;
    /// Where to.
    type Move = u8;

    fn start(&self) -> Walker {
        Walker {
            place: 3,
            stepping: false,
        }
    }

    fn turn(&self, walker: &Walker) -> Turn {
        match walker.place {
            0 => Turn::Over(Outcome::win(Seat::Second)),
            6 => Turn::Over(Outcome::win(Seat::First)),
            _ if walker.stepping => Turn::Chance,
            _ => Turn::Of(Seat::First),
        }
    }

    fn each_move(&self, walker: &Walker, mut visit: impl FnMut(u8)) {
        match self.turn(walker) {
            Turn::Chance => {
                visit(walker.place - 1);
                visit(walker.place + 1);
            }
            Turn::Of(_) => visit(walker.place),
            Turn::Over(_) => {}
        }
    }

    fn play(&self, walker: &mut Walker, to: u8) {
        walker.place = to;
        walker.stepping = !walker.stepping;
    }
}

impl Chance for RandomWalk {
    fn probability(&self, _walker: &Walker, _to: u8) -> f64 {
        0.5
    }
}

impl Features for RandomWalk {
    fn feature_names(&self) -> Vec<String> {
        ["B", "C", "D", "E", "F"].map(str::to_owned).into()
    }

    fn each_feature(&self, walker: &Walker, mut visit: impl FnMut(usize, f64)) {
        visit(usize::from(walker.place) - 1, 1.0);
    }
}

fn nothing<G: Features>(game: &G) -> Weights {
    Weights {
        game: "a game".to_owned(),
        unit: "point".to_owned(),
        scale: 1.0,
        origin: "nothing was learned yet".to_owned(),
        values: vec![0.0; game.feature_names().len()],
    }
}

fn walk(lambda: f64, seed: u64) -> TdLearned {
    let options = TdOptions {
        games: 6_000,
        lambda,
        rate: 0.02,
        exploration: 0.0,
        practice: Practice {
            opening_plies: 0,
            most_plies: 10_000,
        },
        examinations: 4,
        examination_pairs: 5,
        seed: Seed(seed),
        ..TdOptions::default()
    };
    let odds = Some(Chance::probability as _);
    let stop = AtomicBool::new(false);
    learn_by_td(
        &RandomWalk,
        odds,
        &nothing(&RandomWalk),
        &options,
        &stop,
        &|_| {},
    )
    .expect("the walk has odds")
}

/// From place *i* of the walk one leaves it on the right with probability *i* / 6, which pays 1, and
/// else on the left, which pays -1.
#[test]
fn the_random_walk_has_its_true_values() {
    for lambda in [0.0, 0.3, 0.8, 1.0] {
        let learned = walk(lambda, 0).weights;
        for (index, weight) in learned.values.iter().enumerate() {
            let value = (learned.scale * weight).tanh();
            let right = (index + 1) as f64 / 6.0;
            let truth = 2.0 * right - 1.0;
            assert!(
                (value - truth).abs() < 0.08,
                "place {index} is worth {truth}, not {value}, with lambda {lambda}"
            );
        }
    }
}

#[test]
fn the_seed_alone_decides() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("a pool").install(|| walk(0.5, 3))
    };
    let one = on(1);
    assert_eq!(one, on(3));
    assert_ne!(one.weights, walk(0.5, 4).weights);
    let games: Vec<u64> = one.curve.iter().map(|point| point.games).collect();
    assert_eq!(games, [1504, 3008, 4512, 6000]);
}

/// Whoever is to move loses where the pile is a multiple of four, and wins everywhere else.
#[test]
fn coins_come_to_their_theory() {
    let coins = Coins::new(21, 3, LastCoin::Wins).expect("a pile");
    let options = TdOptions {
        games: 3_000,
        rate: 0.03,
        exploration: 0.2,
        practice: Practice {
            opening_plies: 3,
            ..Practice::default()
        },
        examination_pairs: 50,
        ..TdOptions::default()
    };
    let stop = AtomicBool::new(false);
    let learned = learn_by_td(&coins, None, &nothing(&coins), &options, &stop, &|_| {})
        .expect("coins have no chance");
    for (remainder, weight) in learned.weights.values.iter().enumerate() {
        let worth = (learned.weights.scale * weight).tanh();
        let expected = if remainder == 0 { -1.0 } else { 1.0 };
        assert!(
            worth * expected > 0.5,
            "remainder {remainder} is worth {worth}"
        );
    }
    let last = learned.curve.last().expect("there were examinations");
    assert!(last.against_start.score() > 0.5, "{last:?}");
}

#[test]
fn chance_needs_odds() {
    let options = TdOptions::default();
    let stop = AtomicBool::new(false);
    let walk = nothing(&RandomWalk);
    let answer = learn_by_td(&RandomWalk, None, &walk, &options, &stop, &|_| {});
    assert!(matches!(answer, Err(SearchError::NoOdds { .. })));
}

#[test]
fn a_stop_leaves_what_was_learned() {
    let coins = Coins::new(21, 3, LastCoin::Wins).expect("a pile");
    let stop = AtomicBool::new(false);
    let watch = |games: u64| stop.store(games >= 64, std::sync::atomic::Ordering::Relaxed);
    let options = TdOptions::default();
    let learned = learn_by_td(&coins, None, &nothing(&coins), &options, &stop, &watch)
        .expect("coins have no chance");
    assert_eq!(learned.games, 64);
    assert!(learned.weights.values.iter().any(|weight| *weight != 0.0));
}
