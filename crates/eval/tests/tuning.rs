//! Tuning finds the weights that labels were made with, and those that theory knows.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;
use shido_core::{Features, ForFirst, Notation, Rng, Seed};
use shido_eval::{
    Labelled, Practice, SelfPlay, SelfPlayed, Sparse, TuningOptions, Weights, duel, self_play,
    self_play_some, tune,
};
use shido_games::coins::{Coins, LastCoin};
use shido_games::othello::Othello;
use shido_search::SearchError;

const HAND: &str = include_str!("../../../weights/othello-6x6.hand.toml");

const TRUTH: [f64; 5] = [0.8, -0.5, 0.1, 0.0, 1.2];

fn weights(scale: f64, values: &[f64]) -> Weights {
    Weights {
        game: "a game".to_owned(),
        unit: "point".to_owned(),
        scale,
        origin: "for a test".to_owned(),
        values: values.to_vec(),
    }
}

/// Positions with random features, and the label that `label` makes of their true value.
fn synthetic(count: usize, label: impl Fn(f64, &mut Rng) -> f64) -> Vec<Labelled> {
    let mut rng = Seed(7).rng();
    (0..count)
        .map(|_| {
            let features = TRUTH.map(|_| f64::from(rng.random_range(-2..=2)));
            let features = Sparse::new(features.into_iter().enumerate());
            let value = features.times(&TRUTH).tanh();
            Labelled {
                features,
                label: ForFirst(label(value, &mut rng) as f32),
            }
        })
        .collect()
}

fn check(positions: &[Labelled], start: &Weights, tolerance: f64) {
    let options = TuningOptions {
        rate: 0.03,
        batch: 64,
        pull: 0.0,
        ..TuningOptions::default()
    };
    let tuned = tune(positions, start, &options, &|| false, &|_| {});
    for (found, truth) in tuned.weights.values.iter().zip(TRUTH) {
        let found = tuned.weights.scale * found;
        assert!((found - truth).abs() < tolerance, "{found} for {truth}");
    }
    let ends = [tuned.curve.first(), tuned.curve.last()];
    let [first, last] = ends.map(|point| point.expect("a curve has points").held_out);
    assert!(last < first, "{first} to {last}");
}

#[test]
fn expectations_tell_the_weights() {
    let positions = synthetic(5_000, |value, _| value);
    check(&positions, &weights(0.1, &[0.0; 5]), 0.02);
    check(&positions, &weights(2.0, &[0.5, 0.5, 0.5, -0.5, 0.0]), 0.02);
}

#[test]
fn results_tell_the_weights() {
    let positions = synthetic(20_000, |value, rng| {
        match rng.random_bool((1.0 + value) / 2.0) {
            true => 1.0,
            false => -1.0,
        }
    });
    check(&positions, &weights(1.0, &[0.0; 5]), 0.1);
}

#[test]
fn a_pull_keeps_what_positions_do_not_tell() {
    let positions: Vec<Labelled> = [1.0, -1.0, 1.0, -1.0]
        .map(|side| Labelled {
            features: Sparse::new([(0, f64::from(side))]),
            label: ForFirst(side),
        })
        .into();
    let start = weights(1.0, &[0.3, 0.7]);
    let options = TuningOptions {
        pull: 0.5,
        held_out: 0.0,
        rate: 0.05,
        epochs: 400,
        ..TuningOptions::default()
    };
    let tuned = tune(&positions, &start, &options, &|| false, &|_| {}).weights;
    let [first, second] = [0, 1].map(|index| tuned.scale * tuned.values[index]);
    assert!((second - 0.7).abs() < 1e-9, "no position has the second");
    // Where the slope of the cross-entropy, 1 - tanh(w), is that of the pull, (w - 0.3) / 2.
    assert!(
        (1.0 - first.tanh() - 0.5 * (first - 0.3)).abs() < 0.02,
        "{first}"
    );
}

/// Labels from the theory of the game: the mover loses where the pile is a multiple of four.
#[test]
fn coins_by_their_theory() {
    let coins = Coins::new(40, 3, LastCoin::Wins).expect("a pile");
    // Near the start only one side can be to move.
    let positions: Vec<Labelled> = (1..=30)
        .flat_map(|left| [("first", 1.0), ("second", -1.0)].map(|side| (left, side)))
        .map(|(left, (mover, sign))| {
            let text = format!("{left} {mover}");
            let position = coins.parse_position(&text).expect("a position");
            let payoff = if left % 4 == 0 { -sign } else { sign };
            Labelled::new(&coins, &position, ForFirst(payoff))
        })
        .collect();
    let start = weights(1.0, &[0.0; 4]);
    let options = TuningOptions {
        rate: 0.1,
        ..TuningOptions::default()
    };
    let tuned = tune(&positions, &start, &options, &|| false, &|_| {}).weights;
    let signs: Vec<bool> = tuned.values.iter().map(|weight| *weight > 0.5).collect();
    assert_eq!(signs, [false, true, true, true]);
    assert!(tuned.values[0] < -0.5);
}

