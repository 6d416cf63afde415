//! The stones on the board, and what can be seen of them without knowing what happened before.

use shido_core::Seat;

use super::points::{LARGEST, Point, PointSet};

/// The stones on a board.
///
/// Chains are not kept but found when asked for, by growing a set of points until it grows no more:
/// so a board is a few words that are quickly copied and compared. Where only speed counts, playouts
/// have a [board of their own](super::Playouts).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    size: u8,
    stones: [PointSet; 2],
}

/// Stones of one colour that are connected along the lines, and the empty points next to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Whose stones they are.
    pub seat: Seat,
    /// The stones.
    pub stones: PointSet,
    /// The empty points next to them. A chain without any is captured.
    pub liberties: PointSet,
}

impl Chain {
    /// Whether one more stone of the other side captures it.
    #[must_use]
    pub fn is_in_atari(&self) -> bool {
        self.liberties.only().is_some()
    }
}

/// All points of a board of each size.
static WHOLE: [PointSet; LARGEST as usize + 1] = {
    let mut sets = [PointSet::EMPTY; LARGEST as usize + 1];
    let mut size = 0;
    while size <= LARGEST {
        sets[size as usize] = PointSet::whole(size);
        size += 1;
    }
    sets
};

impl Board {
    /// An empty board of two to nineteen rows and columns.
    #[must_use]
    pub const fn new(size: u8) -> Board {
        Board {
            size,
            stones: [PointSet::EMPTY; 2],
        }
    }

    /// A board with these stones, of which no two are on the same point and none is beside the board.
    #[must_use]
    pub const fn with(size: u8, stones: [PointSet; 2]) -> Board {
        Board { size, stones }
    }

    /// How many rows and columns there are.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// All points of the board.
    #[must_use]
    #[inline]
    pub fn points(&self) -> PointSet {
        WHOLE[usize::from(self.size)]
    }

    /// The stones of a side.
    #[must_use]
    #[inline]
    pub const fn stones(&self, seat: Seat) -> PointSet {
        self.stones[seat.index()]
    }

    /// The stones of both sides, Black's first.
    #[must_use]
    pub const fn both(&self) -> [PointSet; 2] {
        self.stones
    }

    /// The points with a stone on them.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> PointSet {
        self.stones[0] | self.stones[1]
    }

    /// The points without a stone.
    #[must_use]
    #[inline]
    pub fn empty(&self) -> PointSet {
        self.points() - self.occupied()
    }

    /// Whose stone is on a point.
    #[must_use]
    #[inline]
    pub fn holder(&self, point: Point) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.stones(*seat).contains(point))
    }

    /// The points next to a set, along the lines, that are not in it.
    #[must_use]
    #[inline]
    pub fn around(&self, set: &PointSet) -> PointSet {
        (set.steps() & self.points()) - *set
    }

    /// The two to four points next to a point.
    #[must_use]
    #[inline]
    pub fn neighbours(&self, point: Point) -> PointSet {
        self.around(&point.into())
    }

    /// The points diagonally next to a point.
    #[must_use]
    pub fn diagonals(&self, point: Point) -> PointSet {
        PointSet::from(point).diagonal_steps() & self.points()
    }

    /// What is connected with `from` along the lines without leaving `within`.
    #[must_use]
    #[inline]
    pub fn connected(&self, from: PointSet, within: &PointSet) -> PointSet {
        let mut reached = from & *within;
        loop {
            let grown = (reached | reached.steps()) & *within;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// The chain that a stone belongs to; `None` for an empty point.
    #[must_use]
    pub fn chain(&self, point: Point) -> Option<Chain> {
        let seat = self.holder(point)?;
        let stones = self.connected(point.into(), &self.stones(seat));
        Some(Chain {
            seat,
            stones,
            liberties: self.around(&stones) & self.empty(),
        })
    }

    /// The chains that have a stone in `among`, in the order of their first such stone.
    pub fn chains(&self, among: PointSet) -> impl Iterator<Item = Chain> + use<> {
        let board = *self;
        let mut rest = among & board.occupied();
        std::iter::from_fn(move || {
            let chain = board.chain(rest.iter().next()?)?;
            rest -= chain.stones;
            Some(chain)
        })
    }

    /// The chains of the other side that touch a chain.
    pub fn enemies(&self, chain: &Chain) -> impl Iterator<Item = Chain> + use<> {
        self.chains(self.around(&chain.stones) & self.stones(chain.seat.other()))
    }

    /// The stones that are captured when a side plays on an empty point.
    #[must_use]
    #[inline]
    pub fn captures(&self, point: Point, seat: Seat) -> PointSet {
        let other = self.stones(seat.other());
        let left = self.empty() - point.into();
        let mut rest = self.neighbours(point) & other;
        let mut captured = PointSet::EMPTY;
        while let Some(next) = rest.iter().next() {
            let stones = self.connected(next.into(), &other);
            rest -= stones;
            if !stones.steps().meets(&left) {
                captured |= stones;
            }
        }
        captured
    }

    /// Whether a side that plays on this empty point captures nothing and leaves its own stones
    /// without a liberty.
    #[must_use]
    #[inline]
    pub fn is_suicide(&self, point: Point, seat: Seat) -> bool {
        let empty = self.empty();
        if self.neighbours(point).meets(&empty) {
            return false;
        }
        let placed = PointSet::from(point);
        let stones = self.connected(placed, &(self.stones(seat) | placed));
        !stones.steps().meets(&(empty - placed)) && self.captures(point, seat).is_empty()
    }

    /// Places a stone and takes what it captures, which is returned. A point that is taken or beside
    /// the board stays as it is.
    #[inline]
    pub fn place(&mut self, point: Point, seat: Seat) -> PointSet {
        if !self.empty().contains(point) {
            return PointSet::EMPTY;
        }
        let captured = self.captures(point, seat);
        self.stones[seat.index()].insert(point);
        self.stones[seat.other().index()] -= captured;
        captured
    }

    /// Whether an empty point is an eye of a side as far as its nearest points show: all neighbours
    /// are that side's, and of the diagonal points at most one is the other side's, none at the edge.
    #[must_use]
    pub fn is_eye(&self, point: Point, seat: Seat) -> bool {
        if !self.empty().contains(point) || !self.neighbours(point).is_within(&self.stones(seat)) {
            return false;
        }
        let diagonals = self.diagonals(point);
        let taken = (diagonals & self.stones(seat.other())).len();
        taken == 0 || (taken == 1 && diagonals.len() == 4)
    }

    /// What each side owns if all stones are alive: its stones, and the empty regions that touch only
    /// its stones.
    #[must_use]
    pub fn areas(&self) -> [PointSet; 2] {
        let empty = self.empty();
        let mut areas = self.stones;
        let reach =
            Seat::BOTH.map(|seat| self.connected(self.around(&self.stones(seat)) & empty, &empty));
        areas[0] |= reach[0] - reach[1];
        areas[1] |= reach[1] - reach[0];
        areas
    }

    /// Whether every chain has a liberty.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        let empty = self.empty();
        Seat::BOTH.into_iter().all(|seat| {
            let stones = self.stones(seat);
            self.connected(self.around(&empty) & stones, &stones) == stones
        })
    }
}
