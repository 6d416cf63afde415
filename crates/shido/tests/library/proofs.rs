//! Proofs of frames' positions, and what frames foresee, against solved tables.

use shido_core::{Foresight, Game, Pack, Turn};
use shido_frame::{Compiled, Frame, FrameGame};
use shido_solve::{ProveOptions, SolveOptions, SolvedTable, prove_position, solve};

fn game(text: &str, arguments: &[(&str, i64)]) -> FrameGame<u64> {
    let arguments: Vec<(String, i64)> = arguments
        .iter()
        .map(|(name, value)| ((*name).to_owned(), *value))
        .collect();
    let frame = Frame::read("frame.toml", text, &arguments).expect("the frame is sound");
    match Compiled::new(&frame) {
        Compiled::Small(game) => game,
        _ => unreachable!("few points"),
    }
}

fn table(game: &FrameGame<u64>) -> SolvedTable {
    let options = SolveOptions::new("proofs", 1);
    solve(game, &options, &|_| {}).expect("it is small")
}

/// Some hundreds of positions: value and distance are the table's, and the moves keep them.
fn check_proofs(game: &FrameGame<u64>, table: &SolvedTable) {
    let positions = table.iter().count();
    for (key, solved) in table.iter().step_by(positions / 300 + 1) {
        let position = game.unpack(key).expect("it was packed");
        for distance in [false, true] {
            let options = ProveOptions {
                memory: 16 << 20,
                distance,
                ..ProveOptions::default()
            };
            let proof =
                prove_position(game, &position, &options, &|_| {}).expect("the game is acyclic");
            assert_eq!(proof.value, solved.value, "{position:?}");
            let known = if distance { solved.distance } else { None };
            if !matches!(game.turn(&position), Turn::Over(_)) {
                assert_eq!(proof.distance, known, "{position:?}");
            }
            if let Some(mv) = proof.best {
                let next = game.after(&position, mv);
                let next = table.lookup(game, &next).expect("it can be reached");
                assert_eq!(next.value, solved.value, "{mv:?} in {position:?}");
                if let Some(plies) = known {
                    assert_eq!(next.distance, Some(plies - 1), "{mv:?} in {position:?}");
                }
            }
        }
    }
}

/// Every position: the value lies within what the frame foresees.
fn check_prospects(game: &FrameGame<u64>, table: &SolvedTable) {
    for (key, solved) in table.iter() {
        let position = game.unpack(key).expect("it was packed");
        if let Turn::Of(mover) = game.turn(&position) {
            let value = solved.value.seen_by(mover);
            let prospect = game.prospect(&position);
            assert!(
                prospect.sure <= value && value <= prospect.hope,
                "{prospect:?}, and the value is {value:?}, in {position:?}"
            );
        }
    }
}

fn check(text: &str, arguments: &[(&str, i64)]) {
    let game = game(text, arguments);
    let table = table(&game);
    check_proofs(&game, &table);
    check_prospects(&game, &table);
}

const FOUR: &str = include_str!("../../../../frames/connect-four.toml");
const ROW: &str = include_str!("../../../../frames/mnk.toml");

#[test]
fn connect_four_on_small_boards() {
    check(FOUR, &[("columns", 4), ("rows", 4)]);
    check(FOUR, &[("columns", 5), ("rows", 4)]);
    check(FOUR, &[("columns", 4), ("rows", 5)]);
    check(FOUR, &[("columns", 6), ("rows", 3), ("in-a-row", 3)]);
}

#[test]
fn rows_on_small_boards() {
    check(ROW, &[("columns", 4), ("rows", 4), ("in-a-row", 4)]);
    check(ROW, &[("columns", 4), ("rows", 3), ("in-a-row", 3)]);
}

#[test]
fn the_other_way_round() {
    check(
        include_str!("../../../../frames/lose-tic-tac-toe.toml"),
        &[],
    );
    let dropping = include_str!("../data/rules/lose-by-dropping.toml");
    check(dropping, &[]);
}
