//! What a network sees of a position: where the checkers stand, as in TD-Gammon, and what the features count.

use shido_core::{Inputs, Seat};

use super::board::BAR;
use super::features::{CONTACT, RACE, has_contact, in_contact, in_race};
use super::{Backgammon, Position};

/// Units for each point and side.
const UNITS: usize = 4;
/// For each side: the points, the bar and what is borne off.
const CHECKERS: usize = 24 * UNITS + 2;
/// For each side: what the features count.
const COUNTS: usize = CONTACT + RACE;

/// What counts are divided by: about the most that there is of each, so that all inputs are of one size.
const MOST: [f32; COUNTS] = [
    150.0, 1.0, 30.0, 5.0, 6.0, 1.0, 1.0, 3.0, 2.0, 6.0, 5.0, 2.0, 10.0, 6.0, 5.0,
    15.0, // contact
    100.0, 1.0, 100.0, 15.0, 15.0, 15.0, // race
];

/// First the checkers of the side whose turn it is and then those of the other, each on its own points. A point has
/// four units (Tesauro 1992): a blot; two checkers or more; three or more; and half of those beyond three. The bar
/// counts in halves and what is borne off in fifteenths. Tesauro's two units for whose turn it is are not needed,
/// since all is seen by that side.
///
/// After that what the [features](shido_core::Features) count for either side. Of these "turn" tells whether there is
/// contact. The dice are not seen: what is judged are positions before a roll.
impl Inputs for Backgammon {
    fn inputs(&self) -> usize {
        2 * (CHECKERS + COUNTS)
    }

    fn each_input(&self, position: &Position, mut visit: impl FnMut(usize, f32)) -> Seat {
        let viewer = position.on_turn().unwrap_or(Seat::First);
        let board = &position.board;
        let contact = has_contact(board);
        let pips = Seat::BOTH.map(|seat| f64::from(board.pips(seat)));
        for (side, seat) in [viewer, viewer.other()].into_iter().enumerate() {
            let checkers = side * CHECKERS;
            for (index, &count) in board.seen_by(seat)[1..=24].iter().enumerate() {
                let at = checkers + UNITS * index;
                match count {
                    ..=0 => {}
                    1 => visit(at, 1.0),
                    2 => visit(at + 1, 1.0),
                    count => {
                        visit(at + 1, 1.0);
                        visit(at + 2, 1.0);
                        if count > 3 {
                            visit(at + 3, f32::from(count - 3) / 2.0);
                        }
                    }
                }
            }
            let mut number = |index, value: f32| {
                if value != 0.0 {
                    visit(index, value);
                }
            };
            number(
                checkers + 24 * UNITS,
                f32::from(board.checkers(seat, BAR)) / 2.0,
            );
            number(checkers + 24 * UNITS + 1, f32::from(board.off(seat)) / 15.0);
            let turn = f64::from(u8::from(seat == viewer));
            let own = pips[seat.index()];
            let counts = 2 * CHECKERS + side * COUNTS;
            let mut count = |index: usize, value: f64| {
                number(counts + index, value as f32 / MOST[index]);
            };
            if contact {
                let all = in_contact(board, seat, own, turn).into_iter();
                all.enumerate()
                    .for_each(|(index, value)| count(index, value));
            } else {
                let all = in_race(board, seat, own, pips[0] + pips[1], turn).into_iter();
                (CONTACT..)
                    .zip(all)
                    .for_each(|(index, value)| count(index, value));
            }
        }
        viewer
    }
}
