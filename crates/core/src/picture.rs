//! A description of a board that a terminal, an SVG file or a web page can draw.

use crate::{Game, Seat};

/// Games that can be drawn.
pub trait Depict: Game {
    /// The position as a picture.
    fn picture(&self, position: &Self::Position) -> Picture;
}

/// A board with what stands on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// How the places look.
    pub surface: Surface,
    /// The places. Coordinates grow to the right and upwards; neighbours are about one unit apart.
    pub places: Vec<Place>,
    /// Pairs of places that are joined by a drawn line.
    pub joins: Vec<(usize, usize)>,
    /// What each side has beside the board, as a short text such as `3 to place`; may be empty.
    pub beside: [String; 2],
    /// The symbol that stands for each side.
    pub symbols: [String; 2],
}

/// How the places of a board look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surface {
    /// Squares with the markers inside, as in tic-tac-toe.
    Cells,
    /// Points of a drawing with the markers on them, as in nine men's morris.
    Points,
}

/// A place of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// Its name in the notation of moves.
    pub name: String,
    /// Where it is: to the right, up.
    pub at: [f64; 2],
    /// What is on it.
    pub content: Content,
}

/// What a place holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A marker or piece of this side.
    Marker {
        /// Whose it is.
        seat: Seat,
        /// The letter that stands for it.
        symbol: String,
    },
    /// A text that belongs to nobody, such as the value of a leaf.
    Label(String),
}
