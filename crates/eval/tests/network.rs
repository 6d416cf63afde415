//! Networks: temporal differences teach them values that are known, and what is written can be read.

use std::sync::atomic::AtomicBool;

use crate::walk::{RandomWalk, Walker, nothing};
use shido_core::{Chance, Game, Notation, Seed};
use shido_eval::{
    Network, NetworkError, NetworkLearned, NetworkOptions, Practice, Weights, learn_network,
};
use shido_games::backgammon::Backgammon;
use shido_search::{Model, SearchError};

fn taught(lambda: f64, seed: u64) -> NetworkLearned {
    let options = NetworkOptions {
        games: 6_000,
        lambda,
        rate: 0.1,
        practice: Practice {
            opening_plies: 0,
            most_plies: 10_000,
        },
        examinations: 4,
        examination_pairs: 5,
        seed: Seed(seed),
        ..NetworkOptions::default()
    };
    let start = Network::new(&RandomWalk, "walk", 8, Seed(seed)).expect("a network");
    let (odds, stop) = (Some(Chance::probability as _), AtomicBool::new(false));
    let others = nothing(&RandomWalk);
    learn_network(&RandomWalk, odds, start, &others, &options, &stop, &|_| {})
        .expect("the walk has odds")
}

/// As for weights: from place *i* one leaves on the right with probability *i* / 6.
#[test]
fn the_random_walk_has_its_true_values() {
    for lambda in [0.0, 0.5, 1.0] {
        let network = taught(lambda, 0).network;
        for place in 1..6 {
            let stepping = true;
            let value = network.value(&RandomWalk, &Walker { place, stepping }).0;
            let truth = f64::from(place) / 3.0 - 1.0;
            assert!(
                (value - truth).abs() < 0.08,
                "place {place} is worth {truth}, not {value}, with lambda {lambda}"
            );
        }
    }
}

#[test]
fn the_seed_alone_decides() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().expect("a pool").install(|| taught(0.5, 3))
    };
    let one = on(1);
    assert_eq!(one, on(3));
    assert_ne!(one.network, taught(0.5, 4).network);
    let games: Vec<u64> = one.curve.iter().map(|point| point.games).collect();
    assert_eq!(games, [1504, 3008, 4512, 6000]);
}

#[test]
fn dice_need_odds() {
    let start = Network::new(&RandomWalk, "walk", 8, Seed(0)).expect("a network");
    let (options, stop) = (NetworkOptions::default(), AtomicBool::new(false));
    let others = nothing(&RandomWalk);
    let learned = learn_network(&RandomWalk, None, start, &others, &options, &stop, &|_| {});
    assert!(matches!(learned, Err(SearchError::NoOdds { .. })));
}

#[test]
fn what_is_written_can_be_read() {
    let network = Network::new(&Backgammon, "backgammon", 7, Seed(1)).expect("a network");
    let mut network = network.rounded();
    network.origin = "a \"test\" \\ of\nquotes".to_owned();
    let text = network.write();
    assert!(Network::is_meant(&text));
    let read = Network::read(&Backgammon, "backgammon", &text).expect("a network");
    assert_eq!(read, network);
    assert_eq!(read.weights(), (240 + 1) * 7 + (7 + 1) * 6);
    let hand = include_str!("../../../weights/backgammon.hand.toml");
    assert!(!Network::is_meant(hand));
    assert!(Weights::read(&Backgammon, "backgammon", hand).is_ok());
}

#[test]
fn mistakes_are_named() {
    let network = Network::new(&RandomWalk, "walk", 2, Seed(1)).expect("a network");
    let good = network.rounded().write();
    let check = |from: &str, to: &str, expected: &str| {
        let text = good.replacen(from, to, 1);
        assert_ne!(text, good, "the mistake is made");
        let error = Network::read(&RandomWalk, "walk", &text).expect_err(to);
        assert!(error.to_string().contains(expected), "{error}");
        error
    };
    let error = check("first = [", "first = ", "not a file of a network");
    assert!(matches!(error, NetworkError::Malformed(_)));
    check("hidden = 2", "hiden = 2", "not a file of a network");
    check("\"walk\"", "\"chess\"", "a network for chess, not for walk");
    check(
        "hidden = 2",
        "hidden = 0",
        "hidden units: there are 0, and 1 to 256 are needed",
    );
    check(
        "hidden = 2",
        "hidden = 3",
        "weights in row 1 of `first`: there are 2, and 3 are needed",
    );
    check(
        "],\n",
        "],\n[0.0,0.0],\n",
        "rows of `first`: there are 7, and 6 are needed",
    );
    check(
        "second = [\n[",
        "second = [\n[0.5,",
        "weights in row 1 of `second`: there are 3, and 2",
    );
    let number = check(
        "first = [\n[",
        "first = [\n[inf,0.0],\n#",
        "a weight in row 1 of `first` is inf",
    );
    assert!(matches!(number, NetworkError::Number { .. }));
}

/// A side sees its position as the other sees the same with the sides exchanged.
#[test]
fn both_sides_judge_alike() {
    let network = Network::new(&Backgammon, "backgammon", 16, Seed(2)).expect("a network");
    let value = |text: &str| {
        let position = Backgammon.parse_position(text).expect("a position");
        network.value(&Backgammon, &position).0
    };
    let there = value("-b----E-C---eE---b-db---B- first");
    let turned = value("-b---BD-B---eE---c-e----B- second");
    assert_eq!(there, -turned);
    assert!(there.abs() < 3.0);
    let start = Backgammon.start();
    let horizon = Model::<Backgammon>::horizon(&network, &Backgammon, &start);
    assert_eq!(horizon, Some(network.value(&Backgammon, &start)));
}
