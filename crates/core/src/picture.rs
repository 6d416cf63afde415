//! Descriptions of boards and of searches that a terminal, an SVG file or a web page can draw.

use crate::{Notation, Seat, Turn};

/// Games that can be drawn.
pub trait Depict: Notation {
    /// The position as a picture. As provided, it is the position as text.
    fn picture(&self, position: &Self::Position) -> Picture {
        Picture::of_text(self.write_position(position))
    }
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

impl Picture {
    /// A text and nothing else.
    #[must_use]
    pub fn of_text(text: String) -> Picture {
        Picture {
            surface: Surface::Cells,
            places: vec![Place {
                name: "position".to_owned(),
                at: [0.0, 0.0],
                content: Content::Label(text),
            }],
            joins: Vec::new(),
            beside: [String::new(), String::new()],
            symbols: ["first".to_owned(), "second".to_owned()],
        }
    }
}

/// How the places of a board look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Surface {
    /// Squares with the markers inside, as in tic-tac-toe.
    Cells,
    /// Points of a drawing with the markers on them, as in nine men's morris.
    Points,
    /// Crossings of the lines of a grid with the stones on them, as in Go. The names of the places are
    /// made of their column's and their row's.
    Crossings {
        /// The places with a dot, by their numbers: the star points.
        stars: Vec<usize>,
    },
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

/// What a search looked at, move by move, in a form that can be drawn or written down whatever the
/// game is. Values are those for the first player.
#[derive(Clone, PartialEq, Debug)]
pub struct TreePicture {
    /// The positions in the order in which the search came to them, the root first. One that it came
    /// to twice is there twice.
    pub nodes: Vec<TreeNode>,
}

/// A position that a search looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeNode {
    /// The move that led here; nothing at the root.
    pub by: Option<String>,
    /// The position.
    pub board: Picture,
    /// How probable it was, where chance made it.
    pub odds: Option<f64>,
    /// Who moves next, if it is not over.
    pub turn: Turn,
    /// Alpha and beta, between which the search wanted to know the value exactly.
    pub window: [f64; 2],
    /// What the search found: the value lies from the first to the second of these, which are equal
    /// where it is known exactly. `None` where the search was broken off.
    pub value: Option<[f64; 2]>,
    /// What the position is worth in the eyes of the opponent, by a search that models
    /// them.
    pub theirs: Option<f64>,
    /// Why the search went no further, in a word or two: `searched` where it had looked at every
    /// move, else something like `beta cut`.
    pub why: String,
    /// The positions right below, by their numbers, in the order of the search.
    pub below: Vec<usize>,
    /// The moves that were not searched, each with the reason.
    pub skipped: Vec<(String, String)>,
    /// How many positions the search came to below this one that are not shown, not counting those
    /// below one that is.
    pub left_out: u64,
}

/// An AND/OR tree with what is known of its nodes, in a form that can be drawn whatever its goals are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AndOrPicture {
    /// The root first, every node before those below it.
    pub nodes: Vec<AndOrNode>,
}

/// A node of an AND/OR tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AndOrNode {
    /// Whether all or one of those below are needed; nothing for a leaf.
    pub gate: Option<Gate>,
    /// What it is called; may be empty for a gate.
    pub title: String,
    /// What is known of its value, as a short text.
    pub value: String,
    /// What became of it.
    pub fate: Fate,
    /// More to tell of it, such as why it was cut off; may be empty.
    pub why: String,
    /// The nodes right below, by their numbers.
    pub below: Vec<usize>,
}

/// What an inner node of an AND/OR tree asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// All that is below.
    And,
    /// One of those below.
    Or,
}

/// What an evaluation did with a node of an AND/OR tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It belongs to what was chosen.
    Chosen,
    /// It was looked at, or something below it was.
    Seen,
    /// It was cut off.
    Cut,
}
