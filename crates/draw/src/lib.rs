//! Draws a [`Picture`](shido_core::picture::Picture) for people to look at.
//!
//! [`terminal()`] draws with characters, [`svg()`] with shapes. Neither knows a game: both see
//! places, the joins between them and what stands on them. Both can highlight places, such as the
//! [`Changes`] of the last move, and write short texts on them. The same picture and the same style
//! always give the same text. The coordinates of the places must be finite.
//!
//! What a search looked at is a [`TreePicture`](shido_core::picture::TreePicture): [`tree_svg`]
//! draws it, [`tree_page`] makes a page of it that unfolds, and [`tree_dot`] writes it for Graphviz.
//!
//! An AND/OR tree is an [`AndOrPicture`](shido_core::picture::AndOrPicture): [`and_or_svg`] draws it
//! and [`and_or_dot`] writes it for Graphviz.
//!
//! A [`Chart`] draws lines over a common axis, such as how well something was learned; [`scatter`],
//! [`interval_bars`] and [`heat_map`] compare numbers. Each is a [`Figure`]. [`number()`] is how
//! payoffs are written in pictures and beside them.

mod and_or;
mod block;
mod canvas;
mod cells;
mod changes;
mod chart;
mod crossings;
mod look;
mod number;
mod points;
mod sheet;
mod spacing;
mod svg;
mod terminal;
mod tree;

pub use and_or::{and_or_dot, and_or_svg};
pub use changes::Changes;
pub use chart::{
    CHART_STYLE, Chart, ChartPoint, Compared, Figure, Series, Tint, Tone, heat_map, interval_bars,
    scatter,
};
pub use number::{number, signed};
pub use svg::{SvgStyle, board_style, colours, svg};
pub use terminal::{TerminalStyle, terminal};
pub use tree::{tree_dot, tree_page, tree_svg};

/// The style of a page that reports something: by day and by night.
pub const PAGE_STYLE: &str = include_str!("page.css");
