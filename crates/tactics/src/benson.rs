use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use shido_core::Seat;
use shido_games::go::{Board, PointSet};

/// The stones of a side that cannot be captured even if it passes for ever.
///
/// This is the algorithm of Benson (1976, "Life in the game of Go", *Information Sciences* 10). A
/// *region* of a side is a largest connected set of points without a stone of that side. It is *vital*
/// to a chain if all its empty points are liberties of the chain: whoever fills the last of them has no
/// liberty there. Chains with two vital regions are alive if the chains around these regions are. So
/// chains with fewer and regions with other chains around them are crossed out in turn until nothing
/// changes; what is left is alive, and nothing else is.
#[must_use]
pub fn unconditionally_alive(board: &Board, seat: Seat) -> PointSet {
    alive(board, seat)
}

/// Points with stones on them, as far as Benson's algorithm asks: a board, or a part of one.
pub(crate) trait Ground {
    /// A set of its points.
    type Set: Copy
        + PartialEq
        + Default
        + BitAnd<Output = Self::Set>
        + BitOr<Output = Self::Set>
        + BitOrAssign
        + Sub<Output = Self::Set>;

    fn points(&self) -> Self::Set;
    fn stones(&self, seat: Seat) -> Self::Set;
    /// The set of one point of a set; `None` where there is none.
    fn first(&self, set: Self::Set) -> Option<Self::Set>;
    /// What is connected with `from` without leaving `within`.
    fn connected(&self, from: Self::Set, within: Self::Set) -> Self::Set;
    /// The points next to a set.
    fn around(&self, set: Self::Set) -> Self::Set;

    /// Whether some of these points lie next to a stone of a side that is not on the ground and taken
    /// for safe.
    fn touches_safe(&self, _set: Self::Set, _seat: Seat) -> bool {
        false
    }
}

impl Ground for Board {
    type Set = PointSet;

    fn points(&self) -> PointSet {
        self.points()
    }

    fn stones(&self, seat: Seat) -> PointSet {
        self.stones(seat)
    }

    fn first(&self, set: PointSet) -> Option<PointSet> {
        set.iter().next().map(PointSet::from)
    }

    fn connected(&self, from: PointSet, within: PointSet) -> PointSet {
        self.connected(from, &within)
    }

    fn around(&self, set: PointSet) -> PointSet {
        self.around(&set)
    }
}

/// A set of points without a stone of the side.
struct Region<S> {
    empty: S,
    /// The stones of the side next to it.
    border: S,
}

struct Chain<S> {
    stones: S,
    liberties: S,
    /// Connected with stones that are taken for safe.
    safe: bool,
}

/// The stones of a side that live whatever happens, as [`unconditionally_alive`] finds them. A region
/// with safe stones of the other side next to it is vital to no chain: they have liberties elsewhere.
pub(crate) fn alive<G: Ground>(ground: &G, seat: Seat) -> G::Set {
    let none = G::Set::default();
    let stones = ground.stones(seat);
    let others = ground.points() - stones;
    let empty = others - ground.stones(seat.other());
    let mut regions: Vec<Region<G::Set>> = components(ground, others)
        .filter(|region| !ground.touches_safe(*region, seat.other()))
        .map(|region| Region {
            empty: region & empty,
            border: ground.around(region) & stones,
        })
        .collect();
    let mut chains: Vec<Chain<G::Set>> = components(ground, stones)
        .map(|stones| Chain {
            stones,
            liberties: ground.around(stones) & empty,
            safe: ground.touches_safe(stones, seat),
        })
        .collect();
    loop {
        let before = (chains.len(), regions.len());
        chains.retain(|chain| {
            let vital = |region: &&Region<G::Set>| {
                (region.empty - chain.liberties) == none && (region.border & chain.stones) != none
            };
            chain.safe || regions.iter().filter(vital).nth(1).is_some()
        });
        let mut alive = none;
        for chain in &chains {
            alive |= chain.stones;
        }
        regions.retain(|region| (region.border - alive) == none);
        if before == (chains.len(), regions.len()) {
            return alive;
        }
    }
}

/// The connected parts of a set.
fn components<G: Ground>(ground: &G, set: G::Set) -> impl Iterator<Item = G::Set> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let part = ground.connected(ground.first(rest)?, set);
        rest = rest - part;
        Some(part)
    })
}
