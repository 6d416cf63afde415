//! Boards drawn as SVG.

use std::f64::consts::{PI, TAU};

use shido_core::Seat;
use shido_core::picture::{Content, Picture, Place, Surface};

use crate::block::{Block, bands};
use crate::look::{Look, dark_side, text_on};
use crate::sheet::{Anchor, Ground, Sheet, text_width};
use crate::spacing::{range, smallest_distance};

/// How a board is drawn as SVG.
#[derive(Clone, PartialEq, Debug)]
pub struct SvgStyle {
    /// Whether the names of the places are shown: at the edges where columns and rows have names,
    /// else in the empty cells or beside the points.
    pub names: bool,
    /// The names of the places to mark, such as those of the last move.
    pub highlight: Vec<String>,
    /// Places with short texts to write there, such as a number for a suggested move. On an empty place
    /// a text hides the lines, on a marker the letter.
    pub labels: Vec<(String, String)>,
    /// The pixels of one unit of the board, about the distance of the places that are nearest to
    /// each other.
    pub unit: f64,
}

impl Default for SvgStyle {
    fn default() -> SvgStyle {
        SvgStyle {
            names: true,
            highlight: Vec::new(),
            labels: Vec::new(),
            unit: 64.0,
        }
    }
}

/// Draws a board as an SVG document that needs nothing else.
///
/// The board has its own ground, so it can stand on a light and on a dark page. What belongs to a
/// place is a group whose attribute `data-place` is the place's name, for a page that wants to
/// know what was clicked.
#[must_use]
pub fn svg(picture: &Picture, style: &SvgStyle) -> String {
    let mut drawing = Drawing {
        picture,
        style,
        look: Look::of(picture),
        unit: match smallest_distance(&picture.places) {
            // Points that are near enough to each other keep their distance; cells touch.
            near if picture.surface == Surface::Points && (1.0..2.0).contains(&near) => 1.0,
            other => other,
        },
        sheet: Sheet::new(Ground::BOARD),
    };
    match &picture.surface {
        Surface::Cells => drawing.cells(),
        Surface::Points => drawing.points(),
        Surface::Crossings { stars } => drawing.crossings(stars),
    }
    drawing.legend();
    drawing.sheet.finish(style.unit)
}

const CELL: &str = "#f6e6c4";
const MARKED: &str = "#ffd25e";
const RING: &str = "#e2571e";
const LINE: &str = "#7d5c34";
const TEXT: &str = "#5f4424";
const FAINT: &str = "#a98555";
const DARK: &str = "#2c2a29";
const LIGHT: &str = "#fbf8f1";
const CROSS: &str = "#1f5f8b";
const NOUGHT: &str = "#b5382d";

/// The side of a cell, to which all other lengths relate.
const SIDE: f64 = 100.0;
const LABEL_SIZE: f64 = 26.0;

struct Drawing<'a> {
    picture: &'a Picture,
    style: &'a SvgStyle,
    look: Look,
    /// The length in the picture's coordinates of one unit.
    unit: f64,
    sheet: Sheet,
}

