//! How many boards there are on which every chain has a liberty, as Tromp and Farneback (2007) count
//! them, and that play reaches all of them.

use std::collections::HashSet;

use shido_core::{Game, Seat};
use shido_games::go::{Move, Point, PointSet};

use crate::go::go;

/// Visits each way to put more stones on these points of a board.
fn each_board(points: &[Point], stones: [PointSet; 2], visit: &mut impl FnMut([PointSet; 2])) {
    let Some((point, rest)) = points.split_first() else {
        return visit(stones);
    };
    each_board(rest, stones, visit);
    for seat in Seat::BOTH {
        let mut more = stones;
        more[seat.index()].insert(*point);
        each_board(rest, more, visit);
    }
}

/// Exchanging the colours makes another board of each but the empty one, so only those are tried whose
/// first stone is Black's.
fn legal_boards(size: u8) -> u64 {
    let go = go(size);
    let points: Vec<Point> = go.start().board().points().iter().collect();
    let mut legal = 0;
    for (first, point) in points.iter().enumerate() {
        let stones = [PointSet::from(*point), PointSet::EMPTY];
        each_board(&points[first + 1..], stones, &mut |stones| {
            legal += u64::from(go.set_up(stones, Seat::First).is_some());
        });
    }
    2 * legal + 1
}

#[test]
fn two_by_two_and_three_by_three_have_the_published_number_of_boards() {
    assert_eq!(legal_boards(2), 57);
    assert_eq!(legal_boards(3), 12_675);
}

#[test]
fn four_by_four_has_the_published_number_of_boards() {
    assert_eq!(legal_boards(4), 24_318_165);
}

/// Stones of a board on which every chain has a liberty can be placed in any order, the other side
/// passing in between, and nothing is captured. So play that forgets the past reaches exactly the
/// boards that are counted above.
#[test]
fn play_reaches_every_board_and_no_other() {
    for (size, published) in [(2, 57), (3, 12_675)] {
        let go = go(size);
        let mut seen = HashSet::from([go.start().board().both()]);
        let mut waiting = vec![go.start().board().both()];
        while let Some(stones) = waiting.pop() {
            for mover in Seat::BOTH {
                let position = go.set_up(stones, mover).expect("play keeps to the rules");
                for mv in go.moves(&position) {
                    if let Move::Place(_) = mv {
                        let next = go.after(&position, mv).board().both();
                        if seen.insert(next) {
                            waiting.push(next);
                        }
                    }
                }
            }
        }
        assert_eq!(seen.len(), published, "{size} by {size}");
    }
}
