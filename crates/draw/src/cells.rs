//! Boards of squares in a terminal.

use crate::block::{Block, bands};
use crate::canvas::Canvas;
use crate::spacing::smallest_distance;
use crate::terminal::{Pen, columns, length, reach, to_columns};

/// The columns between two blocks.
const GAP: i32 = 2;

/// Draws every block as a box with its columns' labels below and its rows' at the left. Blocks
/// stand in a row as long as there is room.
pub(crate) fn draw(pen: &Pen) -> Canvas {
    let unit = smallest_distance(&pen.picture.places);
    let bands = bands(&pen.picture.places, unit);
    let room = pen
        .picture
        .places
        .iter()
        .zip(0..)
        .map(|(place, index)| pen.room(place, names_inside(pen, &bands, index)))
        .max()
        .unwrap_or(1);
    // Airy cells first; where the widest block does not fit, cells without air.
    let airy = match pen.style.compact {
        true => Measure::without_lines(room, unit),
        false => Measure::new(room + 2, unit),
    };
    let fits = |block: &Block| airy.margin(pen, block) + airy.width(block) <= limit(pen);
    let measure = if bands.iter().flatten().all(fits) {
        airy
    } else {
        Measure::new(room, unit)
    };

    let mut canvas = Canvas::default();
    for band in &bands {
        let mut line: Vec<Placed> = Vec::new();
        for block in band {
            let mut placed = measure.beside(pen, line.last(), block);
            if placed.left + measure.width(block) > limit(pen) && !line.is_empty() {
                draw_line(pen, &mut canvas, &measure, &line);
                line.clear();
                placed = measure.beside(pen, None, block);
            }
            line.push(placed);
        }
        draw_line(pen, &mut canvas, &measure, &line);
    }
    canvas
}

/// A block and the column of its left side.
struct Placed<'a> {
    block: &'a Block,
    left: i32,
    /// Blocks with the rows of their left neighbour do not repeat the labels.
    labelled: bool,
}

/// The sizes of the cells.
struct Measure {
    /// The columns inside a cell.
    inside: i32,
    /// The width of a cell in the picture's coordinates.
    unit: f64,
    /// Whether there are lines between cells. Without them a row takes one line, with them two.
    lined: bool,
}

impl Measure {
    fn new(inside: usize, unit: f64) -> Measure {
        Measure {
            inside: to_columns(inside),
            unit,
            lined: true,
        }
    }

    /// Cells with a frame around all of them, and room for a bracket at either side of each.
    fn without_lines(room: usize, unit: f64) -> Measure {
        Measure {
            inside: to_columns(room + 1),
            unit,
            lined: false,
        }
    }

    /// The line of a row, relative to its block's frame.
    fn line(&self, row: usize) -> i32 {
        to_columns(row) * if self.lined { 2 } else { 1 }
    }

    /// The middle of a cell, relative to its left side.
    fn middle(&self) -> i32 {
        (self.inside + if self.lined { 1 } else { 2 }) / 2
    }

    /// The column of a cell's left side, relative to its block's.
    fn column(&self, block: &Block, right: f64) -> i32 {
        // One line is shared by two neighbours.
        let cells = (right - block.columns[0]) / self.unit;
        (cells * f64::from(self.inside + 1)).round() as i32
    }

    fn width(&self, block: &Block) -> i32 {
        let last = block.columns[block.columns.len() - 1];
        self.column(block, last) + self.inside + if self.lined { 2 } else { 3 }
    }

    /// The columns that the labels of the rows take.
    fn margin(&self, pen: &Pen, block: &Block) -> i32 {
        match &block.labels {
            Some(labels) if pen.style.names => {
                let widest = labels.rows.iter().map(|label| columns(label)).max();
                widest.unwrap_or(0) + 1
            }
            _ => 0,
        }
    }

    /// A block to the right of another one.
    fn beside<'a>(&self, pen: &Pen, left: Option<&Placed>, block: &'a Block) -> Placed<'a> {
        let rows = |block: &Block| block.labels.as_ref().map(|labels| labels.rows.clone());
        let labelled = left.is_none_or(|left| rows(left.block) != rows(block));
        let start = left.map_or(0, |left| left.left + self.width(left.block) + GAP);
        let margin = if labelled { self.margin(pen, block) } else { 0 };
        Placed {
            block,
            left: start + margin,
            labelled,
        }
    }
}

fn limit(pen: &Pen) -> i32 {
    to_columns(pen.style.width)
}

/// Whether a cell shows its own name while it is empty, because its block has no labels.
fn names_inside(pen: &Pen, bands: &[Vec<Block>], place: usize) -> bool {
    let unlabelled = |block: &Block| block.labels.is_none() && block.members.contains(&place);
    pen.style.names && bands.iter().flatten().any(unlabelled)
}

/// Draws blocks side by side below what is there.
fn draw_line(pen: &Pen, canvas: &mut Canvas, measure: &Measure, line: &[Placed]) {
    let mut top = canvas.bottom();
    if top > 0 {
        top += 1;
    }
    if pen.style.names && line.iter().any(|placed| !placed.block.title().is_empty()) {
        for placed in line {
            let middle = placed.left + measure.width(placed.block) / 2;
            centred(pen, canvas, top, middle, placed.block.title());
        }
        top += 1;
    }
    let rows = line.iter().map(|placed| placed.block.rows.len()).max();
    let below = top + measure.line(rows.unwrap_or(0)) + if measure.lined { 1 } else { 2 };
    for placed in line {
        draw_block(pen, canvas, measure, placed, top, below);
    }
}

fn draw_block(
    pen: &Pen,
    canvas: &mut Canvas,
    measure: &Measure,
    placed: &Placed,
    top: i32,
    below: i32,
) {
    let block = placed.block;
    let corner = |right: f64, row: usize| {
        (
            top + measure.line(row),
            placed.left + measure.column(block, right),
        )
    };
    let middle = measure.middle();
    let spots: Vec<_> = block
        .members
        .iter()
        .map(|&member| {
            let place = &pen.picture.places[member];
            (place, corner(place.at[0], block.row(place.at[1])))
        })
        .collect();
    // All frames before any marker, since in cells without air brackets stand on the frames.
    if measure.lined {
        for &(_, (row, column)) in &spots {
            canvas.frame((row, column), (row + 2, column + measure.inside + 1));
        }
    } else {
        let right = placed.left + measure.width(block) - 1;
        canvas.frame((top, placed.left), (below - 1, right));
    }
    let named = pen.style.names && block.labels.is_none();
    let empty = if measure.lined { " " } else { "·" };
    for &(place, (row, column)) in &spots {
        pen.place(canvas, (row + 1, column + middle), place, named, empty);
    }
    let Some(labels) = block.labels.as_ref().filter(|_| pen.style.names) else {
        return;
    };
    for (&right, label) in block.columns.iter().zip(&labels.columns) {
        let (_, column) = corner(right, 0);
        centred(pen, canvas, below, column + middle, label);
    }
    for (row, label) in labels.rows.iter().enumerate().filter(|_| placed.labelled) {
        let (row, column) = corner(block.columns[0], row);
        let start = column - 1 - columns(label);
        canvas.write((row + 1, start), label, pen.style.board);
    }
}

fn centred(pen: &Pen, canvas: &mut Canvas, row: i32, column: i32, text: &str) {
    let (before, _) = reach(length(text));
    canvas.write((row, column - before), text, pen.style.board);
}
