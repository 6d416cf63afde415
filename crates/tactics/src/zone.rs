//! A set of points that tells on its own which chains a stone captures.

use shido_games::go::{Board, PointSet};

/// Grows a set of points until whether one more stone captures a chain in it, and which, can be told
/// from what is in the set alone: a chain is in it with all its stones and with two of its liberties,
/// or, if it has only one, with all the points around it.
///
/// Two boards that agree on such a set still agree on it after the same move on both, and after a move
/// beside it on one of them.
pub(crate) fn closed(board: &Board, mut zone: PointSet) -> PointSet {
    let mut seen = PointSet::EMPTY;
    let mut roomy = Vec::new();
    while let Some(point) = ((zone & board.occupied()) - seen).iter().next() {
        let Some(chain) = board.chain(point) else {
            break;
        };
        seen |= chain.stones;
        zone |= chain.stones;
        if chain.is_in_atari() {
            zone |= board.around(&chain.stones);
        } else {
            roomy.push(chain.liberties);
        }
    }
    // Liberties that are in the zone for another reason come first: the fewer points the better.
    for liberties in roomy {
        let there = (liberties & zone).len() as usize;
        let more = (liberties - zone)
            .iter()
            .take(2_usize.saturating_sub(there));
        zone |= more.collect();
    }
    zone
}

#[cfg(test)]
mod tests {
    use shido_core::Notation;
    use shido_games::go::{Go, Point};

    use super::*;

    #[test]
    fn a_zone_tells_what_can_be_captured_in_it() {
        let go = Go::new(5).expect("a size of a board");
        let position = go.parse_position("5/5/1X3/XOX2/5 X 0 -");
        let board = *position.expect("a position").board();
        let named = |names: &[&str]| -> PointSet {
            let points = board.points().iter();
            points
                .filter(|point| names.contains(&point.to_string().as_str()))
                .collect()
        };
        // White's stone is in atari, so all around it counts, and two liberties of each chain there.
        // Liberties are shared where they can be: A3 and C3 lie next to two of Black's chains.
        let stone: Point = named(&["B2"]).iter().next().expect("a point");
        let zone = closed(&board, stone.into());
        let around = named(&["A2", "B1", "B2", "B3", "C2"]);
        assert!(around.is_within(&zone));
        for chain in board.chains(board.stones(shido_core::Seat::First)) {
            assert!((chain.liberties & zone).len() >= 2);
        }
        // A chain with room needs two liberties and nothing else.
        assert_eq!(closed(&board, named(&["C2"])).len(), 3);
    }
}
