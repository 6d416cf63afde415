//! What matters in a position of draughts.
//!
//! Most of it comes from the terms that Samuel's checker player chose from (Samuel 1959, appendix C):
//! advancement, the guard of the back row, the Oreo and the Dyke, the control of the centre,
//! mobility, and the move.

use shido_core::{Features, Seat};

use super::board::{Toward, lying, row, step};
use super::{Draughts, Position};

/// The squares around the middle of the board.
const CENTRE: u64 = lying(Seat::First, &[10, 11, 14, 15, 18, 19, 22, 23]);

/// The squares of every other row, from which the move is counted.
const SYSTEM: u64 =
    row(Seat::First, 1) | row(Seat::First, 3) | row(Seat::First, 5) | row(Seat::First, 7);

/// The most pieces at which a position counts as an ending.
const ENDING: u32 = 10;

/// A number that is counted for each side alone.
type Count = fn(&Position, Seat) -> u32;

/// What is counted, in the order of the features.
const COUNTS: [(&str, Count); 18] = [
    ("men", |position, seat| position.men(seat).count_ones()),
    ("kings", |position, seat| position.kings(seat).count_ones()),
    ("men in an ending", |position, seat| {
        position.in_ending(position.men(seat).count_ones())
    }),
    ("kings in an ending", |position, seat| {
        position.in_ending(position.kings(seat).count_ones())
    }),
    ("men on row 2", |position, seat| position.men_on(seat, 2)),
    ("men on row 3", |position, seat| position.men_on(seat, 3)),
    ("men on row 4", |position, seat| position.men_on(seat, 4)),
    ("men on row 5", |position, seat| position.men_on(seat, 5)),
    ("men on row 6", |position, seat| position.men_on(seat, 6)),
    ("men on row 7", |position, seat| position.men_on(seat, 7)),
    // The back row guards against men only.
    ("back row", |position, seat| {
        position.while_guarding(seat, position.men_on(seat, 1))
    }),
    ("bridge", |position, seat| {
        position.while_guarding(seat, position.holds(seat, BRIDGE))
    }),
    ("oreo", |position, seat| {
        position.while_guarding(seat, position.holds(seat, OREO))
    }),
    ("dyke", Position::dykes),
    ("men in the centre", |position, seat| {
        (position.men(seat) & CENTRE).count_ones()
    }),
    ("kings in the centre", |position, seat| {
        (position.kings(seat) & CENTRE).count_ones()
    }),
    ("mobility", Position::count_steps),
    ("trapped kings", Position::trapped_kings),
];

/// Features of both sides together, after those that are counted.
const TOGETHER: [&str; 3] = ["lead", "the move", "to move"];

/// Two men that keep the back row with the least force.
const BRIDGE: [u64; 2] = [lying(Seat::First, &[1, 3]), lying(Seat::Second, &[1, 3])];

/// A triangle of men before the middle of the back row.
const OREO: [u64; 2] = [
    lying(Seat::First, &[2, 3, 7]),
    lying(Seat::Second, &[2, 3, 7]),
];

impl Features for Draughts {
    fn feature_names(&self) -> Vec<String> {
        let counted = COUNTS.iter().map(|(name, _)| *name);
        counted.chain(TOGETHER).map(str::to_owned).collect()
    }

    fn each_feature(&self, position: &Position, mut visit: impl FnMut(usize, f64)) {
        for (index, (_, count)) in COUNTS.iter().enumerate() {
            let [first, second] = Seat::BOTH.map(|seat| f64::from(count(position, seat)));
            visit(index, first - second);
        }
        let together = [position.lead(), position.the_move(), position.to_move()];
        for (index, value) in together.into_iter().enumerate() {
            visit(COUNTS.len() + index, value);
        }
    }
}

impl Position {
    fn men_on(&self, seat: Seat, number: u32) -> u32 {
        (self.men(seat) & row(seat, number)).count_ones()
    }

    fn holds(&self, seat: Seat, squares: [u64; 2]) -> u32 {
        let squares = squares[seat.index()];
        u32::from(self.men(seat) & squares == squares)
    }

    fn in_ending(&self, count: u32) -> u32 {
        let pieces = (self.pieces[0] | self.pieces[1]).count_ones();
        if pieces <= ENDING { count } else { 0 }
    }

    fn while_guarding(&self, seat: Seat, count: u32) -> u32 {
        if self.men(seat.other()) != 0 {
            count
        } else {
            0
        }
    }

    /// How many times three pieces stand side by side on a diagonal.
    fn dykes(&self, seat: Seat) -> u32 {
        let pieces = self.pieces[seat.index()];
        let strings = |toward| {
            let two = pieces & step(pieces, toward);
            (two & step(two, toward)).count_ones()
        };
        strings(Toward::DownLeft) + strings(Toward::DownRight)
    }

    /// Kings with nowhere to step.
    fn trapped_kings(&self, seat: Seat) -> u32 {
        let free = Toward::ALL
            .map(|toward| step(self.empty(), toward))
            .into_iter()
            .fold(0, |free, beside| free | beside);
        (self.kings(seat) & !free).count_ones()
    }

    /// By how much of all pieces one side has more: exchanges help who is ahead.
    fn lead(&self) -> f64 {
        let [first, second] = self.pieces.map(|pieces| f64::from(pieces.count_ones()));
        (first - second) / (first + second).max(1.0)
    }

    /// One for the side that has the move where both have as many pieces, the opposition of draughts:
    /// with nothing to exchange, that side can always close in on the other. The side to move has it if the
    /// number of pieces on every other row is odd.
    fn the_move(&self) -> f64 {
        let [first, second] = self.pieces.map(u64::count_ones);
        if first != second {
            return 0.0;
        }
        let odd = ((self.pieces[0] | self.pieces[1]) & SYSTEM).count_ones() % 2 == 1;
        if odd { self.to_move() } else { -self.to_move() }
    }

    fn to_move(&self) -> f64 {
        match self.mover {
            Seat::First => 1.0,
            Seat::Second => -1.0,
        }
    }
}
