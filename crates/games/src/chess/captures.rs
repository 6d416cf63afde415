//! What captures bring in chess.

use shido_core::{Captures, Guide};

use super::exchange::exchange;
use super::{Chess, ChessMove, ChessPosition, captured};

impl Captures for Chess {
    /// The point is the square on which the capturing piece ends up; the gain is that of the exchange there,
    /// in pawns.
    fn each_capture(&self, position: &ChessPosition, mut visit: impl FnMut(ChessMove, u16, f64)) {
        let board = &position.0;
        self.each_noisy(position, |mv| {
            let plain = cozy_chess::Move::from(mv);
            if captured(board, plain).is_some() {
                let gain = f64::from(exchange(board, plain)) / 100.0;
                visit(mv, plain.to as u16, gain);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use shido_core::Notation;

    use super::*;

    #[track_caller]
    fn check(fen: &str, expected: &[(&str, f64)]) {
        let position = Chess.parse_position(fen).expect("a sound position");
        let mut found = Vec::new();
        Chess.each_capture(&position, |mv, _, gain| {
            found.push((Chess.write_uci(&position, mv), gain));
        });
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let expected: Vec<(String, f64)> = expected
            .iter()
            .map(|(mv, gain)| ((*mv).to_owned(), *gain))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_captures_bring() {
        // A rook that nothing guards, and a pawn that a pawn guards.
        check(
            "4k3/8/3p4/r3p3/1P6/5N2/8/4K3 w - - 0 1",
            &[("b4a5", 5.0), ("f3e5", -2.2)],
        );
        // In passing.
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", &[("e5d6", 1.0)]);
    }
}
