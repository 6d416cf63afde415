//! Markers, stones, figures and wedges.
//!
//! Each is one element that refers to a definition, so that a board full of them stays small.

use shido_core::Seat;
use shido_core::picture::{Cells, Content, Figure, Place, Shape, Surface};

use super::figures::carving;
use super::tint::Tint;
use super::{CROSS, DARK, Drawing, LIGHT, NOUGHT, RED, RING, SIDE, TEXT};
use crate::look::Look;
use crate::sheet::escape;

/// The radius of a defined stone or disc.
const RADIUS: f64 = 50.0;
/// Fonts with the characters of wedges, those of a brush first.
const BRUSH: &str = "'Hiragino Mincho ProN', 'Yu Mincho', 'Noto Serif CJK JP', 'Noto Serif JP', \
                     'MS Mincho', 'Noto Sans CJK JP', serif";

/// The outline of a wedge.
const WEDGE: &str = "M0 -47L29.5 -33L38 44L-38 44L-29.5 -33Z";

/// A piece to be drawn.
pub(super) struct Piece<'a> {
    pub(super) seat: Seat,
    pub(super) symbol: &'a str,
    pub(super) shape: &'a Shape,
    /// A text to write on it.
    pub(super) text: Option<&'a str>,
}

impl<'a> Piece<'a> {
    /// The piece that stands on a place, if one does, with a text to write on it.
    pub(super) fn on(place: &'a Place, text: Option<&'a str>) -> Option<Piece<'a>> {
        match &place.content {
            Content::Marker {
                seat,
                symbol,
                shape,
            } => Some(Piece {
                seat: *seat,
                symbol,
                shape,
                text,
            }),
            Content::Empty | Content::Label(_) => None,
        }
    }
}

