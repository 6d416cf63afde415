//! What a search found out about a position.

use std::ops::Neg;

use shido_core::{ForFirst, Seat};

/// What a search found out about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<M> {
    /// The value of the position with best play of both sides.
    pub value: ForFirst<f64>,
    /// Every legal move with its value, in the order of the game. Empty where the search did not
    /// look ahead.
    pub moves: Vec<MoveValue<M>>,
    /// All moves that are best for the side to move, in the order of the game, if every move has an
    /// exact value; else the one that the search would make, or those between which it has no
    /// preference. None where chance moves.
    ///
    /// Values that differ by rounding only count as equal, since expectations are sums of products:
    /// the difference is at most `1e-12` of the value, or `1e-12` where the value is below one.
    pub best: Vec<M>,
    /// The principal variation: best play of both sides, up to where the search ended or chance
    /// moves. Of equally good moves it takes the first.
    pub line: Vec<M>,
    /// The principal variation of each of the best moves, best first, by a search that keeps them where it
    /// is asked for several.
    pub lines: Vec<Vec<M>>,
    /// In how many plies a contest that is decided ends, if the search counts them.
    pub distance: Option<u32>,
    /// How many positions were visited, the first included, each as often as it was reached.
    pub nodes: u64,
    /// How many plies the search looked ahead everywhere; `None` if to the end of every line.
    pub depth: Option<u32>,
    /// How the transposition table was used, by a search that has one.
    pub transpositions: Option<TranspositionUse>,
}

impl<M: Copy> Analysis<M> {
    /// The same with the moves of another type that stand for these.
    pub fn with_moves<N>(&self, other: &dyn Fn(M) -> N) -> Analysis<N> {
        let moves = self.moves.iter().map(|judged| MoveValue {
            mv: other(judged.mv),
            value: judged.value,
            bound: judged.bound,
        });
        let line = |line: &[M]| line.iter().map(|mv| other(*mv)).collect();
        Analysis {
            value: self.value,
            moves: moves.collect(),
            best: self.best.iter().map(|mv| other(*mv)).collect(),
            line: line(&self.line),
            lines: self.lines.iter().map(|of| line(of)).collect(),
            distance: self.distance,
            nodes: self.nodes,
            depth: self.depth,
            transpositions: self.transpositions,
        }
    }
}

/// How a transposition table was used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TranspositionUse {
    /// How often a position was looked up.
    pub probes: u64,
    /// How often it was there.
    pub hits: u64,
    /// How many of its entries are filled, in thousandths.
    pub filled: u32,
}

/// What a value says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The side to move has at least this much: something better was not looked for.
    AtLeast,
    /// The side to move has at most this much: by how much less was not looked for.
    AtMost,
    /// What samples or a guess suggest; the value may be anything.
    Estimate,
}

/// What one side has at least, the other has at most.
impl Neg for Bound {
    type Output = Bound;

    fn neg(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::AtLeast => Bound::AtMost,
            Bound::AtMost => Bound::AtLeast,
            Bound::Estimate => Bound::Estimate,
        }
    }
}

/// A move and what it is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// The value of the position after it.
    pub value: ForFirst<f64>,
    /// Whether that is its value, an estimate or, for the side that makes the move, a bound.
    pub bound: Bound,
}

/// The moves that are best for `mover`, given exact values.
///
/// A value from a window that was narrower than full is only a bound, and a bound that equals the
/// best value does not make its move one of the best.
pub(crate) fn best_moves<M: Copy>(mover: Seat, moves: &[MoveValue<M>]) -> Vec<M> {
    let seen = |candidate: &MoveValue<M>| candidate.value.seen_by(mover).0;
    let best = moves.iter().map(seen).fold(f64::NEG_INFINITY, f64::max);
    moves
        .iter()
        .filter(|candidate| seen(candidate) >= best - rounding(best))
        .map(|candidate| candidate.mv)
        .collect()
}

/// By how much a value may differ from another and count as equal.
pub(crate) fn rounding(value: f64) -> f64 {
    1e-12 * value.abs().max(1.0)
}
