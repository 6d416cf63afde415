//! What matters in a position: where discs lie, what can be done, what is safe, and who will move
//! last.

use shido_core::{Features, Seat};

use super::discs::{around, legal};
use super::{Othello, Position};
use crate::grid::{Grid, Square, left, right, squares};

/// A contest has four phases of about as many discs each. What a feature is worth changes with
/// them, and a search compares positions of one phase nearly always.
const PHASES: [&str; 4] = ["opening", "middlegame", "late middlegame", "endgame"];

/// The features of a phase beside the classes of squares, in order.
const GENERAL: [&str; 7] = [
    "mobility",
    "potential mobility",
    "corners in reach",
    "X-squares by empty corners",
    "C-squares by empty corners",
    "anchored edge discs",
    "last move",
];

/// Squares that turning and mirroring the board exchange, named by the first of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct SquareClass {
    name: Square,
    pub(super) squares: u64,
    /// What one disc is of the whole class.
    share: f64,
}

impl SquareClass {
    pub(super) fn all(grid: Grid) -> Vec<SquareClass> {
        let half = grid.width / 2;
        // Folding the board at its middle lines and at a diagonal brings a class together.
        let folded = |square: Square| {
            let [column, row] =
                [square.column(), square.row()].map(|along| along.min(grid.width - 1 - along));
            Square::at(column.max(row), column.min(row))
        };
        let names = (0..half).flat_map(|row| (row..half).map(move |column| (column, row)));
        names
            .map(|(column, row)| {
                let name = Square::at(column, row);
                let members = squares(grid.mask()).filter(|square| folded(*square) == name);
                let members = members.fold(0, |set, square| set | square.bit());
                SquareClass {
                    name,
                    squares: members,
                    share: 1.0 / f64::from(members.count_ones()),
                }
            })
            .collect()
    }
}

/// For each phase of a contest:
///
/// - for each class of squares, which share of them is Black's more than White's. The difference in
///   discs is a sum of these;
/// - *mobility*, the difference in moves as a part of all, and *potential mobility*, the same for
///   empty squares next to the other side's discs;
/// - *corners in reach*, that could be taken in one move;
/// - discs on *X-squares* (diagonally next to a corner) and *C-squares* (beside it) while that
///   corner is empty;
/// - *anchored edge discs*, joined to an own corner along the edge: they are never turned over;
/// - the *last move*: Black would make it if nobody passed any more, or White.
impl Features for Othello {
    fn feature_names(&self) -> Vec<String> {
        let places = self.classes.iter();
        let places: Vec<String> = places
            .map(|class| format!("squares like {}", class.name))
            .collect();
        let of_a_phase = || {
            let places = places.iter().map(String::as_str);
            places.chain(GENERAL)
        };
        PHASES
            .iter()
            .flat_map(|phase| of_a_phase().map(move |feature| format!("{feature}, {phase}")))
            .collect()
    }

    fn each_feature(&self, position: &Position, mut visit: impl FnMut(usize, f64)) {
        let [black, white] = position.discs();
        let count = |set: u64| f64::from(set.count_ones());
        let lead = |[black, white]: [u64; 2]| count(black) - count(white);
        // Two more keep the part small where there is little on either side.
        let part = |[black, white]: [u64; 2]| {
            let [black, white] = [count(black), count(white)];
            (black - white) / (black + white + 2.0)
        };

        let per_phase = self.classes.len() + GENERAL.len();
        let first = self.phase(position) * per_phase;
        for (number, class) in self.classes.iter().enumerate() {
            let lead = lead([black & class.squares, white & class.squares]);
            visit(first + number, class.share * lead);
        }

        let empty = self.board & !position.occupied();
        let replies = legal(position.other, position.own, self.board);
        let moves = match position.mover {
            Seat::First => [position.legal, replies],
            Seat::Second => [replies, position.legal],
        };
        let potential = [white, black].map(|discs| around(discs) & empty);
        let by_open_corner = around(self.corners & empty);
        let c_squares = by_open_corner & self.edges;
        let x_squares = by_open_corner & !self.edges;
        let black_is_last = (empty.count_ones() % 2 == 1) == (position.mover == Seat::First);
        let general: [f64; GENERAL.len()] = [
            part(moves),
            part(potential),
            lead(moves.map(|moves| moves & self.corners)) / 4.0,
            lead([black & x_squares, white & x_squares]) / 4.0,
            lead([black & c_squares, white & c_squares]) / 8.0,
            lead([self.anchored(black), self.anchored(white)]) / 8.0,
            if black_is_last { 1.0 } else { -1.0 },
        ];
        let general_first = first + self.classes.len();
        for (number, value) in general.into_iter().enumerate() {
            visit(general_first + number, value);
        }
    }
}

impl Othello {
    fn phase(&self, position: &Position) -> usize {
        let placed = position.occupied().count_ones().saturating_sub(4);
        let to_place = self.grid.size() - 4;
        let phase = (placed * PHASES.len() as u32 / to_place) as usize;
        phase.min(PHASES.len() - 1)
    }

    /// The discs that lie in an unbroken line along an edge from a corner with the same colour.
    pub(super) fn anchored(&self, discs: u64) -> u64 {
        let along = discs & self.edges;
        let mut anchored = along & self.corners;
        if anchored == 0 {
            return 0;
        }
        loop {
            let next = left(anchored) | right(anchored) | (anchored << 8) | (anchored >> 8);
            let grown = anchored | (next & along);
            if grown == anchored {
                return anchored;
            }
            anchored = grown;
        }
    }
}
