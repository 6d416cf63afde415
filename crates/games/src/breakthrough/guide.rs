//! Which moves to try first, and which upset the balance.

use shido_core::{Guide, Seat};

use super::{Breakthrough, Move, Position, Targets};

const ARRIVAL: i32 = 10_000;
const CAPTURE: i32 = 1_000;
/// For each row that a captured pawn had gone: the further it was, the more it threatened.
const CAPTURED_ROW: i32 = 100;
/// For each row that the moving pawn has gone.
const ROW: i32 = 10;
/// For a move to where the pawn can be taken for nothing.
const HANGING: i32 = -300;

/// Captures and arrivals on the far row are noisy. Zugzwang is common, so handing the turn over
/// proves nothing; but quiet moves that come late in the order are seldom the best.
impl Guide for Breakthrough {
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let mover = position.mover;
        if mv.to.bit() & self.goal(mover) != 0 {
            return ARRIVAL;
        }
        let rows_gone = |seat: Seat| match seat {
            Seat::First => i32::from(mv.to.row()),
            Seat::Second => i32::from(self.height() - 1 - mv.to.row()),
        };
        if self.captures(position, mv) {
            return CAPTURE + CAPTURED_ROW * rows_gone(mover.other());
        }
        let own = position.pawns[mover.index()] & !mv.from.bit();
        let theirs = position.pawns[mover.other().index()];
        let attacked = self.guarded(theirs, mover.other()) & mv.to.bit() != 0;
        let protected = self.guarded(own, mover) & mv.to.bit() != 0;
        ROW * rows_gone(mover) + if attacked && !protected { HANGING } else { 0 }
    }

    fn noisy(&self, position: &Position, mv: Move) -> bool {
        self.captures(position, mv) || mv.to.bit() & self.goal(position.mover) != 0
    }

    fn each_noisy(&self, position: &Position, visit: impl FnMut(Move)) {
        if self.winner(position).is_some() {
            return;
        }
        let mover = position.mover;
        let Targets {
            straight,
            left,
            right,
        } = self.targets(position.pawns, mover);
        let loud = position.pawns[mover.other().index()] | self.goal(mover);
        let noisy = Targets {
            straight: straight & loud,
            left: left & loud,
            right: right & loud,
        };
        Self::each_to(&noisy, mover, visit);
    }

    /// Not where a pawn of the other side is about to arrive: it must be taken now.
    fn at_ease(&self, position: &Position) -> bool {
        let theirs = position.mover.other();
        let next = match theirs {
            Seat::First => self.goal(theirs) >> 8,
            Seat::Second => self.goal(theirs) << 8,
        };
        position.pawns[theirs.index()] & next == 0
    }

    fn late_moves_are_poor(&self) -> bool {
        true
    }
}

impl Breakthrough {
    #[inline]
    pub(super) fn captures(&self, position: &Position, mv: Move) -> bool {
        position.pawns[position.mover.other().index()] & mv.to.bit() != 0
    }
}