#[test]
fn self_play_does_not_depend_on_threads() {
    let othello = Othello::new(6).expect("a size");
    let hand = Weights::read(&othello, "othello-6x6", HAND).expect("weights");
    let order = SelfPlay {
        games: 12,
        depth: 2,
        ..SelfPlay::default()
    };
    let on = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let stop = AtomicBool::new(false);
        let order = SelfPlay {
            seed: Seed(seed),
            ..order
        };
        pool.build().expect("a pool").install(|| {
            self_play(&othello, &hand, &order, &stop, &|_| {})
                .expect("othello has no chance")
                .positions
        })
    };
    let one = on(1, 0);
    assert_eq!(one, on(3, 0));
    assert_ne!(one, on(1, 1));
    // About 32 squares are filled after the start, six of them at random.
    assert!((12 * 20..12 * 30).contains(&one.len()), "{}", one.len());
}

/// Whoever plays some of the contests and hands them on: put together they are those of one process.
#[test]
fn self_play_in_pieces_is_the_same() {
    let othello = Othello::new(6).expect("a size");
    let hand = Weights::read(&othello, "othello-6x6", HAND).expect("weights");
    let order = SelfPlay {
        games: 5,
        depth: 1,
        seed: Seed(3),
        ..SelfPlay::default()
    };
    let stop = AtomicBool::new(false);
    let whole = self_play(&othello, &hand, &order, &stop, &|_| {}).expect("no chance");
    let mut all = SelfPlayed::default();
    for contests in [0..2, 2..3, 3..5] {
        let some = self_play_some(&othello, &hand, &order, contests, &stop, &|_| {});
        let bytes = some.expect("no chance").to_bytes();
        all.append(SelfPlayed::from_bytes(&bytes).expect("it was written so"));
        assert!(SelfPlayed::from_bytes(&bytes[..bytes.len() - 1]).is_none());
    }
    assert_eq!((all.games, &all.positions), (5, &whole.positions));
    assert!(all.has_features(hand.values.len()) && !all.has_features(1));
}

#[test]
fn a_stop_leaves_the_contests_that_were_finished() {
    let othello = Othello::new(6).expect("a size");
    let hand = Weights::read(&othello, "othello-6x6", HAND).expect("weights");
    let order = SelfPlay {
        games: 1_000,
        depth: 1,
        ..SelfPlay::default()
    };
    let stop = AtomicBool::new(false);
    let third = |contests| stop.store(contests >= 3, Ordering::Relaxed);
    let one = rayon::ThreadPoolBuilder::new().num_threads(1);
    let played = one
        .build()
        .expect("a pool")
        .install(|| self_play(&othello, &hand, &order, &stop, &third))
        .expect("no chance");
    assert_eq!(played.games, 3);
    // As above, about 26 of each.
    let positions = played.positions.len();
    assert!((3 * 20..3 * 30).contains(&positions), "{positions}");
    // Who asks after the stop gets no result rather than one of no contests.
    let terms = shido_eval::Terms {
        pairs: 1,
        depth: 1,
        practice: Practice::default(),
        seed: Seed(2),
    };
    let duel = duel(&othello, None, &hand, &hand, &terms, &stop);
    assert_eq!(duel, Err(SearchError::Stopped));
}

/// Four hundred contests at depth one are over in a second, and tell for certain.
#[test]
fn othello_learned_from_results_beats_a_count_of_discs() {
    let othello = Othello::new(6).expect("a size");
    let names = othello.feature_names();
    let discs = |name: &String| match name.starts_with("squares") {
        true => 1.0,
        false => 0.0,
    };
    let start = Weights {
        values: names.iter().map(discs).collect(),
        ..weights(0.1, &[])
    };
    let stop = AtomicBool::new(false);
    let practice = Practice::default();
    let order = SelfPlay {
        games: 300,
        depth: 2,
        practice,
        seed: Seed(1),
    };
    let played = self_play(&othello, &start, &order, &stop, &|_| {}).expect("no chance");
    assert_eq!(played.games, 300);
    let tuned = tune(
        &played.positions,
        &start,
        &TuningOptions::default(),
        &|| false,
        &|_| {},
    );
    let terms = shido_eval::Terms {
        pairs: 200,
        depth: 1,
        practice,
        seed: Seed(2),
    };
    let result = duel(&othello, None, &tuned.weights, &start, &terms, &stop).expect("no chance");
    assert!(result.interval().low > 0.6, "{result:?}");
}
