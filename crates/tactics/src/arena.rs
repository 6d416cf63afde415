//! A part of a board with numbered points, small enough for a set of them to be one word.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use shido_core::Seat;
use shido_games::go::{Board, Chain, Point, PointSet};

use crate::benson::Ground;
use crate::region::Region;

/// A set of the points of an arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Spots(pub(crate) u64);

impl Spots {
    pub(crate) const EMPTY: Spots = Spots(0);

    pub(crate) const fn one(spot: u8) -> Spots {
        Spots(1 << spot)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(crate) fn meets(self, others: Spots) -> bool {
        !(self & others).is_empty()
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let spot = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(spot)
        })
    }
}

impl BitAnd for Spots {
    type Output = Spots;

    fn bitand(self, other: Spots) -> Spots {
        Spots(self.0 & other.0)
    }
}

impl BitOr for Spots {
    type Output = Spots;

    fn bitor(self, other: Spots) -> Spots {
        Spots(self.0 | other.0)
    }
}

impl BitOrAssign for Spots {
    fn bitor_assign(&mut self, other: Spots) {
        self.0 |= other.0;
    }
}

/// The spots of the first set that are not in the second.
impl Sub for Spots {
    type Output = Spots;

    fn sub(self, other: Spots) -> Spots {
        Spots(self.0 & !other.0)
    }
}

/// The points of a region by number. The stones of a chain in question are one spot: they are captured
/// together, and then all is over. These spots come first.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    /// Where each spot is on the board; for a chain in question, its first stone.
    places: Vec<Point>,
    near: Vec<Spots>,
    all: Spots,
    /// The spots next to safe stones of each side, which are never captured.
    beside_walls: [Spots; 2],
    /// The spots next to those of them that are doubtful friends of the chains in question, and whose they
    /// are.
    beside_doubtful: Spots,
    owner: Seat,
}

fn spots(places: &[Point], points: PointSet) -> Spots {
    let inside = (0..)
        .zip(places)
        .filter(|(_, place)| points.contains(**place));
    Spots(inside.fold(0, |bits, (spot, _)| bits | 1_u64 << spot))
}

/// The first chain in question.
pub(crate) const TARGET: Spots = Spots::one(0);
/// The second, where there are two.
pub(crate) const OTHER: Spots = Spots::one(1);

impl Arena {
    /// The arena of a region and the stones on it, for a question about chains of one side; `None` if it
    /// has too many points.
    pub(crate) fn new(
        board: &Board,
        targets: &[Chain],
        region: &Region,
    ) -> Option<(Arena, Stones)> {
        let owner = targets.first()?.seat;
        let firsts: Vec<Point> = targets
            .iter()
            .filter_map(|target| target.stones.iter().next())
            .collect();
        let rest = targets
            .iter()
            .fold(region.points, |rest, target| rest - target.stones);
        if firsts.len() + rest.len() as usize > u64::BITS as usize {
            return None;
        }
        let places: Vec<Point> = firsts.iter().copied().chain(rest.iter()).collect();
        let beside = |set: PointSet| {
            let mut around = board.around(&set);
            for (target, first) in targets.iter().zip(&firsts) {
                if around.meets(&target.stones) {
                    around.insert(*first);
                }
            }
            spots(&places, around)
        };
        let chains = targets.iter().map(|target| target.stones);
        let others = rest.iter().map(PointSet::from);
        let arena = Arena {
            near: chains.chain(others).map(beside).collect(),
            all: spots(&places, region.points),
            beside_walls: region.walls.map(beside),
            beside_doubtful: beside(region.doubtful),
            owner,
            places: places.clone(),
        };
        let stones = Stones(board.both().map(|stones| arena.spots(stones)));
        Some((arena, stones))
    }

    /// The point of a spot.
    pub(crate) fn place(&self, spot: u8) -> Point {
        self.places[usize::from(spot)]
    }

