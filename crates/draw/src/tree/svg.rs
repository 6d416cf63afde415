//! Search trees as SVG documents.

use shido_core::picture::TreePicture;

use super::layout::{Item, Placed, layout};
use super::{Kind, move_text, principal_variation, tooltip, value_text, window_text};
use crate::sheet::{Anchor, Ground, Sheet, text_width};

/// Draws a search tree as an SVG document that needs nothing else.
///
/// As in the textbooks, a triangle is a node where the first player takes the largest value, one that
/// stands on its head a node where the second takes the smallest, and a circle one where chance
/// moves; each holds what the search found there, with the window it came with beside it. The
/// principal variation is drawn thick. Branches that were cut off are dashed, crossed out and told
/// why. Pointing at a node shows all that is known of it.
#[must_use]
pub fn tree_svg(picture: &TreePicture) -> String {
    let placed = layout(picture);
    let mut drawing = Drawing {
        picture,
        on_line: principal_variation(picture),
        placed: &placed,
        sheet: Sheet::new(Ground::PAPER),
    };
    drawing.levels();
    drawing.branches();
    drawing.items();
    drawing.labels();
    drawing.sheet.finish(100.0)
}

const INK: &str = "#2f2c28";
const FAINT: &str = "#8a857b";
const BRANCH: &str = "#a8a297";
const CUT: &str = "#b5382d";

const COLUMN: f64 = 84.0;
const ROW: f64 = 132.0;
/// From the middle of a node to its edge, about.
const RADIUS: f64 = 34.0;
const STUB: f64 = 0.62;

struct Drawing<'a> {
    picture: &'a TreePicture,
    /// Which nodes are those of the principal variation.
    on_line: Vec<bool>,
    placed: &'a [Placed],
    sheet: Sheet,
}

