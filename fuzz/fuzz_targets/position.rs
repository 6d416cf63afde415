//! Law: any text is read as a position or refused, and any text as a move in it, without a panic.
//!
//! The first byte chooses a game, the first line is the position, the rest a move. What is accepted
//! is the same when it is written and read again, and play goes on from it by the laws of
//! [`playout`].

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use shido_core::{Depict, Features, Guide, Notation, Pack, Symmetry};
use shido_frame::{Compiled, Frame, FrameGame};
use shido_fuzz::{check_features, check_packing, playout, seed_of};
use shido_games::backgammon::Backgammon;
use shido_games::breakthrough::Breakthrough;
use shido_games::chess::Chess;
use shido_games::coins::{Coins, LastCoin};
use shido_games::draughts::Draughts;
use shido_games::othello::Othello;
use shido_games::shogi::Shogi;

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
        Compiled::Large(_) => unreachable!("at most 64 points each"),
    }
}

/// So many choices are there beside the frames.
const BUILT_IN: usize = 10;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let choice = usize::from(choice) % (GAMES.len() + BUILT_IN);
    if let Some(game) = GAMES.get(choice) {
        read_packed(game, text);
        return;
    }
    match choice - GAMES.len() {
        0 => drop(read(&Chess, text)),
        1 => drop(read(&Shogi, text)),
        2 => drop(read(&Draughts, text)),
        3 => drop(read(&Othello::default(), text)),
        4 => read_packed(&Othello::new(4).expect("a size"), text),
        5 => drop(read(&Breakthrough::default(), text)),
        6 => read_packed(&Breakthrough::new(3, 5).expect("a size"), text),
        7 => read_packed(&Coins::default(), text),
        8 => {
            let misere = Coins::new(40, 39, LastCoin::Loses);
            read_packed(&misere.expect("enough coins"), text);
        }
        _ => read_backgammon(text),
    }
});

fn read_packed<G: Notation + Depict + Pack + Guide + Features>(game: &G, text: &str) {
    for position in read(game, text) {
        check_packing(game, &position);
    }
}

/// What GNU Backgammon calls a position is read as the same position.
fn read_backgammon(text: &str) {
    for position in read(&Backgammon, text) {
        let id = position.gnu_id();
        assert_eq!(
            Backgammon.parse_position(&id).as_ref(),
            Ok(&position),
            "written as {id}"
        );
    }
}

/// The positions that come about from one that is read.
fn read<G>(game: &G, text: &str) -> Vec<G::Position>
where
    G: Notation + Depict + Symmetry + Guide + Features,
{
    let (position, mv) = text.split_once('\n').unwrap_or((text, ""));
    let (at, met) = match game.parse_position(position) {
        Ok(at) => {
            let met = playout(game, at.clone(), seed_of(text.as_bytes()), 12);
            met.iter().for_each(|met| check_features(game, met));
            (at, met)
        }
        Err(error) => {
            assert!(!error.problem.is_empty() && !error.problem.contains('\n'));
            (game.start(), Vec::new())
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
    met
}
