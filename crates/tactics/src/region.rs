//! The part of the board that decides whether a chain lives.

use shido_core::Seat;
use shido_games::go::{Board, Chain, PointSet};

use crate::Group;
use crate::benson::unconditionally_alive;

/// The part of a board in which the life and death of a chain is decided, as far as stones around it
/// are taken for safe.
///
/// It begins with the chain and the empty points that it reaches. A chain next to it that is not safe
/// belongs to it as well, with its liberties and the empty points behind them: stones to be captured
/// inside, stones of one's own that were cut off, and the outer liberties of stones that might lose a
/// race. If it closes before it becomes too large, only safe stones and the edge lie around it. If not,
/// it is the part that is nearest to the chain, and what lies around it is *unsettled* besides.
///
/// A chain is *safe* if it is unconditionally alive, or if it has at least two liberties outside the
/// region and its group at least four: play in the region alone does not even put it into atari, and a
/// move or two outside do not change that. Safe chains are not captured, but only what is unconditionally
/// alive makes alive what is connected with it. So other safe chains of the owner are *doubtful* friends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Region {
    /// The points that are played on, empty or not.
    pub(crate) points: PointSet,
    /// The safe stones next to them, Black's first.
    pub(crate) walls: [PointSet; 2],
    /// Those of them that are doubtful friends of the chain.
    pub(crate) doubtful: PointSet,
    /// What else is next to them: empty points, and stones that might be captured.
    pub(crate) unsettled: PointSet,
}

/// How many empty points a region may have that closes. Most with twelve are read out in less than a
/// second, few with sixteen.
const MOST_CLOSED: u32 = 16;
/// How many it may have to grow further if it does not close. It is read twice.
const MOST_OPEN: u32 = 10;
/// How many liberties outside the region a chain and its group have that are taken for safe.
const CHAIN_OUTSIDE: u32 = 2;
const GROUP_OUTSIDE: u32 = 4;

impl Region {
    /// The region of a chain.
    pub(crate) fn of(board: &Board, target: &Chain) -> Region {
        let around = Surroundings::of(board, target.seat);
        let start = target.stones | target.liberties;
        let points = around.closed(start);
        around.region(points.unwrap_or_else(|| around.grown(start, MOST_OPEN)))
    }

    /// The region of two chains of a side, if it closes.
    pub(crate) fn of_both(board: &Board, one: &Chain, other: &Chain) -> Option<Region> {
        let around = Surroundings::of(board, one.seat);
        let start = one.stones | one.liberties | other.stones | other.liberties;
        Some(around.region(around.closed(start)?))
    }

    /// The region of a chain, if it closes, and the stones of another of the same side, which is taken
    /// for safe. What lies around that one is unsettled.
    pub(crate) fn up_to(board: &Board, chain: &Chain, other: &Chain) -> Option<Region> {
        let around = Surroundings::of(board, chain.seat);
        let without = Surroundings {
            alive: around.alive | other.stones,
            ..around
        };
        let points = without.closed(chain.stones | chain.liberties)?;
        Some(around.region(points | other.stones))
    }

    /// Whether the answer depends on nothing but what is in the region.
    pub(crate) fn is_settled(&self) -> bool {
        self.unsettled.is_empty() && self.doubtful.is_empty()
    }

    /// The same if all that is unsettled are safe stones of the owner, and its friends are not doubtful.
    pub(crate) fn settled_for_owner(&self, owner: Seat) -> Region {
        Region {
            doubtful: PointSet::EMPTY,
            ..self.settled(owner)
        }
    }

    /// The same if all that is unsettled are safe stones of the killer. Friends stay doubtful.
    pub(crate) fn settled_for_killer(&self, owner: Seat) -> Region {
        self.settled(owner.other())
    }

    fn settled(&self, seat: Seat) -> Region {
        let mut region = *self;
        region.walls[seat.index()] |= self.unsettled;
        region.unsettled = PointSet::EMPTY;
        region
    }
}

#[derive(Clone, Copy)]
struct Surroundings<'a> {
    board: &'a Board,
    /// Whose chain it is about.
    owner: Seat,
    /// Stones that are unconditionally alive.
    alive: PointSet,
}

