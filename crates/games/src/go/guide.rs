//! Which moves to try first.

use shido_core::{Guide, Turn};

use super::points::Point;
use super::{Go, Move, Position};

/// For each stone that is captured or saved.
const STONE: i32 = 20;
/// For a stone that the other side could take at once.
const SELF_ATARI: i32 = -30;
/// For a stone on the edge of the board, and next to it.
const FIRST_LINE: i32 = -10;
const SECOND_LINE: i32 = -4;
/// For a stone next to others.
const CONTACT: i32 = 3;
const OWN_EYE: i32 = -60;
const PASS: i32 = -50;
/// To pass after a pass ends the contest.
const LAST_PASS: i32 = 10;

/// Captures come first, then what saves stones in atari; own eyes and passes come last. Captures are
/// noisy.
///
/// A pass is a move of the game. So a side that stands well after handing the turn over has at least one
/// move that leads there, and no side is ever forced to harm itself. After a pass that is not so: the
/// next one ends the contest.
impl Guide for Go {
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let Move::Place(point) = mv else {
            return if position.passes() == 1 {
                LAST_PASS
            } else {
                PASS
            };
        };
        let board = position.board();
        let mover = position.mover();
        if board.is_eye(point, mover) {
            return OWN_EYE;
        }
        let near = board.neighbours(point);
        let captured = board.captures(point, mover).len() as i32;
        let friends = board.chains(near & board.stones(mover));
        let threatened = friends.filter(|chain| chain.is_in_atari());
        let saved: u32 = threatened.map(|chain| chain.stones.len()).sum();
        let mut after = *board;
        after.place(point, mover);
        let exposed = after.chain(point).is_some_and(|chain| chain.is_in_atari());
        let contact = if near.meets(&board.occupied()) {
            CONTACT
        } else {
            0
        };
        let stones = STONE * (captured + if exposed { 0 } else { saved as i32 });
        stones + if exposed { SELF_ATARI } else { 0 } + contact + self.line(point)
    }

    fn noisy(&self, position: &Position, mv: Move) -> bool {
        match mv {
            Move::Place(point) => !position
                .board()
                .captures(point, position.mover())
                .is_empty(),
            Move::Pass => false,
        }
    }

    fn each_noisy(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if position.passes() == 2 {
            return;
        }
        let board = position.board();
        let theirs = board.chains(board.stones(position.mover().other()));
        let last_liberties = theirs.filter_map(|chain| chain.liberties.only());
        let capturing: super::PointSet = last_liberties.collect();
        let allowed = (capturing - position.forbidden()).iter();
        allowed.map(Move::Place).for_each(&mut visit);
    }

    fn pass(&self, position: &Position) -> Option<Position> {
        let goes_on = matches!(shido_core::Game::turn(self, position), Turn::Of(_));
        (goes_on && position.passes() == 0).then(|| position.handed_over())
    }
}

impl Go {
    fn line(&self, point: Point) -> i32 {
        let last = self.size() - 1;
        let from_edge = |along: u8| along.min(last - along);
        match from_edge(point.column()).min(from_edge(point.row())) {
            0 => FIRST_LINE,
            1 => SECOND_LINE,
            _ => 0,
        }
    }
}
