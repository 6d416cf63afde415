//! The eight ways to turn and mirror a board.

use super::board::Board;
use super::points::{Point, PointSet};

/// A way to turn or mirror a board: first the columns and rows are reversed where the lowest two bits
/// say so, then columns and rows are exchanged if the third does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turning(u8);

impl Turning {
    pub(super) const NONE: Turning = Turning(0);

    pub(super) fn all() -> impl Iterator<Item = Turning> {
        (0..8).map(Turning)
    }

    pub(super) fn point(self, size: u8, point: Point) -> Point {
        let reversed = |along: u8, bit: u8| match self.0 >> bit & 1 {
            0 => along,
            _ => (size - 1).saturating_sub(along),
        };
        let (column, row) = (reversed(point.column(), 0), reversed(point.row(), 1));
        match self.0 >> 2 {
            0 => Point::at(column, row),
            _ => Point::at(row, column),
        }
    }

    pub(super) fn set(self, size: u8, set: PointSet) -> PointSet {
        match self {
            Turning::NONE => set,
            _ => set.iter().map(|point| self.point(size, point)).collect(),
        }
    }

    pub(super) fn board(self, board: &Board) -> Board {
        let size = board.size();
        Board::with(size, board.both().map(|stones| self.set(size, stones)))
    }

    /// This one after another.
    pub(super) fn after(self, first: Turning) -> Turning {
        // The edge of three by three points, from a corner: no two of the eight take it to the same.
        let edge = [Point::at(0, 0), Point::at(1, 0)];
        let wanted = edge.map(|point| self.point(3, first.point(3, point)));
        let of = |turning: Turning| edge.map(|point| turning.point(3, point));
        Turning::all()
            .find(|turning| of(*turning) == wanted)
            .expect("the eight are closed under composition")
    }

    pub(super) fn inverse(self) -> Turning {
        Turning::all()
            .find(|turning| turning.after(self) == Turning::NONE)
            .expect("each of the eight has an inverse")
    }
}
