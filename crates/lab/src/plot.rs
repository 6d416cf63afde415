//! Plots of results, as SVG that takes its colours from the page around it, so that it can be read in
//! the light and in the dark.

use crate::findings::{Agreement, Cell};
use crate::page::{agreement_class, escape};

/// A row and a column for every pairing, each cell tinted by its share: how the whole table goes, at a
/// glance.
pub(crate) fn heat_map(title: &str, cells: &[&Cell]) -> String {
    const SIDE: f64 = 46.0;
    const LEFT: f64 = 64.0;
    const TOP: f64 = 58.0;
    let rows = distinct(cells.iter().map(|cell| cell.row.as_str()));
    let columns = distinct(cells.iter().map(|cell| cell.column.as_str()));
    let width = LEFT + SIDE * columns.len() as f64 + 8.0;
    let height = TOP + SIDE * rows.len() as f64 + 8.0;
    let mut body = format!(
        "<text class=\"name\" x=\"0\" y=\"16\">{}</text>\n",
        escape(title)
    );
    for (place, column) in columns.iter().enumerate() {
        let x = LEFT + SIDE * (place as f64 + 0.5);
        body.push_str(&format!(
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
            TOP - 10.0,
            escape(column)
        ));
    }
    for (place, row) in rows.iter().enumerate() {
        let y = TOP + SIDE * (place as f64 + 0.5) + 4.5;
        body.push_str(&format!(
            "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{}</text>\n",
            LEFT - 10.0,
            escape(row)
        ));
    }
    for cell in cells {
        let at = |all: &[&str], name: &str| all.iter().position(|known| *known == name);
        let (Some(row), Some(column)) = (at(&rows, &cell.row), at(&columns, &cell.column)) else {
            continue;
        };
        let (x, y) = (LEFT + SIDE * column as f64, TOP + SIDE * row as f64);
        let ink = if cell.ours > 0.55 {
            "on-dark"
        } else {
            "on-light"
        };
        body.push_str(&format!(
            "<g><title>{}: {:.2}%</title><rect class=\"heat\" x=\"{x}\" y=\"{y}\" width=\"{}\" \
             height=\"{}\" rx=\"4\" fill-opacity=\"{:.3}\"/><text class=\"{ink}\" x=\"{}\" y=\"{}\" \
             text-anchor=\"middle\">{:.0}</text></g>\n",
            escape(&cell.name()),
            100.0 * cell.ours,
            SIDE - 3.0,
            SIDE - 3.0,
            0.04 + 0.96 * cell.ours.clamp(0.0, 1.0),
            x + SIDE / 2.0 - 1.5,
            y + SIDE / 2.0 + 3.0,
            100.0 * cell.ours,
        ));
    }
    figure(width, height, &format!("{title}, as a map of tints"), &body)
}