impl Drawing<'_> {
    /// The middle of an item. What was skipped hangs on a shorter branch.
    fn at(&self, placed: &Placed) -> (f64, f64) {
        let full = (COLUMN * placed.column, ROW * placed.row as f64);
        match (placed.item, placed.above) {
            (Item::Node(_), _) | (_, None) => full,
            (_, Some(above)) => {
                let start = self.at(&self.placed[above]);
                between(start, full, STUB)
            }
        }
    }

    fn kind(&self, placed: &Placed) -> Kind {
        match placed.item {
            Item::Node(index) => Kind::of(&self.picture.nodes[index]),
            _ => Kind::Leaf,
        }
    }

    /// Who moves in each row, where that is the same in all of it.
    fn levels(&mut self) {
        let mut rows: Vec<Vec<Kind>> = Vec::new();
        for placed in self.placed {
            if rows.len() <= placed.row {
                rows.resize(placed.row + 1, Vec::new());
            }
            let (kinds, kind) = (&mut rows[placed.row], self.kind(placed));
            if kind != Kind::Leaf && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        for (row, kinds) in rows.iter().enumerate() {
            let name = match kinds.as_slice() {
                [Kind::Max] => "MAX",
                [Kind::Min] => "MIN",
                [Kind::Chance] => "CHANCE",
                _ => continue,
            };
            let beside = (-RADIUS - 40.0, ROW * row as f64);
            self.sheet.text(beside, Anchor::End, 17.0, FAINT, name);
        }
    }

    fn branches(&mut self) {
        for placed in self.placed {
            let Some(above) = placed.above else { continue };
            let (from, to) = (self.at(&self.placed[above]), self.at(placed));
            match placed.item {
                Item::Node(index) if self.on_line[index] => {
                    self.sheet.line(from, to, 5.0, INK);
                }
                Item::Node(_) => self.sheet.line(from, to, 2.0, BRANCH),
                Item::Skipped(..) | Item::LeftOut(_) => {
                    self.sheet.open_dashed();
                    self.sheet.line(from, to, 2.0, BRANCH);
                    self.sheet.close();
                }
            }
        }
    }

    fn items(&mut self) {
        for placed in self.placed {
            let at = self.at(placed);
            match placed.item {
                Item::Node(index) => self.node(index, at),
                Item::Skipped(index, place) => {
                    let (mv, why) = &self.picture.nodes[index].skipped[place];
                    self.sheet.open_titled(&format!("{mv}: {why}"));
                    self.cross(at);
                    self.sheet.close();
                }
                Item::LeftOut(index) => {
                    let text = format!("+{}", self.picture.nodes[index].left_out);
                    self.sheet
                        .open_titled(&format!("{text} positions, not shown"));
                    self.sheet
                        .text((at.0, at.1 + 12.0), Anchor::Middle, 17.0, FAINT, &text);
                    self.sheet.close();
                }
            }
        }
    }

    fn node(&mut self, index: usize, (x, y): (f64, f64)) {
        let node = &self.picture.nodes[index];
        self.sheet.open_titled(&tooltip(node));
        let text = value_text(node);
        let width = if self.on_line[index] { 4.0 } else { 2.0 };
        let paint = |fill, stroke| {
            format!(
                "fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-linejoin=\"round\""
            )
        };
        // The text sits where the shape is widest.
        let (room, middle) = match Kind::of(node) {
            Kind::Max => {
                let corners = [
                    (x, y - 1.15 * RADIUS),
                    (x + 1.25 * RADIUS, y + 0.8 * RADIUS),
                    (x - 1.25 * RADIUS, y + 0.8 * RADIUS),
                ];
                self.sheet.polygon(&corners, &paint("#dceaf5", "#1f5f8b"));
                (1.35 * RADIUS, y + 0.34 * RADIUS)
            }
            Kind::Min => {
                let corners = [
                    (x, y + 1.15 * RADIUS),
                    (x + 1.25 * RADIUS, y - 0.8 * RADIUS),
                    (x - 1.25 * RADIUS, y - 0.8 * RADIUS),
                ];
                self.sheet.polygon(&corners, &paint("#f8e0dc", CUT));
                (1.35 * RADIUS, y - 0.34 * RADIUS)
            }
            Kind::Chance => {
                self.sheet
                    .circle((x, y), 0.95 * RADIUS, &paint("#f6eccb", "#8a6d1f"));
                (1.6 * RADIUS, y)
            }
            Kind::Leaf => {
                let size = (1.5 * RADIUS, 1.2 * RADIUS);
                self.sheet
                    .rectangle((x, y), size, &paint("#ffffff", BRANCH));
                (1.35 * RADIUS, y)
            }
        };
        let size = 21.0_f64.min(21.0 * room / text_width(&text, 21.0).max(1.0));
        self.sheet
            .text((x, middle), Anchor::Middle, size, INK, &text);
        self.sheet.close();
    }

    fn cross(&mut self, (x, y): (f64, f64)) {
        let reach = 7.0;
        for rise in [-reach, reach] {
            let (from, to) = ((x - reach, y - rise), (x + reach, y + rise));
            self.sheet.line(from, to, 3.0, CUT);
        }
    }

    /// What is written along branches and beside nodes, above all lines.
    fn labels(&mut self) {
        self.sheet.open_rimmed();
        for (order, placed) in self.placed.iter().enumerate() {
            match placed.item {
                Item::Node(index) => {
                    let node = &self.picture.nodes[index];
                    if let Some(mv) = move_text(node) {
                        self.move_label(placed, INK, &mv);
                    }
                    if self.kind(placed) != Kind::Leaf {
                        let (x, y) = self.at(placed);
                        let beside = (x + 1.15 * RADIUS, y - 0.1 * RADIUS);
                        let window = window_text(node);
                        self.sheet.text(beside, Anchor::Start, 15.0, FAINT, &window);
                        if node.skipped.is_empty() && node.why != "searched" {
                            let below = (beside.0, beside.1 + 19.0);
                            self.sheet.text(below, Anchor::Start, 15.0, CUT, &node.why);
                        }
                    }
                }
                Item::Skipped(index, place) => {
                    let skipped = &self.picture.nodes[index].skipped;
                    let (mv, why) = &skipped[place];
                    self.move_label(placed, FAINT, mv);
                    // Skipped moves of a node stand side by side: the last tells for all.
                    if place + 1 == skipped.len() {
                        let (first, last) = (&self.placed[order - place], placed);
                        let [(left, y), (right, _)] = [self.at(first), self.at(last)];
                        let below = ((left + right) / 2.0, y + 26.0);
                        self.sheet.text(below, Anchor::Middle, 15.0, CUT, why);
                    }
                }
                Item::LeftOut(_) => {}
            }
        }
        self.sheet.close();
    }

    /// Writes a move on its branch.
    fn move_label(&mut self, placed: &Placed, ink: &str, mv: &str) {
        let Some(above) = placed.above else { return };
        let start = self.at(&self.placed[above]);
        let end = (COLUMN * placed.column, ROW * placed.row as f64);
        let at = between(start, end, 0.46);
        self.sheet.text(at, Anchor::Middle, 16.0, ink, mv);
    }
}

/// A point on the way from one point to another.
fn between(from: (f64, f64), to: (f64, f64), part: f64) -> (f64, f64) {
    (
        from.0 + part * (to.0 - from.0),
        from.1 + part * (to.1 - from.1),
    )
}
