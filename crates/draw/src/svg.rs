//! Boards drawn as SVG.

mod figures;
mod grounds;
mod lines;
mod pieces;
mod squares;
mod stands;
mod table;
mod tint;

use shido_core::picture::{Cells, Content, Picture, Place, Shape, Surface};
use shido_core::{Seat, words};

use self::grounds::Theme;
use self::pieces::Piece;
use crate::look::{Look, side};
use crate::sheet::{Anchor, Sheet, text_width};
use crate::spacing::{range, smallest_distance};

/// How a board is drawn as SVG.
#[derive(Clone, PartialEq, Debug)]
pub struct SvgStyle {
    /// Whether the names of the places are shown: at the edges where columns and rows have names,
    /// else in the empty cells or beside the points.
    pub names: bool,
    /// The names of the places to mark, such as those of the last move.
    pub highlight: Vec<String>,
    /// The names of the places to mark more faintly: what a move did beside that.
    pub turned: Vec<String>,
    /// Places with short texts to write there, such as a number for a suggested move. On an empty place
    /// a text hides the lines, on a round marker what is drawn on it; of a figure or a wedge it takes a
    /// corner.
    pub labels: Vec<(String, String)>,
    /// The pixels of one unit of the board, about the distance of the places that are nearest to
    /// each other.
    pub unit: f64,
    /// Whether it becomes a part of a page, which has the rules of [`board_style`] in its style sheet
    /// and says itself what is to be said of each side.
    pub page: bool,
    /// Whether it is only looked at, as in a list of games: then places are no groups, have no tooltips and no
    /// invisible room to be touched, which makes it a good deal smaller.
    pub bare: bool,
}

impl Default for SvgStyle {
    fn default() -> SvgStyle {
        SvgStyle {
            names: true,
            highlight: Vec::new(),
            turned: Vec::new(),
            labels: Vec::new(),
            unit: 64.0,
            page: false,
            bare: false,
        }
    }
}

/// Draws a board as an SVG document that needs nothing else.
///
/// The board has its own ground, so it can stand on a light and on a dark page. One that is drawn on
/// paper has dark paper on a dark page. Several can be put into one page: each has ids of its own.
///
/// What belongs to a place is a group whose attribute `data-place` is the place's name, for a page that
/// wants to know what was clicked; its first shape is the room of the place. The attribute `data-side` of
/// a piece tells whose it is, and `data-hand` of a group whose pieces beside the board are in it: those of
/// one kind are a group with `data-held`, in the order of the picture. `data-die` tells what a die shows. On
/// a page, `data-surface` of the whole tells what the board is made of, and `data-near` who sits at the
/// lower edge.
#[must_use]
pub fn svg(picture: &Picture, style: &SvgStyle) -> String {
    let theme = Theme::of(&picture.surface);
    let unit = match smallest_distance(&picture.places) {
        // Points that are near enough to each other keep their distance; cells touch.
        near if picture.surface == Surface::Points && (1.0..2.0).contains(&near) => 1.0,
        other => other,
    };
    let (left, right) = range(picture.places.iter().map(|place| place.at[0]));
    let mut drawing = Drawing {
        picture,
        style,
        theme,
        look: Look::of(picture),
        shaped: is_shaped(picture),
        unit,
        // Large boards are shown smaller.
        letter: 24.0 * ((right - left) / (9.0 * unit)).clamp(1.0, 1.6),
        sheet: Sheet::new(theme.ground),
    };
    if style.page {
        let near = picture
            .near
            .map_or(String::new(), |near| format!(" data-near=\"{near}\""));
        let surface = made_of(&picture.surface);
        drawing
            .sheet
            .for_page(&format!("data-surface=\"{surface}\"{near}"));
    }
    match &picture.surface {
        Surface::Points => drawing.points(),
        Surface::Crossings { stars } => drawing.crossings(stars),
        Surface::Cells(Cells::Triangles { bars }) => drawing.table(bars),
        Surface::Cells(cells) => drawing.cells(cells),
    }
    // A table has its trays.
    if !matches!(picture.surface, Surface::Cells(Cells::Triangles { .. })) {
        drawing.stands();
    }
    if !style.page {
        drawing.legend();
    }
    drawing.sheet.finish(style.unit)
}

