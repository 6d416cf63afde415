//! What boards stand on, by what they are made of.

use shido_core::picture::{Cells, Surface};

use super::{CELL, CROSS, FAINT, LINE, LINE_ON_WOOD, MARKED, NOUGHT, PAPER, TEXT};
use crate::sheet::Ground;

/// What a board stands on, and what is written and marked there.
#[derive(Clone, Copy)]
pub(super) struct Theme {
    pub(super) ground: Ground,
    /// The colour of names and of what is said below the board.
    pub(super) ink: &'static str,
    /// What is laid over a square to mark it.
    pub(super) mark: &'static str,
}

/// A page of a book, which is as dark as leather on a dark page: dark markers must stand out there, too.
const BOOK: Theme = Theme {
    ground: Ground {
        label: "board",
        fill: PAPER,
        edge: "#dccfb4",
        margin: 24.0,
        by_night: &[
            (PAPER, "#675743"),
            ("#dccfb4", "#463a2c"),
            (CELL, "#74634d"),
            (LINE, "#d6c5a6"),
            (TEXT, "#f6eddd"),
            (FAINT, "#bfae90"),
            (MARKED, "#b98f1c"),
            (CROSS, "#a9d8fa"),
            (NOUGHT, "#ffb9a9"),
        ],
    },
    ink: TEXT,
    mark: "fill=\"#ffd95e\"",
};

/// A frame of dark wood around what is played on.
const WALNUT: Theme = Theme {
    ground: Ground {
        label: "board",
        fill: "#5a3c29",
        edge: "#3f2818",
        margin: 13.0,
        by_night: &[],
    },
    ink: "#e9d8bb",
    mark: "fill=\"#9bc700\" fill-opacity=\"0.45\"",
};

impl Theme {
    pub(super) const fn of(surface: &Surface) -> Theme {
        match surface {
            Surface::Points | Surface::Cells(Cells::Paper | Cells::Rack) => BOOK,
            Surface::Cells(Cells::Checkered) => WALNUT,
            Surface::Cells(Cells::Triangles { .. }) => Theme {
                mark: "fill=\"#ffd95e\" fill-opacity=\"0.75\"",
                ..WALNUT
            },
            Surface::Cells(Cells::Wood { .. }) => Theme {
                mark: "fill=\"#e8832a\" fill-opacity=\"0.38\"",
                ..WALNUT
            },
            Surface::Cells(Cells::Felt { .. }) => Theme {
                ground: Ground {
                    fill: "#2c221b",
                    edge: "#15100c",
                    ..WALNUT.ground
                },
                mark: "fill=\"#f4e04d\" fill-opacity=\"0.34\"",
                ..WALNUT
            },
            Surface::Crossings { .. } => Theme {
                ground: Ground {
                    fill: "url(#<>kaya) #e3b870",
                    edge: "#a87a3a",
                    margin: 24.0,
                    ..WALNUT.ground
                },
                ink: LINE_ON_WOOD,
                ..WALNUT
            },
        }
    }
}

/// Wood with a grain.
pub(super) const KAYA: &str = "<linearGradient id=\"<>kaya\" gradientUnits=\"userSpaceOnUse\" \
     x2=\"230\" y2=\"22\" spreadMethod=\"reflect\"><stop stop-color=\"#e6bd78\"/>\
     <stop offset=\"0.16\" stop-color=\"#e3b870\"/><stop offset=\"0.22\" stop-color=\"#deb168\"/>\
     <stop offset=\"0.3\" stop-color=\"#e5bb75\"/><stop offset=\"0.55\" stop-color=\"#e9c17e\"/>\
     <stop offset=\"0.63\" stop-color=\"#e0b46c\"/><stop offset=\"0.7\" stop-color=\"#e6bc76\"/>\
     <stop offset=\"1\" stop-color=\"#e2b66e\"/></linearGradient>";

/// The glow of what is in danger.
pub(super) const ALARM: &str = "<radialGradient id=\"<>alarm\"><stop offset=\"0.3\" stop-color=\"#f21d0d\"/>\
     <stop offset=\"0.6\" stop-color=\"#d3170a\" stop-opacity=\"0.8\"/>\
     <stop offset=\"1\" stop-color=\"#b81005\" stop-opacity=\"0\"/></radialGradient>";

/// Green cloth, lit in its middle.
pub(super) const FELT: &str = "<radialGradient id=\"<>felt\" r=\"0.75\">\
     <stop stop-color=\"#35945f\"/><stop offset=\"1\" stop-color=\"#1f7145\"/></radialGradient>";

/// Blue plastic.
pub(super) const RACK: &str = "<linearGradient id=\"<>rack\" x2=\"0\" y2=\"1\">\
     <stop stop-color=\"#3f7fd6\"/><stop offset=\"1\" stop-color=\"#1f54a8\"/></linearGradient>";
