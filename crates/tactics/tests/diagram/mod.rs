//! Go boards drawn as text, for positions in tests.

use shido_core::Seat;
use shido_games::go::{Board, Point, PointSet};
use shido_tactics::Situation;

/// A board drawn from the top, `X` for Black and `O` for White. Small letters are the stones that a
/// question is about.
pub(crate) struct Diagram {
    pub(crate) board: Board,
    /// From the top, from the left.
    pub(crate) asked: Vec<Point>,
}

impl Diagram {
    /// What is drawn, in the upper left corner of a board of this size.
    pub(crate) fn drawn(size: u8, rows: &str) -> Diagram {
        let mut stones = [PointSet::EMPTY; 2];
        let mut asked = Vec::new();
        for (row, text) in rows.split_whitespace().enumerate() {
            for (column, sign) in text.chars().enumerate() {
                let point = Point::new(column as u8, size - 1 - row as u8).expect("on the board");
                match sign.to_ascii_uppercase() {
                    'X' => stones[0].insert(point),
                    'O' => stones[1].insert(point),
                    _ => {}
                }
                if sign.is_ascii_lowercase() {
                    asked.push(point);
                }
            }
        }
        let board = Board::with(size, stones);
        assert!(board.is_legal(), "{rows}");
        Diagram { board, asked }
    }

    /// A square board drawn in full.
    pub(crate) fn whole(rows: &str) -> Diagram {
        Diagram::drawn(rows.split_whitespace().count() as u8, rows)
    }

    /// The same with one more stone, as `Q16` says where.
    pub(crate) fn with(&self, seat: Seat, name: &str) -> Diagram {
        let mut board = self.board;
        board.place(self.point(name), seat);
        Diagram {
            board,
            asked: self.asked.clone(),
        }
    }

    pub(crate) fn point(&self, name: &str) -> Point {
        let mut points = self.board.points().iter();
        let named = points.find(|point| point.to_string() == name);
        named.expect("a point of the board")
    }

    pub(crate) fn first(&self, first: Seat) -> Situation {
        Situation {
            board: self.board,
            first,
            ban: PointSet::EMPTY,
        }
    }
}
