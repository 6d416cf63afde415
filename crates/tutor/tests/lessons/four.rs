//! Connect Four solved by itself: a board of seven columns as two numbers, a negamax search with a table, and nothing
//! of the rules, searches or solvers of Shido.

use std::collections::HashMap;

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// Seven bits a column: six for the markers, and one that stays empty, so that no row runs on at the other side.
const STRIDE: u32 = ROWS + 1;
/// The columns, those in the middle first: most rows go through them.
const ORDER: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// A position: the markers of the side to move, and those of both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Board {
    own: u64,
    all: u64,
}

impl Board {
    /// After dropping markers into columns, counted from 0.
    pub(crate) fn after(columns: impl IntoIterator<Item = u32>) -> Board {
        columns.into_iter().fold(Board::default(), Board::drop)
    }

    pub(crate) fn drop(self, column: u32) -> Board {
        let theirs = self.own ^ self.all;
        Board {
            own: theirs,
            all: self.all | (self.all + (1 << (column * STRIDE))),
        }
    }

    fn fits(self, column: u32) -> bool {
        self.all & (1 << (column * STRIDE + ROWS - 1)) == 0
    }

    /// Whether whoever has just moved has four in a row.
    fn lost(self) -> bool {
        let theirs = self.own ^ self.all;
        [1, STRIDE - 1, STRIDE, STRIDE + 1].into_iter().any(|step| {
            let pairs = theirs & (theirs >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }
}

/// Values of positions that were found so far, as bounds.
#[derive(Default)]
pub(crate) struct Solver(HashMap<Board, [i8; 2]>);

impl Solver {
    /// What a position is worth to the side to move: 1, 0 or -1.
    pub(crate) fn value(&mut self, board: Board) -> i8 {
        self.search(board, -1, 1)
    }

    fn search(&mut self, board: Board, mut low: i8, mut high: i8) -> i8 {
        if board.lost() {
            return -1;
        }
        let columns = ORDER.into_iter().filter(|column| board.fits(*column));
        let mut next: Vec<Board> = columns.map(|column| board.drop(column)).collect();
        if next.is_empty() {
            return 0;
        }
        if next.iter().any(|after| after.lost()) {
            return 1;
        }
        // Where the other side threatens to win at once, only what stops it is worth a look.
        let wins = |after: &Board| {
            let mut columns = (0..COLUMNS).filter(|column| after.fits(*column));
            columns.any(|column| after.drop(column).lost())
        };
        next.retain(|after| !wins(after));
        if next.is_empty() {
            return -1;
        }
        let known = self.0.get(&board).copied().unwrap_or([-1, 1]);
        (low, high) = (low.max(known[0]), high.min(known[1]));
        if low >= high {
            return known[if low == known[0] { 0 } else { 1 }];
        }
        let (start, mut best) = (low, -1);
        for after in next {
            best = best.max(-self.search(after, -high, -low));
            low = low.max(best);
            if low >= high {
                break;
            }
        }
        let bounds = self.0.entry(board).or_insert([-1, 1]);
        if best > start {
            bounds[0] = bounds[0].max(best);
        }
        if best < high {
            bounds[1] = bounds[1].min(best);
        }
        best
    }
}

/// By hand: three in a row with both ends open win; a first marker in the middle does too (Allis 1988), but that takes long.
#[test]
fn positions_by_hand() {
    let mut solver = Solver::default();
    assert_eq!(solver.value(Board::after([2, 2, 3, 3, 4])), -1);
    assert_eq!(solver.value(Board::after([2, 2, 3, 3, 4, 4])), 1);
}