impl Surroundings<'_> {
    fn of(board: &Board, owner: Seat) -> Surroundings<'_> {
        let alive = Seat::BOTH.map(|seat| unconditionally_alive(board, seat));
        Surroundings {
            board,
            owner,
            alive: alive[0] | alive[1],
        }
    }

    /// The region that begins with these points, if it closes.
    fn closed(&self, start: PointSet) -> Option<PointSet> {
        let points = self.grown(start, MOST_CLOSED);
        (self.next(points) == points).then_some(points)
    }

    /// Grows a region step by step until it is closed or would have too many empty points.
    fn grown(&self, start: PointSet, most: u32) -> PointSet {
        let mut points = start;
        loop {
            let next = self.next(points);
            if next == points || (next & self.board.empty()).len() > most {
                return points;
            }
            points = next;
        }
    }

    /// A region with the empty points and the chains next to it that are not safe, these with all their
    /// liberties.
    fn next(&self, points: PointSet) -> PointSet {
        let around = self.board.around(&points);
        let mut next = points | (around & self.board.empty());
        for chain in self.board.chains(around) {
            if !self.is_safe(&chain, &points) {
                next |= chain.stones | chain.liberties;
            }
        }
        next
    }

    fn is_safe(&self, chain: &Chain, region: &PointSet) -> bool {
        let outside = |liberties: PointSet| (liberties - *region).len();
        let group = || {
            let stone = chain.stones.iter().next()?;
            Group::at(self.board, stone)
        };
        chain.stones.is_within(&self.alive)
            || outside(chain.liberties) >= CHAIN_OUTSIDE
                && group().is_some_and(|group| outside(group.liberties) >= GROUP_OUTSIDE)
    }

    fn region(&self, points: PointSet) -> Region {
        let around = self.board.around(&points);
        let mut walls = [PointSet::EMPTY; 2];
        for chain in self.board.chains(around) {
            if self.is_safe(&chain, &points) {
                walls[chain.seat.index()] |= chain.stones & around;
            }
        }
        Region {
            points,
            walls,
            doubtful: walls[self.owner.index()] - self.alive,
            unsettled: around - (walls[0] | walls[1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use shido_core::Notation;
    use shido_games::go::{Go, Point};

    use super::*;

    /// The region of the stone at a point of a nine by nine board, and its empty points.
    fn region(low: &str, at: &str) -> (Region, PointSet) {
        let go = Go::new(9).expect("a size of a board");
        let rows = low.split('/').count();
        let text = format!("{}{low} X 0 -", "9/".repeat(9 - rows));
        let board = *go.parse_position(&text).expect("a position").board();
        let chain = board.chain(point(at)).expect("a stone");
        let region = Region::of(&board, &chain);
        (region, region.points & board.empty())
    }

    fn point(name: &str) -> Point {
        let all = Board::new(9).points();
        let found = all.iter().find(|point| point.to_string() == name);
        found.expect("a point")
    }

    fn points(names: &str) -> PointSet {
        names.split_whitespace().map(point).collect()
    }

    #[test]
    fn closes_at_safe_stones() {
        let (region, empty) = region("OOOOO4/XXXXO4/4O4", "B2");
        assert_eq!(empty, points("A1 B1 C1 D1"));
        assert_eq!(region.walls[1], points("A3 B3 C3 D3 E1 E2"));
        assert!(region.walls[0].is_empty() && region.unsettled.is_empty());
    }

    #[test]
    fn stones_inside_and_in_a_race_belong_to_it() {
        // The white stone at C1 can be captured.
        let (inside, empty) = region("OOOOO4/XXXXO4/2O1O4", "B2");
        assert_eq!(empty, points("A1 B1 D1"));
        assert!(inside.points.contains(point("C1")));
        // Three stones of either side are cut off; those around them have liberties enough.
        let (race, empty) = region("OOOOXXXX1/OXXXOOOX1/O6X1", "C2");
        assert_eq!(empty, points("B1 C1 D1 E1 F1 G1"));
        assert_eq!(race.walls[0], points("E3 F3 G3 H1 H2"));
        assert_eq!(race.walls[1], points("A1 A2 B3 C3 D3"));
        // It would not be alive if it were connected to those above, though they are not in danger.
        assert_eq!(race.doubtful, race.walls[0]);
        assert!(race.settled_for_owner(Seat::First).is_settled());
        assert!(race.unsettled.is_empty());
    }

    #[test]
    fn what_has_no_end_is_unsettled_beyond_its_nearest_part() {
        let (region, _) = region("OOO6/XXXX5/3X5", "B2");
        assert!(region.points.contains(point("D3")));
        assert!(!region.unsettled.is_empty());
        let settled = region.settled_for_killer(Seat::First);
        assert!(settled.unsettled.is_empty());
        assert!(region.unsettled.is_within(&settled.walls[1]));
    }
}
