//! What a search should know of the tactics of draughts.

use shido_core::{Game, Guide};

use super::board::{king_row, row};
use super::{Draughts, Move, Position};

impl Guide for Draughts {
    /// The longest captures come first, kings counting more than men; then new kings; men of the
    /// back row, which keep the enemy from making kings, are moved last.
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let captured = mv.captured.count_ones() + (mv.captured & position.kings).count_ones();
        let man = mv.from.bit() & position.kings == 0;
        let crowns = man && mv.to.bit() & king_row(position.mover) != 0;
        let leaves_home = man && mv.from.bit() & row(position.mover, 1) != 0;
        // A piece captures 12 at most, so this is exact.
        100 * captured as i32 + 50 * i32::from(crowns) - i32::from(leaves_home)
    }

    fn noisy(&self, _position: &Position, mv: Move) -> bool {
        mv.captured != 0
    }

    fn each_noisy(&self, position: &Position, visit: impl FnMut(Move)) {
        if position.must_capture() {
            self.each_move(position, visit);
        }
    }

    fn at_ease(&self, position: &Position) -> bool {
        !position.must_capture()
    }

    /// Moves that come late are poor, but a pass would be a boon: zugzwang decides many endings.
    fn late_moves_are_poor(&self) -> bool {
        true
    }
}