/// Published numbers to the right, ours upwards: what agrees lies on the diagonal.
pub(crate) fn scatter(cells: &[Cell]) -> String {
    const LEFT: f64 = 62.0;
    const TOP: f64 = 34.0;
    const SIDE: f64 = 380.0;
    let pairs: Vec<(&Cell, f64)> = cells
        .iter()
        .filter_map(|cell| Some((cell, cell.published?)))
        .collect();
    let values = pairs
        .iter()
        .flat_map(|(cell, published)| [cell.ours, *published]);
    let axis = Axis::over(values.map(|value| 100.0 * value));
    let right = |value: f64| LEFT + SIDE * axis.share(100.0 * value);
    let up = |value: f64| TOP + SIDE * (1.0 - axis.share(100.0 * value));
    let mut body =
        "<text class=\"name\" x=\"0\" y=\"16\">Published and ours, in per cent</text>\n".to_owned();
    for tick in axis.ticks() {
        let (x, y) = (
            LEFT + SIDE * axis.share(tick),
            TOP + SIDE * (1.0 - axis.share(tick)),
        );
        let (end, floor) = (LEFT + SIDE, TOP + SIDE);
        let label = axis.label(tick);
        body.push_str(&format!(
            "<path class=\"grid\" d=\"M{x:.1} {TOP}V{floor}M{LEFT} {y:.1}H{end}\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>\n",
            floor + 18.0,
            LEFT - 8.0,
            y + 4.5,
        ));
    }
    body.push_str(&format!(
        "<path class=\"diagonal\" d=\"M{LEFT} {}L{} {TOP}\"/>\n\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">published</text>\n\
         <text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\">ours</text>\n",
        TOP + SIDE,
        LEFT + SIDE,
        LEFT + SIDE / 2.0,
        TOP + SIDE + 38.0,
        TOP + SIDE / 2.0,
    ));
    for (cell, published) in pairs {
        body.push_str(&format!(
            "<circle class=\"dot {}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.2\"><title>{}: published \
             {:.2}, ours {:.2}</title></circle>\n",
            agreement_class(cell.agreement),
            right(published),
            up(cell.ours),
            escape(&cell.name()),
            100.0 * published,
            100.0 * cell.ours,
        ));
    }
    let size = (LEFT + SIDE + 16.0, TOP + SIDE + 48.0);
    figure(size.0, size.1, "published numbers against ours", &body)
}

/// A line for every number, with its interval as a bar and what was published as a tick.
pub(crate) fn intervals(measure: &str, cells: &[Cell]) -> String {
    const SPAN: f64 = 420.0;
    const TOP: f64 = 52.0;
    const LINE: f64 = 22.0;
    let longest = cells.iter().map(|cell| cell.name().chars().count()).max();
    // No fonts are known here; letters of this size are about seven pixels wide.
    let left = 24.0 + 7.0 * longest.unwrap_or(0) as f64;
    let values = cells.iter().flat_map(|cell| {
        [cell.interval.low, cell.interval.high]
            .into_iter()
            .chain(cell.published)
    });
    let gains = cells.iter().any(|cell| cell.parts.is_some());
    let neutral = if gains { 0.0 } else { 50.0 };
    let axis = Axis::over(values.map(|value| 100.0 * value).chain([neutral]));
    let right = |value: f64| left + SPAN * axis.share(value);
    let floor = TOP + LINE * cells.len() as f64;
    let mut body = format!(
        "<text class=\"name\" x=\"0\" y=\"16\">{} in per cent, with 95% intervals</text>\n",
        escape(&capitalised(measure))
    );
    for tick in axis.ticks() {
        let class = if tick == neutral { "diagonal" } else { "grid" };
        body.push_str(&format!(
            "<path class=\"{class}\" d=\"M{0:.1} {1}V{floor}\"/><text x=\"{0:.1}\" y=\"{2}\" \
             text-anchor=\"middle\">{3}</text>\n",
            right(tick),
            TOP - 6.0,
            TOP - 12.0,
            axis.label(tick)
        ));
    }
    for (place, cell) in cells.iter().enumerate() {
        let y = TOP + LINE * (place as f64 + 0.5);
        let class = agreement_class(cell.agreement);
        let ends = [cell.interval.low, cell.interval.high].map(|end| right(100.0 * end));
        body.push_str(&format!(
            "<g><title>{0}: {1:.2}</title><text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{0}</text>\
             <path class=\"whisker {class}\" d=\"M{4:.1} {y:.1}H{5:.1}\"/>\
             <circle class=\"dot {class}\" cx=\"{6:.1}\" cy=\"{y:.1}\" r=\"4.2\"/></g>\n",
            escape(&cell.name()),
            100.0 * cell.ours,
            left - 12.0,
            y + 4.5,
            ends[0],
            ends[1],
            right(100.0 * cell.ours),
        ));
        if let Some(published) = cell.published {
            body.push_str(&format!(
                "<path class=\"published\" d=\"M{:.1} {:.1}v14\"><title>published {:.2}</title></path>\n",
                right(100.0 * published),
                y - 7.0,
                100.0 * published
            ));
        }
    }
    figure(left + SPAN + 20.0, floor + 8.0, measure, &body)
}

