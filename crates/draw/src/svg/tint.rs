//! The colours of the two sides.

use shido_core::Seat;
use shido_core::picture::{Cells, Picture, Surface};

use crate::look::dark_side;

/// What a side's pieces are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tint {
    Light,
    Dark,
    Red,
    Yellow,
}

impl Tint {
    /// The colour of a side: that which its symbol names, else dark or light.
    pub(super) fn of(picture: &Picture, seat: Seat) -> Tint {
        let named = |seat: Seat| match picture.symbols[seat.index()].as_str() {
            "R" | "r" => Some(Tint::Red),
            "Y" | "y" => Some(Tint::Yellow),
            _ => None,
        };
        let usual = match (&picture.surface, seat == dark_side(picture)) {
            (Surface::Cells(Cells::Rack), true) => Tint::Red,
            (Surface::Cells(Cells::Rack), false) => Tint::Yellow,
            (_, true) => Tint::Dark,
            (_, false) => Tint::Light,
        };
        match named(seat) {
            Some(tint) if named(seat.other()) != Some(tint) => tint,
            _ => usual,
        }
    }

    /// Its name in ids.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Tint::Light => "light",
            Tint::Dark => "dark",
            Tint::Red => "red",
            Tint::Yellow => "yellow",
        }
    }

    /// The colour where light falls, in between and in the shade.
    pub(super) const fn shades(self) -> [&'static str; 3] {
        match self {
            Tint::Light => ["#fffefb", "#f7efdf", "#d8c8ad"],
            Tint::Dark => ["#6a6059", "#3a3430", "#1d1916"],
            Tint::Red => ["#f0715d", "#cf3a2b", "#96200f"],
            Tint::Yellow => ["#ffec9a", "#f7cb3e", "#cf9512"],
        }
    }

    /// The colour of its outlines.
    pub(super) const fn rim(self) -> &'static str {
        match self {
            Tint::Light => "#3a2f27",
            Tint::Dark => "#0d0b0a",
            Tint::Red => "#6d150b",
            Tint::Yellow => "#8f6406",
        }
    }

    /// The colour of what is drawn or written on it.
    pub(super) const fn ink(self) -> &'static str {
        match self {
            Tint::Light | Tint::Yellow => "#3a2f27",
            Tint::Dark => "#d8ccba",
            Tint::Red => "#fff4ec",
        }
    }
}
