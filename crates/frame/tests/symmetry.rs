//! The symmetries that are computed from a board's structure.

use shido_core::{Game, Symmetry};
use shido_frame::{Bits, Compiled, Frame, FrameGame};

fn symmetries(text: &str, arguments: &[(&str, i64)]) -> usize {
    let arguments: Vec<(String, i64)> = arguments
        .iter()
        .map(|(name, value)| ((*name).to_owned(), *value))
        .collect();
    let frame = Frame::read("frame.toml", text, &arguments).expect("the frame is sound");
    match Compiled::new(&frame) {
        Compiled::Small(game) => game.symmetries(),
        Compiled::Large(game) => game.symmetries(),
    }
}

macro_rules! shipped {
    ($name:literal) => {
        include_str!(concat!("../../../frames/", $name, ".toml"))
    };
}

/// Orders that are known: the dihedral group of the square, Silver's 192 for Qubic (1967, "The group
/// of automorphisms of the game of 3-dimensional ticktacktoe"), the cube's 48; by the same
/// construction as Silver's, 4x4 with its rows, columns and two diagonals has 8 * 4. The morris
/// boards can be turned, reflected, and turned inside out; a wheel of eight spokes has 16 symmetries,
/// of which the start of mu torere, four neighbours against four, leaves the identity and one
/// reflection.
#[test]
fn known_groups_are_found() {
    let square = [("columns", 4), ("rows", 4), ("in-a-row", 4)];
    let gomoku = [("columns", 15), ("rows", 15), ("in-a-row", 5)];
    let rows = [
        ("tic-tac-toe", symmetries(shipped!("tic-tac-toe"), &[]), 8),
        ("4x4x4", symmetries(shipped!("mnk"), &square), 32),
        ("gomoku", symmetries(shipped!("mnk"), &gomoku), 8),
        ("cube", symmetries(shipped!("tic-tac-toe-3d"), &[]), 48),
        ("qubic", symmetries(shipped!("qubic"), &[]), 192),
        ("connect four", symmetries(shipped!("connect-four"), &[]), 2),
        (
            "nine men's morris",
            symmetries(shipped!("nine-mens-morris"), &[]),
            16,
        ),
        (
            "six men's morris",
            symmetries(shipped!("six-mens-morris"), &[]),
            16,
        ),
        ("rota", symmetries(shipped!("rota"), &[]), 16),
        ("mu torere", symmetries(shipped!("mu-torere"), &[]), 2),
        ("pong hau k'i", symmetries(shipped!("pong-hau-ki"), &[]), 2),
    ];
    for (name, found, known) in rows {
        assert_eq!(found, known, "{name}");
    }
}

/// All 9! permutations of the points of a 3x3 board, each asked whether it keeps every line and every
/// pair of neighbours.
#[test]
fn brute_force_finds_no_more() {
    for text in [
        shipped!("tic-tac-toe"),
        shipped!("achi-adjacent"),
        shipped!("three-mens-morris"),
    ] {
        let frame = Frame::read("frame.toml", text, &[]).expect("the frame is sound");
        let board = &frame.rules.board;
        let slides = frame.rules.moves_markers();
        let mut count = 0;
        permutations(&mut (0..9).collect(), 0, &mut |images| {
            let lines_kept = board.lines.iter().all(|line| {
                let mut moved: Vec<u8> = line.iter().map(|p| images[usize::from(*p)]).collect();
                moved.sort_unstable();
                board.lines.contains(&moved)
            });
            let neighbours_kept = !slides
                || board.adjacent.iter().all(|(a, b)| {
                    let (a, b) = (images[usize::from(*a)], images[usize::from(*b)]);
                    board.adjacent.contains(&(a.min(b), a.max(b)))
                });
            count += usize::from(lines_kept && neighbours_kept);
        });
        assert_eq!(symmetries(text, &[]), count, "{}", frame.name);
    }
}

fn permutations(items: &mut Vec<u8>, from: usize, visit: &mut impl FnMut(&[u8])) {
    if from == items.len() {
        return visit(items);
    }
    for index in from..items.len() {
        items.swap(from, index);
        permutations(items, from + 1, visit);
        items.swap(from, index);
    }
}

/// Every pair of the 13 points lies in exactly one line (a Steiner triple system), so that pairs tell
/// nothing: this took hours before lines were looked at while the permutation was being built.
#[test]
fn a_board_without_a_clue_takes_no_time() {
    let points: Vec<String> = (0..13)
        .map(|i: u8| {
            format!(
                "{} = [{i}, {}]",
                char::from(b'a' + i),
                f64::from(i * i) / 2.0
            )
        })
        .collect();
    let mut lines = Vec::new();
    for shift in 0..13_u8 {
        for block in [[0, 1, 4], [0, 2, 7]] {
            let names: Vec<String> = block
                .iter()
                .map(|point| format!("\"{}\"", char::from(b'a' + (point + shift) % 13)))
                .collect();
            lines.push(format!("[{}]", names.join(", ")));
        }
    }
    let text = format!(
        "name = 'steiner'\nboard = {{ points = {{ {} }}, lines = [{}] }}\n\
         markers = {{ first = {{ symbol = 'X' }}, second = {{ symbol = 'O' }} }}\n\
         stages = [{{ move = 'place' }}]\ngoal = {{ line = 'win' }}\n",
        points.join(", "),
        lines.join(", ")
    );
    // The cyclic system of order 13 has 39 automorphisms (Mathon, Phelps and Rosa 1983).
    assert_eq!(symmetries(&text, &[]), 39);
}

fn plays_on<B: Bits>(game: &FrameGame<B>) {
    let mut position = game.start();
    while let Some(mv) = game.moves(&position).first().copied() {
        game.play(&mut position, mv);
    }
}

/// A grid of one layer is as high as its columns: shifting by its stride once overflowed.
#[test]
fn a_single_layer_can_be_dropped_on() {
    for grid in ["[8, 8, 1]", "[16, 8, 1]"] {
        let text = format!(
            "name = 'flat'\nboard = {{ grid = {grid}, lines = {{ in-a-row = 4 }} }}\n\
             markers = {{ first = {{ symbol = 'X' }}, second = {{ symbol = 'O' }} }}\n\
             stages = [{{ move = 'drop' }}]\ngoal = {{ line = 'win' }}\n"
        );
        let frame = Frame::read("flat.toml", &text, &[]).expect("the frame is sound");
        match Compiled::new(&frame) {
            Compiled::Small(game) => plays_on(&game),
            Compiled::Large(game) => plays_on(&game),
        }
    }
}
