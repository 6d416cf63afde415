//! A board and who moves first: where a question is asked.

use shido_core::Seat;
use shido_games::go::{Board, PointSet, Position};

/// Where a question about stones is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Situation {
    /// The stones.
    pub board: Board,
    /// Who moves first. It need not be whose turn it is in the contest.
    pub first: Seat,
    /// Where that side may not place its first stone, because the board would be what it was before: mostly
    /// where a ko was just taken.
    pub ban: PointSet,
}

impl Situation {
    /// What a side faces if it moves first in this position. Of the past only what forbids that move
    /// counts.
    #[must_use]
    pub fn of(position: &Position, first: Seat) -> Situation {
        let handed_over = position.handed_over();
        let ban = if position.mover() == first {
            // Not what is forbidden in the position itself: after two passes that is nothing.
            handed_over.handed_over().forbidden()
        } else {
            handed_over.forbidden()
        };
        Situation {
            board: *position.board(),
            first,
            ban,
        }
    }
}
