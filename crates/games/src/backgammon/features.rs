//! What matters in a position, to be weighed by an evaluation.
//!
//! As long as the sides have yet to pass each other there is *contact*: a hit is possible, and
//! points, blots and primes matter. After that it is a *race*, in which only the pips to go and the
//! ways to waste them do. So the features of the one are zero in the other.

use shido_core::{Features, Seat};

use super::board::{BAR, Board};
use super::{Backgammon, Position};

/// The names of what [`in_contact`] and then [`in_race`] count.
const NAMES: [&str; CONTACT + RACE] = [
    "pips to go, contact",
    "turn, contact",
    "pips in direct shots",
    "blots",
    "home points",
    "five point",
    "bar point",
    "anchors",
    "advanced anchors",
    "longest prime",
    "opponents behind a prime",
    "on the bar",
    "on the bar against home points",
    "stacked checkers",
    "back checkers",
    "off, contact",
    "pips to go, race",
    "turn, race",
    "percent of all pips, race",
    "off, race",
    "home, race",
    "on the last two points, race",
];
pub(super) const CONTACT: usize = 16;
pub(super) const RACE: usize = 6;

impl Features for Backgammon {
    fn feature_names(&self) -> Vec<String> {
        NAMES.map(str::to_owned).to_vec()
    }

    fn each_feature(&self, position: &Position, mut visit: impl FnMut(usize, f64)) {
        let board = &position.board;
        let pips = Seat::BOTH.map(|seat| f64::from(board.pips(seat)));
        let mut difference = |start: usize, first: &[f64], second: &[f64]| {
            for (index, (first, second)) in (start..).zip(first.iter().zip(second)) {
                if first != second {
                    visit(index, first - second);
                }
            }
        };
        let turn = |seat| f64::from(u8::from(position.on_turn() == Some(seat)));
        if has_contact(board) {
            let [first, second] =
                Seat::BOTH.map(|seat| in_contact(board, seat, pips[seat.index()], turn(seat)));
            difference(0, &first, &second);
        } else {
            let all = pips[0] + pips[1];
            let [first, second] =
                Seat::BOTH.map(|seat| in_race(board, seat, pips[seat.index()], all, turn(seat)));
            difference(CONTACT, &first, &second);
        }
    }
}

/// Whether some checker of one side has yet to pass one of the other's.
pub(super) fn has_contact(board: &Board) -> bool {
    let points = board.seen_by(Seat::First);
    let rearmost_first = points.iter().rposition(|count| *count > 0);
    let rearmost_second = points.iter().position(|count| *count < 0);
    matches!((rearmost_first, rearmost_second), (Some(first), Some(second)) if first > second)
}

/// Of the 36 rolls, those that show at least one of so many different numbers.
const SHOTS: [f64; 7] = [0.0, 11.0, 20.0, 27.0, 32.0, 35.0, 36.0];
/// Points as bits, counted from the side's own home.
const HOME: u32 = 0b111_1110;
const OPPONENTS_HOME: u32 = 0b111_1110 << 18;
const FIVE: u32 = 1 << 5;
const BAR_POINT: u32 = 1 << 7;
/// The opponent's four and five points.
const ADVANCED: u32 = 1 << 20 | 1 << 21;
/// A prime this long is hard to leap.
const PRIME: u32 = 4;

pub(super) fn in_contact(board: &Board, seat: Seat, pips: f64, turn: f64) -> [f64; CONTACT] {
    let points = board.seen_by(seat);
    let (mut made, mut blots, mut held, mut opposing) = (0_u32, 0_u32, 0_u32, 0_u32);
    let (mut stacked, mut back) = (0, 0);
    for (point, &count) in points.iter().enumerate() {
        let bit = 1 << point;
        match count {
            ..=-2 => {
                opposing |= bit;
                held |= bit;
            }
            -1 => opposing |= bit,
            0 => {}
            1 => blots |= bit,
            _ => made |= bit,
        }
        stacked += (count - 3).max(0);
        if OPPONENTS_HOME & bit != 0 {
            back += count.max(0);
        }
    }
    let on_bar = board.checkers(seat, BAR);
    let on_board = (1 << BAR) - 2;
    made &= on_board;
    blots &= on_board;
    let exposed: f64 = (1..BAR)
        .filter(|point| blots & 1 << point != 0)
        .map(|point| {
            // The opponent, who moves up these points, hits from one to six behind.
            let behind = (u64::from(opposing) << 6 >> point) & 0b11_1111;
            SHOTS[behind.count_ones() as usize] / 36.0 * f64::from(BAR - point)
        })
        .sum();
    let count = |bits: u32| f64::from(bits.count_ones());
    let opponents_home_points = count(held & OPPONENTS_HOME);
    [
        pips,
        turn,
        exposed,
        count(blots),
        count(made & HOME),
        count(made & FIVE),
        count(made & BAR_POINT),
        count(made & OPPONENTS_HOME),
        count(made & ADVANCED),
        f64::from(longest_run(made)),
        f64::from(behind_a_prime(&points, made)),
        f64::from(on_bar),
        f64::from(on_bar) * opponents_home_points,
        f64::from(stacked),
        f64::from(back),
        f64::from(board.off(seat)),
    ]
}

/// How many ones there are in a row.
fn longest_run(mut bits: u32) -> u32 {
    let mut length = 0;
    while bits != 0 {
        bits &= bits << 1;
        length += 1;
    }
    length
}

/// How many of the opponent's checkers, on its bar too, have yet to pass a prime.
fn behind_a_prime(points: &[i8; 26], made: u32) -> u32 {
    // What remains are the points at the far end of primes, which the opponent meets last.
    let far_ends = (1..PRIME).fold(made, |ends, shift| ends & made << shift);
    match far_ends.checked_ilog2() {
        Some(far_end) => points[..far_end as usize]
            .iter()
            .map(|count| u32::from((-count).max(0).unsigned_abs()))
            .sum(),
        None => 0,
    }
}

pub(super) fn in_race(board: &Board, seat: Seat, pips: f64, all: f64, turn: f64) -> [f64; RACE] {
    let on = |points: std::ops::RangeInclusive<u8>| -> f64 {
        points
            .map(|point| f64::from(board.checkers(seat, point)))
            .sum()
    };
    [
        pips,
        turn,
        100.0 * pips / all.max(1.0),
        f64::from(board.off(seat)),
        on(1..=6),
        on(1..=2),
    ]
}
