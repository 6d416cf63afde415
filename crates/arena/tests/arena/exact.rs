//! Exact matches against numbers that are known.

use std::sync::atomic::AtomicBool;

use shido_arena::{ExactError, ExactOptions, Nature, Random, Seats, exact_match};

use crate::games::{Coin, Ring, TicTacToe};

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-12
}

/// Tic-tac-toe can be played out in 255,168 ways, of which 1440, 5328, 47952, 72576 and 127872 end
/// after 5, 6, 7, 8 and 9 plies, 46080 of the last in a draw. A way of k plies has the probability
/// 1 / (9 * 8 * ... ).
#[test]
fn random_tic_tac_toe() {
    let game = TicTacToe { lose: false };
    let result =
        exact_match(&game, &Random, &Random, &ExactOptions::default()).expect("small and acyclic");
    assert!(close(result.a_wins, 737.0 / 1260.0), "{result:?}");
    assert!(close(result.b_wins, 121.0 / 420.0), "{result:?}");
    assert!(close(result.draws, 8.0 / 63.0), "{result:?}");
    let mean_plies = 5.0 * 1440.0 / 15_120.0
        + 6.0 * 5328.0 / 60_480.0
        + 7.0 * 47_952.0 / 181_440.0
        + (8.0 * 72_576.0 + 9.0 * 127_872.0) / 362_880.0;
    assert!(close(result.mean_plies, mean_plies), "{result:?}");
    assert_eq!(result.positions, 5478);
}

/// Both are the same player, so with alternating seats each wins as often as the other.
#[test]
fn alternating_seats_are_averaged() {
    let game = TicTacToe { lose: false };
    let options = ExactOptions {
        seats: Seats::Alternate,
        ..ExactOptions::default()
    };
    let result = exact_match(&game, &Random, &Random, &options).expect("small and acyclic");
    let either = (737.0 / 1260.0 + 121.0 / 420.0) / 2.0;
    assert!(close(result.a_wins, either) && close(result.b_wins, either));
    assert!(close(result.draws, 8.0 / 63.0));
}

/// Adding up in another order would change the last bits.
#[test]
fn every_run_and_pool_gives_the_same_bits() {
    let game = TicTacToe { lose: true };
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| exact_match(&game, &Random, &Random, &ExactOptions::default()))
            .expect("small and acyclic")
    };
    let once = run(1);
    for threads in [1, 2, 4] {
        assert_eq!(run(threads), once);
    }
}

#[test]
fn chance_needs_its_odds() {
    let run = |nature| {
        let options = ExactOptions {
            nature,
            ..ExactOptions::default()
        };
        exact_match(&Coin, &Random, &Random, &options)
    };
    assert_eq!(run(None), Err(ExactError::Chance));
    let result = run(Some(&Nature)).expect("small and acyclic");
    assert!(close(result.a_wins, 0.5) && close(result.mean_plies, 2.0));
}

#[test]
fn what_cannot_be_computed_says_why() {
    let ring = Ring {
        limit: Some(3),
        up_to_symmetry: false,
    };
    assert_eq!(
        exact_match(&ring, &Random, &Random, &ExactOptions::default()),
        Err(ExactError::Cyclic)
    );

    let game = TicTacToe { lose: false };
    let at_most = |most_positions| {
        let options = ExactOptions {
            most_positions,
            ..ExactOptions::default()
        };
        exact_match(&game, &Random, &Random, &options)
    };
    assert_eq!(at_most(5477), Err(ExactError::TooLarge(5477)));
    assert!(at_most(5478).is_ok_and(|result| result.positions == 5478));

    let stop = AtomicBool::new(true);
    let options = ExactOptions {
        stop: Some(&stop),
        ..ExactOptions::default()
    };
    assert_eq!(
        exact_match(&game, &Random, &Random, &options),
        Err(ExactError::Stopped)
    );
}
