//! Descriptions of boards and of searches that a terminal, an SVG file or a web page can draw.

use std::fmt;

use crate::{Notation, Seat, Touches, Turn};

/// Games that can be drawn.
pub trait Depict: Notation {
    /// The position as a picture. As provided, it is the position as text.
    fn picture(&self, position: &Self::Position) -> Picture {
        Picture::of_text(self.write_position(position))
    }

    /// What a person touches on the picture of the position to make a legal move. Two moves differ in what is
    /// touched or chosen. As provided, the places that the text of the move names are touched.
    fn touches(&self, position: &Self::Position, picture: &Picture, mv: Self::Move) -> Touches {
        Touches::by_text(&self.write_move(position, mv), picture)
    }
}

/// A board with what stands on it and beside it: what there is, not how it looks.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// What the board is made of.
    pub surface: Surface,
    /// The places. Coordinates grow to the right and upwards; neighbours are about one unit apart.
    pub places: Vec<Place>,
    /// Pairs of places that are joined by a drawn line.
    pub joins: Vec<(usize, usize)>,
    /// What is to be said of each side, as a short text such as `3 to place`; may be empty.
    pub beside: [String; 2],
    /// The pieces that each side has beside the board; `None` where there never are any.
    pub hands: Option<[Vec<Held>; 2]>,
    /// The dice that were thrown and are to be played.
    pub dice: Option<Dice>,
    /// The names of the places with a piece whose danger everybody should see, as a king in check.
    pub alarms: Vec<String>,
    /// The symbol that stands for each side.
    pub symbols: [String; 2],
    /// The side that sits at the lower edge; `None` where there is only one way to look at it, as at
    /// a tree.
    pub near: Option<Seat>,
}

impl Picture {
    /// A board that the first side looks at, with nothing drawn but its places.
    #[must_use]
    pub fn new(surface: Surface, places: Vec<Place>, symbols: [String; 2]) -> Picture {
        Picture {
            surface,
            places,
            joins: Vec::new(),
            beside: [String::new(), String::new()],
            hands: None,
            dice: None,
            alarms: Vec::new(),
            symbols,
            near: Some(Seat::First),
        }
    }

    /// A text and nothing else.
    #[must_use]
    pub fn of_text(text: String) -> Picture {
        let place = Place {
            name: "position".to_owned(),
            at: [0.0, 0.0],
            content: Content::Label(text),
        };
        let symbols = ["first".to_owned(), "second".to_owned()];
        Picture {
            near: None,
            ..Picture::new(Surface::Cells(Cells::Paper), vec![place], symbols)
        }
    }

    /// The same board as the side opposite sees it. A picture that can be looked at in one way only
    /// stays as it is.
    ///
    /// ```
    /// use shido_core::Seat;
    /// use shido_core::picture::{Cells, Content, Picture, Place, Surface};
    ///
    /// let corner = Place { name: "a1".to_owned(), at: [0.0, 7.0], content: Content::Empty };
    /// let symbols = ["W".to_owned(), "B".to_owned()];
    /// let picture = Picture::new(Surface::Cells(Cells::Checkered), vec![corner], symbols);
    /// let turned = picture.clone().turned();
    /// assert_eq!((turned.places[0].at, turned.near), ([0.0, -7.0], Some(Seat::Second)));
    /// assert_eq!(turned.turned(), picture);
    /// ```
    #[must_use]
    pub fn turned(mut self) -> Picture {
        let Some(near) = self.near else { return self };
        // Subtracting from zero keeps zeros positive.
        let opposite = |at: [f64; 2]| at.map(|along| 0.0 - along);
        for place in &mut self.places {
            place.at = opposite(place.at);
        }
        if let Surface::Cells(Cells::Wood { dots } | Cells::Felt { dots }) = &mut self.surface {
            for dot in dots {
                *dot = opposite(*dot);
            }
        }
        self.near = Some(near.other());
        self
    }
}

/// What a board is made of.
#[derive(Clone, PartialEq, Debug)]
pub enum Surface {
    /// Squares with the markers inside.
    Cells(Cells),
    /// Points of a drawing with the markers on them, as in nine men's morris.
    Points,
    /// Crossings of the lines of a grid with the stones on them, as in Go. The names of the places are
    /// made of their column's and their row's.
    Crossings {
        /// The places with a dot, by their numbers: the star points.
        stars: Vec<usize>,
    },
}

/// What a board of squares is made of.
#[derive(Clone, PartialEq, Debug)]
pub enum Cells {
    /// Lines on paper, as in tic-tac-toe.
    Paper,
    /// Light and dark squares in turn, as in chess. The left one of those nearest to the first side
    /// is dark.
    Checkered,
    /// Lines on wood, as in shogi.
    Wood {
        /// Where lines cross with a dot.
        dots: Vec<[f64; 2]>,
    },
    /// Lines on green cloth, as in Othello.
    Felt {
        /// Where lines cross with a dot.
        dots: Vec<[f64; 2]>,
    },
    /// Holes of an upright rack into which markers fall, as in Connect Four.
    Rack,
    /// Long triangles that point from both edges to the middle, as in backgammon. The places are in
    /// two rows.
    Triangles {
        /// The places that are no triangles, by their numbers: the bar.
        bars: Vec<usize>,
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
        /// What it is, where it is drawn and not written.
        shape: Shape,
    },
    /// A text that belongs to nobody, such as the value of a leaf.
    Label(String),
}

/// What a marker or piece is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One like all others of its side: a disc, a stone, a cross, whatever suits the board.
    Plain,
    /// One that was crowned, as a king of draughts.
    Crowned,
    /// So many plain ones on the same place.
    Stack(u8),
    /// A carved figure, as in chess.
    Figure(Figure),
    /// A flat wedge that points at the other side, as in shogi.
    Wedge {
        /// What is written on it.
        text: String,
        /// Whether it shows its other face, to which it was promoted.
        promoted: bool,
    },
}

/// A carved figure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Figure {
    /// The king.
    King,
    /// The queen.
    Queen,
    /// The rook.
    Rook,
    /// The bishop.
    Bishop,
    /// The knight.
    Knight,
    /// The pawn.
    Pawn,
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Figure::King => "king",
            Figure::Queen => "queen",
            Figure::Rook => "rook",
            Figure::Bishop => "bishop",
            Figure::Knight => "knight",
            Figure::Pawn => "pawn",
        })
    }
}

/// Pieces of one kind beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// What each of them is called among the pieces of its side, such as `G`.
    pub name: String,
    /// How many there are.
    pub count: u8,
    /// What each of them is.
    pub shape: Shape,
    /// All of them as a short text, such as `2G`.
    pub text: String,
}

/// Dice that lie on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dice {
    /// Who threw them.
    pub seat: Seat,
    /// What they show.
    pub pips: Vec<u8>,
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
