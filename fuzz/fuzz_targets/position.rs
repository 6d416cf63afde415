//! Law: any text is read as a position or refused, and any text as a move in it, without a panic.
//!
//! The first byte chooses a game, the first line is the position, the rest a move. What is accepted
//! is the same when it is written and read again, and play goes on from it by the laws of
//! [`playout`].

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use shido_core::{Game, Notation};
use shido_frame::{Compiled, Frame, FrameGame};
use shido_fuzz::{playout, seed_of};

/// Placing, dropping, removal, a pass, layers, and a limit of plies: every part of the notation.
static GAMES: LazyLock<Vec<FrameGame<u64>>> = LazyLock::new(|| {
    let texts = [
        include_str!("../../frames/tic-tac-toe.toml"),
        include_str!("../../frames/connect-four.toml"),
        include_str!("../../frames/nine-mens-morris.toml"),
        include_str!("../../frames/tic-tac-toe-3d.toml"),
        include_str!("../../frames/achi-adjacent.toml"),
        LIMITED,
    ];
    texts.into_iter().map(compile).collect()
});

/// None of the shipped games ends after a number of plies.
const LIMITED: &str = r#"
    name = "limited"
    board = { grid = [3, 3], adjacency = "all", lines = { in-a-row = 3 } }
    markers = { first = { symbol = "X", count = 4 }, second = { symbol = "O", count = 3 } }
    stages = [{ move = "place" }, { move = "slide" }]
    goal = { line = "remove", no-move = "pass", fewer-than = 2 }
    draw = { plies = 30 }
"#;

fn compile(text: &str) -> FrameGame<u64> {
    let frame = Frame::read("shipped.toml", text, &[]).expect("the frames are sound");
    match Compiled::new(&frame) {
        Compiled::Small(game) => game,
        Compiled::Medium(_) | Compiled::Large(_) => unreachable!("at most 64 points each"),
    }
}

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let game = &GAMES[usize::from(choice) % GAMES.len()];
    let (position, mv) = text.split_once('\n').unwrap_or((text, ""));
    let at = match game.parse_position(position) {
        Ok(at) => {
            playout(game, at, seed_of(text.as_bytes()), 12);
            at
        }
        Err(error) => {
            assert!(!error.problem.is_empty());
            game.start()
        }
    };
    match game.parse_move(&at, mv) {
        Ok(mv) => {
            assert!(game.moves(&at).contains(&mv), "an illegal move was read");
            let written = game.write_move(&at, mv);
            assert_eq!(game.parse_move(&at, &written), Ok(mv));
        }
        Err(error) => assert!(error.help.is_some(), "no legal moves are listed"),
    }
});
