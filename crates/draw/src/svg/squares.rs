//! Boards of squares: ruled, checkered, and racks with holes.

use shido_core::Seat;
use shido_core::picture::{Cells, Content, Place};

use super::pieces::Piece;
use super::{CELL, Drawing, FAINT, LINE, LINE_ON_WOOD, PAPER, SIDE, TEXT, grounds};
use crate::block::{Block, bands};
use crate::look::{Look, text_on};
use crate::sheet::{Anchor, number, text_width};
use crate::spacing::range;

/// The radius of a round piece in a square.
const ROOM: f64 = 0.42 * SIDE;
const LIGHT_SQUARE: &str = "#f0dab7";
const DARK_SQUARE: &str = "#b5875f";

impl Drawing<'_> {
    pub(super) fn cells(&mut self, cells: &Cells) {
        let bands = bands(&self.picture.places, self.unit);
        for block in bands.iter().flatten() {
            self.slab(block, cells);
            for &member in &block.members {
                self.square(&self.picture.places[member], block, cells);
            }
            if self.style.names {
                self.edges(block, cells);
            }
        }
    }

    /// What lies below the squares of a block.
    fn slab(&mut self, block: &Block, cells: &Cells) {
        match cells {
            Cells::Paper if self.look == Look::Noughts => self.rules(block),
            Cells::Paper | Cells::Triangles { .. } => {}
            Cells::Checkered => self.under(block, [4.0; 4], "fill=\"#3a2418\""),
            Cells::Rack => {
                self.sheet.define("<>rack", || grounds::RACK.to_owned());
                let paint = "rx=\"30\" fill=\"url(#<>rack) #2f6abf\" stroke=\"#163f80\" \
                             stroke-width=\"4\"";
                self.under(block, [10.0; 4], paint);
            }
            Cells::Wood { dots } => {
                self.sheet.define("<>kaya", || grounds::KAYA.to_owned());
                let paint = "rx=\"5\" fill=\"url(#<>kaya) #e3b870\" stroke=\"#8a632c\" \
                             stroke-width=\"2\"";
                self.under(block, [44.0, 44.0, 20.0, 20.0], paint);
                self.dots(dots, LINE_ON_WOOD);
            }
            Cells::Felt { dots } => {
                self.sheet.define("<>felt", || grounds::FELT.to_owned());
                self.under(block, [5.0; 4], "rx=\"4\" fill=\"url(#<>felt) #2a8352\"");
                self.dots(dots, "#0e3d24");
            }
        }
    }

    /// A rectangle that is larger than a block by so much at the top, right, bottom and left.
    fn under(&mut self, block: &Block, [top, right, bottom, left]: [f64; 4], paint: &str) {
        let ([x1, y1], [x2, y2]) = self.corners(block);
        let at = (
            (x1 + x2 + right - left) / 2.0,
            (y1 + y2 + bottom - top) / 2.0,
        );
        let size = (x2 - x1 + left + right, y2 - y1 + top + bottom);
        self.sheet.rectangle(at, size, paint);
    }

    /// The upper left and the lower right corner of a block.
    fn corners(&self, block: &Block) -> ([f64; 2], [f64; 2]) {
        let (first, last) = range(block.columns.iter().copied());
        let (lowest, highest) = range(block.rows.iter().copied());
        let (x1, y1) = self.at(first, highest);
        let (x2, y2) = self.at(last, lowest);
        let half = 0.5 * SIDE;
        ([x1 - half, y1 - half], [x2 + half, y2 + half])
    }

    fn dots(&mut self, dots: &[[f64; 2]], fill: &str) {
        for &[right, up] in dots {
            let at = self.at(right, up);
            self.sheet.circle(at, 7.0, &format!("fill=\"{fill}\""));
        }
    }

    /// Lines between squares, and none around them.
    fn rules(&mut self, block: &Block) {
        let places = &self.picture.places;
        let half = 0.5 * SIDE;
        let mut commands = String::new();
        for &a in &block.members {
            for &b in &block.members {
                let [(x1, y1), (x2, y2)] =
                    [a, b].map(|member| self.at(places[member].at[0], places[member].at[1]));
                let (x, y) = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
                let level = (y1 - y2).abs() < 1.0 && (x2 - x1 - SIDE).abs() < 1.0;
                let upright = (x1 - x2).abs() < 1.0 && (y2 - y1 - SIDE).abs() < 1.0;
                let (across, down) = match (level, upright) {
                    (true, _) => (0.0, half),
                    (_, true) => (half, 0.0),
                    _ => continue,
                };
                let ends = [x - across, y - down, x + across, y + down].map(number);
                let [x1, y1, x2, y2] = ends;
                commands += &format!("M{x1} {y1}L{x2} {y2}");
            }
        }
        let paint =
            format!("fill=\"none\" stroke=\"{LINE}\" stroke-width=\"5\" stroke-linecap=\"round\"");
        self.sheet.path(&commands, &paint);
    }

    fn square(&mut self, place: &Place, block: &Block, cells: &Cells) {
        let at = self.at(place.at[0], place.at[1]);
        self.open(place);
        self.field(place, at, block, cells);
        if let Some(mark) = self.mark(place) {
            let faint = if mark < 1.0 {
                format!(" opacity=\"{mark}\"")
            } else {
                String::new()
            };
            match cells {
                Cells::Rack => {
                    let paint =
                        format!("fill=\"none\" stroke=\"#ffffff\" stroke-width=\"7\"{faint}");
                    self.sheet.circle(at, 45.0, &paint);
                }
                // Between lines of a pen there is some air.
                _ if self.is_pen() => {
                    let paint = format!("rx=\"8\" {}{faint}", self.theme.mark);
                    self.sheet.rectangle(at, (0.86 * SIDE, 0.86 * SIDE), &paint);
                }
                _ => {
                    let paint = format!("{}{faint}", self.theme.mark);
                    self.sheet.rectangle(at, (SIDE, SIDE), &paint);
                }
            }
        }
        self.alarm(place, at);
        let named = self.style.names && block.labels.is_none();
        let is_text = matches!(place.content, Content::Label(_));
        if named && *cells == Cells::Checkered && !is_text {
            let corner = (at.0 - 46.0, at.1 - 40.0);
            self.sheet
                .text(corner, Anchor::Start, 17.0, "#f6e7cd", &place.name);
        }
        let text = text_on(place, &self.style.labels);
        match (Piece::on(place, text), &place.content, text) {
            (Some(piece), ..) => {
                let room = match (cells, self.look) {
                    (Cells::Paper, Look::Noughts) => 0.34 * SIDE,
                    (Cells::Checkered, _) if named => 0.39 * SIDE,
                    _ => ROOM,
                };
                self.piece(at, room, &piece);
            }
            (None, Content::Label(_), Some(text)) if text.trim().is_empty() => {}
            (None, Content::Label(_), Some(text)) if block.members.len() == 1 => {
                self.sheet.text(at, Anchor::Middle, 36.0, TEXT, text);
            }
            (None, _, Some(text)) if *cells == Cells::Paper => {
                self.fitted(at, 36.0, 0.9 * SIDE, TEXT, text);
            }
            (None, _, Some(text)) => self.patch(at, 0.3 * SIDE, text),
            (None, _, None) if named && *cells != Cells::Checkered => {
                self.fitted(at, self.letter, 0.9 * SIDE, FAINT, &place.name);
            }
            (None, _, None) => {}
        }
        self.close();
    }

    /// A square itself.
    fn field(&mut self, place: &Place, at: (f64, f64), block: &Block, cells: &Cells) {
        let ruled = |stroke: &str, width: f64| {
            format!("fill-opacity=\"0\" stroke=\"{stroke}\" stroke-width=\"{width}\"")
        };
        let paint = match cells {
            Cells::Rack => {
                let paint = format!("fill=\"{PAPER}\" stroke=\"#163f80\" stroke-width=\"5\"");
                self.sheet.circle(at, 42.0, &paint);
                return;
            }
            Cells::Paper if self.look == Look::Noughts => {
                self.unseen(at, (SIDE, SIDE), false);
                return;
            }
            Cells::Paper => format!("fill=\"{CELL}\" stroke=\"{LINE}\" stroke-width=\"2\""),
            Cells::Wood { .. } | Cells::Triangles { .. } => ruled(LINE_ON_WOOD, 2.0),
            Cells::Felt { .. } => ruled("#0e3d24", 2.4),
            Cells::Checkered => {
                let fill = if self.is_dark(place, block) {
                    DARK_SQUARE
                } else {
                    LIGHT_SQUARE
                };
                format!("fill=\"{fill}\"")
            }
        };
        let width = match &place.content {
            // A text alone has all the room that it wants.
            Content::Label(text) if block.members.len() == 1 => {
                SIDE.max(text_width(text, 36.0) + 40.0)
            }
            _ => SIDE,
        };
        self.sheet.rectangle(at, (width, SIDE), &paint);
    }

    /// Whether a square of a checkered board is dark, as that at the first side's left hand is.
    fn is_dark(&self, place: &Place, block: &Block) -> bool {
        let (column, row) = (block.column(place.at[0]), block.row(place.at[1]));
        let steps = match self.picture.near {
            Some(Seat::Second) => block.columns.len() - 1 - column + row,
            _ => column + block.rows.len() - 1 - row,
        };
        steps.is_multiple_of(2)
    }

    /// The names of columns and rows, below and at the left, on wood above and at the right; and the
    /// title above.
    pub(super) fn edges(&mut self, block: &Block, cells: &Cells) {
        let Some(labels) = &block.labels else { return };
        let ([x1, y1], [x2, y2]) = self.corners(block);
        let wood = matches!(cells, Cells::Wood { .. });
        let away = match cells {
            Cells::Rack => 10.0 + 0.95 * self.letter,
            _ => 0.95 * self.letter,
        };
        let (x, y, ink) = match wood {
            true => (x2 + away, y1 - away, LINE_ON_WOOD),
            false => (x1 - away, y2 + away, self.theme.ink),
        };
        for (&column, label) in block.columns.iter().zip(&labels.columns) {
            let at = (self.at(column, 0.0).0, y);
            self.sheet.text(at, Anchor::Middle, self.letter, ink, label);
        }
        for (&row, label) in block.rows.iter().zip(&labels.rows) {
            let at = (x, self.at(0.0, row).1);
            self.sheet.text(at, Anchor::Middle, self.letter, ink, label);
        }
        if !labels.title.is_empty() {
            let above = ((x1 + x2) / 2.0, y1 - away);
            self.sheet
                .text(above, Anchor::Middle, self.letter, ink, &labels.title);
        } else if !wood {
            // The frame is as wide where nothing is written.
            let reach = away + 0.5 * self.letter;
            self.sheet
                .cover((x1 - reach, y1 - reach), (x2 + reach, y2 + reach));
        }
    }
}
