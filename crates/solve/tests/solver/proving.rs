//! Proofs without a table, held against tables and brute force.

use std::sync::atomic::Ordering;

use shido_core::{ForFirst, Foresight, Outcome, Pack, Seat, Seed, Solved, Turn, Verdict};
use shido_solve::{ProveOptions, SolveError, SolvedTable, prove, prove_position};

use crate::solving::{brute_force, table};
use crate::toys::{Achi, Graph, Grid};

fn with_distance() -> ProveOptions {
    ProveOptions {
        distance: true,
        ..ProveOptions::default()
    }
}

/// The proof has the table's value and distance, and its move keeps both. Without the distance it has
/// the same value, and its move keeps that.
fn check<G: Pack + Foresight>(
    game: &G,
    table: &SolvedTable,
    position: &G::Position,
    options: &ProveOptions,
) {
    let proof = prove_position(game, position, options, &|_| {}).unwrap();
    let solved = table.lookup(game, position).unwrap();
    let found = Solved {
        value: proof.value,
        distance: proof.distance,
    };
    assert_eq!(found, solved, "{position:?}");
    let value_only = ProveOptions {
        distance: false,
        ..options.clone()
    };
    let value_proof = prove_position(game, position, &value_only, &|_| {}).unwrap();
    assert_eq!(value_proof.value, solved.value, "{position:?}");
    let (Some(mv), Some(value_mv)) = (proof.best, value_proof.best) else {
        assert!(matches!(game.turn(position), Turn::Over(_)));
        return;
    };
    let after = |mv| table.lookup(game, &game.after(position, mv)).unwrap();
    assert_eq!(after(mv).value, solved.value, "{mv:?} in {position:?}");
    assert_eq!(
        after(value_mv).value,
        solved.value,
        "{mv:?} in {position:?}"
    );
    if let Some(distance) = solved.distance {
        assert_eq!(value_proof.distance, None);
        let left = after(mv).distance;
        assert_eq!(left, Some(distance - 1), "{mv:?} in {position:?}");
    }
}

#[test]
fn proofs_agree_with_the_table_of_tic_tac_toe() {
    let game = Grid::tic_tac_toe();
    let table = table(&game);
    for (key, _) in table.iter() {
        check(&game, &table, &game.unpack(key).unwrap(), &with_distance());
    }
}

#[test]
fn proofs_agree_with_the_table_of_four_in_a_row() {
    let game = Grid::four_in_a_row(4, 4);
    let table = table(&game);
    for (key, _) in table.iter().step_by(97) {
        check(&game, &table, &game.unpack(key).unwrap(), &with_distance());
    }
}

/// So small a transposition table forgets nearly everything; that costs time and nothing else.
#[test]
fn a_tiny_transposition_table_gives_the_same_answers() {
    let options = ProveOptions {
        memory: 1,
        ..with_distance()
    };
    let game = Grid::tic_tac_toe();
    let table = table(&game);
    for (key, _) in table.iter().step_by(7) {
        check(&game, &table, &game.unpack(key).unwrap(), &options);
    }
}

#[test]
fn positions_that_cannot_be_packed_are_proved_too() {
    let packed = Grid::tic_tac_toe();
    let mut game = Grid::tic_tac_toe();
    game.too_wide = true;
    let table = table(&packed);
    for (key, solved) in table.iter() {
        let position = packed.unpack(key).unwrap();
        let proof = prove_position(&game, &position, &with_distance(), &|_| {}).unwrap();
        assert_eq!(
            (proof.value, proof.distance),
            (solved.value, solved.distance)
        );
    }
}

#[test]
fn proofs_agree_with_brute_force_where_a_side_may_move_twice() {
    for seed in 0..300 {
        let graph = Graph::random(Seed(seed), true);
        for (node, solved) in brute_force(&graph).into_iter().enumerate() {
            let node = node as u32;
            let proof = prove_position(&graph, &node, &with_distance(), &|_| {}).unwrap();
            let found = Solved {
                value: proof.value,
                distance: proof.distance,
            };
            assert_eq!(found, solved, "node {node} of {graph:?}");
        }
    }
}

/// The first player takes the centre and wins with the fourth marker.
#[test]
fn the_cube_is_won_in_seven_plies() {
    let game = Grid::cube();
    assert_eq!(game.packed_bits(), 54);
    let proof = prove(&game, &with_distance(), &|_| {}).unwrap();
    assert_eq!(proof.value, ForFirst(Verdict::Win));
    assert_eq!(proof.distance, Some(7));
    assert_eq!(proof.best, Some(13));
}

#[test]
fn what_cannot_be_proved_is_said() {
    let options = with_distance();
    let error = prove(&Achi::new(), &options, &|_| {}).unwrap_err();
    assert!(matches!(error, SolveError::Cyclic));

    let chance = Graph {
        nodes: vec![
            (Turn::Of(Seat::First), vec![1]),
            (Turn::Chance, vec![2]),
            (Turn::Over(Outcome::DRAW), Vec::new()),
        ],
        acyclic: true,
    };
    let error = prove(&chance, &options, &|_| {}).unwrap_err();
    assert!(matches!(error, SolveError::Chance));

    options.stop.store(true, Ordering::Relaxed);
    let error = prove(&Grid::four_in_a_row(6, 6), &options, &|_| {}).unwrap_err();
    assert!(matches!(error, SolveError::Interrupted));
}
