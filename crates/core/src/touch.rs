//! What a person touches on the picture of a board to make a move.

use std::fmt;

use crate::Seat;
use crate::picture::Picture;

/// Something on a picture that can be touched.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Touch {
    /// A place of the board, by its name.
    Place(String),
    /// A piece that a side has beside the board, by its name.
    Held(Seat, String),
    /// All that a side has beside the board: where pieces go that leave it.
    Hand(Seat),
}

/// As text it is the name of a place, `hand:first:G` for a piece beside the board, or `hand:first`.
impl fmt::Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Touch::Place(name) => f.write_str(name),
            Touch::Held(seat, name) => write!(f, "hand:{seat}:{name}"),
            Touch::Hand(seat) => write!(f, "hand:{seat}"),
        }
    }
}

/// How a person makes a move: what they touch one after the other, and what they choose then where that
/// leaves several moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Touches {
    /// The ways to make it, the usual one first. A move that is about no place has one way without a touch:
    /// it is a button with the choice as its label.
    pub ways: Vec<Vec<Touch>>,
    /// What is chosen at the end, in a word or two such as `queen`.
    pub choice: Option<String>,
}

impl Touches {
    /// These places, one after the other.
    pub fn of_places(names: impl IntoIterator<Item = impl Into<String>>) -> Touches {
        let places = names.into_iter().map(|name| Touch::Place(name.into()));
        Touches {
            ways: vec![places.collect()],
            choice: None,
        }
    }

    /// A button.
    pub fn button(label: impl Into<String>) -> Touches {
        Touches {
            ways: vec![Vec::new()],
            choice: Some(label.into()),
        }
    }

    /// The same touches, and a choice at the end.
    #[must_use]
    pub fn choosing(self, choice: impl Into<String>) -> Touches {
        Touches {
            choice: Some(choice.into()),
            ..self
        }
    }

    /// The places that the text of a move names, in order; a button where the text says anything else.
    ///
    /// ```
    /// use shido_core::picture::{Cells, Content, Picture, Place, Surface};
    /// use shido_core::Touches;
    ///
    /// let place = |name: &str| Place { name: name.to_owned(), at: [0.0, 0.0], content: Content::Empty };
    /// let places = ["a1", "a2", "b2"].map(place).to_vec();
    /// let picture = Picture::new(Surface::Cells(Cells::Paper), places, Default::default());
    /// assert_eq!(Touches::by_text("a1xb2", &picture), Touches::of_places(["a1", "b2"]));
    /// assert_eq!(Touches::by_text("pass", &picture), Touches::button("pass"));
    /// ```
    #[must_use]
    pub fn by_text(text: &str, picture: &Picture) -> Touches {
        const BETWEEN: &[char] = &['-', 'x', ':', '/', ' '];
        let mut touched = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let names = picture.places.iter().map(|place| place.name.as_str());
            let begins = names.filter(|name| rest.starts_with(name));
            if let Some(name) = begins.max_by_key(|name| name.len()) {
                touched.push(name);
                rest = &rest[name.len()..];
            } else if let Some(behind) = rest.strip_prefix(BETWEEN) {
                rest = behind;
            } else {
                return Touches::button(text);
            }
        }
        match touched.is_empty() {
            true => Touches::button(text),
            false => Touches::of_places(touched),
        }
    }
}