impl Drawing<'_> {
    /// A piece on a place of which `radius` is the room that a round one takes.
    pub(super) fn piece(&mut self, at: (f64, f64), radius: f64, piece: &Piece<'_>) {
        let tint = Tint::of(self.picture, piece.seat);
        match piece.shape {
            Shape::Figure(figure) => self.figure(at, radius, piece, tint, *figure),
            Shape::Wedge { text, promoted } => self.wedge(at, radius, piece, text, *promoted),
            Shape::Plain if self.is_pen() => self.stroked(at, radius, piece),
            Shape::Plain | Shape::Crowned | Shape::Stack(_) => self.disc(at, radius, piece, tint),
        }
    }

    /// A cross or a nought, as with a pen.
    fn stroked(&mut self, at: (f64, f64), radius: f64, piece: &Piece<'_>) {
        let (id, color, path) = match piece.symbol {
            "X" => (
                "<>cross",
                CROSS,
                "M-38 -40C-17 -21 14 12 40 39M38 -41C20 -20 -13 13 -40 40",
            ),
            _ => (
                "<>nought",
                NOUGHT,
                "M5 -42C-22 -45 -44 -24 -43 2C-42 27 -22 43 2 42C27 41 44 22 42 -3\
                 C40 -26 21 -42 -4 -41",
            ),
        };
        self.sheet.define(id, || {
            format!(
                "<path id=\"{id}\" d=\"{path}\" fill=\"none\" \
                 stroke-width=\"13\" stroke-linecap=\"round\"/>"
            )
        });
        self.put(id, at, radius / RADIUS, radius, piece.seat, Some(color));
        if let Some(text) = piece.text {
            self.sheet.open_rimmed();
            self.fitted(at, 1.1 * radius, 1.3 * radius, TEXT, text);
            self.sheet.close();
        }
    }

    /// A stone where lines cross and on cloth, else a disc with grooves or with its letter.
    fn disc(&mut self, at: (f64, f64), radius: f64, piece: &Piece<'_>, tint: Tint) {
        let stone = matches!(
            self.picture.surface,
            Surface::Crossings { .. } | Surface::Cells(Cells::Felt { .. })
        );
        let number;
        let text = match (piece.text, piece.shape) {
            (Some(text), _) => Some(text),
            (None, Shape::Stack(count)) => {
                number = count.to_string();
                Some(number.as_str())
            }
            (None, Shape::Plain) if self.look == Look::Letters && !self.shaped => {
                Some(piece.symbol)
            }
            (None, _) => None,
        };
        let kind = match (stone, text.is_some(), piece.shape) {
            (true, ..) => "stone",
            (false, false, Shape::Crowned) => "king-of-men",
            (false, false, _) => "man",
            (false, true, _) => "disc",
        };
        let id = format!("<>{}-{kind}", tint.name());
        self.define_shadow();
        self.define_gloss(tint);
        self.sheet.define(&id, || round(&id, tint, kind));
        let rim = (!stone).then_some(tint.rim());
        self.put(&id, at, radius / RADIUS, 1.1 * radius, piece.seat, rim);
        if let Some(text) = text {
            let ink = if tint == Tint::Dark { LIGHT } else { DARK };
            self.fitted(at, 1.1 * radius, 1.5 * radius, ink, text);
        }
    }

    fn figure(
        &mut self,
        at: (f64, f64),
        radius: f64,
        piece: &Piece<'_>,
        tint: Tint,
        figure: Figure,
    ) {
        let id = format!("<>{}-{}", tint.name(), carving(figure).name);
        self.define_polish(tint);
        self.sheet.define(&id, || carved(&id, tint, figure));
        self.put(&id, at, radius / FIGURE_ROOM, radius, piece.seat, None);
        self.badge(at, radius, piece.text);
    }

    fn wedge(
        &mut self,
        at: (f64, f64),
        radius: f64,
        piece: &Piece<'_>,
        text: &str,
        promoted: bool,
    ) {
        let letters: Vec<String> = text
            .chars()
            .map(|c| format!("{:x}", u32::from(c)))
            .collect();
        let (face, color) = if promoted {
            ("-promoted", RED)
        } else {
            ("", DARK)
        };
        let far = self.picture.near.is_some_and(|near| near != piece.seat);
        // The shadow falls to the same side whichever way a wedge points.
        let (way, turn, turned) = if far {
            ("-far", "rotate(180)", " transform=\"rotate(180)\"")
        } else {
            ("", "", "")
        };
        let id = format!("<>wedge-{}{face}{way}", letters.join("-"));
        let wood = "<>boxwood";
        self.sheet
            .define(wood, || gradient(wood, ["#fff4d6", "#f8e2ae", "#e6c27c"]));
        self.sheet.define("<>wedge", || {
            format!("<path id=\"<>wedge\" d=\"{WEDGE}\" stroke-linejoin=\"round\"/>")
        });
        self.sheet.define(&id, || {
            let (size, text) = (if letters.len() > 1 { 30 } else { 52 }, escape(text));
            format!(
                "<g id=\"{id}\"><use href=\"#<>wedge\" transform=\"translate(3 4){turn}\" \
                 fill-opacity=\"0.28\"/><g{turned}>\
                 <use href=\"#<>wedge\" fill=\"url(#{wood}) #f8e2ae\" stroke=\"#6f4d1c\" \
                 stroke-width=\"2\"/><text y=\"25\" text-anchor=\"middle\" font-size=\"{size}\" \
                 font-weight=\"700\" font-family=\"{BRUSH}\" fill=\"{color}\">{text}</text></g></g>"
            )
        });
        self.put(&id, at, radius / FIGURE_ROOM, radius, piece.seat, None);
        self.badge(at, radius, piece.text);
    }

    /// A text in the corner of what must not be hidden.
    pub(super) fn badge(&mut self, (x, y): (f64, f64), radius: f64, text: Option<&str>) {
        let Some(text) = text else { return };
        let at = (x + 0.62 * radius, y + 0.62 * radius);
        let size = 0.44 * radius;
        let paint = format!("fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"2\"", RING);
        self.sheet.circle(at, size, &paint);
        self.fitted(at, 1.35 * size, 1.5 * size, "#ffffff", text);
    }

    /// Places what was defined, as a piece of a side. The colour of its lines is told here where it is
    /// another on a dark page: styles do not reach into what was defined.
    fn put(
        &mut self,
        id: &str,
        at: (f64, f64),
        scale: f64,
        reach: f64,
        seat: Seat,
        stroke: Option<&str>,
    ) {
        let stroke = stroke.map_or(String::new(), |color| format!(" stroke=\"{color}\""));
        let more = side(seat) + &stroke;
        self.sheet.place(id, at, scale, reach, &more);
    }

    /// A shadow that fades at its edge.
    pub(super) fn define_shadow(&mut self) {
        let id = "<>shadow";
        self.sheet.define(id, || {
            format!(
                "<radialGradient id=\"{id}\"><stop offset=\"0.75\" stop-opacity=\"0.45\"/>\
                 <stop offset=\"1\" stop-opacity=\"0\"/></radialGradient>"
            )
        });
    }

    /// The shading of something round.
    fn define_gloss(&mut self, tint: Tint) {
        let id = format!("<>{}-gloss", tint.name());
        self.sheet.define(&id, || {
            let [lit, middle, shaded] = match tint {
                Tint::Dark => ["#7d7873", "#37332f", "#0e0c0b"],
                Tint::Light => ["#ffffff", "#f6f2e9", "#cfc6b4"],
                other => other.shades(),
            };
            format!(
                "<radialGradient id=\"{id}\" cx=\"0.36\" cy=\"0.3\" r=\"0.78\">\
                 <stop stop-color=\"{lit}\"/><stop offset=\"0.45\" stop-color=\"{middle}\"/>\
                 <stop offset=\"1\" stop-color=\"{shaded}\"/></radialGradient>"
            )
        });
    }

    /// The shading of something turned on a lathe.
    fn define_polish(&mut self, tint: Tint) {
        let id = format!("<>{}-polish", tint.name());
        self.sheet.define(&id, || gradient(&id, tint.shades()));
    }
}

