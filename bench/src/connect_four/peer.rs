//! Connect Four as a user of the crate `minimax` would write it.

use minimax::{Evaluation, Evaluator, Game, Winner};

use super::lines::Lines;

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;

/// Columns lie one after the other, each with an empty point on top, so that no line leads from one
/// into the next.
const HEIGHT: u32 = ROWS + 1;
const COLUMN: u64 = (1 << ROWS) - 1;
const STRIDES: [u32; 4] = [HEIGHT, 1, HEIGHT + 1, HEIGHT - 1];

/// The markers of the side to move and of both.
#[derive(Clone, Copy)]
pub(super) struct Position {
    own: u64,
    occupied: u64,
}

impl Position {
    pub(super) const START: Position = Position {
        own: 0,
        occupied: 0,
    };
}

pub(super) struct Rules;

/// A column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Drop(u32);

impl Game for Rules {
    type S = Position;
    type M = Drop;

    fn generate_moves(position: &Position, moves: &mut Vec<Drop>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            let open = |column: &u32| position.occupied >> (column * HEIGHT) & COLUMN != COLUMN;
            moves.extend((0..COLUMNS).filter(open).map(Drop));
        }
        winner
    }

    fn apply(position: &mut Position, Drop(column): Drop) -> Option<Position> {
        let Position { own, occupied } = *position;
        let landing = (occupied + (1 << (column * HEIGHT))) & COLUMN << (column * HEIGHT);
        Some(Position {
            own: own ^ occupied,
            occupied: occupied | landing,
        })
    }

    fn get_winner(position: &Position) -> Option<Winner> {
        let last = position.own ^ position.occupied;
        let four = |stride: u32| {
            let pairs = last & last >> stride;
            pairs & pairs >> (2 * stride) != 0
        };
        if STRIDES.into_iter().any(four) {
            Some(Winner::PlayerJustMoved)
        } else if position.occupied.count_ones() == COLUMNS * ROWS {
            Some(Winner::Draw)
        } else {
            None
        }
    }

    /// Own markers and a marker on top of each column tell a position; one multiplication and a shift
    /// spread that over the bits.
    fn zobrist_hash(position: &Position) -> u64 {
        let told = position.own + position.occupied;
        let mixed = (told ^ told >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    }
}

/// Judges every position to be even.
#[derive(Clone)]
pub(super) struct Nothing;

impl Evaluator for Nothing {
    type G = Rules;

    fn evaluate(&self, _position: &Position) -> Evaluation {
        0
    }
}

/// Judges by the open lines.
#[derive(Clone)]
pub(super) struct OpenLines(Lines);

impl OpenLines {
    pub(super) fn new() -> OpenLines {
        OpenLines(Lines::new(HEIGHT as i32, 1))
    }
}

impl Evaluator for OpenLines {
    type G = Rules;

    fn evaluate(&self, position: &Position) -> Evaluation {
        let other = position.own ^ position.occupied;
        self.0.worth(position.own, other) as Evaluation
    }
}
