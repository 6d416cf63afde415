//! A game frame after reading: rule families as enums, points as numbers, nothing left to check.

use std::collections::BTreeMap;

use shido_core::Seat;

/// The number of a point on its board.
pub type Point = u8;

/// The most points a board may have; [`Point`] keeps one number for "nowhere".
pub const MOST_POINTS: usize = 255;

/// A game as data. See `docs/frames.md` for the file format.
///
/// The two entries of a pair belong to [`Seat::First`](shido_core::Seat::First) and
/// [`Seat::Second`](shido_core::Seat::Second), whatever they were called in the file.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// The name by which it is opened.
    pub name: String,
    /// The name as people write it.
    pub title: String,
    /// One sentence about it.
    pub about: String,
    /// Its rules in the frame's own words, where it has some.
    pub own_words: Option<String>,
    /// The numbers that whoever opens the frame may choose.
    pub parameters: BTreeMap<String, i64>,
    /// Everything that decides how it is played.
    pub rules: Rules,
    /// What its wise perfect player does.
    pub theory: Theory,
    /// What the literature says about it.
    pub known: Option<Known>,
}

/// The part of a frame that decides how the game is played. Two frames with equal rules are the
/// same game under different names.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    /// The board.
    pub board: Board,
    /// What each side plays with.
    pub markers: [Marker; 2],
    /// The points that each side occupies at the start.
    pub setup: [Vec<Point>; 2],
    /// The kinds of move, in the order in which they are considered.
    pub stages: Vec<Stage>,
    /// What completing a line does.
    pub line: LineRule,
    /// What having no move means for the side to move.
    pub no_move: NoMove,
    /// A side with fewer markers than this loses.
    pub fewer_than: Option<u32>,
    /// Whether a full board is a draw.
    pub full_board_draws: bool,
    /// Which occurrence of a position is a draw.
    pub repetition: Option<Repetition>,
    /// After how many plies the contest is a draw.
    pub ply_limit: Option<u32>,
}

/// Points, how they are joined, and which of them make lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// The points.
    pub points: Vec<BoardPoint>,
    /// The points grouped as a position is written: layers, rows from the top, from the left.
    pub rows: Vec<Vec<Vec<Point>>>,
    /// Pairs of adjacent points, the smaller number first, in order.
    pub adjacent: Vec<(Point, Point)>,
    /// Ways to jump: from, over, to. Each is there in both directions.
    pub jumps: Vec<(Point, Point, Point)>,
    /// The lines, each sorted, in order and all different.
    pub lines: Vec<Vec<Point>>,
    /// For a grid, how many points lie beside each other before the next higher one begins: the
    /// distance between a point and the one above it in its column.
    pub column_stride: Option<u32>,
    /// How the board is drawn.
    pub surface: Surface,
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surface {
    /// Squares with the markers inside.
    Cells,
    /// Points and lines with the markers on them.
    Points,
}

/// A place of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardPoint {
    /// Its name in the notation.
    pub name: String,
    /// Where it is drawn: right, up.
    pub at: [f64; 2],
    /// The name of the column in which it lies, for dropping.
    pub column: String,
}

/// What a side plays with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marker {
    /// The letter that stands for a marker.
    pub symbol: char,
    /// How many the side owns.
    pub count: u32,
}

/// A kind of move, and when a side makes it.
#[derive(Clone, PartialEq, Debug)]
pub enum Stage {
    /// A marker from hand goes to any empty point but these.
    Place {
        /// Points where no marker may be placed.
        except: Vec<Point>,
    },
    /// A marker from hand falls to the lowest empty point of a column.
    Drop,
    /// A marker moves to an adjacent empty point.
    Slide {
        /// Only while the side has at most so many markers on the board.
        markers_at_most: Option<u32>,
        /// Over whose markers it may jump.
        jumps: Over,
        /// Points that may be entered only under a condition.
        enter: Option<Entry>,
    },
    /// A marker moves to any empty point.
    Fly {
        /// Only while the side has at most so many markers on the board.
        markers_at_most: Option<u32>,
    },
}

/// Over whose markers a jump may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// Nobody's: no jumps.
    None,
    /// The side's own.
    Own,
    /// The other side's.
    Other,
    /// Anybody's.
    Any,
}

/// Points that a marker may enter only from beside a marker of some side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The points.
    pub points: Vec<Point>,
    /// Whether the neighbour must be one of the side's own markers, rather than the other side's.
    pub beside_own: bool,
}

/// What completing a line does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineRule {
    /// Lines mean nothing.
    Nothing,
    /// It wins.
    Wins,
    /// It loses.
    Loses,
    /// It takes a marker of the other side off the board.
    Removes {
        /// Whether markers in lines are safe while there are others.
        protect_lines: bool,
    },
}

/// What having no move means for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMove {
    /// It loses.
    Loses,
    /// It wins.
    Wins,
    /// The contest is drawn.
    Draws,
    /// It passes; the contest is drawn when neither side can move.
    Passes,
}

/// Which occurrence of a position is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// The how manieth occurrence.
    pub times: u32,
    /// Whether mirror images count as the same position.
    pub up_to_symmetry: bool,
}

/// What a wise perfect player does beyond keeping the value; moves in the game's notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Theory {
    /// How it chooses among moves that keep the value.
    pub wisdom: Option<TheoryWisdom>,
    /// What it plays in known positions, whichever way the board is turned.
    pub book: Vec<BookLine>,
    /// The seat in which it answers symmetrically where that does not lose.
    pub mirror: Option<Seat>,
    /// Kinds of move that it prefers among equally good ones.
    pub prefer: Vec<String>,
}

/// How a perfect player chooses among moves that keep the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TheoryWisdom {
    /// Any of them, as often.
    Uniform,
    /// The shortest win, the longest loss.
    Fastest,
    /// Those after which the largest share of the replies lose.
    Trap,
}

/// What to play after some first moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookLine {
    /// The moves from the start.
    pub after: Vec<String>,
    /// Kinds of move to play then, each as often; a move stands for all its mirror images.
    pub play: Vec<String>,
}

/// What the literature says about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Who wins with perfect play.
    pub value: KnownValue,
    /// Who says so.
    pub source: String,
    /// The number of reachable positions, if it has been published.
    pub positions: Option<u64>,
}

/// Who wins with perfect play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownValue {
    /// The first player.
    First,
    /// Nobody.
    Draw,
    /// The second player.
    Second,
}

impl Rules {
    /// Whether markers can leave the board.
    #[must_use]
    pub fn removes(&self) -> bool {
        matches!(self.line, LineRule::Removes { .. })
    }

    /// Whether completing a line ends the contest.
    #[must_use]
    pub fn line_ends(&self) -> bool {
        matches!(self.line, LineRule::Wins | LineRule::Loses)
    }

    /// Whether markers on the board can move, so that positions may recur.
    #[must_use]
    pub fn moves_markers(&self) -> bool {
        self.stages
            .iter()
            .any(|stage| matches!(stage, Stage::Slide { .. } | Stage::Fly { .. }))
    }
}