/// A line of a plot.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<CurvePoint>,
    /// A value that belongs to no place, drawn as an open circle beside the others.
    pub(crate) aside: Option<f64>,
    /// A value to compare with, drawn as a dashed line across.
    pub(crate) limit: Option<f64>,
}

/// A point of a line, with the 95% interval of its height.
pub(crate) struct CurvePoint {
    pub(crate) at: f64,
    pub(crate) value: f64,
    pub(crate) interval: [f64; 2],
    pub(crate) emphasised: bool,
}

/// Rates along a common axis, one line each.
pub(crate) fn curves(title: &str, across: &str, curves: &[Curve]) -> String {
    const LEFT: f64 = 52.0;
    const TOP: f64 = 34.0;
    const WIDE: f64 = 420.0;
    const HIGH: f64 = 300.0;
    const ASIDE: f64 = 46.0;
    const START: f64 = LEFT + ASIDE;
    const END: f64 = START + WIDE;
    const FLOOR: f64 = TOP + HIGH;
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let along = Axis::over(points().map(|point| point.at));
    let heights = points().flat_map(|point| point.interval);
    let beside = curves.iter().flat_map(|curve| [curve.aside, curve.limit]);
    let up = Axis::over(heights.chain(beside.flatten()).map(|value| 100.0 * value));
    let right = |at: f64| START + WIDE * along.share(at);
    let height = |value: f64| TOP + HIGH * (1.0 - up.share(100.0 * value));
    let mut body = format!(
        "<text class=\"name\" x=\"0\" y=\"16\">{}</text>\n",
        escape(title)
    );
    for tick in along.ticks() {
        body.push_str(&format!(
            "<path class=\"grid\" d=\"M{0:.1} {TOP}V{FLOOR}\"/><text x=\"{0:.1}\" y=\"{1}\" \
             text-anchor=\"middle\">{2}</text>\n",
            right(tick),
            FLOOR + 18.0,
            along.label(tick)
        ));
    }
    for tick in up.ticks() {
        let y = height(tick / 100.0);
        body.push_str(&format!(
            "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{END}\"/><text x=\"{}\" y=\"{:.1}\" \
             text-anchor=\"end\">{}</text>\n",
            LEFT - 8.0,
            y + 4.5,
            up.label(tick)
        ));
    }
    body.push_str(&format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
        START + WIDE / 2.0,
        FLOOR + 38.0,
        escape(across)
    ));
    for (number, curve) in curves.iter().enumerate() {
        let (class, name) = (format!("curve c{}", number % 6), escape(&curve.name));
        if let Some(limit) = curve.limit {
            body.push_str(&format!(
                "<path class=\"{class} limit\" d=\"M{LEFT} {:.1}H{END}\"><title>{name}: 95% lower \
                 bound of maximal power, {:.1}%</title></path>\n",
                height(limit),
                100.0 * limit
            ));
        }
        let line: Vec<String> = curve
            .points
            .iter()
            .map(|point| format!("{:.1} {:.1}", right(point.at), height(point.value)))
            .collect();
        body.push_str(&format!(
            "<path class=\"{class}\" d=\"M{}\"/>\n",
            line.join("L")
        ));
        for point in &curve.points {
            let [low, high] = point.interval.map(height);
            let (kind, radius) = match point.emphasised {
                true => (" emphasised", 6),
                false => ("", 3),
            };
            body.push_str(&format!(
                "<g><title>{name}, {}: {:.1}%</title><path class=\"{class} reach\" d=\"M{x:.1} \
                 {low:.1}V{high:.1}\"/><circle class=\"{class} point{kind}\" cx=\"{x:.1}\" \
                 cy=\"{:.1}\" r=\"{radius}\"/></g>\n",
                point.at,
                100.0 * point.value,
                height(point.value),
                x = right(point.at),
            ));
        }
        if let Some(aside) = curve.aside {
            let initial: String = curve.name.chars().take(1).collect();
            body.push_str(&format!(
                "<g><title>{name}, self-training: {:.1}%</title><circle class=\"{class} open\" \
                 cx=\"{x:.1}\" cy=\"{:.1}\" r=\"8\"/><text class=\"initial\" x=\"{x:.1}\" y=\"{:.1}\" \
                 text-anchor=\"middle\">{}</text></g>\n",
                100.0 * aside,
                height(aside),
                height(aside) + 3.6,
                escape(&initial.to_uppercase()),
                x = LEFT + ASIDE / 2.0,
            ));
        }
        let y = TOP + 14.0 + 20.0 * number as f64;
        body.push_str(&format!(
            "<path class=\"{class}\" d=\"M{} {y:.1}h20\"/><text x=\"{}\" y=\"{:.1}\">{name}</text>\n",
            END + 18.0,
            END + 44.0,
            y + 4.5,
        ));
    }
    figure(END + 130.0, FLOOR + 48.0, title, &body)
}

