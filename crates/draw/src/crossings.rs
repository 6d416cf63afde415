//! Boards of crossings in a terminal.

use crate::block::Block;
use crate::canvas::Canvas;
use crate::terminal::{Pen, columns, length, reach, to_columns};

/// Draws one row for each line, without the lines themselves, so that the largest boards fit. What the
/// columns and rows are called stands at all four edges, since it is far from one to the other; below the board
/// only where lines need not be saved.
pub(crate) fn draw(pen: &Pen, stars: &[usize]) -> Canvas {
    let places = &pen.picture.places;
    let mut canvas = Canvas::default();
    if places.is_empty() {
        return canvas;
    }
    let block = Block::new(places, (0..places.len()).collect());
    let edges = block.labels.as_ref().filter(|_| pen.style.names);
    let heads = edges.iter().flat_map(|labels| &labels.columns);
    let heads = heads.map(|label| length(label));
    let rooms = places.iter().map(|place| pen.room(place, false));
    let room = rooms.chain(heads).max().unwrap_or(1);
    let (before, after) = reach(room);
    // One column is left between neighbours, for brackets.
    let column = |index: usize| to_columns(index * (room + 1));
    let right = column(block.columns.len() - 1);
    // The board should not jump when a bracket is put around a place at its left edge.
    canvas.keep(-before - 1);
    for (number, place) in places.iter().enumerate() {
        let [along, up] = place.at;
        let spot = (to_columns(block.row(up)), column(block.column(along)));
        let empty = if stars.contains(&number) { "+" } else { "·" };
        pen.place(&mut canvas, spot, place, false, empty);
    }
    if let Some(labels) = edges {
        for (index, label) in labels.columns.iter().enumerate() {
            let start = column(index) - reach(length(label)).0;
            let below = (!pen.style.compact).then_some(to_columns(labels.rows.len()));
            for row in [-1].into_iter().chain(below) {
                canvas.write((row, start), label, pen.style.board);
            }
        }
        for (row, label) in (0..).zip(&labels.rows) {
            let left = -before - 1 - columns(label);
            for column in [left, right + after + 2] {
                canvas.write((row, column), label, pen.style.board);
            }
        }
    }
    canvas
}