/// A figure fills its square when a round piece would have this radius.
const FIGURE_ROOM: f64 = 0.42 * SIDE;

/// The attribute that tells whose a piece is.
pub(super) fn side(seat: Seat) -> String {
    format!("data-side=\"{seat}\"")
}

/// A gradient from the left to the right, and a little downwards.
fn gradient(id: &str, [lit, middle, shaded]: [&str; 3]) -> String {
    format!(
        "<linearGradient id=\"{id}\" x2=\"1\" y2=\"0.25\"><stop stop-color=\"{lit}\"/>\
         <stop offset=\"0.5\" stop-color=\"{middle}\"/>\
         <stop offset=\"1\" stop-color=\"{shaded}\"/></linearGradient>"
    )
}

/// A round piece with its shadow.
fn round(id: &str, tint: Tint, kind: &str) -> String {
    let (name, flat, ink) = (tint.name(), tint.shades()[1], tint.ink());
    let shadow =
        "<circle cx=\"3\" cy=\"5\" r=\"54\" fill=\"url(#<>shadow) none\" stroke=\"none\"/>";
    let fill = format!("fill=\"url(#<>{name}-gloss) {flat}\"");
    let groove = |radius: u8| {
        format!(
            "<circle r=\"{radius}\" fill=\"none\" stroke=\"{ink}\" stroke-opacity=\"0.45\" \
             stroke-width=\"2.4\"/>"
        )
    };
    let body = match kind {
        "stone" if tint == Tint::Light => {
            format!("<circle r=\"50\" {fill} stroke=\"#8f8878\" stroke-width=\"1.2\"/>")
        }
        "stone" => format!("<circle r=\"50\" {fill}/>"),
        _ => {
            let disc = format!("<circle r=\"48.5\" {fill} stroke-width=\"2.6\"/>");
            match kind {
                "man" => disc + &groove(38) + &groove(25),
                "king-of-men" => {
                    disc + &groove(41)
                        + "<path d=\"M-26 20L-30 -14L-14 0L0 -25L14 0L30 -14L26 20Z\" \
                           fill=\"#f0c13f\" stroke=\"#6b4a05\" stroke-width=\"2.6\" \
                           stroke-linejoin=\"round\"/><path d=\"M-25 12L25 12\" \
                           stroke=\"#6b4a05\" stroke-width=\"2.4\"/>"
                }
                _ => disc + &groove(43),
            }
        }
    };
    format!("<g id=\"{id}\">{shadow}{body}</g>")
}

fn carved(id: &str, tint: Tint, figure: Figure) -> String {
    let carving = carving(figure);
    let (name, flat) = (tint.name(), tint.shades()[1]);
    let (rim, ink) = (tint.rim(), tint.ink());
    let path = |commands: &str, more: &str| match commands {
        "" => String::new(),
        _ => format!("<path d=\"{commands}\"{more}/>"),
    };
    let parts = path(carving.crown, "") + &path(carving.outline, "");
    let groove = format!(" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.9\"");
    let dot = format!(" fill=\"{ink}\" stroke=\"none\"");
    let details = path(carving.grooves, &groove) + &path(carving.dots, &dot);
    format!(
        "<g id=\"{id}\" transform=\"translate(0 2.4)scale(1.08)\" \
         fill=\"url(#<>{name}-polish) {flat}\" stroke=\"{rim}\" stroke-width=\"2.8\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\">{parts}{details}</g>"
    )
}
