//! A sheet of character cells on which lines join where they meet.

use std::collections::BTreeMap;

use anstyle::Style;

/// What is drawn in one character cell.
#[derive(Clone, Copy, Debug)]
enum Cell {
    /// Parts of lines, a set of the bits below.
    Strokes(u8),
    /// A character that hides every line.
    Glyph(char, Style),
}

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;
const RISING: u8 = 16;
const FALLING: u8 = 32;
const LOW: u8 = 64;

/// A row and a column; rows grow downwards.
pub(crate) type Spot = (i32, i32);

/// A drawing that grows in any direction.
#[derive(Clone, Default, Debug)]
pub(crate) struct Canvas {
    cells: BTreeMap<Spot, Cell>,
    /// A column that is kept even if nothing is drawn in it.
    margin: Option<i32>,
}

impl Canvas {
    /// Draws a line between the middles of two character cells.
    pub(crate) fn line(&mut self, from: Spot, to: Spot) {
        let (from, to) = (from.min(to), from.max(to));
        if from.0 == to.0 {
            self.run(from, to, (0, 1), RIGHT, LEFT);
        } else if from.1 == to.1 {
            self.run(from, to, (1, 0), DOWN, UP);
        } else {
            self.slope(from, to);
        }
    }

    /// Draws the four sides of a box.
    pub(crate) fn frame(&mut self, (top, left): Spot, (bottom, right): Spot) {
        self.line((top, left), (top, right));
        self.line((bottom, left), (bottom, right));
        self.line((top, left), (bottom, left));
        self.line((top, right), (bottom, right));
    }

    /// Writes a text from a cell rightwards, over whatever is there.
    pub(crate) fn write(&mut self, (row, column): Spot, text: &str, style: Style) {
        for (glyph, column) in text.chars().zip(column..) {
            // A control character would break the drawing apart.
            let glyph = if glyph.is_control() {
                '\u{fffd}'
            } else {
                glyph
            };
            self.cells.insert((row, column), Cell::Glyph(glyph, style));
        }
    }

    /// The character that was written in a cell.
    pub(crate) fn written(&self, at: Spot) -> Option<char> {
        match self.cells.get(&at)? {
            Cell::Glyph(glyph, _) => Some(*glyph),
            Cell::Strokes(_) => None,
        }
    }

    /// Keeps a column even if nothing is drawn in it or to its left.
    pub(crate) fn keep(&mut self, column: i32) {
        self.margin = Some(column);
    }

    /// The row below everything that is drawn.
    pub(crate) fn bottom(&self) -> i32 {
        self.cells.keys().next_back().map_or(0, |&(row, _)| row + 1)
    }

    /// The drawing as lines of text, each with its line end.
    pub(crate) fn render(&self, line_style: Style) -> String {
        let Some(&(top, _)) = self.cells.keys().next() else {
            return String::new();
        };
        let columns = self.cells.keys().map(|&(_, column)| column);
        let left = columns.chain(self.margin).min().unwrap_or(0);
        let mut text = String::new();
        let mut current = Style::new();
        let mut at = (top, left);
        for (&(row, column), &cell) in &self.cells {
            let (glyph, style) = match cell {
                Cell::Strokes(strokes) => (glyph(strokes), line_style),
                Cell::Glyph(glyph, style) => (glyph, style),
            };
            let adjacent = at == (row, column);
            if !adjacent || style != current {
                text.push_str(&current.render_reset().to_string());
                current = Style::new();
            }
            while at.0 < row {
                text.push('\n');
                at = (at.0 + 1, left);
            }
            while at.1 < column {
                text.push(' ');
                at.1 += 1;
            }
            if style != current {
                text.push_str(&style.render().to_string());
                current = style;
            }
            text.push(glyph);
            at.1 += 1;
        }
        text.push_str(&current.render_reset().to_string());
        text.push('\n');
        text
    }

    fn run(&mut self, from: Spot, to: Spot, step: Spot, ahead: u8, back: u8) {
        let mut at = from;
        while at != to {
            self.stroke(at, ahead);
            at = (at.0 + step.0, at.1 + step.1);
            self.stroke(at, back);
        }
    }

    /// A slanted line from the upper to the lower spot, the ends left out.
    ///
    /// A character cell is twice as high as wide, so up to three columns a row one slash in every
    /// row reads as a line. A flatter line is drawn column by column, in the middle or at the foot
    /// of a row, whichever is nearer: box drawing has no flatter slashes.
    fn slope(&mut self, from: Spot, to: Spot) {
        let (rows, columns) = (to.0 - from.0, to.1 - from.1);
        let steep = columns.abs() <= 2 * rows || (rows > 1 && columns.abs() <= 3 * rows);
        if steep {
            let mut previous = from.1;
            for step in 1..rows {
                let column = rounded(from.1 * rows + columns * step, rows);
                let upright = 2 * columns.abs() <= rows && column == previous;
                let stroke = match (upright, columns < 0) {
                    (true, _) => UP | DOWN,
                    (false, true) => RISING,
                    (false, false) => FALLING,
                };
                self.stroke((from.0 + step, column), stroke);
                previous = column;
            }
        } else {
            for step in 1..columns.abs() {
                // The height in quarters of a row, with the middle of a row at its first two.
                let quarters = (4 * rows * step) / columns.abs() + 1;
                let stroke = if quarters % 4 < 2 { LEFT | RIGHT } else { LOW };
                let column = from.1 + step * columns.signum();
                self.stroke((from.0 + quarters / 4, column), stroke);
            }
        }
    }

    fn stroke(&mut self, at: Spot, stroke: u8) {
        match self.cells.entry(at).or_insert(Cell::Strokes(0)) {
            Cell::Strokes(strokes) => *strokes |= stroke,
            Cell::Glyph(..) => {}
        }
    }
}

/// The quotient rounded to the nearest whole number, halves away from zero, so that lines at both
/// sides of column zero are mirror images.
fn rounded(numerator: i32, denominator: i32) -> i32 {
    (2 * numerator + numerator.signum() * denominator) / (2 * denominator)
}

/// The character for a set of strokes. Upright and level strokes hide the others.
fn glyph(strokes: u8) -> char {
    const BOX: [char; 16] = [
        ' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼',
    ];
    let arms = usize::from(strokes & (UP | DOWN | LEFT | RIGHT));
    match (arms, strokes & (RISING | FALLING)) {
        (0, RISING) => '╱',
        (0, FALLING) => '╲',
        (0, 0) => '_',
        (0, _) => '╳',
        (arms, _) => BOX[arms],
    }
}
