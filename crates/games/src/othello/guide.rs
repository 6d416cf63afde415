//! Which moves to try first.

use shido_core::{Game, Guide};

use super::discs::around;
use super::{Move, Othello, Position};

const CORNER: i32 = 60;
const EDGE: i32 = 8;
/// For a square in line with an empty corner, next to it.
const C_SQUARE: i32 = -20;
/// For a square diagonally next to an empty corner.
const X_SQUARE: i32 = -45;
/// For each move that is left to the other side, and for each corner among them.
const REPLY: i32 = -6;
const CORNER_REPLY: i32 = -20;

/// Moves that leave the other side little to do come first, as do corners; squares next to an empty
/// corner come last.
///
/// Nothing is noisy: almost every move turns the balance of discs, and that balance means little
/// before the end. Having to move is often a burden, so handing the turn over proves nothing. Moves
/// that look poor are not declared poor: sacrifices next to corners decide many endings, and a
/// search that reaches the last disc stays exact.
impl Guide for Othello {
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let Move::Place(square) = mv else {
            return 0;
        };
        let bit = square.bit();
        let by_open_corner = around(self.corners & !position.occupied());
        let place = if bit & self.corners != 0 {
            CORNER
        } else if bit & by_open_corner != 0 {
            if bit & self.edges != 0 {
                C_SQUARE
            } else {
                X_SQUARE
            }
        } else if bit & self.edges != 0 {
            EDGE
        } else {
            0
        };
        let replies = self.after(position, mv).legal;
        let count = |set: u64| set.count_ones() as i32;
        place + REPLY * count(replies) + CORNER_REPLY * count(replies & self.corners)
    }
}