impl Drawing<'_> {
    fn at(&self, right: f64, up: f64) -> (f64, f64) {
        (SIDE * right / self.unit, -SIDE * up / self.unit)
    }

    fn is_marked(&self, place: &Place) -> bool {
        self.style.highlight.contains(&place.name)
    }

    fn open(&mut self, place: &Place) {
        let content = match &place.content {
            Content::Empty => "empty",
            Content::Marker { symbol, .. } => symbol,
            Content::Label(text) => text,
        };
        let tooltip = format!("{}: {content}", place.name);
        self.sheet.open_place(&place.name, &tooltip);
    }

    fn cells(&mut self) {
        let bands = bands(&self.picture.places, self.unit);
        for block in bands.iter().flatten() {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        let named = self.style.names && block.labels.is_none();
        for &member in &block.members {
            let place = &self.picture.places[member];
            let at = self.at(place.at[0], place.at[1]);
            let fill = if self.is_marked(place) { MARKED } else { CELL };
            let paint = format!("fill=\"{fill}\" stroke=\"{LINE}\" stroke-width=\"2.5\"");
            self.open(place);
            self.sheet.rectangle(at, (SIDE, SIDE), &paint);
            match (&place.content, text_on(place, &self.style.labels)) {
                (Content::Marker { seat, symbol }, text) => {
                    self.marker(at, 34.0, *seat, symbol, text);
                }
                (_, Some(text)) => self.fitted(at, 36.0, 0.9 * SIDE, TEXT, text),
                (_, None) if named => {
                    self.fitted(at, LABEL_SIZE, 0.9 * SIDE, FAINT, &place.name);
                }
                (_, None) => {}
            }
            self.sheet.close();
        }
        if self.style.names {
            self.labels(block);
        }
    }

    /// The names of columns and rows, below and at the left, and the title above.
    fn labels(&mut self, block: &Block) {
        let Some(labels) = &block.labels else { return };
        let (first, last) = range(block.columns.iter().copied());
        let (lowest, highest) = range(block.rows.iter().copied());
        for (&column, label) in block.columns.iter().zip(&labels.columns) {
            let (x, y) = self.at(column, lowest);
            let below = (x, y + 0.7 * SIDE);
            self.sheet
                .text(below, Anchor::Middle, LABEL_SIZE, TEXT, label);
        }
        for (&row, label) in block.rows.iter().zip(&labels.rows) {
            let (x, y) = self.at(first, row);
            let beside = (x - 0.62 * SIDE, y);
            self.sheet
                .text(beside, Anchor::End, LABEL_SIZE, TEXT, label);
        }
        let (x, y) = self.at((first + last) / 2.0, highest);
        let above = (x, y - 0.72 * SIDE);
        if !labels.title.is_empty() {
            self.sheet
                .text(above, Anchor::Middle, LABEL_SIZE, TEXT, &labels.title);
        }
    }

    fn joins(&mut self, width: f64) {
        for &(a, b) in &self.picture.joins {
            let [from, to] = [a, b].map(|end| {
                self.at(
                    self.picture.places[end].at[0],
                    self.picture.places[end].at[1],
                )
            });
            self.sheet.line(from, to, width, LINE);
        }
    }

    fn points(&mut self) {
        self.joins(4.0);
        for place in &self.picture.places {
            let at = self.at(place.at[0], place.at[1]);
            self.open(place);
            // Seen only when it is marked, but always there to be clicked on.
            let opacity = if self.is_marked(place) { 0.9 } else { 0.0 };
            let halo = format!("fill=\"{MARKED}\" fill-opacity=\"{opacity}\"");
            self.sheet.circle(at, 38.0, &halo);
            match (&place.content, text_on(place, &self.style.labels)) {
                (Content::Marker { seat, symbol }, text) => {
                    self.marker(at, 28.0, *seat, symbol, text);
                }
                (Content::Label(_), Some(text)) => self.node(at, text),
                (_, Some(text)) => self.patch(at, 28.0, text),
                (_, None) => self.sheet.circle(at, 9.0, &format!("fill=\"{LINE}\"")),
            }
            self.sheet.close();
        }
        if self.style.names {
            self.name_points();
        }
    }

    /// Stones that nearly touch, on thin lines.
    fn crossings(&mut self, stars: &[usize]) {
        let radius = 0.47 * SIDE;
        self.joins(2.5);
        for &star in stars {
            let [right, up] = self.picture.places[star].at;
            let at = self.at(right, up);
            self.sheet.circle(at, 7.0, &format!("fill=\"{LINE}\""));
        }
        for place in &self.picture.places {
            let at = self.at(place.at[0], place.at[1]);
            self.open(place);
            // Never seen, but there to be clicked on.
            self.sheet.circle(at, 0.5 * SIDE, "fill-opacity=\"0\"");
            match (&place.content, text_on(place, &self.style.labels)) {
                (Content::Marker { seat, symbol }, text) => {
                    self.marker(at, radius, *seat, symbol, text);
                }
                (_, Some(text)) => self.patch(at, 0.75 * radius, text),
                (_, None) => {}
            }
            // There is no room around a stone among others, so what marks it is on it.
            if self.is_marked(place) {
                let ring = format!("fill=\"none\" stroke=\"{RING}\" stroke-width=\"6\"");
                self.sheet.circle(at, 0.84 * radius, &ring);
            }
            self.sheet.close();
        }
        if self.style.names {
            self.name_lines();
        }
    }

    /// Names the lines of a grid at both their ends.
    fn name_lines(&mut self) {
        let places = &self.picture.places;
        let whole = Block::new(places, (0..places.len()).collect());
        let Some(labels) = &whole.labels else { return };
        let (first, last) = range(whole.columns.iter().copied());
        let (lowest, highest) = range(whole.rows.iter().copied());
        let away = 0.8 * SIDE;
        let mut texts = Vec::new();
        for (&column, label) in whole.columns.iter().zip(&labels.columns) {
            let [(x, below), (_, above)] = [lowest, highest].map(|row| self.at(column, row));
            texts.extend([((x, below + away), label), ((x, above - away), label)]);
        }
        for (&row, label) in whole.rows.iter().zip(&labels.rows) {
            let [(left, y), (right, _)] = [first, last].map(|column| self.at(column, row));
            texts.extend([((left - away, y), label), ((right + away, y), label)]);
        }
        for (at, label) in texts {
            self.sheet.text(at, Anchor::Middle, LABEL_SIZE, TEXT, label);
        }
    }

    /// A text on a patch of ground that hides the lines.
    fn patch(&mut self, at: (f64, f64), radius: f64, text: &str) {
        let paint = format!("fill=\"{}\"", Ground::BOARD.fill);
        self.sheet.circle(at, radius, &paint);
        self.fitted(at, 1.3 * radius, 1.5 * radius, TEXT, text);
    }

    /// Names the points at the edges of the board if they stand in named columns and rows, else
    /// one by one. The nodes of a tree are told by their labels.
    fn name_points(&mut self) {
        let places = &self.picture.places;
        let is_label = |place: &Place| matches!(place.content, Content::Label(_));
        let whole = Block::new(places, (0..places.len()).collect());
        match &whole.labels {
            Some(labels) if labels.title.is_empty() && !places.iter().any(is_label) => {
                self.labels(&whole);
            }
            _ => self.names(),
        }
    }

    /// The node of a tree.
    fn node(&mut self, at: (f64, f64), text: &str) {
        let size = 30.0;
        let width = (text_width(text, size) + 22.0).max(52.0);
        let paint = format!("rx=\"26\" fill=\"{LIGHT}\" stroke=\"{LINE}\" stroke-width=\"3\"");
        self.sheet.rectangle(at, (width, 52.0), &paint);
        self.sheet.text(at, Anchor::Middle, size, TEXT, text);
    }

    /// The names of the points, each where it is farthest from lines, and above everything else.
    fn names(&mut self) {
        self.sheet.open_rimmed();
        for (index, place) in self.picture.places.iter().enumerate() {
            if matches!(place.content, Content::Label(_)) {
                continue;
            }
            let (x, y) = self.at(place.at[0], place.at[1]);
            let direction = self.free_direction(index);
            let anchor = match direction.cos() {
                cos if cos > 0.3 => Anchor::Start,
                cos if cos < -0.3 => Anchor::End,
                _ => Anchor::Middle,
            };
            let away = (x + 42.0 * direction.cos(), y - 46.0 * direction.sin());
            self.sheet.text(away, anchor, 22.0, TEXT, &place.name);
        }
        self.sheet.close();
    }

    /// The direction that is farthest from all joins of a point; the upper right comes first.
    fn free_direction(&self, index: usize) -> f64 {
        let [x, y] = self.picture.places[index].at;
        let taken: Vec<f64> = self
            .picture
            .joins
            .iter()
            .filter_map(|&(a, b)| match index {
                _ if index == a => Some(b),
                _ if index == b => Some(a),
                _ => None,
            })
            .map(|other| self.picture.places[other].at)
            .map(|[right, up]| (up - y).atan2(right - x))
            .collect();
        let clearance = |direction: f64| {
            taken
                .iter()
                .map(|&join| PI - ((direction - join).rem_euclid(TAU) - PI).abs())
                .fold(PI, f64::min)
        };
        let mut best = (f64::NEG_INFINITY, 0.0);
        for sixteenth in 0..16 {
            let direction = TAU * (f64::from(sixteenth) + 2.0) / 16.0;
            // Rounding must not decide between directions that are equally free.
            if clearance(direction) > best.0 + 1e-6 {
                best = (clearance(direction), direction);
            }
        }
        best.1
    }

    /// A marker with a text on it, if there is one.
    fn marker(
        &mut self,
        (x, y): (f64, f64),
        radius: f64,
        seat: Seat,
        symbol: &str,
        text: Option<&str>,
    ) {
        if self.look == Look::Noughts {
            let reach = 0.8 * radius;
            let width = 0.3 * radius;
            if symbol == "X" {
                for rise in [-reach, reach] {
                    let (from, to) = ((x - reach, y - rise), (x + reach, y + rise));
                    self.sheet.line(from, to, width, CROSS);
                }
            } else {
                let paint =
                    format!("fill=\"none\" stroke=\"{NOUGHT}\" stroke-width=\"{width:.2}\"");
                self.sheet.circle((x, y), 0.88 * radius, &paint);
            }
            if let Some(text) = text {
                self.sheet.open_rimmed();
                self.fitted((x, y), 1.1 * radius, 1.3 * radius, DARK, text);
                self.sheet.close();
            }
            return;
        }
        let (fill, ink, rim) = if seat == dark_side(self.picture) {
            (DARK, LIGHT, "#000000")
        } else {
            (LIGHT, DARK, "#8c8375")
        };
        let shadow = (x + 0.05 * radius, y + 0.1 * radius);
        self.sheet.circle(
            shadow,
            1.04 * radius,
            "fill=\"#000000\" fill-opacity=\"0.28\"",
        );
        let paint = format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"2\"");
        self.sheet.circle((x, y), radius, &paint);
        let letter = (self.look == Look::Letters).then_some(symbol);
        if let Some(text) = text.or(letter) {
            self.fitted((x, y), 1.1 * radius, 1.5 * radius, ink, text);
        } else {
            let groove = format!(
                "fill=\"none\" stroke=\"{ink}\" stroke-opacity=\"0.25\" stroke-width=\"2\""
            );
            self.sheet.circle((x, y), 0.66 * radius, &groove);
        }
    }

    /// A text around a point, smaller if it would be wider than this.
    fn fitted(&mut self, at: (f64, f64), size: f64, width: f64, fill: &str, text: &str) {
        let size = size.min(size * width / text_width(text, size).max(1.0));
        self.sheet.text(at, Anchor::Middle, size, fill, text);
    }

    /// What each side has beside the board.
    fn legend(&mut self) {
        let (left, bottom) = self.sheet.lower_left();
        for (line, entry) in (0..).zip(self.look.legend(self.picture)) {
            let y = bottom + 36.0 + 42.0 * f64::from(line);
            let symbol = &self.picture.symbols[entry.seat.index()];
            self.marker((left + 18.0, y), 14.0, entry.seat, symbol, None);
            let text = match entry.symbol {
                Some(symbol) if entry.beside.is_empty() => symbol.to_owned(),
                Some(symbol) => format!("{symbol}: {}", entry.beside),
                None => entry.beside.to_owned(),
            };
            let start = (left + 44.0, y);
            self.sheet
                .text(start, Anchor::Start, LABEL_SIZE, TEXT, &text);
        }
    }
}