    /// The spots of those points that are in the arena.
    pub(crate) fn spots(&self, points: PointSet) -> Spots {
        spots(&self.places, points)
    }

    pub(crate) fn near(&self, spot: u8) -> Spots {
        self.near[usize::from(spot)]
    }

    pub(crate) fn empty(&self, stones: Stones) -> Spots {
        self.all - (stones.0[0] | stones.0[1])
    }

    pub(crate) fn around(&self, set: Spots) -> Spots {
        let mut around = Spots::EMPTY;
        for spot in set.iter() {
            around |= self.near(spot);
        }
        around - set
    }

    pub(crate) fn connected(&self, from: Spots, within: Spots) -> Spots {
        let mut reached = from & within;
        let mut fresh = reached;
        while !fresh.is_empty() {
            fresh = (self.around(fresh) & within) - reached;
            reached |= fresh;
        }
        reached
    }

    /// All spots.
    pub(crate) const fn all(&self) -> Spots {
        self.all
    }

    /// The spots next to safe stones of a side.
    pub(crate) const fn beside_wall(&self, seat: Seat) -> Spots {
        self.beside_walls[seat.index()]
    }

    /// Whether one of these spots lies next to safe stones of a side.
    pub(crate) fn touches_wall(&self, set: Spots, seat: Seat) -> bool {
        set.meets(self.beside_walls[seat.index()])
    }

    /// Whether one of these spots lies next to doubtful friends of the chain in question.
    pub(crate) fn touches_doubtful(&self, set: Spots) -> bool {
        set.meets(self.beside_doubtful)
    }

    /// The stones that a side's stone on an empty spot captures.
    pub(crate) fn captures(&self, stones: Stones, spot: u8, seat: Seat) -> Spots {
        let other = seat.other();
        let others = stones.of(other);
        let left = self.empty(stones) - Spots::one(spot);
        let mut rest = self.near(spot) & others;
        let mut captured = Spots::EMPTY;
        while let Some(next) = rest.iter().next() {
            let chain = self.connected(Spots::one(next), others);
            rest = rest - chain;
            if !self.around(chain).meets(left) && !self.touches_wall(chain, other) {
                captured |= chain;
            }
        }
        captured
    }

    /// Whether a side's stone on an empty spot would capture nothing and have no liberty.
    pub(crate) fn is_suicide(&self, stones: Stones, spot: u8, seat: Seat) -> bool {
        let empty = self.empty(stones);
        if self.near(spot).meets(empty) {
            return false;
        }
        let placed = Spots::one(spot);
        let chain = self.connected(placed, stones.of(seat) | placed);
        !self.around(chain).meets(empty - placed)
            && !self.touches_wall(chain, seat)
            && self.captures(stones, spot, seat).is_empty()
    }
}

/// The stones on an arena, Black's first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stones(pub(crate) [Spots; 2]);

impl Stones {
    pub(crate) const fn of(self, seat: Seat) -> Spots {
        self.0[seat.index()]
    }
}

impl Ground for (&Arena, Stones) {
    type Set = Spots;

    fn points(&self) -> Spots {
        self.0.all
    }

    fn stones(&self, seat: Seat) -> Spots {
        self.1.of(seat)
    }

    fn first(&self, set: Spots) -> Option<Spots> {
        set.iter().next().map(Spots::one)
    }

    fn connected(&self, from: Spots, within: Spots) -> Spots {
        self.0.connected(from, within)
    }

    fn around(&self, set: Spots) -> Spots {
        self.0.around(set)
    }

    /// Doubtful friends make nothing alive, and may be gone one day.
    fn touches_safe(&self, set: Spots, seat: Seat) -> bool {
        let arena = self.0;
        match seat == arena.owner {
            true => set.meets(arena.beside_walls[seat.index()] - arena.beside_doubtful),
            false => arena.touches_wall(set, seat) || arena.touches_doubtful(set),
        }
    }
}
