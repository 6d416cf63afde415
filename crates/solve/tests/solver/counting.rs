//! Counting positions by ply.

use std::sync::atomic::AtomicBool;

use shido_solve::{CensusEnd, count_by_ply};

use crate::toys::Grid;

/// Nine squares for X, then eight for O; X with two markers in 9 * 8 / 2 ways and O in 7.
#[test]
fn what_was_counted_before_the_end_is_kept() {
    let game = Grid::tic_tac_toe();
    let go = AtomicBool::new(false);
    let census = count_by_ply(&game, 3, u64::MAX, &go);
    assert_eq!(census.counts, [1, 9, 72, 252]);
    assert_eq!(census.end, CensusEnd::Counted);
    let stopped = count_by_ply(&game, 3, u64::MAX, &AtomicBool::new(true));
    assert_eq!((stopped.counts, stopped.end), (vec![1], CensusEnd::Stopped));
    // Room for 72 positions of 16 bytes, while a table is copied to a larger one, but not for 252.
    let tight = count_by_ply(&game, 3, 6_000, &go);
    assert_eq!(
        (tight.counts, tight.end),
        (vec![1, 9, 72], CensusEnd::TooMany)
    );
}
