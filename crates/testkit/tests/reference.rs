//! The references on games whose values can be worked out by hand.

use shido_core::{ForFirst, Game, Outcome, Seat, Turn};
use shido_testkit::reference;

/// Take one or two from a heap; whoever takes the last wins. Multiples of three are lost for the
/// side to move.
struct Heap;

impl Game for Heap {
    type Position = (u8, Seat);
    type Move = u8;

    fn start(&self) -> Self::Position {
        (7, Seat::First)
    }

    fn turn(&self, &(left, mover): &Self::Position) -> Turn {
        match left {
            0 => Turn::Over(Outcome::win(mover.other())),
            _ => Turn::Of(mover),
        }
    }

    fn each_move(&self, &(left, _): &Self::Position, visit: impl FnMut(u8)) {
        (1..=left.min(2)).for_each(visit);
    }

    fn play(&self, (left, mover): &mut Self::Position, mv: u8) {
        *left -= mv;
        *mover = mover.other();
    }
}

#[test]
fn heaps_of_a_multiple_of_three_are_lost() {
    for left in 1..=15 {
        for mover in Seat::BOTH {
            let position = (left, mover);
            let found = reference::minimax(
                &Heap,
                &position,
                None,
                &|position| match Heap.turn(position) {
                    Turn::Over(outcome) => outcome.payoff(),
                    other => panic!("{other:?} is not the end"),
                },
                &|_, _| unreachable!("there is no chance"),
            );
            let lost = left % 3 == 0;
            let winner = if lost { mover.other() } else { mover };
            assert_eq!(found.value, Outcome::win(winner).payoff());
            // Where all is lost, all moves are equally good.
            let best: Vec<u8> = if lost { vec![1, 2] } else { vec![left % 3] };
            assert_eq!(found.best, best);
            let iterated = reference::value_by_iteration(&Heap, &position);
            assert_eq!(iterated[&position], found.value);
        }
    }
}

#[test]
fn at_the_depth_limit_worth_is_asked() {
    // One move ahead of 7 lie 6 and 5; the second player prefers 5 if fewer is better for that side.
    let worth = |position: &(u8, Seat)| ForFirst(f64::from(position.0));
    let found = reference::minimax(&Heap, &(7, Seat::Second), Some(1), &worth, &|_, _| 0.0);
    assert_eq!((found.value, found.best), (ForFirst(5.0), vec![2]));
}

/// Two players in turn move one token along a line of five places, left or right, or not at all. It
/// starts in the middle or elsewhere; at the right end the first player wins, at the left the
/// second.
struct TugOfWar;

impl Game for TugOfWar {
    type Position = (i8, Seat);
    type Move = i8;

    fn start(&self) -> Self::Position {
        (0, Seat::First)
    }

    fn turn(&self, &(place, mover): &Self::Position) -> Turn {
        match place {
            2 => Turn::Over(Outcome::win(Seat::First)),
            -2 => Turn::Over(Outcome::win(Seat::Second)),
            _ => Turn::Of(mover),
        }
    }

    fn each_move(&self, position: &Self::Position, visit: impl FnMut(i8)) {
        if let Turn::Of(_) = self.turn(position) {
            [-1, 0, 1].into_iter().for_each(visit);
        }
    }

    fn play(&self, (place, mover): &mut Self::Position, mv: i8) {
        *place += mv;
        *mover = mover.other();
    }
}

#[test]
fn endless_play_pays_nothing() {
    let values = reference::value_by_iteration(&TugOfWar, &TugOfWar.start());
    // The side to move wins one step from its end; elsewhere each can hold the other off.
    let expected = [
        ((1, Seat::First), 1.0),
        ((1, Seat::Second), 0.0),
        ((0, Seat::First), 0.0),
        ((0, Seat::Second), 0.0),
        ((-1, Seat::First), 0.0),
        ((-1, Seat::Second), -1.0),
        ((2, Seat::First), 1.0),
        ((2, Seat::Second), 1.0),
        ((-2, Seat::First), -1.0),
        ((-2, Seat::Second), -1.0),
    ];
    assert_eq!(values.len(), expected.len());
    for (position, value) in expected {
        assert_eq!(values[&position], ForFirst(value), "{position:?}");
    }
}