/// What the colours of dots and cells mean.
pub(crate) fn legend(cells: &[Cell]) -> Option<String> {
    let compared = cells.iter().any(|cell| cell.z.is_some());
    compared.then(|| {
        let entry = |agreement, words| {
            let class = agreement_class(agreement);
            format!("<span class=\"key {class}\"></span>{words}")
        };
        let entries = [
            entry(Agreement::Close, "|z| below 2"),
            entry(Agreement::Doubtful, "2 to 3"),
            entry(Agreement::Far, "3 and more"),
        ];
        format!("<p class=\"legend\">{}</p>\n", entries.join(" "))
    })
}

/// The values in the order in which they first occur.
pub(crate) fn distinct<'c>(values: impl Iterator<Item = &'c str>) -> Vec<&'c str> {
    let mut seen = Vec::new();
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

fn figure(width: f64, height: f64, label: &str, body: &str) -> String {
    format!(
        "<svg role=\"img\" aria-label=\"{}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\">\n{body}</svg>\n",
        escape(label)
    )
}

/// Round numbers along a line.
struct Axis {
    from: f64,
    step: f64,
    steps: u32,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>) -> Axis {
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = if low < high {
            (low, high)
        } else {
            (0.0, 100.0)
        };
        let rough = (high - low) / 5.0;
        let power = 10_f64.powf(rough.log10().floor());
        let round = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = round
            .into_iter()
            .find(|step| *step >= rough)
            .unwrap_or(round[3]);
        let from = (low / step).floor() * step;
        Axis {
            from,
            step,
            steps: ((high - from) / step - 1e-9).ceil().max(1.0) as u32,
        }
    }

    /// Where a value lies, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        (value - self.from) / (self.step * f64::from(self.steps))
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        (0..=self.steps).map(|number| self.from + self.step * f64::from(number))
    }

    fn label(&self, tick: f64) -> String {
        let decimals = (-self.step.log10().floor()).max(0.0) as usize;
        // Adding zero turns a negative zero into a positive one.
        format!("{:.decimals$}", tick + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_reach_around_the_values_in_round_steps() {
        let axis = Axis::over([0.0, 99.5].into_iter());
        let ticks: Vec<String> = axis.ticks().map(|tick| axis.label(tick)).collect();
        assert_eq!(ticks, ["0", "20", "40", "60", "80", "100"]);
        let axis = Axis::over([-2.78, 13.09].into_iter());
        let ticks: Vec<String> = axis.ticks().map(|tick| axis.label(tick)).collect();
        assert_eq!(ticks, ["-5", "0", "5", "10", "15"]);
        let one = Axis::over([7.0].into_iter());
        assert!((one.share(50.0) - 0.5).abs() < 1e-12);
    }
}
