//! Chess: rules, notation, tactics and features.

mod capture_search;
mod features;
mod fen;
mod guide;
mod motifs;
mod moves;
mod pgn;
mod rules;

use shido_core::{Game, Notation};
use shido_games::chess::{Chess, ChessPosition};

fn position(fen: &str) -> ChessPosition {
    Chess
        .parse_position(fen)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn after(fen: &str, moves: &[&str]) -> ChessPosition {
    moves.iter().fold(position(fen), |position, text| {
        let mv = Chess
            .parse_move(&position, text)
            .unwrap_or_else(|error| panic!("{text} in {position:?}: {error}"));
        Chess.after(&position, mv)
    })
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
