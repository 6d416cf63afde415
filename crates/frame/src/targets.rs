//! In which order the moves of markers from hand are made.

use crate::bits::Bits;
use crate::frame::Point;

/// The points of a set in the order of their moves: ascending, or where markers are dropped by columns, from the first to
/// the last.
///
/// Searches without an order of their own look at moves in this one. By columns, moves that are the same but for what
/// lies below them keep their place from position to position: to the end of Connect Four on four columns and rows,
/// over all openings of two moves, plain alpha-beta looks at a sixth of the positions that it looks at when the lowest
/// points come first.
pub(crate) struct Targets<'a, B> {
    /// What is taken in ascending order.
    left: B,
    /// What is taken by columns, and those that are not looked at yet.
    dropping: B,
    columns: &'a [B],
}

impl<'a, B: Bits> Targets<'a, B> {
    /// The points of the set, by these columns where there are any. Then each point is in one of them, and no two in the
    /// same.
    #[inline(always)]
    pub(crate) fn new(points: B, columns: &'a [B]) -> Targets<'a, B> {
        let (left, dropping) = if columns.is_empty() {
            (points, B::EMPTY)
        } else {
            (B::EMPTY, points)
        };
        Targets {
            left,
            dropping,
            columns,
        }
    }
}

impl<B: Bits> Iterator for Targets<'_, B> {
    type Item = Point;

    #[inline(always)]
    fn next(&mut self) -> Option<Point> {
        while let [column, rest @ ..] = self.columns {
            self.columns = rest;
            let here = self.dropping & *column;
            if !here.is_empty() {
                return Some(here.lowest() as Point);
            }
        }
        if self.left.is_empty() {
            return None;
        }
        let point = self.left.lowest();
        self.left = self.left.without_lowest();
        Some(point as Point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On three columns and rows, numbered row by row: the first column has nothing in it, the second two markers, the
    /// third one.
    #[test]
    fn columns_from_the_first_to_the_last() {
        let columns = [0b001_001_001_u64, 0b010_010_010, 0b100_100_100];
        let landing = u64::of([0, 7, 5]);
        let in_order = |columns| Targets::new(landing, columns).collect::<Vec<Point>>();
        assert_eq!(in_order(&columns), [0, 7, 5]);
        assert_eq!(in_order(&[]), [0, 5, 7]);
        let full = u64::of([0, 5]);
        assert!(Targets::new(full, &columns).eq([0, 5]));
    }
}
