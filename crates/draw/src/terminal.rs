//! Boards drawn with characters.

use anstyle::{AnsiColor, Style};
use shido_core::picture::{Content, Picture, Place, Shape, Surface};

use crate::canvas::{Canvas, Spot};
use crate::look::{Look, text_on};
use crate::{cells, crossings, points};

/// How a board is drawn in a terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerminalStyle {
    /// Whether the names that moves are written with are shown: at the edges where columns and
    /// rows have names, else on the empty places.
    pub names: bool,
    /// The names of the places to put in brackets, such as those of the last move.
    pub highlight: Vec<String>,
    /// The names of the places to put in parentheses: what a move did beside that.
    pub turned: Vec<String>,
    /// Places with short texts to show there instead of what stands on them, such as a number for a
    /// suggested move. A text on a marker has the style of its side.
    pub labels: Vec<(String, String)>,
    /// The number of columns to stay within wherever the places can be kept apart in it.
    pub width: usize,
    /// Whether to save lines, for terminals that have few of them: squares without lines between their rows, names
    /// at one edge only, and what is beside the board on one line if it fits.
    pub compact: bool,
    /// The styles of the two sides' markers.
    pub sides: [Style; 2],
    /// The style of texts that belong to nobody, such as the values of leaves.
    pub label: Style,
    /// The style of lines and names, which should be quieter than the markers.
    pub board: Style,
    /// The style of the brackets around highlighted places.
    pub brackets: Style,
}

impl Default for TerminalStyle {
    fn default() -> TerminalStyle {
        TerminalStyle {
            names: true,
            highlight: Vec::new(),
            turned: Vec::new(),
            labels: Vec::new(),
            width: 80,
            compact: false,
            sides: [AnsiColor::Cyan, AnsiColor::Red].map(|side| side.on_default().bold()),
            label: Style::new().bold(),
            board: Style::new().dimmed(),
            brackets: Style::new().bold(),
        }
    }
}

/// Draws a board with characters, with the escape codes of its styles in the text.
///
/// Every line ends with a line end. Print the text through something that strips the escape codes
/// where they are not understood: the drawing is complete without them.
#[must_use]
pub fn terminal(picture: &Picture, style: &TerminalStyle) -> String {
    let pen = Pen {
        picture,
        style,
        look: Look::of(picture),
    };
    let canvas = match &picture.surface {
        Surface::Cells(_) => cells::draw(&pen),
        Surface::Points => points::draw(&pen),
        Surface::Crossings { stars } => crossings::draw(&pen, stars),
    };
    let mut text = canvas.render(style.board);
    let legend = pen.legend().render(style.board);
    if !text.is_empty() && !legend.is_empty() && !style.compact {
        text.push('\n');
    }
    text + &legend
}

/// A picture together with the way to draw it.
pub(crate) struct Pen<'a> {
    pub(crate) picture: &'a Picture,
    pub(crate) style: &'a TerminalStyle,
    look: Look,
}

impl Pen<'_> {
    /// The characters that a place needs, now and with a marker or its name on it, so that a board
    /// does not change its size while a game is played on it.
    pub(crate) fn room(&self, place: &Place, named: bool) -> usize {
        let name = if named { length(&place.name) } else { 1 };
        let content = match &place.content {
            Content::Empty => name,
            Content::Marker {
                seat,
                symbol,
                shape,
            } => length(self.look.text(*seat, symbol, shape)).max(name),
            // Labels do not come and go.
            Content::Label(_) => 0,
        };
        text_on(place, &self.style.labels).map_or(content, |text| length(text).max(content))
    }

    /// Writes what stands on a place, with its middle at a spot. An empty place shows its name if
    /// it is `named`, else `empty`.
    pub(crate) fn place(
        &self,
        canvas: &mut Canvas,
        (row, column): Spot,
        place: &Place,
        named: bool,
        empty: &str,
    ) {
        let (text, style) = match (&place.content, text_on(place, &self.style.labels)) {
            (
                Content::Marker {
                    seat,
                    symbol,
                    shape,
                },
                text,
            ) => (
                text.unwrap_or(self.look.text(*seat, symbol, shape)),
                self.style.sides[seat.index()],
            ),
            (_, Some(text)) => (text, self.style.label),
            (_, None) if named => (place.name.as_str(), self.style.board),
            (_, None) => (empty, self.style.board),
        };
        let (before, after) = reach(length(text));
        canvas.write((row, column - before), text, style);
        let marks = if self.style.highlight.contains(&place.name) {
            Some(['[', ']'])
        } else if self.style.turned.contains(&place.name) {
            Some(['(', ')'])
        } else {
            None
        };
        if let Some([left, right]) = marks {
            self.bracket(canvas, (row, column - before - 1), left);
            self.bracket(canvas, (row, column + after + 1), right);
        }
    }

    /// A bracket beside a place. Neighbours with a single column between them share a bar there.
    fn bracket(&self, canvas: &mut Canvas, at: Spot, bracket: char) {
        let other = canvas.written(at);
        let shared = other.is_some_and(|other| "[]()".contains(other) && other != bracket);
        let sign = if shared { '|' } else { bracket };
        canvas.write(at, &sign.to_string(), self.style.brackets);
    }

    /// What each side has beside the board.
    fn legend(&self) -> Canvas {
        const APART: i32 = 4;
        let entries = self.look.legend(self.picture);
        let heads: Vec<String> = entries
            .iter()
            .map(|entry| {
                let symbol = &self.picture.symbols[entry.seat.index()];
                let marker = self.look.text(entry.seat, symbol, &Shape::Plain);
                match &entry.name {
                    Some(name) => format!("{marker} {name}"),
                    None => marker.to_owned(),
                }
            })
            .collect();
        let lengths: Vec<i32> = heads
            .iter()
            .zip(&entries)
            .map(|(head, entry)| match entry.beside.is_empty() {
                true => columns(head),
                false => columns(head) + 2 + columns(&entry.beside),
            })
            .collect();
        let together: i32 = lengths.iter().map(|length| length + APART).sum();
        let one_line = self.style.compact && together <= to_columns(self.style.width);
        let mut canvas = Canvas::default();
        let (mut row, mut column) = (0, 0);
        for ((head, entry), length) in heads.iter().zip(&entries).zip(lengths) {
            let beside = column + columns(head) + 2;
            canvas.write((row, column), head, self.style.sides[entry.seat.index()]);
            canvas.write((row, beside), &entry.beside, Style::new());
            match one_line {
                true => column += length + APART,
                false => row += 1,
            }
        }
        canvas
    }
}

/// The number of characters, each of which is taken to be one column wide.
pub(crate) fn length(text: &str) -> usize {
    text.chars().count()
}

/// The same as a signed number of columns.
pub(crate) fn columns(text: &str) -> i32 {
    to_columns(length(text))
}

/// A length as a signed number of columns; no text that is drawn comes near the limit.
pub(crate) fn to_columns(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX / 4)
}

/// How many columns a centred text reaches to the left and to the right of its middle.
pub(crate) fn reach(length: usize) -> (i32, i32) {
    let before = length.saturating_sub(1) / 2;
    let after = length.saturating_sub(1) - before;
    (to_columns(before), to_columns(after))
}
