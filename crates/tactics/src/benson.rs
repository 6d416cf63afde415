//! Benson's algorithm: stones that live whatever happens.

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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::RngExt;
    use shido_core::Seed;
    use shido_games::go::Point;

    use super::*;
    use crate::example::board;

    /// How many of Black's stones live.
    fn count(text: &str) -> u32 {
        unconditionally_alive(&board(text), Seat::First).len()
    }

    #[test]
    fn two_eyes_live() {
        // Two eyes of one point in a corner, and one of them filled.
        assert_eq!(count("5/5/5/XXXX1/1X1X1"), 6);
        assert_eq!(count("5/5/5/XXXX1/1XXX1"), 0);
        // A stone of White in a region of two points, which is still vital.
        assert_eq!(count("5/5/5/XXXXX/1XO1X"), 7);
        // Of four empty points in a square each is next to the stones around, but it is one region.
        assert_eq!(count("5/5/XXX2/2X2/2X2"), 0);
    }

    #[test]
    fn chains_share_their_eyes() {
        // No stone has an eye of its own, but every empty point is vital to each stone next to it.
        assert_eq!(count("1X1X1/X1X1X/1X1X1/X1X1X/1X1X1"), 12);
        // Without one at the edge its neighbour below has one vital region left. Nobody else needs the
        // regions that fall with it.
        assert_eq!(count("1X1X1/X1X1X/1X1X1/X1X2/1X1X1"), 10);
    }

    #[test]
    fn false_eyes_do_not_live() {
        // The stone in the corner holds on by the eye only.
        assert_eq!(count("5/5/5/OXXX1/X1X1X"), 0);
    }

    /// Whether a stone is captured by some sequence of the other side while its owner passes.
    fn can_be_captured(board: &Board, seat: Seat) -> PointSet {
        let mut captured = PointSet::EMPTY;
        let mut seen = HashSet::from([*board]);
        let mut waiting = vec![*board];
        while let Some(board) = waiting.pop() {
            for point in board.empty().iter() {
                if board.is_suicide(point, seat.other()) {
                    continue;
                }
                let mut next = board;
                captured |= next.place(point, seat.other());
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        captured
    }

    /// Exactly the stones that are not found alive can be captured: Benson's theorem in both
    /// directions, with suicide forbidden.
    #[test]
    fn what_is_not_alive_can_be_captured() {
        let rng = &mut Seed(5).rng();
        let mut living = 0;
        for round in 0..400 {
            let size = if round % 2 == 0 { 3 } else { 4 };
            let mut stones = [PointSet::EMPTY; 2];
            for column in 0..size {
                for row in 0..size {
                    let point = Point::new(column, row).expect("a point");
                    match rng.random_range(0..10) {
                        0..6 => stones[0].insert(point),
                        6 => stones[1].insert(point),
                        _ => {}
                    }
                }
            }
            let board = Board::with(size, stones);
            if board.is_legal() {
                let alive = unconditionally_alive(&board, Seat::First);
                let captured = can_be_captured(&board, Seat::First);
                assert_eq!(alive, board.stones(Seat::First) - captured, "{board:?}");
                living += u32::from(!alive.is_empty());
            }
        }
        assert!(living > 20, "{living}");
    }
}
