//! The board as seen by an onlooker who does not know the rules.

use crate::{Game, Seat};

/// What an onlooker who does not know the rules sees: a board, and who has a marker where.
///
/// Advice that is to hold in any game may rest on nothing else. As provided, a game has no board.
pub trait Markers: Game {
    /// Who holds each point of the board. The same number of points in every position; none where the
    /// game has no board.
    fn holders(&self, _position: &Self::Position) -> Vec<Option<Seat>> {
        Vec::new()
    }

    /// What is drawn on the board.
    fn drawing(&self) -> &Drawing {
        static BLANK: Drawing = Drawing::BLANK;
        &BLANK
    }

    /// The same position if it were the other side's turn, to see what that side is up to. `None`
    /// where the rules cannot be asked such a thing.
    fn turned(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }
}

/// What is drawn on a board: lines, and which points are joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The lines, each as the points on it.
    pub lines: Vec<Vec<usize>>,
    /// What happens when a side has filled a line.
    pub filling: Filling,
    /// For each point those next to it.
    pub adjacent: Vec<Vec<usize>>,
    /// Whether the points are cells. Then nothing leads through them: the lines are there for whoever
    /// has read the rules, but not drawn.
    pub cells: bool,
}

/// What happens when a side has filled a line with its markers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filling {
    /// Nothing.
    Nothing,
    /// That side wins.
    Wins,
    /// That side loses.
    Loses,
    /// That side takes a marker of the other.
    Captures,
}

impl Drawing {
    /// An empty sheet.
    pub const BLANK: Drawing = Drawing {
        lines: Vec::new(),
        filling: Filling::Nothing,
        adjacent: Vec::new(),
        cells: false,
    };

    /// The lines, drawn or not, or where there are none the links between neighbours.
    #[must_use]
    pub fn lines_or_links(&self) -> std::borrow::Cow<'_, [Vec<usize>]> {
        if !self.lines.is_empty() {
            return (&self.lines[..]).into();
        }
        let from = self.adjacent.iter().enumerate();
        from.flat_map(|(a, next)| {
            next.iter()
                .filter(move |b| a < **b)
                .map(move |b| vec![a, *b])
        })
        .collect()
    }

    /// The lines that a side is glad to fill; none where filling one is no good.
    #[must_use]
    pub fn winning_lines(&self) -> &[Vec<usize>] {
        match self.filling {
            Filling::Wins | Filling::Captures => &self.lines,
            Filling::Nothing | Filling::Loses => &[],
        }
    }
}
