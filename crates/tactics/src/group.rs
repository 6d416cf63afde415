//! Groups: chains that one move cannot cut from each other.

use shido_core::Seat;
use shido_games::go::{Board, Chain, Point, PointSet};

/// Chains of one colour that one move of the other side does not cut from each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// Whose stones they are.
    pub seat: Seat,
    /// The stones of all its chains.
    pub stones: PointSet,
    /// The empty points next to them.
    pub liberties: PointSet,
}

/// Over so many empty points in a row, a group touches its neighbours.
const REACH: u32 = 2;

impl Group {
    /// The group of a stone; `None` for an empty point.
    #[must_use]
    pub fn at(board: &Board, point: Point) -> Option<Group> {
        let first = board.chain(point)?;
        let seat = first.seat;
        let mut stones = first.stones;
        let mut liberties = first.liberties;
        let mut waiting = vec![first];
        while let Some(chain) = waiting.pop() {
            let near = board.around(&chain.liberties) & board.stones(seat);
            for other in board.chains(near - stones) {
                if is_uncuttable(board, &chain, &other) {
                    stones |= other.stones;
                    liberties |= other.liberties;
                    waiting.push(other);
                }
            }
        }
        Some(Group {
            seat,
            stones,
            liberties,
        })
    }

    /// All groups with a stone in `among`, in the order of their first such stone.
    #[must_use]
    pub fn all(board: &Board, among: PointSet) -> Vec<Group> {
        let mut rest = among & board.occupied();
        let mut groups = Vec::new();
        while let Some(group) = rest.iter().next().and_then(|point| Group::at(board, point)) {
            rest -= group.stones;
            groups.push(group);
        }
        groups
    }

    /// The stone it is called by: the first of its largest chain.
    #[must_use]
    pub fn name(&self, board: &Board) -> Point {
        let mut largest = PointSet::EMPTY;
        for chain in board.chains(self.stones) {
            if chain.stones.len() > largest.len() {
                largest = chain.stones;
            }
        }
        let first = largest.iter().next();
        first.expect("a group has a stone, and its stones are on the board it was found on")
    }

    /// The stone of it that is nearest to another group, along the lines.
    #[must_use]
    pub fn nearest_to(&self, other: &Group, board: &Board) -> Point {
        let mut reached = other.stones;
        while !reached.meets(&self.stones) && reached != board.points() {
            reached |= board.around(&reached);
        }
        let nearest = (reached & self.stones).iter().next();
        nearest.unwrap_or_else(|| self.name(board))
    }

    /// The other groups next to it, of both colours: with at most two empty points between.
    #[must_use]
    pub fn neighbours(&self, board: &Board) -> Vec<Group> {
        let mut reached = self.stones;
        for _ in 0..REACH {
            reached |= board.around(&reached) & board.empty();
        }
        Group::all(board, board.around(&reached) - self.stones)
    }
}

/// Whether two chains of a side stay connected if the other side moves first: they have two common
/// liberties, of which one is left, or one on which a stone of the other side would be in atari at
/// once.
fn is_uncuttable(board: &Board, one: &Chain, other: &Chain) -> bool {
    let common = one.liberties & other.liberties;
    match common.only() {
        None => !common.is_empty(),
        Some(point) => {
            let cutter = one.seat.other();
            let mut cut = *board;
            let captured = cut.place(point, cutter);
            let chain = cut.chain(point);
            captured.is_empty() && chain.is_none_or(|chain| chain.liberties.len() < 2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::board;

    fn group(text: &str, point: [u8; 2]) -> Group {
        let point = Point::new(point[0], point[1]).expect("a point");
        Group::at(&board(text), point).expect("a stone")
    }

    #[test]
    fn what_one_move_cannot_cut_is_a_group() {
        // Side by side with a bamboo joint, diagonally with both cuts open, and by a tiger's mouth.
        assert_eq!(group("5/1X1X1/1X1X1/5/5", [1, 2]).stones.len(), 4);
        assert_eq!(group("5/5/1X3/2X2/5", [1, 2]).stones.len(), 2);
        assert_eq!(group("5/2X2/1X1X1/5/5", [1, 2]).stones.len(), 3);
        // A diagonal with one cut taken, and a jump.
        assert_eq!(group("5/5/1XO2/2X2/5", [1, 2]).stones.len(), 1);
        assert_eq!(group("5/5/1X1X1/5/5", [1, 2]).stones.len(), 1);
    }

    #[test]
    fn neighbours_lie_within_two_empty_points() {
        let text = "7/7/7/X2O2X/7/7/7";
        let first = group(text, [0, 3]);
        let near = first.neighbours(&board(text));
        assert_eq!(near.len(), 1);
        assert_eq!(near[0].seat, Seat::Second);
    }

    #[test]
    fn a_group_has_a_stone_that_is_nearest_to_another() {
        let text = "7/7/7/X1OOO2/7/7/7";
        let [one, other] = [0, 4].map(|column| group(text, [column, 3]));
        assert_eq!(other.nearest_to(&one, &board(text)).to_string(), "C4");
        assert_eq!(one.nearest_to(&other, &board(text)).to_string(), "A4");
    }
}
