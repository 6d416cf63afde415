//! Charts as SVG. Their colours are in a stylesheet of their own, light and dark, and what a mark stands
//! for is told when it is pointed at.

mod axis;
mod comparison;
mod lines;

use std::fmt::{Arguments, Write};

pub use comparison::{Compared, Tint, Tone, heat_map, interval_bars, scatter};
pub use lines::{Chart, ChartPoint, Series};

use crate::sheet::escape;

/// How charts look. A page that has [inline](Figure::inline) figures has it once.
pub const CHART_STYLE: &str = include_str!("chart/chart.css");

/// Room to the left and right.
const MARGIN: f64 = 12.0;

/// A drawn chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    label: String,
    size: [f64; 2],
    body: String,
}

impl Figure {
    fn new(title: &str, size: [f64; 2]) -> Figure {
        let label = escape(title);
        Figure {
            body: format!("<text class=\"title\" x=\"0\" y=\"16\">{label}</text>\n"),
            label,
            size,
        }
    }

    fn put(&mut self, element: Arguments<'_>) {
        writeln!(self.body, "{element}").expect("a string takes all that is written");
    }

    /// For a page that has [`CHART_STYLE`].
    #[must_use]
    pub fn inline(&self) -> String {
        self.svg("", "")
    }

    /// A document that needs nothing else. The same chart always gives the same text.
    #[must_use]
    pub fn document(&self) -> String {
        let ground = format!(
            "<style>\n{CHART_STYLE}</style>\n<rect class=\"paper\" x=\"-{MARGIN}\" width=\"100%\" \
             height=\"100%\"/>\n"
        );
        self.svg(" xmlns=\"http://www.w3.org/2000/svg\"", &ground)
    }

    fn svg(&self, attributes: &str, ground: &str) -> String {
        let Figure { label, body, .. } = self;
        let [width, height] = [self.size[0] + 2.0 * MARGIN, self.size[1]];
        format!(
            "<svg{attributes} class=\"chart\" role=\"img\" aria-label=\"{label}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" viewBox=\"-{MARGIN} 0 {width:.0} {height:.0}\">\n{ground}{body}</svg>\n"
        )
    }
}
