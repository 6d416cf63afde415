//! Boards of points and lines: drawings with markers on them, trees, and grids with stones.

use std::f64::consts::{PI, TAU};

use shido_core::picture::{Cells, Content, Place};

use super::pieces::Piece;
use super::{CELL, Drawing, LINE, LINE_ON_WOOD, MARKED, RING, SIDE, TEXT, grounds};
use crate::block::Block;
use crate::look::text_on;
use crate::sheet::{Anchor, number, text_width};
use crate::spacing::range;

impl Drawing<'_> {
    fn joins(&mut self, width: f64, stroke: &str) {
        let mut commands = String::new();
        for &(a, b) in &self.picture.joins {
            let [from, to] = [a, b].map(|end| self.picture.places[end].at);
            let [from, to] = [from, to].map(|[right, up]| self.at(right, up));
            let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(number);
            commands += &format!("M{x1} {y1}L{x2} {y2}");
            self.sheet.cover(from, to);
        }
        if !commands.is_empty() {
            let paint = format!(
                "fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-linecap=\"round\""
            );
            self.sheet.path(&commands, &paint);
        }
    }

    pub(super) fn points(&mut self) {
        self.joins(3.4, LINE);
        for place in &self.picture.places {
            let at = self.at(place.at[0], place.at[1]);
            self.open(place);
            match self.mark(place) {
                Some(mark) => {
                    let opacity = 0.9 * mark;
                    let halo = format!("fill=\"{MARKED}\" fill-opacity=\"{opacity}\"");
                    self.sheet.circle(at, 41.0, &halo);
                }
                None => self.unseen(at, (82.0, 82.0), true),
            }
            self.alarm(place, at);
            let text = text_on(place, &self.style.labels);
            match (Piece::on(place, text), &place.content, text) {
                (Some(piece), ..) => self.piece(at, 31.0, &piece),
                (None, Content::Label(_), Some(text)) => self.node(at, text),
                (None, _, Some(text)) => self.patch(at, 28.0, text),
                (None, _, None) => self.sheet.circle(at, 8.5, &format!("fill=\"{LINE}\"")),
            }
            self.close();
        }
        if self.style.names {
            self.name_points();
        }
    }

    /// Stones that nearly touch, on thin lines.
    pub(super) fn crossings(&mut self, stars: &[usize]) {
        let radius = 0.48 * SIDE;
        self.sheet.define("<>kaya", || grounds::KAYA.to_owned());
        self.joins(2.0, LINE_ON_WOOD);
        for &star in stars {
            let [right, up] = self.picture.places[star].at;
            let at = self.at(right, up);
            self.sheet
                .circle(at, 9.0, &format!("fill=\"{LINE_ON_WOOD}\""));
        }
        for place in &self.picture.places {
            let at = self.at(place.at[0], place.at[1]);
            self.open(place);
            self.unseen(at, (SIDE, SIDE), true);
            self.alarm(place, at);
            let text = text_on(place, &self.style.labels);
            match (Piece::on(place, text), text) {
                (Some(piece), _) => self.piece(at, radius, &piece),
                (None, Some(text)) => self.patch(at, 0.75 * radius, text),
                (None, None) => {}
            }
            // There is no room around a stone among others, so what marks it is on it.
            if let Some(mark) = self.mark(place) {
                let width = 6.0 * mark;
                let ring = format!("fill=\"none\" stroke=\"{RING}\" stroke-width=\"{width}\"");
                self.sheet.circle(at, 0.6 * radius, &ring);
            }
            self.close();
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
        let ink = self.theme.ink;
        for (at, label) in texts {
            self.sheet.text(at, Anchor::Middle, self.letter, ink, label);
        }
    }

    /// Names the points at the edges of the board if they stand in named columns and rows, else
    /// one by one. The nodes of a tree are told by their labels.
    fn name_points(&mut self) {
        let places = &self.picture.places;
        let is_label = |place: &Place| matches!(place.content, Content::Label(_));
        let whole = Block::new(places, (0..places.len()).collect());
        match &whole.labels {
            Some(labels) if labels.title.is_empty() && !places.iter().any(is_label) => {
                self.edges(&whole, &Cells::Paper);
            }
            _ => self.names(),
        }
    }

    /// The node of a tree.
    fn node(&mut self, at: (f64, f64), text: &str) {
        let size = 30.0;
        let width = (text_width(text, size) + 22.0).max(52.0);
        let paint = format!("rx=\"26\" fill=\"{CELL}\" stroke=\"{LINE}\" stroke-width=\"2.5\"");
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
}
