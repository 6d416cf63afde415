//! For tests: boards and points as text.

use shido_games::go::{Board, Point};

use crate::Scene;

/// The board of these rows, from the top.
pub(crate) fn board(rows: &str) -> Board {
    let scene = Scene::of_text(&format!("{rows} X 0 -"));
    *scene.expect("a position").position().board()
}

/// The point of a column and a row, counted from nought.
pub(crate) fn point(column: u8, row: u8) -> Point {
    Point::new(column, row).expect("a point")
}
