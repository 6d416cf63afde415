//! Shapes and texts of an SVG document, and the room that they take.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

use shido_core::Seat;

/// What a drawing stands on: it has its own ground, so that it can be shown on any page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    /// What is drawn on it, for those who cannot see it.
    pub(crate) label: &'static str,
    pub(crate) fill: &'static str,
    pub(crate) edge: &'static str,
    /// How much of it is left around everything.
    pub(crate) margin: f64,
    /// The colours that become others on a dark page, each with the one that it becomes.
    pub(crate) by_night: &'static [(&'static str, &'static str)],
}

impl Ground {
    pub(crate) const PAPER: Ground = Ground {
        label: "search tree",
        fill: "#fdfcf9",
        edge: "#d8d3c8",
        margin: 24.0,
        by_night: &[],
    };
    pub(crate) const STRATEGY: Ground = Ground {
        label: "AND/OR tree",
        ..Ground::PAPER
    };
}

impl Ground {
    /// The attribute that marks a drawing whose colours change on a dark page, and the style that
    /// changes them. It holds for a whole page in which the drawing is, therefore the class.
    fn night(self) -> (&'static str, String) {
        if self.by_night.is_empty() {
            return ("", String::new());
        }
        let rules = self.rules("", |_, night| night.to_owned());
        let style = format!("<style>@media (prefers-color-scheme:dark){{{rules}}}</style>\n");
        (" class=\"shido-paper\"", style)
    }

    /// Rules that give what is drawn other colours. The colours are attributes, which every program
    /// understands that shows SVG; a style overrides them.
    pub(crate) fn rules(self, end: &str, color: impl Fn(&str, &str) -> String) -> String {
        let rules = self.by_night.iter().map(|(day, night)| {
            let color = color(day, night);
            let rule = |property: &str| {
                format!(".shido-paper [{property}=\"{day}\"]{{{property}:{color}}}{end}")
            };
            rule("fill") + &rule("stroke")
        });
        rules.collect()
    }
}

