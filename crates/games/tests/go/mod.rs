//! Go: the rules against a plain reference, published counts, superko by hand, scores, notation.

mod counts;
mod notation;
mod plain;
mod playouts;
mod rules;
mod sgf;

use shido_core::{Game, Notation};
use shido_games::go::{Go, Position};

fn go(size: u8) -> Go {
    Go::new(size).expect("this is a size of go")
}

fn at(go: &Go, text: &str) -> Position {
    go.parse_position(text).expect(text)
}

/// The position after these moves.
fn played(go: &Go, mut position: Position, moves: &str) -> Position {
    for name in moves.split_whitespace() {
        let mv = go.parse_move(&position, name).expect(name);
        go.play(&mut position, mv);
    }
    position
}
