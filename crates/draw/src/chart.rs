//! Line charts.

use std::fmt::Write;

use crate::sheet::{escape, number};

/// One line of a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// Its points, right and up. Those that are not finite are left out.
    pub points: Vec<(f64, f64)>,
}

/// Lines over a common axis.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chart {
    /// What stands above it.
    pub title: String,
    /// What the horizontal axis counts.
    pub across: String,
    /// What the vertical axis measures.
    pub up: String,
    /// The lines.
    pub series: Vec<Series>,
    /// A value to compare with, drawn as a dashed line across the chart.
    pub reference: Option<f64>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 62.0;

const TEXT: &str = "#333333";
const GRID: &str = "#dddddd";
/// Colours that are told apart with any colour vision (Okabe and Ito 2008).
const COLOURS: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
];

impl Chart {
    /// The chart as an SVG document that needs nothing else. The same chart always gives the same
    /// text.
    #[must_use]
    pub fn svg(&self) -> String {
        let points = || {
            let all = self.series.iter().flat_map(|series| &series.points);
            all.filter(|(x, y)| x.is_finite() && y.is_finite())
        };
        let across = Axis::over(points().map(|point| point.0), LEFT, WIDTH - RIGHT);
        let heights = points().map(|point| point.1).chain(self.reference);
        let up = Axis::over(heights, HEIGHT - BOTTOM, TOP);
        let mut body = String::new();
        self.draw_axes(&mut body, &across, &up);
        for (series, colour) in self.series.iter().zip(COLOURS.iter().cycle()) {
            draw_line(&mut body, series, colour, &across, &up);
        }
        self.draw_legend(&mut body);
        let title = escape(&self.title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif\" \
             font-size=\"13\" fill=\"{TEXT}\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
        )
    }

    fn draw_axes(&self, body: &mut String, across: &Axis, up: &Axis) {
        let (floor, ceiling) = (HEIGHT - BOTTOM, TOP);
        for tick in &across.ticks {
            let x = number(across.place(*tick));
            put(
                body,
                format_args!(
                    "<line x1=\"{x}\" y1=\"{ceiling}\" x2=\"{x}\" y2=\"{floor}\" stroke=\"{GRID}\"/>\
                     <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                    floor + 20.0,
                    across.label(*tick)
                ),
            );
        }
        for tick in &up.ticks {
            let y = up.place(*tick);
            put(
                body,
                format_args!(
                    "<line x1=\"{LEFT}\" y1=\"{0}\" x2=\"{1}\" y2=\"{0}\" stroke=\"{GRID}\"/>\
                     <text x=\"{2}\" y=\"{3}\" text-anchor=\"end\">{4}</text>",
                    number(y),
                    WIDTH - RIGHT,
                    LEFT - 8.0,
                    number(y + 4.5),
                    up.label(*tick)
                ),
            );
        }
        if let Some(reference) = self.reference {
            let y = number(up.place(reference));
            put(
                body,
                format_args!(
                    "<line x1=\"{LEFT}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" stroke=\"{TEXT}\" \
                     stroke-dasharray=\"6 5\"/>",
                    WIDTH - RIGHT
                ),
            );
        }
        let middle = (TOP + HEIGHT - BOTTOM) / 2.0;
        put(
            body,
            format_args!(
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\
                 <text transform=\"translate(20 {middle}) rotate(-90)\" \
                 text-anchor=\"middle\">{}</text>\
                 <text x=\"{LEFT}\" y=\"24\" font-size=\"16\" font-weight=\"600\">{}</text>",
                (LEFT + WIDTH - RIGHT) / 2.0,
                HEIGHT - 18.0,
                escape(&self.across),
                escape(&self.up),
                escape(&self.title)
            ),
        );
    }

    /// The names of the lines, side by side below the title.
    fn draw_legend(&self, body: &mut String) {
        let mut x = LEFT;
        for (series, colour) in self.series.iter().zip(COLOURS.iter().cycle()) {
            put(
                body,
                format_args!(
                    "<line x1=\"{}\" y1=\"40\" x2=\"{}\" y2=\"40\" stroke=\"{colour}\" \
                     stroke-width=\"3\"/><text x=\"{}\" y=\"44.5\">{}</text>",
                    number(x),
                    number(x + 22.0),
                    number(x + 28.0),
                    escape(&series.name)
                ),
            );
            x += 28.0 + crate::sheet::text_width(&series.name, 13.0) + 22.0;
        }
    }
}

