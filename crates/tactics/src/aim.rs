//! What stones are played for, as the end of a playout shows it.

use shido_core::Seat;
use shido_games::go::{Board, Playout, Point, PointSet};

use crate::Group;

/// What stones are played for, as the end of a contest shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The stone is captured.
    Capture(Point),
    /// The stone is never captured.
    Live(Point),
    /// The stone is never captured, and in the end its chain has two eyes of its own: nearer to its group,
    /// as it is now, than to others of its side.
    TwoEyes(Point),
    /// The two stones become one chain that is never captured.
    Connect(Point, Point),
    /// The stone is never captured, and its side ends up with at least so many points of [what its group
    /// may claim](claim).
    Territory {
        /// The stone.
        of: Point,
        /// How many points.
        points: u32,
    },
}

impl Aim {
    /// The side that wants it; `None` where there is no such stone, or two that are to be connected are
    /// of different colours.
    #[must_use]
    pub fn side(self, board: &Board) -> Option<Seat> {
        let owner = board.holder(self.stone())?;
        match self {
            Aim::Capture(_) => Some(owner.other()),
            Aim::Live(_) | Aim::TwoEyes(_) | Aim::Territory { .. } => Some(owner),
            Aim::Connect(_, other) => Some(owner).filter(|_| board.holder(other) == Some(owner)),
        }
    }

    /// The stone it is about, the first if there are two.
    fn stone(self) -> Point {
        match self {
            Aim::Capture(stone)
            | Aim::Live(stone)
            | Aim::TwoEyes(stone)
            | Aim::Connect(stone, _) => stone,
            Aim::Territory { of, .. } => of,
        }
    }

    /// The stones whose capture decides it.
    #[must_use]
    pub fn stones(self) -> Vec<Point> {
        match self {
            Aim::Connect(one, other) => vec![one, other],
            _ => vec![self.stone()],
        }
    }
}

/// What a group may claim: the points that are empty and nearer to it than to any other stone, going
/// over empty points.
#[must_use]
pub fn claim(board: &Board, group: &Group) -> PointSet {
    let others = board.occupied() - group.stones;
    reached_first(board, group.stones, others, board.empty())
}

/// Where eyes are a group's own: the points without stones of its side that are nearer to it than to any
/// other stone of that side. Whether the enemies there die, the end of a contest shows.
pub(crate) fn eye_space(board: &Board, group: &Group) -> PointSet {
    let own = board.stones(group.seat);
    reached_first(
        board,
        group.stones,
        own - group.stones,
        board.points() - own,
    )
}

/// What is reached from one set of points before another, step by step over the points that are open.
fn reached_first(board: &Board, from: PointSet, before: PointSet, open: PointSet) -> PointSet {
    let mut mine = from;
    let mut others = before;
    let mut contested = PointSet::EMPTY;
    loop {
        let free = open - mine - others - contested;
        let [next, met] = [mine, others].map(|set| board.around(&set) & free);
        if next.is_empty() && met.is_empty() {
            return mine - from;
        }
        // What both reach at once is nobody's, and neither goes on from there ahead of the other.
        contested |= next & met;
        mine |= next - met;
        others |= met - next;
    }
}

/// How many of the regions that the chain of a stone encloses, at the end of a playout, lie in `space` at
/// least in part.
pub(crate) fn eyes(end: &Board, stone: Point, space: &PointSet) -> usize {
    let Some(chain) = end.chain(stone) else {
        return 0;
    };
    let owned = end.areas()[chain.seat.index()];
    let mut rest = chain.liberties & owned;
    let mut eyes = 0;
    while let Some(point) = rest.iter().next() {
        let region = end.connected(point.into(), &end.empty());
        rest -= region;
        eyes += usize::from(region.meets(space));
    }
    eyes
}

/// An aim on a board, ready to be looked for at the end of many contests.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    aim: Aim,
    owner: Seat,
    pub(crate) stones: Vec<Point>,
    claim: PointSet,
}

impl Watched {
    /// `None` where [no side](Aim::side) can have the aim.
    pub(crate) fn new(board: &Board, aim: Aim) -> Option<Watched> {
        aim.side(board)?;
        let group = Group::at(board, aim.stone())?;
        let claim = match aim {
            Aim::Territory { .. } => claim(board, &group),
            Aim::TwoEyes(_) => eye_space(board, &group),
            _ => PointSet::EMPTY,
        };
        Some(Watched {
            aim,
            owner: group.seat,
            stones: aim.stones(),
            claim,
        })
    }

    /// Whether it came about in a contest that [keeps the stones](shido_games::go::Playouts::run_keeping)
    /// or lost one of them.
    pub(crate) fn is_met(&self, end: Option<&Playout>) -> bool {
        match (self.aim, end) {
            (Aim::Capture(_), end) => end.is_none(),
            (_, None) => false,
            (Aim::Live(_), Some(_)) => true,
            (Aim::TwoEyes(stone), Some(end)) => eyes(&end.board(), stone, &self.claim) >= 2,
            (Aim::Connect(one, other), Some(end)) => end.are_connected(one, other),
            (Aim::Territory { points, .. }, Some(end)) => {
                (end.areas()[self.owner.index()] & self.claim).len() >= points
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{board, point};

    #[test]
    fn a_group_claims_what_it_reaches_first() {
        // Two stones face each other: the column between them is as near to both.
        let facing = board("5/5/X3O/5/5");
        let group = Group::at(&facing, point(0, 2)).expect("a stone");
        let claimed = claim(&facing, &group);
        assert_eq!(claimed.len(), 2 * 5 - 1);
        assert!(claimed.iter().all(|point| point.column() < 2));
        // Behind a wall the other side would have to go around, which is longer.
        let walled = board("5/XXXX1/5/O4/5");
        let group = Group::at(&walled, point(0, 3)).expect("a stone");
        assert!(claim(&walled, &group).contains(point(0, 4)));
        assert!(!claim(&walled, &group).contains(point(0, 2)));
    }

    #[test]
    fn eyes_lie_where_the_group_could_make_them() {
        let text = "7/7/7/7/XXXXX2/OOOOX2/1O1OX2";
        let end = board(text);
        let whole = end.points();
        assert_eq!(eyes(&end, point(1, 1), &whole), 2);
        // Of another group's eyes it has none.
        assert_eq!(eyes(&end, point(1, 1), &point(0, 0).into()), 1);
        // All that is left to Black is one region.
        assert_eq!(eyes(&end, point(4, 0), &whole), 1);
        // Each of two groups has the space on its side of the middle, and on an enemy's stones.
        let now = board("5/1XOX1/5/5/5");
        let group = Group::at(&now, point(1, 3)).expect("a stone");
        let space = eye_space(&now, &group);
        assert!(space.iter().all(|point| point.column() < 2));
        assert_eq!(space.len(), 9);
        let alone = board("5/1XO2/5/5/5");
        let group = Group::at(&alone, point(1, 3)).expect("a stone");
        assert_eq!(eye_space(&alone, &group).len(), 24);
    }

    #[test]
    fn a_side_has_the_aim_or_none() {
        let board = board("5/5/X3O/5/5");
        let [black, white, none] = [point(0, 2), point(4, 2), point(2, 2)];
        assert_eq!(Aim::Capture(black).side(&board), Some(Seat::Second));
        assert_eq!(Aim::Live(white).side(&board), Some(Seat::Second));
        assert_eq!(Aim::Connect(black, white).side(&board), None);
        assert_eq!(Aim::Live(none).side(&board), None);
    }
}
