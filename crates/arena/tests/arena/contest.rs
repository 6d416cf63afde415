//! Contests: repetition, taking back, giving up.

use shido_arena::{Contest, EarlyEnd};
use shido_core::{Game, Outcome, Seat, Turn};

use crate::games::{Ring, TicTacToe};

/// Plays this many steps onwards.
fn walk(contest: &mut Contest<'_, Ring>, steps: usize) {
    for _ in 0..steps {
        contest.play(true).expect("a step is always legal");
    }
}

/// Going round takes four steps, so the start occurs for the third time after eight.
#[test]
fn the_last_allowed_occurrence_draws() {
    let ring = Ring {
        limit: Some(3),
        up_to_symmetry: false,
    };
    let mut contest = Contest::new(&ring);
    assert_eq!(contest.occurrences(), Some(1));
    walk(&mut contest, 4);
    assert_eq!(contest.occurrences(), Some(2));
    walk(&mut contest, 3);
    assert_eq!(contest.turn(), Turn::Of(Seat::Second));
    walk(&mut contest, 1);
    assert_eq!(contest.occurrences(), Some(3));
    assert_eq!(contest.turn(), Turn::Over(Outcome::DRAW));
    assert!(contest.play(true).is_err());

    assert_eq!(contest.undo(), Some(true));
    assert_eq!(contest.turn(), Turn::Of(Seat::Second));
    assert_eq!(contest.occurrences(), Some(2));
    contest.play(true).expect("the way on is open again");
    assert_eq!(contest.turn(), Turn::Over(Outcome::DRAW));
}

/// With places 1 and 3 counted as one, the second player is to move in that one after 1, 3 and 5
/// steps.
#[test]
fn occurrences_may_be_counted_up_to_symmetry() {
    let ring = Ring {
        limit: Some(3),
        up_to_symmetry: true,
    };
    let mut contest = Contest::new(&ring);
    walk(&mut contest, 5);
    assert_eq!(contest.turn(), Turn::Over(Outcome::DRAW));
}

#[test]
fn without_a_limit_nothing_is_counted() {
    let ring = Ring {
        limit: None,
        up_to_symmetry: false,
    };
    let mut contest = Contest::new(&ring);
    walk(&mut contest, 1000);
    assert_eq!(contest.occurrences(), None);
    assert_eq!(contest.turn(), Turn::Of(Seat::First));
}

#[test]
fn moves_can_be_taken_back_to_the_start() {
    let game = TicTacToe { lose: false };
    let mut contest = Contest::new(&game);
    for mv in [0, 3, 1, 4, 2] {
        contest.play(mv).expect("legal");
    }
    assert_eq!(contest.turn(), Turn::Over(Outcome::win(Seat::First)));
    assert_eq!(contest.moves(), [0, 3, 1, 4, 2]);
    assert_eq!(contest.positions().len(), 6);
    for mv in [2, 4, 1, 3, 0] {
        assert_eq!(contest.undo(), Some(mv));
    }
    assert_eq!(contest.undo(), None);
    assert_eq!(contest.position(), &game.start());
    assert_eq!(contest.start(), &game.start());
    assert_eq!(contest.turn(), Turn::Of(Seat::First));
}

#[test]
fn illegal_moves_change_nothing() {
    let game = TicTacToe { lose: false };
    let mut contest = Contest::new(&game);
    contest.play(4).expect("legal");
    let error = contest.play(4).expect_err("the centre is taken");
    assert_eq!(error.to_string(), "4 is not legal as move 2");
    assert_eq!(contest.moves(), [4]);
    assert_eq!(contest.turn(), Turn::Of(Seat::Second));
}

#[test]
fn who_resigns_loses() {
    let game = TicTacToe { lose: false };
    let mut contest = Contest::new(&game);
    contest.play(4).expect("legal");
    contest.resign(Seat::First);
    assert_eq!(contest.turn(), Turn::Over(Outcome::win(Seat::Second)));
    assert_eq!(contest.early_end(), Some(EarlyEnd::Resigned(Seat::First)));
    contest.resign(Seat::Second);
    assert_eq!(contest.early_end(), Some(EarlyEnd::Resigned(Seat::First)));
    assert!(contest.play(0).is_err());
    assert_eq!(contest.undo(), Some(4));
    assert_eq!(contest.turn(), Turn::Of(Seat::First));
    assert_eq!(contest.early_end(), None);
}