fn draw_line(body: &mut String, series: &Series, colour: &str, across: &Axis, up: &Axis) {
    let path: Vec<String> = series
        .points
        .iter()
        .filter(|(x, y)| x.is_finite() && y.is_finite())
        .map(|(x, y)| format!("{},{}", number(across.place(*x)), number(up.place(*y))))
        .collect();
    put(
        body,
        format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
            path.join(" ")
        ),
    );
    // A line through many points needs no dots, and one through a single point is invisible.
    if path.len() <= 60 {
        for point in &path {
            let (x, y) = point.split_once(',').expect("the comma was written above");
            put(
                body,
                format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{colour}\"/>"),
            );
        }
    }
}

fn put(body: &mut String, element: std::fmt::Arguments<'_>) {
    writeln!(body, "{element}").expect("a string takes all that is written");
}

/// Values along a side of the chart, with round ones marked.
struct Axis {
    from: f64,
    to: f64,
    /// Where on the sheet the smallest and the largest value are.
    ends: [f64; 2],
    ticks: Vec<f64>,
    decimals: usize,
}

/// About how many ticks an axis has.
const TICKS: f64 = 6.0;

impl Axis {
    fn over(values: impl Iterator<Item = f64>, low_end: f64, high_end: f64) -> Axis {
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = match high > low {
            true => (low, high),
            // One value, or none, is put in the middle.
            false if low.is_finite() => (low - 0.5, low + 0.5),
            false => (0.0, 1.0),
        };
        let step = round_step((high - low) / TICKS);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let count = (last - first) as i64;
        Axis {
            from: first * step,
            to: last * step,
            ends: [low_end, high_end],
            ticks: (0..=count)
                .map(|tick| (first + tick as f64) * step)
                .collect(),
            decimals: (-step.log10().floor()).max(0.0) as usize,
        }
    }

    /// Where on the sheet a value is.
    fn place(&self, value: f64) -> f64 {
        let share = (value - self.from) / (self.to - self.from);
        self.ends[0] + share * (self.ends[1] - self.ends[0])
    }

    fn label(&self, tick: f64) -> String {
        // Adding zero turns a negative zero into a positive one.
        format!("{:.*}", self.decimals, tick + 0.0)
    }
}

/// The smallest of 1, 2, 5, 10, 20, ... and their fractions that is not below `wanted`.
fn round_step(wanted: f64) -> f64 {
    let power = 10.0_f64.powf(wanted.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    // The largest is ten times what was rounded down, so one of them is large enough but for rounding.
    *steps
        .iter()
        .find(|step| **step >= wanted * (1.0 - 1e-9))
        .unwrap_or(&steps[3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (wanted, step) in [
            (0.7, 1.0),
            (1.0, 1.0),
            (1.2, 2.0),
            (33.0, 50.0),
            (0.06, 0.1),
        ] {
            assert!((round_step(wanted) - step).abs() < 1e-12, "{wanted}");
        }
    }

    #[test]
    fn axes_reach_around_the_values() {
        let axis = Axis::over([0.31, 0.68].into_iter(), 0.0, 100.0);
        let labels: Vec<String> = axis.ticks.iter().map(|tick| axis.label(*tick)).collect();
        assert_eq!(labels, ["0.3", "0.4", "0.5", "0.6", "0.7"]);
        assert!((axis.place(0.5) - 50.0).abs() < 1e-9);
    }

    #[test]
    fn points_that_are_nowhere_are_left_out() {
        let mut chart = Chart {
            title: "a < b".to_owned(),
            ..Chart::default()
        };
        assert!(chart.svg().contains("a &lt; b"));
        chart.series.push(Series {
            name: "one".to_owned(),
            points: vec![(0.0, f64::NAN), (1.0, 2.0), (f64::INFINITY, 3.0)],
        });
        let svg = chart.svg();
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
