//! Lines over a common axis.

use super::Figure;
use super::axis::Axis;
use crate::sheet::{escape, number, text_width};

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

/// One line of a chart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// Its points. Those that are not finite are left out.
    pub points: Vec<ChartPoint>,
    /// A value that belongs to no place, drawn as an open circle beside the others, and what it is.
    pub aside: Option<(f64, String)>,
    /// A value to compare this line with, drawn as a dashed line across, and what it is.
    pub limit: Option<(f64, String)>,
}

/// A point of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChartPoint {
    /// Right and up.
    pub at: [f64; 2],
    /// Between which heights it may be.
    pub interval: Option<[f64; 2]>,
    /// Whether it stands out.
    pub emphasised: bool,
}

impl Series {
    /// A line through points.
    pub fn through(name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        let points = points.into_iter().map(|(right, up)| ChartPoint {
            at: [right, up],
            interval: None,
            emphasised: false,
        });
        Series {
            name: name.to_owned(),
            points: points.collect(),
            ..Series::default()
        }
    }

    fn finite(&self) -> impl Iterator<Item = &ChartPoint> {
        let points = self.points.iter();
        points.filter(|point| point.at.iter().all(|place| place.is_finite()))
    }
}

const WIDTH: f64 = 550.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = WIDTH - 20.0;
const TOP: f64 = 56.0;
const FLOOR: f64 = HEIGHT - 56.0;
/// Room for values that belong to no place.
const ASIDE: f64 = 44.0;
/// A line through more points needs no dots.
const MOST_DOTS: usize = 60;

impl Chart {
    /// The chart as a figure.
    #[must_use]
    pub fn figure(&self) -> Figure {
        let points = || self.series.iter().flat_map(Series::finite);
        let aside = self.series.iter().any(|series| series.aside.is_some());
        let start = LEFT + if aside { ASIDE } else { 0.0 };
        let across = Axis::over(points().map(|point| point.at[0]), [start, RIGHT]);
        let beside = self.series.iter().flat_map(|series| {
            let beside = [&series.aside, &series.limit].into_iter().flatten();
            beside.map(|(value, _)| *value)
        });
        let heights = points().flat_map(|point| point.interval.unwrap_or([point.at[1]; 2]));
        let heights = heights.chain(beside).chain(self.reference);
        let up = Axis::over(heights, [FLOOR, TOP]);

        let mut figure = Figure::new(&self.title, [WIDTH, HEIGHT]);
        self.draw_axes(&mut figure, &across, &up);
        let mut x = LEFT;
        for (place, series) in self.series.iter().enumerate() {
            let class = format!("c{}", place % 6);
            series.draw(&mut figure, &class, &across, &up);
            // Its name, side by side with the others below the title.
            figure.put(format_args!(
                "<path class=\"line {class}\" d=\"M{} 40h22\"/><text x=\"{}\" y=\"44.5\">{}</text>",
                number(x),
                number(x + 28.0),
                escape(&series.name)
            ));
            x += 28.0 + text_width(&series.name, 12.0) + 18.0;
        }
        figure
    }

    fn draw_axes(&self, figure: &mut Figure, across: &Axis, up: &Axis) {
        for (tick, label) in across.ticks() {
            let x = number(across.place(tick));
            figure.put(format_args!(
                "<path class=\"grid\" d=\"M{x} {TOP}V{FLOOR}\"/><text x=\"{x}\" y=\"{}\" \
                 text-anchor=\"middle\">{label}</text>",
                FLOOR + 19.0
            ));
        }
        for (tick, label) in up.ticks() {
            let y = up.place(tick);
            figure.put(format_args!(
                "<path class=\"grid\" d=\"M{LEFT} {}H{RIGHT}\"/><text x=\"{}\" y=\"{}\" \
                 text-anchor=\"end\">{label}</text>",
                number(y),
                LEFT - 8.0,
                number(y + 4.5)
            ));
        }
        if let Some(reference) = self.reference {
            let y = number(up.place(reference));
            figure.put(format_args!(
                "<path class=\"guide\" d=\"M{LEFT} {y}H{RIGHT}\"/>"
            ));
        }
        figure.put(format_args!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\
             <text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            (LEFT + RIGHT) / 2.0,
            HEIGHT - 16.0,
            escape(&self.across),
            (TOP + FLOOR) / 2.0,
            escape(&self.up)
        ));
    }
}

impl Series {
    fn draw(&self, figure: &mut Figure, class: &str, across: &Axis, up: &Axis) {
        let name = escape(&self.name);
        if let Some((limit, what)) = &self.limit {
            figure.put(format_args!(
                "<path class=\"line {class} limit\" d=\"M{LEFT} {}H{RIGHT}\"><title>{name}: {}</title></path>",
                number(up.place(*limit)),
                escape(what)
            ));
        }
        let place = |[x, y]: [f64; 2]| [across.place(x), up.place(y)].map(number);
        let path: Vec<String> = self
            .finite()
            .map(|point| place(point.at).join(" "))
            .collect();
        if !path.is_empty() {
            let path = path.join("L");
            figure.put(format_args!("<path class=\"line {class}\" d=\"M{path}\"/>"));
        }
        for point in self.finite().filter(|_| path.len() <= MOST_DOTS) {
            let [x, y] = place(point.at);
            let reach = point
                .interval
                .map(|ends| ends.map(|end| number(up.place(end))));
            let reach = reach.map_or(String::new(), |[low, high]| {
                format!("<path class=\"line {class} reach\" d=\"M{x} {low}V{high}\"/>")
            });
            let (kind, radius) = match point.emphasised {
                true => (" emphasised", 6),
                false => ("", 3),
            };
            figure.put(format_args!(
                "<g><title>{name}, {}: {}</title>{reach}<circle class=\"point {class}{kind}\" \
                 cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/></g>",
                number(point.at[0]),
                crate::number(point.at[1], 4)
            ));
        }
        if let Some((value, what)) = &self.aside {
            let initial: String = self.name.chars().take(1).collect();
            let y = up.place(*value);
            figure.put(format_args!(
                "<g><title>{name}: {}</title><circle class=\"line {class} open\" cx=\"{x}\" cy=\"{}\" \
                 r=\"8\"/><text class=\"initial\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text></g>",
                escape(what),
                number(y),
                number(y + 3.6),
                escape(&initial.to_uppercase()),
                x = LEFT + ASIDE / 2.0
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_are_nowhere_are_left_out() {
        let mut chart = Chart {
            title: "a < b".to_owned(),
            ..Chart::default()
        };
        assert!(chart.figure().document().contains("a &lt; b"));
        let points = [(0.0, f64::NAN), (1.0, 2.0), (f64::INFINITY, 3.0)];
        chart.series.push(Series::through("one", points));
        let svg = chart.figure().document();
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    /// Intervals, values aside and limits make the axis reach around them.
    #[test]
    fn everything_is_inside() {
        let point = ChartPoint {
            at: [1.0, 50.0],
            interval: Some([10.0, 60.0]),
            emphasised: true,
        };
        let series = Series {
            name: "perfect".to_owned(),
            points: vec![point],
            aside: Some((90.0, "self-training".to_owned())),
            limit: Some((-10.0, "least".to_owned())),
        };
        let chart = Chart {
            series: vec![series],
            ..Chart::default()
        };
        let svg = chart.figure().inline();
        // From -20 to 100 in steps of 20.
        for label in [">-20<", ">0<", ">100<"] {
            assert!(svg.contains(label), "{label} in {svg}");
        }
        assert!(svg.contains("perfect: self-training"), "{svg}");
    }
}
