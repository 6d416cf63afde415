//! What a frame foresees against the values of all positions, found by looking at every move.

use std::collections::HashMap;

use shido_core::{ForMover, Foresight, Game, Prospect, Turn, Verdict};
use shido_frame::{Bits, Compiled, Frame, FrameGame};

fn frame(file: &str, text: &str, arguments: &[(&str, i64)]) -> Frame {
    let arguments: Vec<(String, i64)> = arguments
        .iter()
        .map(|(name, value)| ((*name).to_owned(), *value))
        .collect();
    Frame::read(file, text, &arguments).unwrap()
}

type Values<G> = HashMap<<G as Game>::Position, ForMover<Verdict>>;

/// By definition, for the side to move, of every position that is not over.
fn value<G: Game>(game: &G, position: &G::Position, known: &mut Values<G>) -> ForMover<Verdict> {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let Turn::Of(mover) = game.turn(position) else {
        panic!("nobody is to move in {position:?}")
    };
    let worth = |mv| {
        let next = game.after(position, mv);
        match game.turn(&next) {
            Turn::Over(outcome) => outcome.verdict().seen_by(mover),
            Turn::Of(seat) => value(game, &next, known).for_first(seat).seen_by(mover),
            Turn::Chance => panic!("frames have no chance"),
        }
    };
    let best = game.moves(position).into_iter().map(worth).max().unwrap();
    known.insert(position.clone(), best);
    best
}

/// How many positions were settled at sight, and how many were told to be no win for the side to move
/// without being lost at once.
#[derive(Default)]
struct Seen {
    certain: usize,
    not_won: usize,
}

/// Checks what the trait promises in every position of a game.
fn check<B: Bits>(game: &FrameGame<B>) -> Seen {
    let mut known = HashMap::new();
    value(game, &game.start(), &mut known);
    let mut seen = Seen::default();
    for (position, value) in &known {
        let prospect @ Prospect { sure, hope } = game.prospect(position);
        assert!(
            sure <= *value && *value <= hope,
            "{prospect:?}, and the value is {value:?}, in {position:?}"
        );
        seen.certain += usize::from(sure == hope);
        seen.not_won += usize::from(hope == ForMover(Verdict::Draw));
        if sure == hope {
            continue;
        }
        let mut best = sure;
        let Turn::Of(mover) = game.turn(position) else {
            unreachable!("values are kept of positions that go on")
        };
        game.each_candidate(position, |mv, _| {
            let next = game.after(position, mv);
            let Turn::Of(seat) = game.turn(&next) else {
                panic!("{mv:?} ends the contest in {position:?}")
            };
            best = best.max(known[&next].for_first(seat).seen_by(mover));
        });
        assert_eq!(best, *value, "the candidates in {position:?}");
    }
    seen
}

/// Boards with columns of even and odd height, with many wins (three in a row) and with many draws.
#[test]
fn columns_are_foreseen_as_brute_force_finds_them() {
    let text = include_str!("../../../frames/connect-four.toml");
    let mut seen = Seen::default();
    for (columns, rows, in_a_row) in [
        (4, 4, 4),
        (4, 4, 3),
        (5, 3, 3),
        (6, 2, 3),
        (7, 2, 4),
        (5, 3, 4),
        (3, 6, 3),
        (3, 5, 3),
        (2, 8, 4),
        (4, 1, 2),
    ] {
        let size = [("columns", columns), ("rows", rows), ("in-a-row", in_a_row)];
        let Compiled::Small(game) = Compiled::new(&frame("connect-four.toml", text, &size)) else {
            unreachable!("few points")
        };
        let found = check(&game);
        seen.certain += found.certain;
        seen.not_won += found.not_won;
    }
    assert!(seen.certain > 1000 && seen.not_won > 1000);
}

#[test]
fn other_games_of_lines_are_foreseen_as_brute_force_finds_them() {
    for (file, text, arguments) in [
        (
            "tic-tac-toe.toml",
            include_str!("../../../frames/tic-tac-toe.toml"),
            &[][..],
        ),
        (
            "lose-tic-tac-toe.toml",
            include_str!("../../../frames/lose-tic-tac-toe.toml"),
            &[],
        ),
        (
            "mnk.toml",
            include_str!("../../../frames/mnk.toml"),
            &[("columns", 4), ("rows", 3), ("in-a-row", 3)],
        ),
        (
            "mnk.toml",
            include_str!("../../../frames/mnk.toml"),
            &[("columns", 6), ("rows", 2), ("in-a-row", 4)],
        ),
    ] {
        let Compiled::Small(game) = Compiled::new(&frame(file, text, arguments)) else {
            unreachable!("few points")
        };
        check(&game);
    }
}
