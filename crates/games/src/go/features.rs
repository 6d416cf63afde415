//! What can be seen of who stands better, without reading ahead.

use shido_core::{Features, Seat};

use super::board::Board;
use super::points::PointSet;
use super::{Go, Position};

const NAMES: [&str; 7] = [
    "points nearer",
    "stones",
    "liberties",
    "eyes",
    "stones in atari",
    "stones in atari that can be taken",
    "komi",
];

/// - *points nearer* to a side's stones than to the other's, along the lines and not through stones,
///   its stones among them: a rough guess at the area;
/// - *stones*, and *liberties*, the empty points next to them;
/// - *eyes*, as far as the [nearest points](Board::is_eye) show;
/// - *stones in atari*, and again if the other side is to move and can take them;
/// - the *komi*, which is White's.
///
/// They are the same on every board, and count in points: a file of weights is for all sizes.
impl Features for Go {
    fn feature_names(&self) -> Vec<String> {
        NAMES.map(str::to_owned).to_vec()
    }

    fn each_feature(&self, position: &Position, mut visit: impl FnMut(usize, f64)) {
        let board = position.board();
        let lead = |[black, white]: [PointSet; 2]| f64::from(black.len()) - f64::from(white.len());
        let empty = board.empty();
        let beside = Seat::BOTH.map(|seat| board.around(&board.stones(seat)) & empty);
        let eyes = Seat::BOTH.map(|seat| {
            let enclosed = (beside[seat.index()] - beside[seat.other().index()]).iter();
            enclosed
                .filter(|point| board.is_eye(*point, seat))
                .collect()
        });
        let atari = in_atari(board);
        let mut taken = atari;
        taken[position.mover().index()] = PointSet::EMPTY;
        let values: [f64; NAMES.len()] = [
            lead(nearer(board)),
            lead(board.both()),
            lead(beside),
            lead(eyes),
            lead(atari),
            lead(taken),
            -self.komi().points(),
        ];
        for (number, value) in values.into_iter().enumerate() {
            visit(number, value);
        }
    }
}

/// The points that each side's stones reach first when both spread over empty points step by step.
fn nearer(board: &Board) -> [PointSet; 2] {
    let mut reached = board.both();
    let mut free = board.empty();
    loop {
        let next = reached.map(|points| points.steps() & free);
        if next.iter().all(PointSet::is_empty) {
            return reached;
        }
        // What both reach at once is nobody's, and stops both.
        free -= next[0] | next[1];
        reached[0] |= next[0] - next[1];
        reached[1] |= next[1] - next[0];
    }
}

fn in_atari(board: &Board) -> [PointSet; 2] {
    let mut stones = [PointSet::EMPTY; 2];
    for chain in board.chains(board.occupied()) {
        if chain.is_in_atari() {
            stones[chain.seat.index()] |= chain.stones;
        }
    }
    stones
}