/// The colours of the two sides' markers, where these are discs that nothing else tells apart.
#[must_use]
pub fn colours(picture: &Picture) -> Option<[&'static str; 2]> {
    let mut shapes = picture.places.iter().filter_map(shape);
    let carved = shapes.any(|shape| matches!(shape, Shape::Figure(_) | Shape::Wedge { .. }));
    let look = Look::of(picture);
    let lettered = look == Look::Letters && !is_shaped(picture);
    let told_apart = carved || lettered || is_pen(picture, look);
    (!told_apart).then(|| Seat::BOTH.map(|seat| tint::Tint::of(picture, seat).shades()[1]))
}

/// The shape of what stands on a place.
fn shape(place: &Place) -> Option<&Shape> {
    match &place.content {
        Content::Marker { shape, .. } => Some(shape),
        Content::Empty | Content::Label(_) => None,
    }
}

/// Whether the shapes of the pieces tell them apart.
fn is_shaped(picture: &Picture) -> bool {
    let mut shapes = picture.places.iter().filter_map(shape);
    shapes.any(|shape| *shape != Shape::Plain)
}

/// Whether plain markers are crosses and noughts, as with a pen.
fn is_pen(picture: &Picture, look: Look) -> bool {
    matches!(picture.surface, Surface::Cells(Cells::Paper)) && look == Look::Noughts
}

/// The rules that a page needs in its style sheet for the boards in it: colours by day and by night, as
/// its `color-scheme` says.
#[must_use]
pub fn board_style() -> String {
    Theme::of(&Surface::Points)
        .ground
        .rules("\n", |day, night| format!("light-dark({day},{night})"))
}

/// What a board is made of, in a word.
const fn made_of(surface: &Surface) -> &'static str {
    match surface {
        Surface::Points => "points",
        Surface::Crossings { .. } => "crossings",
        Surface::Cells(Cells::Paper) => "paper",
        Surface::Cells(Cells::Checkered) => "checkered",
        Surface::Cells(Cells::Wood { .. }) => "wood",
        Surface::Cells(Cells::Felt { .. }) => "felt",
        Surface::Cells(Cells::Rack) => "rack",
        Surface::Cells(Cells::Triangles { .. }) => "triangles",
    }
}

// The colours of paper and ink are all different, since each has its own counterpart on a dark page.
const PAPER: &str = "#fbf6ea";
const CELL: &str = "#fffdf7";
const MARKED: &str = "#ffd95e";
const LINE: &str = "#6f5b40";
const TEXT: &str = "#4f3d26";
const FAINT: &str = "#b09a78";
const CROSS: &str = "#1f5f8b";
const NOUGHT: &str = "#b5382d";

const RING: &str = "#e2571e";
const RED: &str = "#c02a1c";
const DARK: &str = "#2c2a29";
const LIGHT: &str = "#fbf8f1";
const LINE_ON_WOOD: &str = "#5d4019";

/// The side of a cell, to which all other lengths relate.
const SIDE: f64 = 100.0;

struct Drawing<'a> {
    picture: &'a Picture,
    style: &'a SvgStyle,
    theme: Theme,
    look: Look,
    /// Whether the shapes of the pieces tell them apart.
    shaped: bool,
    /// The length in the picture's coordinates of one unit.
    unit: f64,
    /// The size of names and of what is said below the board.
    letter: f64,
    sheet: Sheet,
}

