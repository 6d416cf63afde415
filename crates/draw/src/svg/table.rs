//! Tables with long triangles, a bar, trays for what is home, and dice.

use shido_core::Seat;
use shido_core::picture::{Content, Dice, Place, Shape};

use super::pieces::{Piece, side};
use super::tint::Tint;
use super::{Drawing, SIDE};
use crate::look::text_on;
use crate::spacing::range;

/// The height of the table, of a triangle, and the radius of a checker.
const HEIGHT: f64 = 10.4 * SIDE;
const TONGUE: f64 = 4.5 * SIDE;
const CHECKER: f64 = 0.45 * SIDE;
/// A stack that is higher is told by a number.
const HIGHEST: u8 = 5;
const TABLE: &str = "#cfae7c";
const TONGUES: [&str; 2] = ["#8f3324", "#f1e3c6"];
const WELL: &str = "#46301f";

impl Drawing<'_> {
    /// The places of the lower row stand at the lower edge, the others at the upper one.
    pub(super) fn table(&mut self, bars: &[usize]) {
        let places = &self.picture.places;
        let (first, last) = range(places.iter().map(|place| place.at[0]));
        let (low, high) = range(places.iter().map(|place| place.at[1]));
        let [left, right] = [first, last].map(|column| self.at(column, 0.0).0);
        let middle = ((left + right) / 2.0, 0.0);
        let paint = format!("fill=\"{TABLE}\"");
        self.sheet
            .rectangle(middle, (right - left + SIDE, HEIGHT), &paint);
        if let Some(&bar) = bars.first() {
            let at = (self.at(places[bar].at[0], 0.0).0, 0.0);
            self.sheet.rectangle(at, (SIDE, HEIGHT), "fill=\"#5a3c29\"");
        }
        for (number, place) in places.iter().enumerate() {
            let x = self.at(place.at[0], 0.0).0;
            let lower = place.at[1] - low < high - place.at[1] || low == high;
            let is_bar = bars.contains(&number);
            self.open(place);
            self.tongue(place, x, lower, is_bar);
            self.stack(place, x, lower, is_bar);
            self.close();
            if self.style.names {
                let edge = if lower { 1.0 } else { -1.0 };
                let at = (x, edge * (0.5 * HEIGHT + 0.95 * self.letter));
                self.fitted(at, self.letter, 0.75 * SIDE, self.theme.ink, &place.name);
            }
        }
        self.trays(left, right);
        if let Some(dice) = &self.picture.dice {
            let bar = bars.first().map(|&bar| self.at(places[bar].at[0], 0.0).0);
            self.dice(dice, left, bar.unwrap_or(middle.0), right);
        }
    }

    /// The triangle of a place, or its part of the bar.
    fn tongue(&mut self, place: &Place, x: f64, lower: bool, is_bar: bool) {
        let edge = if lower { 0.5 } else { -0.5 } * HEIGHT;
        let inward = if lower { -TONGUE } else { TONGUE };
        let half = 0.5 * SIDE;
        let corners = [(x - half, edge), (x, edge + inward), (x + half, edge)];
        let box_at = (x, edge + inward / 2.0);
        self.unseen(box_at, (SIDE, TONGUE), false);
        if !is_bar {
            // Turned with the board, a triangle keeps its colour.
            let near_first = lower == (self.picture.near != Some(Seat::Second));
            let column = (x / SIDE).round() as i64 + i64::from(near_first);
            let fill = TONGUES[column.rem_euclid(2) as usize];
            let paint = format!("fill=\"{fill}\" stroke=\"#6b4a2c\" stroke-width=\"1.2\"");
            self.sheet.polygon(&corners, &paint);
        }
        if self.mark(place).is_some() {
            match is_bar {
                true => self
                    .sheet
                    .rectangle(box_at, (SIDE, TONGUE), self.theme.mark),
                false => self.sheet.polygon(&corners, self.theme.mark),
            }
        }
    }

    /// The checkers of a place from its edge inwards, those on the bar from the middle outwards.
    fn stack(&mut self, place: &Place, x: f64, lower: bool, is_bar: bool) {
        let sign = if lower { 1.0 } else { -1.0 };
        let at = |level: u8| {
            let from = if is_bar {
                1.6 * CHECKER + 2.0 * CHECKER * f64::from(level)
            } else {
                0.5 * HEIGHT - CHECKER - 2.0 * CHECKER * f64::from(level)
            };
            (x, sign * from)
        };
        let label = text_on(place, &self.style.labels);
        match &place.content {
            Content::Marker {
                seat,
                symbol,
                shape,
            } => {
                let count = match shape {
                    Shape::Stack(count) => *count,
                    _ => 1,
                };
                let number = count.to_string();
                let shown = count.min(HIGHEST);
                for level in 0..shown {
                    let top = level + 1 == shown;
                    let told = (count > HIGHEST).then_some(number.as_str());
                    let piece = Piece {
                        seat: *seat,
                        symbol,
                        shape: &Shape::Plain,
                        text: label.or(told).filter(|_| top),
                    };
                    self.piece(at(level), CHECKER, &piece);
                }
            }
            Content::Empty | Content::Label(_) => {
                if let Some(text) = label {
                    self.patch(at(0), 0.3 * SIDE, text);
                }
            }
        }
    }

    /// What each side has borne off, at the right hand of the first side.
    fn trays(&mut self, left: f64, right: f64) {
        let Some(hands) = &self.picture.hands else {
            return;
        };
        let x = match self.picture.near {
            Some(Seat::Second) => left - 1.25 * SIDE,
            _ => right + 1.25 * SIDE,
        };
        for seat in Seat::BOTH {
            let sign = if self.picture.near == Some(seat.other()) {
                -1.0
            } else {
                1.0
            };
            let middle = (x, sign * 0.5 * (HEIGHT - TONGUE));
            let tint = Tint::of(self.picture, seat);
            let held = &hands[seat.index()];
            self.open_hand(seat, held);
            let paint = format!("rx=\"8\" fill=\"{WELL}\"");
            self.sheet.rectangle(middle, (SIDE, TONGUE), &paint);
            let count: u8 = held.iter().map(|held| held.count).sum();
            for level in 0..count {
                let y = sign * (0.5 * HEIGHT - 18.0 - 29.0 * f64::from(level));
                let paint = format!(
                    "rx=\"6\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\" {}",
                    tint.shades()[1],
                    tint.rim(),
                    side(seat)
                );
                self.sheet.rectangle((x, y), (0.86 * SIDE, 26.0), &paint);
            }
            self.sheet.close();
        }
    }

    /// Dice at the right of who threw them: two beside each other.
    fn dice(&mut self, dice: &Dice, left: f64, bar: f64, right: f64) {
        let near = self.picture.near == Some(dice.seat);
        let middle = if near { bar + right } else { bar + left } / 2.0;
        let count = dice.pips.len() as f64;
        for (number, &pips) in (0_u8..).zip(&dice.pips) {
            let x = middle + 1.1 * SIDE * (f64::from(number) - (count - 1.0) / 2.0);
            self.die((x, 0.0), dice.seat, pips);
        }
    }

    fn die(&mut self, (x, y): (f64, f64), seat: Seat, pips: u8) {
        let tint = Tint::of(self.picture, seat);
        self.sheet.open(&format!("data-die=\"{pips}\""));
        let shadow = "rx=\"16\" fill=\"#000000\" fill-opacity=\"0.3\"";
        self.sheet
            .rectangle((x + 3.0, y + 5.0), (78.0, 78.0), shadow);
        let paint = format!(
            "rx=\"15\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"",
            tint.shades()[1],
            tint.rim()
        );
        self.sheet.rectangle((x, y), (78.0, 78.0), &paint);
        let paint = format!("fill=\"{}\"", tint.ink());
        for &(right, down) in spots(pips) {
            let at = (x + 21.0 * f64::from(right), y + 21.0 * f64::from(down));
            self.sheet.circle(at, 8.0, &paint);
        }
        self.sheet.close();
    }
}

/// Where the pips of a die are: to the right, down.
const fn spots(pips: u8) -> &'static [(i8, i8)] {
    match pips {
        1 => &[(0, 0)],
        2 => &[(1, -1), (-1, 1)],
        3 => &[(1, -1), (0, 0), (-1, 1)],
        4 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5 => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6 => &[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
        _ => &[],
    }
}
