//! The graph of a contest with characters.

use crate::review::Review;

/// How many rows the graph has.
const ROWS: usize = 6;

/// Eighths of a row.
const STEPS: [char; 8] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇'];

/// The chances of the reviewed player move by move, at most `width` columns wide; below it the places of the
/// moments, by their numbers in the list.
#[must_use]
pub fn graph(review: &Review, width: usize) -> String {
    let count = review.chances.len();
    let columns = count.min(width.saturating_sub(6).max(1));
    // Where there are more positions than columns, a column shows the last of its positions.
    let column_of = |at: usize| at * columns / count;
    let mut heights = vec![0.0; columns];
    for (at, chances) in review.chances.iter().enumerate() {
        heights[column_of(at)] = *chances;
    }
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let mut drawn = String::from(match row {
            row if row == ROWS - 1 => "100% ",
            0 => "  0% ",
            row if row == ROWS / 2 => " 50% ",
            _ => "     ",
        });
        for height in &heights {
            let eighths = (height * (8 * ROWS) as f64).round() as usize;
            let filled = eighths.saturating_sub(8 * row);
            drawn.push(match filled {
                8.. => '█',
                part => STEPS[part],
            });
        }
        text += drawn.trim_end();
        text.push('\n');
    }
    let mut marks = vec![' '; columns];
    for (number, moment) in (1_u32..).zip(&review.moments) {
        let digit = char::from_digit(number % 10, 10).unwrap_or('*');
        marks[column_of(moment.number)] = digit;
    }
    let marks: String = marks.into_iter().collect();
    text + "     " + marks.trim_end() + "\n"
}
