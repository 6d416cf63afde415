//! Numbers beside each other: ours and others', with their intervals, or as tints of a table.

use super::Figure;
use super::axis::Axis;
use crate::sheet::{escape, number, text_width};

/// How a number looks beside what it is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// There is nothing to compare it with.
    #[default]
    Plain,
    /// It agrees.
    Close,
    /// It may agree.
    Doubtful,
    /// It does not.
    Far,
}

impl Tone {
    const fn class(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Close => "close",
            Tone::Doubtful => "doubtful",
            Tone::Far => "far",
        }
    }
}

/// A number with where it may lie and what somebody else found.
#[derive(Clone, PartialEq, Debug)]
pub struct Compared {
    /// What it is called.
    pub name: String,
    /// Ours.
    pub ours: f64,
    /// Between which numbers ours may lie.
    pub interval: [f64; 2],
    /// Theirs.
    pub theirs: Option<f64>,
    /// How the two look beside each other.
    pub tone: Tone,
}

/// Theirs to the right, ours upwards: what agrees lies on the diagonal.
#[must_use]
pub fn scatter(title: &str, numbers: &[Compared]) -> Figure {
    const LEFT: f64 = 62.0;
    const TOP: f64 = 34.0;
    const SIDE: f64 = 380.0;
    const END: f64 = LEFT + SIDE;
    const FLOOR: f64 = TOP + SIDE;
    let pairs = || numbers.iter().filter_map(|it| Some((it, it.theirs?)));
    let values = || pairs().flat_map(|(it, theirs)| [it.ours, theirs]);
    let (across, up) = (
        Axis::over(values(), [LEFT, END]),
        Axis::over(values(), [FLOOR, TOP]),
    );
    let mut figure = Figure::new(title, [END + 16.0, FLOOR + 48.0]);
    for (tick, label) in across.ticks() {
        let (x, y) = (across.place(tick), up.place(tick));
        figure.put(format_args!(
            "<path class=\"grid\" d=\"M{x:.1} {TOP}V{FLOOR}M{LEFT} {y:.1}H{END}\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            FLOOR + 18.0,
            LEFT - 8.0,
            y + 4.5
        ));
    }
    figure.put(format_args!(
        "<path class=\"guide\" d=\"M{LEFT} {FLOOR}L{END} {TOP}\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">published</text>\
         <text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\">ours</text>",
        LEFT + SIDE / 2.0,
        FLOOR + 38.0,
        TOP + SIDE / 2.0
    ));
    for (it, theirs) in pairs() {
        figure.put(format_args!(
            "<circle class=\"dot {}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.2\"><title>{}: published \
             {theirs:.2}, ours {:.2}</title></circle>",
            it.tone.class(),
            across.place(theirs),
            up.place(it.ours),
            escape(&it.name),
            it.ours
        ));
    }
    figure
}

/// A line for every number, with its interval as a bar and theirs as a mark; `neutral` is where it makes
/// no difference.
#[must_use]
pub fn interval_bars(title: &str, neutral: f64, numbers: &[Compared]) -> Figure {
    const SPAN: f64 = 420.0;
    const TOP: f64 = 52.0;
    const LINE: f64 = 22.0;
    let widths = numbers.iter().map(|it| text_width(&it.name, 12.0));
    let left = 24.0 + widths.fold(0.0, f64::max);
    let values = numbers
        .iter()
        .flat_map(|it| it.interval.into_iter().chain(it.theirs));
    let axis = Axis::over(values.chain([neutral]), [left, left + SPAN]);
    let floor = TOP + LINE * numbers.len() as f64;
    let mut figure = Figure::new(title, [left + SPAN + 20.0, floor + 8.0]);
    for (tick, label) in axis.ticks() {
        let class = if tick == neutral { "guide" } else { "grid" };
        figure.put(format_args!(
            "<path class=\"{class}\" d=\"M{0:.1} {1}V{floor}\"/><text x=\"{0:.1}\" y=\"{2}\" \
             text-anchor=\"middle\">{label}</text>",
            axis.place(tick),
            TOP - 6.0,
            TOP - 12.0
        ));
    }
    for (place, it) in numbers.iter().enumerate() {
        let y = TOP + LINE * (place as f64 + 0.5);
        let (class, name) = (it.tone.class(), escape(&it.name));
        let [low, high] = it.interval.map(|end| axis.place(end));
        figure.put(format_args!(
            "<g><title>{name}: {:.2}</title><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>\
             <path class=\"whisker {class}\" d=\"M{low:.1} {y:.1}H{high:.1}\"/>\
             <circle class=\"dot {class}\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4.2\"/></g>",
            it.ours,
            left - 12.0,
            y + 4.5,
            axis.place(it.ours)
        ));
        if let Some(theirs) = it.theirs {
            figure.put(format_args!(
                "<path class=\"mark\" d=\"M{:.1} {:.1}v14\"><title>published {theirs:.2}</title></path>",
                axis.place(theirs),
                y - 7.0
            ));
        }
    }
    figure
}

/// A cell of a table, tinted by its share.
#[derive(Clone, PartialEq, Debug)]
pub struct Tint {
    /// What it is called.
    pub name: String,
    /// Its row, by place among the rows.
    pub row: usize,
    /// Its column, likewise.
    pub column: usize,
    /// From 0 to 1.
    pub share: f64,
}

/// A table whose cells are tinted by their shares: how all of it goes, at a glance.
#[must_use]
pub fn heat_map(title: &str, rows: &[&str], columns: &[&str], cells: &[Tint]) -> Figure {
    const SIDE: f64 = 46.0;
    const LEFT: f64 = 64.0;
    const TOP: f64 = 58.0;
    let end = |start: f64, count: usize| start + SIDE * count as f64 + 8.0;
    let size = [end(LEFT, columns.len()), end(TOP, rows.len())];
    let mut figure = Figure::new(title, size);
    for (place, column) in columns.iter().enumerate() {
        figure.put(format_args!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            number(LEFT + SIDE * (place as f64 + 0.5)),
            TOP - 10.0,
            escape(column)
        ));
    }
    for (place, row) in rows.iter().enumerate() {
        figure.put(format_args!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            LEFT - 10.0,
            number(TOP + SIDE * (place as f64 + 0.5) + 4.5),
            escape(row)
        ));
    }
    for cell in cells {
        let (x, y) = (
            LEFT + SIDE * cell.column as f64,
            TOP + SIDE * cell.row as f64,
        );
        let ink = if cell.share > 0.55 { "on-dark" } else { "" };
        let percent = 100.0 * cell.share;
        figure.put(format_args!(
            "<g><title>{0}: {percent:.2}%</title><rect class=\"heat\" x=\"{x}\" y=\"{y}\" \
             width=\"{1}\" height=\"{1}\" rx=\"4\" fill-opacity=\"{2:.3}\"/><text class=\"{ink}\" \
             x=\"{3}\" y=\"{4}\" text-anchor=\"middle\">{percent:.0}</text></g>",
            escape(&cell.name),
            SIDE - 3.0,
            0.04 + 0.96 * cell.share.clamp(0.0, 1.0),
            x + SIDE / 2.0 - 1.5,
            y + SIDE / 2.0 + 3.0
        ));
    }
    figure
}
