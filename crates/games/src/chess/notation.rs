//! Moves and positions as players and engines write them.

use cozy_chess::{Board, Move};
use shido_core::{EngineNotation, Game, Notation, NotationError, Seat, Turn};

use super::san::{self, SanError};
use super::{Chess, ChessMove, ChessPosition, fen, pgn, uci, words};
use crate::colours::white_first;

/// Moves are written in standard algebraic notation, positions in FEN. Moves are also read in the
/// notation of UCI.
impl Notation for Chess {
    fn write_move(&self, position: &ChessPosition, mv: ChessMove) -> String {
        san::write(&position.0, mv.into())
    }

    fn write_position(&self, position: &ChessPosition) -> String {
        position.0.to_string()
    }

    fn parse_position(&self, text: &str) -> Result<ChessPosition, NotationError> {
        fen::parse(text).map(ChessPosition)
    }

    fn side(&self, seat: Seat) -> String {
        white_first(seat)
    }

    fn move_number(&self, position: &ChessPosition) -> Option<String> {
        Some(pgn::number(position))
    }

    fn ending(&self, position: &ChessPosition) -> Option<String> {
        words::ending(position)
    }

    fn why_illegal(&self, position: &ChessPosition, text: &str) -> Option<String> {
        words::why_not(&position.0, text)
    }

    fn parse_move(&self, position: &ChessPosition, text: &str) -> Result<ChessMove, NotationError> {
        let text = text.trim();
        let board = &position.0;
        if let Turn::Over(_) = self.turn(position) {
            return Err(NotationError::not_legal(text, &[]));
        }
        let found = uci::read(board, text)
            .map_or_else(|| san::read(board, text), Ok)
            // Squares in capitals come last, since to SAN a capital B is a bishop.
            .or_else(|error| uci::read(board, &text.to_ascii_lowercase()).ok_or(error));
        found
            .map(ChessMove::from)
            .map_err(|error| explain(self, position, text, &error))
    }
}

impl EngineNotation for Chess {
    fn engine_move(&self, position: &ChessPosition, mv: ChessMove) -> String {
        self.write_uci(position, mv)
    }

    fn parse_engine_move(
        &self,
        position: &ChessPosition,
        text: &str,
    ) -> Result<ChessMove, NotationError> {
        let text = text.trim();
        let found = uci::read(&position.0, text).map(ChessMove::from);
        found.ok_or_else(|| {
            let legal = self.moves(position).into_iter();
            let names: Vec<String> = legal.map(|mv| self.write_uci(position, mv)).collect();
            not_legal(text, &names)
        })
    }
}

impl Chess {
    /// The move as the Universal Chess Interface writes it: `e2e4`, `e7e8q`, castling as `e1g1`.
    #[must_use]
    pub fn write_uci(&self, position: &ChessPosition, mv: ChessMove) -> String {
        uci::write(&position.0, mv.into())
    }
}

fn explain(chess: &Chess, position: &ChessPosition, text: &str, error: &SanError) -> NotationError {
    match error {
        SanError::NotLegal => {
            let legal = chess.moves(position).into_iter();
            let names: Vec<String> = legal.map(|mv| chess.write_move(position, mv)).collect();
            not_legal(text, &names).because(chess.why_illegal(position, text))
        }
        SanError::Ambiguous(moves) => ambiguous(&position.0, text, moves),
    }
}

fn not_legal(text: &str, names: &[String]) -> NotationError {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    NotationError::not_legal(text, &names)
}

/// The error for a text that fits several moves.
pub(super) fn ambiguous(board: &Board, text: &str, moves: &[Move]) -> NotationError {
    let names = moves.iter().map(|mv| san::write(board, *mv));
    NotationError::ambiguous(text, names.collect())
}
