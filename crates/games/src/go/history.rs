//! The boards that came before, none of which may come again.

use std::sync::Arc;

use shido_core::Seat;

use super::board::Board;
use super::points::PointSet;
use super::turning::Turning;

/// The boards of a contest before the present one.
///
/// Positions that go on from the same past share it, so that one more board is all that a move costs.
/// When a position is turned or mirrored its past stays as it is, and how it has been turned since is
/// remembered.
#[derive(Clone, Debug)]
pub(super) struct History {
    last: Option<Arc<Earlier>>,
    /// What takes the boards of the past to how the present one lies.
    turning: Turning,
    /// Where stones of each side have been captured, as the present board lies.
    vacated: [PointSet; 2],
}

#[derive(Debug)]
struct Earlier {
    board: Board,
    counts: [u32; 2],
    before: Option<Arc<Earlier>>,
}

impl History {
    pub(super) const NONE: History = History {
        last: None,
        turning: Turning::NONE,
        vacated: [PointSet::EMPTY; 2],
    };

    /// Remembers a board, as it is left with a move that captures these stones of a side.
    pub(super) fn push(&mut self, board: &Board, captured_from: Seat, captured: PointSet) {
        let board = self.as_recorded(board);
        let counts = board.both().map(|stones| stones.len());
        let before = self.last.take();
        self.last = Some(Arc::new(Earlier {
            board,
            counts,
            before,
        }));
        self.vacated[captured_from.index()] |= captured;
    }

    /// The points where a stone of `mover` would make an earlier board of the present one.
    ///
    /// Such a board has a stone of the mover there, which has been captured since. So where nothing
    /// was captured there is nothing to look for, which is the rule. Otherwise an earlier board comes
    /// into question if it has all stones of the mover and one more, and none of the other side's
    /// that is not there now.
    pub(super) fn forbidden(&self, board: &Board, mover: Seat) -> PointSet {
        let mut forbidden = PointSet::EMPTY;
        if !self.vacated[mover.index()].meets(&board.empty()) {
            return forbidden;
        }
        let present = self.as_recorded(board);
        let [own, other] = [mover, mover.other()].map(|seat| present.stones(seat));
        let [own_count, other_count] = [own.len(), other.len()];
        let mut earlier = self.last.as_deref();
        while let Some(Earlier {
            board: past,
            counts,
            before,
        }) = earlier
        {
            earlier = before.as_deref();
            let comes_into_question = counts[mover.index()] == own_count + 1
                && counts[mover.other().index()] <= other_count
                && own.is_within(&past.stones(mover))
                && past.stones(mover.other()).is_within(&other);
            if comes_into_question && let Some(point) = (past.stones(mover) - own).only() {
                let mut next = present;
                next.place(point, mover);
                if next == *past {
                    forbidden.insert(self.turning.point(board.size(), point));
                }
            }
        }
        forbidden
    }

    /// The past of the position when its present is turned.
    pub(super) fn turned(&self, turning: Turning, size: u8) -> History {
        History {
            last: self.last.clone(),
            turning: turning.after(self.turning),
            vacated: self.vacated.map(|points| turning.set(size, points)),
        }
    }

    fn as_recorded(&self, board: &Board) -> Board {
        match self.turning {
            Turning::NONE => *board,
            turning => turning.inverse().board(board),
        }
    }
}

/// A long past is let go board by board: each freeing the one before it would use up the stack.
impl Drop for Earlier {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut earlier) = before.and_then(Arc::into_inner) {
            before = earlier.before.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_past_is_let_go() {
        let mut history = History::NONE;
        for _ in 0..200_000 {
            history.push(&Board::new(19), Seat::First, PointSet::EMPTY);
        }
        drop(history);
    }
}
