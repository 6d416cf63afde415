//! Temporal differences find values that are known.

use std::sync::atomic::AtomicBool;

use crate::walk::{RandomWalk, nothing};
use shido_core::{Chance, Seed};
use shido_eval::{Practice, TdLearned, TdOptions, learn_by_td};
use shido_games::coins::{Coins, LastCoin};
use shido_search::SearchError;

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
