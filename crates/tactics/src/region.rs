use shido_core::Seat;
use shido_games::go::{Board, Chain, PointSet};

use crate::Group;
use crate::benson::unconditionally_alive;

/// The part of a board in which the life and death of a chain is decided, as far as the stones around
/// it are taken for safe.
///
/// It is closed: whatever lies next to it is a safe stone or the edge. It begins with the chain and the
/// empty points that it reaches. A chain next to it that is not safe belongs to it as well, with its
/// liberties and the empty points behind them: stones to be captured inside, stones of one's own that
/// were cut off, and the outer liberties of stones that might lose a race.
///
/// A chain is *safe* if it is unconditionally alive, or if it has at least two liberties outside the
/// region and its group at least three. So it cannot be put into atari by play in the region alone, and
/// one move outside does not change that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Region {
    /// The points that are played on, empty or not.
    pub(crate) points: PointSet,
    /// The safe stones next to them, Black's first.
    pub(crate) walls: [PointSet; 2],
}

/// With more empty points the chain does not count as enclosed.
const MOST_EMPTY: u32 = 20;
/// How many liberties outside the region a safe chain and its group have.
const CHAIN_OUTSIDE: u32 = 2;
const GROUP_OUTSIDE: u32 = 3;

impl Region {
    /// The region of a chain; `None` where it is not enclosed.
    pub(crate) fn of(board: &Board, target: &Chain) -> Option<Region> {
        let alive = Seat::BOTH.map(|seat| unconditionally_alive(board, seat));
        let mut points = target.stones;
        // A chain that was safe may not be when the region has grown, but never the other way round,
        // so that this ends.
        loop {
            points |= board.around(&points) & board.empty();
            points = board.connected(points, &(board.empty() | points));
            if (points & board.empty()).len() > MOST_EMPTY {
                return None;
            }
            let beside = board.around(&points) - (alive[0] | alive[1]);
            let unsafe_chain = board
                .chains(beside)
                .find(|chain| !has_liberties_outside(board, chain, &points));
            match unsafe_chain {
                Some(chain) => points |= chain.stones,
                None => break,
            }
        }
        let around = board.around(&points);
        Some(Region {
            points,
            walls: Seat::BOTH.map(|seat| around & board.stones(seat)),
        })
    }
}

fn has_liberties_outside(board: &Board, chain: &Chain, region: &PointSet) -> bool {
    let outside = |liberties: PointSet| (liberties - *region).len();
    outside(chain.liberties) >= CHAIN_OUTSIDE
        && chain
            .stones
            .iter()
            .next()
            .and_then(|stone| Group::at(board, stone))
            .is_some_and(|group| outside(group.liberties) >= GROUP_OUTSIDE)
}
