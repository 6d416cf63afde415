//! Motifs of frames, worked out by hand.

use shido_core::{Game, Motif, Motifs, Notation, Scene};
use shido_frame::{Compiled, Frame, FrameGame};

const TIC_TAC_TOE: &str = include_str!("../../../frames/tic-tac-toe.toml");
const MORRIS: &str = include_str!("../../../frames/nine-mens-morris.toml");
const CONNECT_FOUR: &str = include_str!("../../../frames/connect-four.toml");

fn game(text: &str) -> FrameGame<u64> {
    let frame = Frame::read("a frame", text, &[]).expect("a sound frame");
    match Compiled::new(&frame) {
        Compiled::Small(game) => game,
        Compiled::Large(_) => panic!("the board is small"),
    }
}

/// The motifs of a line that follows on some moves from the start.
fn after(game: &FrameGame<u64>, moves: &str, line: &str) -> Vec<Motif> {
    let mut position = game.start();
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&position, text).expect("a legal move");
        game.play(&mut position, mv);
    }
    let (mut at, mut found) = (position, Vec::new());
    for text in line.split_whitespace() {
        let mv = game.parse_move(&at, text);
        let mv = mv.unwrap_or_else(|error| panic!("{text}: {error}"));
        found.push(mv);
        game.play(&mut at, mv);
    }
    let scene = Scene {
        position: &position,
        past: &[],
    };
    game.motifs(scene, &found)
}

#[track_caller]
fn check(found: &[Motif], expected: &[(&str, usize, &str)]) {
    let told: Vec<(&str, usize, String)> = (found.iter())
        .map(|motif| {
            let mut points = motif.points.clone();
            points.sort();
            (motif.name, motif.ply, points.join(" "))
        })
        .collect();
    let expected: Vec<(&str, usize, String)> = (expected.iter())
        .map(|(name, ply, points)| (*name, *ply, (*points).to_owned()))
        .collect();
    assert_eq!(told, expected);
}

#[test]
fn threats_in_tic_tac_toe() {
    let game = game(TIC_TAC_TOE);
    // A corner against two corners: c1 blocks a3-b2-c1 and threatens b1 and c2.
    check(
        &after(&game, "a1 b2 c3 a3", "c1 b1 c2"),
        &[
            ("double threat", 0, "b1 c1 c2"),
            ("line", 2, "c1 c2 c3"),
            ("block", 0, "c1"),
        ],
    );
    // An edge is right: b3 has to be blocked, and then there is one threat, at a3.
    check(
        &after(&game, "a1 b2 c3 b1", "b3 a3 c1"),
        &[("block", 0, "b3")],
    );
    check(&after(&game, "a1 b2", "c3"), &[]);
}

/// Three at the bottom with both ends open. A column that is not full to the row below is no threat.
#[test]
fn threats_in_connect_four() {
    let game = game(CONNECT_FOUR);
    let found = after(&game, "d d e e", "c b f");
    check(
        &found,
        &[("double threat", 0, "b1 c1 f1"), ("line", 2, "c1 d1 e1 f1")],
    );
    // After f and c there is one end left, and it is blocked.
    check(&after(&game, "d d e e f c", "b c"), &[]);
}

#[test]
fn mills() {
    let game = game(MORRIS);
    check(
        &after(&game, "a1 a7 d1 d7", "g1xa7"),
        &[("mill", 0, "a1 d1 g1")],
    );
    check(&after(&game, "a1 a7 d1 d7", "g4"), &[]);
}

/// From d2 to d1 and back: a mill each time.
#[test]
fn double_mills() {
    let game = game(MORRIS);
    let placed = "a1 a7 g1 c5 b2 e3 f2 c3 d3 d7 c4 e5 f4 b6 g7 d6 d2xc5 g4";
    let mut found = after(&game, placed, "d2-d1xa7 d7-a7 d1-d2xc3");
    check(&found, &[("double mill", 0, "a1 d1 g1")]);
    found = after(&game, placed, "d2-d1xa7 d7-a7");
    check(&found, &[("mill", 0, "a1 d1 g1")]);
}