/// A document under way. It grows with what is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    ground: Ground,
    /// Further attributes of the document.
    attributes: String,
    /// Whether the page in which it will be has the rules for a dark page.
    styled_by_page: bool,
    /// What is drawn several times, by its id.
    definitions: BTreeMap<String, String>,
    body: String,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// Where a text is with respect to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Sheet {
    pub(crate) fn new(ground: Ground) -> Sheet {
        Sheet {
            ground,
            attributes: String::new(),
            styled_by_page: false,
            definitions: BTreeMap::new(),
            body: String::new(),
            left: f64::INFINITY,
            right: f64::NEG_INFINITY,
            top: f64::INFINITY,
            bottom: f64::NEG_INFINITY,
        }
    }

    /// Makes it a part of a page that has the rules for its colours, with these attributes.
    pub(crate) fn for_page(&mut self, attributes: &str) {
        self.attributes = format!(" {attributes}");
        self.styled_by_page = true;
    }

    /// The upper left and the lower right corner of what is drawn; zeros as long as there is nothing.
    pub(crate) fn bounds(&self) -> ((f64, f64), (f64, f64)) {
        if self.is_blank() {
            ((0.0, 0.0), (0.0, 0.0))
        } else {
            ((self.left, self.top), (self.right, self.bottom))
        }
    }

    /// Takes the room between two points.
    pub(crate) fn cover(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.grow(from, 0.0, 0.0);
        self.grow(to, 0.0, 0.0);
    }

    /// Keeps an element to be used or referred to by its id.
    ///
    /// Ids begin with `<>`, which no text can hold, and which stands for what the ids of this drawing have
    /// before their names. A page may hold many drawings: some may be hidden, and what refers to
    /// something hidden is not drawn everywhere.
    pub(crate) fn define(&mut self, id: &str, element: impl FnOnce() -> String) {
        if !self.definitions.contains_key(id) {
            self.definitions.insert(id.to_owned(), element());
        }
    }

    /// Draws what was defined, around a point. It reaches so far from there; `more` holds further
    /// attributes.
    pub(crate) fn place(
        &mut self,
        id: &str,
        (x, y): (f64, f64),
        scale: f64,
        reach: f64,
        more: &str,
    ) {
        let [left, top, size] = [x, y, scale].map(number);
        let mut transform = format!("translate({left} {top})");
        if size != "1" {
            transform += &format!("scale({size})");
        }
        self.put(format_args!(
            "<use href=\"#{id}\" transform=\"{transform}\" {more}/>"
        ));
        self.grow((x, y), reach, reach);
    }

    /// A path whose commands are given; it must lie within what else is drawn.
    pub(crate) fn path(&mut self, commands: &str, paint: &str) {
        self.put(format_args!("<path d=\"{commands}\" {paint}/>"));
    }

    /// Starts a group with these attributes.
    pub(crate) fn open(&mut self, attributes: &str) {
        self.put(format_args!("<g {attributes}>"));
    }

    /// Starts the group of what belongs to a place.
    pub(crate) fn open_place(&mut self, name: &str, tooltip: &str) {
        let (name, tooltip) = (escape(name), escape(tooltip));
        self.put(format_args!(
            "<g data-place=\"{name}\"><title>{tooltip}</title>"
        ));
    }

    /// Starts the group of what a side has beside the board.
    pub(crate) fn open_hand(&mut self, seat: Seat, tooltip: &str) {
        let tooltip = escape(tooltip);
        self.put(format_args!(
            "<g data-hand=\"{seat}\"><title>{tooltip}</title>"
        ));
    }

    /// Starts a group that tells this when it is pointed at.
    pub(crate) fn open_titled(&mut self, tooltip: &str) {
        let tooltip = escape(tooltip);
        self.put(format_args!("<g><title>{tooltip}</title>"));
    }

    /// Starts a group of texts with a rim that keeps lines off them.
    pub(crate) fn open_rimmed(&mut self) {
        let fill = self.ground.fill;
        self.put(format_args!(
            "<g stroke=\"{fill}\" stroke-width=\"6\" stroke-linejoin=\"round\" \
             paint-order=\"stroke\">"
        ));
    }

    /// Ends a group.
    pub(crate) fn close(&mut self) {
        self.put("</g>");
    }

    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, stroke: &str) {
        let [x1, y1, x2, y2, width] = [from.0, from.1, to.0, to.1, width].map(number);
        self.put(format_args!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\" \
             stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
        ));
        self.grow(from, 0.0, 0.0);
        self.grow(to, 0.0, 0.0);
    }

    /// Starts a group of dashed lines.
    pub(crate) fn open_dashed(&mut self) {
        self.put("<g stroke-dasharray=\"7 7\">");
    }

    /// A polygon; `paint` holds its further attributes.
    pub(crate) fn polygon(&mut self, corners: &[(f64, f64)], paint: &str) {
        let points: Vec<String> = corners
            .iter()
            .map(|&(x, y)| format!("{},{}", number(x), number(y)))
            .collect();
        let points = points.join(" ");
        self.put(format_args!("<polygon points=\"{points}\" {paint}/>"));
        for &corner in corners {
            self.grow(corner, 0.0, 0.0);
        }
    }

    /// A circle; `paint` holds its further attributes.
    pub(crate) fn circle(&mut self, (x, y): (f64, f64), radius: f64, paint: &str) {
        let [cx, cy, r] = [x, y, radius].map(number);
        self.put(format_args!(
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{r}\" {paint}/>"
        ));
        self.grow((x, y), radius, radius);
    }

    /// A box around a middle; `paint` holds its further attributes.
    pub(crate) fn rectangle(&mut self, (x, y): (f64, f64), size: (f64, f64), paint: &str) {
        let (half_width, half_height) = (size.0 / 2.0, size.1 / 2.0);
        let [left, top, width, height] =
            [x - half_width, y - half_height, size.0, size.1].map(number);
        self.put(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" {paint}/>"
        ));
        self.grow((x, y), half_width, half_height);
    }

    /// A text whose height is centred on a point.
    pub(crate) fn text(
        &mut self,
        (x, y): (f64, f64),
        anchor: Anchor,
        size: f64,
        fill: &str,
        text: &str,
    ) {
        let width = text_width(text, size);
        let (name, shift) = match anchor {
            Anchor::Start => ("start", 0.5),
            Anchor::Middle => ("middle", 0.0),
            Anchor::End => ("end", -0.5),
        };
        // A third of the size is about half the height of a capital letter or digit.
        let [left, baseline, font_size] = [x, y + 0.35 * size, size].map(number);
        let text = escape(text);
        self.put(format_args!(
            "<text x=\"{left}\" y=\"{baseline}\" text-anchor=\"{name}\" font-size=\"{font_size}\" \
             fill=\"{fill}\">{text}</text>"
        ));
        self.grow((x + shift * width, y), width / 2.0, size / 2.0);
    }

    /// The whole document. A hundred units of the drawing are shown as `scale` pixels.
    pub(crate) fn finish(mut self, scale: f64) -> String {
        if self.is_blank() {
            self.grow((0.0, 0.0), 0.0, 0.0);
        }
        let margin = self.ground.margin;
        let (x, y) = (self.left - margin, self.top - margin);
        let width = self.right - self.left + 2.0 * margin;
        let height = self.bottom - self.top + 2.0 * margin;
        let [shown_width, shown_height] =
            [width, height].map(|length| number(length * scale / 100.0));
        let [left, top] = [x + 2.0, y + 2.0].map(number);
        let [ground_width, ground_height] = [width - 4.0, height - 4.0].map(number);
        let [x, y, width, height] = [x, y, width, height].map(number);
        let Ground {
            label, fill, edge, ..
        } = self.ground;
        let (class, mut night) = self.ground.night();
        if self.styled_by_page {
            night.clear();
        }
        let attributes = self.attributes;
        let body = match self.definitions.is_empty() {
            true => self.body,
            false => {
                let all: Vec<String> = self.definitions.into_values().collect();
                format!("<defs>\n{}\n</defs>\n{}", all.join("\n"), self.body)
            }
        };
        let ids = format!("shido-{:06x}-", checksum(&body));
        let drawing = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{label}\"{class}{attributes} \
             width=\"{shown_width}\" height=\"{shown_height}\" \
             viewBox=\"{x} {y} {width} {height}\" \
             font-family=\"system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif\">\n\
             {night}\
             <rect x=\"{left}\" y=\"{top}\" width=\"{ground_width}\" height=\"{ground_height}\" \
             rx=\"18\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"4\"/>\n\
             {body}</svg>\n"
        );
        drawing.replace("<>", &ids)
    }

    fn is_blank(&self) -> bool {
        self.left > self.right
    }

    fn put(&mut self, element: impl Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "{element}");
    }

    fn grow(&mut self, (x, y): (f64, f64), half_width: f64, half_height: f64) {
        self.left = self.left.min(x - half_width);
        self.right = self.right.max(x + half_width);
        self.top = self.top.min(y - half_height);
        self.bottom = self.bottom.max(y + half_height);
    }
}

/// A number of 24 bits that tells drawings apart (FNV-1a, folded).
fn checksum(text: &str) -> u32 {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    (hash >> 24) ^ (hash & 0x00ff_ffff)
}

/// About how wide a text is: no fonts are known here.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(|_| 0.6 * size).sum()
}

/// A number with at most two decimals.
pub(crate) fn number(value: f64) -> String {
    // Adding zero turns a negative zero into a positive one.
    let rounded = (value * 100.0).round() / 100.0 + 0.0;
    format!("{rounded}")
}

/// A text as XML character data or attribute value. Characters that XML does not allow at all are
/// replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = [0.0, -0.001, 1.0, -2.5, 70.710_678, 1e9].map(number);
        assert_eq!(written, ["0", "0", "1", "-2.5", "70.71", "1000000000"]);
    }

    #[test]
    fn what_xml_forbids_is_escaped_or_replaced() {
        assert_eq!(
            escape("<a & \"b\">'"),
            "&lt;a &amp; &quot;b&quot;&gt;&apos;"
        );
        assert_eq!(escape("\u{1b}[1m\n"), "\u{fffd}[1m\u{fffd}");
    }
}
