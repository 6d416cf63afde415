//! What the markers of the two sides look like.

use shido_core::Seat;
use shido_core::picture::{Content, Held, Picture, Place, Shape, Surface};

/// How the plain markers of a picture are drawn, in a terminal and as SVG alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// Crosses and noughts in cells, as on paper.
    Noughts,
    /// Discs, which stand out better than letters among the names of the empty places.
    Discs {
        /// The side with the dark discs.
        dark: Seat,
    },
    /// The letters themselves, where a side has several kinds of pieces.
    Letters,
}

impl Look {
    /// The look that suits a picture.
    pub(crate) fn of(picture: &Picture) -> Look {
        let symbols = picture.symbols.each_ref().map(String::as_str);
        let one_kind_each = picture.places.iter().all(|place| match &place.content {
            Content::Marker {
                shape: Shape::Crowned,
                ..
            } => true,
            Content::Marker { seat, symbol, .. } => symbol == symbols[seat.index()],
            Content::Empty | Content::Label(_) => true,
        });
        if !one_kind_each || symbols[0] == symbols[1] {
            return Look::Letters;
        }
        if matches!(picture.surface, Surface::Cells(_))
            && matches!(symbols, ["X", "O"] | ["O", "X"])
        {
            return Look::Noughts;
        }
        Look::Discs {
            dark: dark_side(picture),
        }
    }

    /// The text that stands for a marker with this symbol: a disc, or a diamond where it was crowned.
    pub(crate) fn text<'a>(self, seat: Seat, symbol: &'a str, shape: &Shape) -> &'a str {
        match (self, *shape == Shape::Crowned) {
            (Look::Discs { dark }, false) if dark == seat => "●",
            (Look::Discs { .. }, false) => "○",
            (Look::Discs { dark }, true) if dark == seat => "◆",
            (Look::Discs { .. }, true) => "◇",
            (Look::Noughts | Look::Letters, _) => symbol,
        }
    }

    /// What is to be said below the board: what the sides have beside it, and which of the discs
    /// on it are whose.
    pub(crate) fn legend(self, picture: &Picture) -> Vec<Entry<'_>> {
        let is_marker = |place: &Place| matches!(place.content, Content::Marker { .. });
        let discs = picture.places.iter().any(is_marker);
        let has_king = |side: Seat| {
            picture.places.iter().any(|place| {
                matches!(&place.content, Content::Marker { seat, shape: Shape::Crowned, .. } if *seat == side)
            })
        };
        Seat::BOTH
            .into_iter()
            .map(|seat| {
                let symbol = picture.symbols[seat.index()].as_str();
                let hand = picture
                    .hands
                    .iter()
                    .map(|hands| in_hand(&hands[seat.index()]));
                let king = match self {
                    Look::Discs { .. } if has_king(seat) => {
                        format!("{} king", self.text(seat, symbol, &Shape::Crowned))
                    }
                    _ => String::new(),
                };
                let said = [king, picture.beside[seat.index()].clone()]
                    .into_iter()
                    .chain(hand);
                let said: Vec<String> = said.filter(|text| !text.is_empty()).collect();
                let is_disc = self.text(seat, symbol, &Shape::Plain) != symbol;
                Entry {
                    seat,
                    name: is_disc.then(|| side(symbol)),
                    beside: said.join(", "),
                }
            })
            .filter(|entry| (discs && entry.name.is_some()) || !entry.beside.is_empty())
            .collect()
    }
}

/// Pieces beside a board as text, such as `R 2G`.
pub(crate) fn in_hand(held: &[Held]) -> String {
    let texts: Vec<&str> = held.iter().map(|held| held.text.as_str()).collect();
    texts.join(" ")
}

/// The text on a place: what a style's labels, pairs of a place's name and a text, have for it, else
/// the picture's own.
pub(crate) fn text_on<'a>(place: &'a Place, labels: &'a [(String, String)]) -> Option<&'a str> {
    let asked = labels.iter().find(|(name, _)| *name == place.name);
    match (asked, &place.content) {
        (Some((_, text)), _) | (None, Content::Label(text)) => Some(text),
        (None, Content::Empty | Content::Marker { .. }) => None,
    }
}

/// A line below the board.
pub(crate) struct Entry<'a> {
    /// The side that it is about.
    pub(crate) seat: Seat,
    /// What the side is called, where a disc stands for it.
    pub(crate) name: Option<&'a str>,
    /// What the side has beside the board.
    pub(crate) beside: String,
}

/// What a side is called in words. Letters that stand for colours are written out.
pub(crate) fn side(symbol: &str) -> &str {
    match symbol {
        "B" | "b" => "Black",
        "W" | "w" => "White",
        "R" | "r" => "Red",
        symbol => symbol,
    }
}

/// The side with the dark pieces: the first, as in most abstract games, unless it calls itself
/// white.
pub(crate) fn dark_side(picture: &Picture) -> Seat {
    match picture.symbols[0].as_str() {
        "W" | "w" | "○" => Seat::Second,
        _ => Seat::First,
    }
}