impl Drawing<'_> {
    fn at(&self, right: f64, up: f64) -> (f64, f64) {
        (SIDE * right / self.unit, -SIDE * up / self.unit)
    }

    /// How strongly a place is marked, if it is.
    fn mark(&self, place: &Place) -> Option<f64> {
        if self.style.highlight.contains(&place.name) {
            Some(1.0)
        } else if self.style.turned.contains(&place.name) {
            Some(0.4)
        } else {
            None
        }
    }

    /// Whether plain markers are crosses and noughts, as with a pen.
    fn is_pen(&self) -> bool {
        is_pen(self.picture, self.look)
    }

    /// Lets a place glow on which something is attacked that must not be lost.
    fn alarm(&mut self, place: &Place, at: (f64, f64)) {
        if self.picture.alarms.contains(&place.name) {
            self.sheet.define("<>alarm", || grounds::ALARM.to_owned());
            let paint = "fill=\"url(#<>alarm) none\"";
            self.sheet.circle(at, 0.5 * SIDE, paint);
        }
    }

    /// Starts what belongs to a place.
    fn open(&mut self, place: &Place) {
        if self.style.bare {
            return;
        }
        let sides = self
            .picture
            .symbols
            .each_ref()
            .map(|symbol| side(symbol).to_owned());
        let tooltip = words::place(place, &sides);
        self.sheet.open_place(&place.name, &tooltip);
    }

    /// Ends what belongs to a place.
    fn close(&mut self) {
        if !self.style.bare {
            self.sheet.close();
        }
    }

    /// Something that is never seen, but there to be clicked on.
    fn unseen(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), round: bool) {
        let paint = "fill-opacity=\"0\"";
        let (right, down) = (width / 2.0, height / 2.0);
        match (self.style.bare, round) {
            (true, _) => self
                .sheet
                .cover((x - right, y - down), (x + right, y + down)),
            (false, true) => self.sheet.circle((x, y), right, paint),
            (false, false) => self.sheet.rectangle((x, y), (width, height), paint),
        }
    }

    /// A text on a patch that hides what is below.
    fn patch(&mut self, at: (f64, f64), radius: f64, text: &str) {
        let (fill, ink) = if self.theme.ground.fill == PAPER {
            (PAPER, TEXT)
        } else {
            (LIGHT, DARK)
        };
        self.sheet.circle(at, radius, &format!("fill=\"{fill}\""));
        self.fitted(at, 1.3 * radius, 1.5 * radius, ink, text);
    }

    /// A text around a point, smaller if it would be wider than this.
    fn fitted(&mut self, at: (f64, f64), size: f64, width: f64, fill: &str, text: &str) {
        let size = size.min(size * width / text_width(text, size).max(1.0));
        self.sheet.text(at, Anchor::Middle, size, fill, text);
    }

    /// What is to be said of each side, and which of the discs on the board are whose.
    fn legend(&mut self) {
        let ((left, _), (_, bottom)) = self.sheet.bounds();
        let is_disc = |place: &Place| {
            matches!(
                &place.content,
                Content::Marker {
                    shape: Shape::Plain | Shape::Crowned | Shape::Stack(_),
                    ..
                }
            )
        };
        let discs = !self.is_pen() && self.picture.places.iter().any(is_disc);
        let lettered = self.look == Look::Letters && !self.shaped;
        let size = self.letter;
        let mut y = bottom + 1.5 * size;
        for seat in Seat::BOTH {
            let symbol = &self.picture.symbols[seat.index()];
            let beside = &self.picture.beside[seat.index()];
            let text = match (discs && !lettered, beside.is_empty()) {
                (true, true) => side(symbol).to_owned(),
                (true, false) => format!("{}: {beside}", side(symbol)),
                (false, true) => continue,
                (false, false) => beside.clone(),
            };
            let piece = Piece {
                seat,
                symbol,
                shape: &Shape::Plain,
                text: None,
            };
            self.piece((left + 0.8 * size, y), 0.67 * size, &piece);
            let (start, ink) = ((left + 2.0 * size, y), self.theme.ink);
            self.sheet.text(start, Anchor::Start, size, ink, &text);
            y += 1.75 * size;
        }
    }
}
