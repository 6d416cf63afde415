//! What matters in a position: how far the pawns have come, how safe they are, and who wins a race.

use shido_core::{Features, Seat};

use super::{Breakthrough, Position};
use crate::grid::{column_mask, row_mask, widened};

/// The features that do not belong to a row, in order.
const GENERAL: [&str; 7] = [
    "mobility",
    "protected pawns",
    "hanging pawns",
    "passed pawns",
    "lead in the race",
    "pawns on side columns",
    "the move",
];

/// - For each row but the far one, the pawns on it, counted from each side's own home. The
///   difference in pawns is the sum of these;
/// - *mobility*: the moves that each side has or would have;
/// - *protected* pawns, which can be recaptured, and *hanging* ones, which are attacked and not
///   protected;
/// - *passed* pawns: no pawn of the other side can come to stand in the way or take them;
/// - the *lead in the race*: how much further the foremost pawn is;
/// - pawns on the *side columns*, which guard one square instead of two;
/// - *the move*: whose turn it is.
impl Features for Breakthrough {
    fn feature_names(&self) -> Vec<String> {
        (1..self.height())
            .map(|row| format!("pawns on own row {row}"))
            .chain(GENERAL.map(str::to_owned))
            .collect()
    }

    fn each_feature(&self, position: &Position, mut visit: impl FnMut(usize, f64)) {
        let count = |set: u64| f64::from(set.count_ones());
        let lead = |[white, black]: [u64; 2]| count(white) - count(black);
        let [white, black] = position.pawns;
        let in_a_row = f64::from(self.width());
        let at_start = 2.0 * in_a_row;

        let rows = self.height() - 1;
        for row in 0..rows {
            let lead = lead([white & row_mask(row), black & row_mask(rows - row)]);
            visit(usize::from(row), lead / in_a_row);
        }

        let moves = Seat::BOTH.map(|seat| f64::from(self.targets(position.pawns, seat).count()));
        let guarded = Seat::BOTH.map(|seat| self.guarded(position.pawns[seat.index()], seat));
        let sides = column_mask(0) | column_mask(self.width() - 1);
        let general: [f64; GENERAL.len()] = [
            (moves[0] - moves[1]) / (3.0 * at_start),
            lead([white & guarded[0], black & guarded[1]]) / at_start,
            lead([
                white & guarded[1] & !guarded[0],
                black & guarded[0] & !guarded[1],
            ]) / in_a_row,
            lead([white & !below(black), black & !above(white)]) / in_a_row,
            f64::from(self.race(position)) / f64::from(rows),
            lead([white & sides, black & sides]) / at_start,
            match position.mover {
                Seat::First => 1.0,
                Seat::Second => -1.0,
            },
        ];
        for (number, value) in general.into_iter().enumerate() {
            visit(usize::from(rows) + number, value);
        }
    }
}

impl Breakthrough {
    /// By how many rows White's foremost pawn has come further than Black's.
    fn race(&self, position: &Position) -> i32 {
        let [white, black] = position.pawns;
        let last = self.height() - 1;
        // A side without pawns has come no way at all.
        let white_row = 7 - (white | row_mask(0)).leading_zeros() as i32 / 8;
        let black_row = (black | row_mask(last)).trailing_zeros() as i32 / 8;
        white_row - (i32::from(last) - black_row)
    }
}

/// The squares that pawns can still come to on their way down, or stand on.
fn below(pawns: u64) -> u64 {
    (0..7).fold(pawns, |reached, _| reached | (widened(reached) >> 8))
}

/// The squares that pawns can still come to on their way up, or stand on.
fn above(pawns: u64) -> u64 {
    (0..7).fold(pawns, |reached, _| reached | (widened(reached) << 8))
}
