//! How likely somebody is to make each move.

use serde::Serialize;

/// How likely a player is to make each legal move, as far as it can be told. Moves are text, unless they
/// are still those of a game.
///
/// Some players draw their moves and tell with what probability. Others make the move that they judge best,
/// or tell nothing but their move: they say what *they* would play, and not how often somebody like them plays
/// otherwise. For these [`probabilities`](Odds::probabilities) takes a number that says how far they are to
/// be believed, which is fitted to what was played.
///
/// ```
/// use shido::{Odds, OddsKind};
/// let judged = Odds { kind: OddsKind::Judged, moves: vec![("a", 0.5), ("b", 0.5), ("c", -0.5)] };
/// let p = judged.probabilities(1.0);
/// assert_eq!(p[0], p[1]);
/// assert!((p[0] / p[2] - 1.0_f64.exp()).abs() < 1e-12); // a soft-max with temperature 1
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Odds<M = String> {
    /// What the numbers say.
    pub kind: OddsKind,
    /// Every legal move with its number.
    pub moves: Vec<(M, f64)>,
}

/// What the numbers of [`Odds`] say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OddsKind {
    /// The probability of each move.
    Drawn,
    /// What each move is worth to the side that makes it.
    Judged,
    /// One for the move that is made, or as much for each of several; else nothing.
    Chosen,
}

impl<M> Odds<M> {
    /// The probability of each move, in order.
    ///
    /// Of those that are `Drawn` it is what it is. Values become a soft-max of which `doubt` is the
    /// temperature. What is `Chosen` is made with probability 1 - `doubt`, and otherwise any legal move is.
    #[must_use]
    pub fn probabilities(&self, doubt: f64) -> Vec<f64> {
        let numbers = self.moves.iter().map(|&(_, number)| number);
        match self.kind {
            OddsKind::Drawn => numbers.collect(),
            OddsKind::Judged => {
                let best = numbers.clone().fold(f64::NEG_INFINITY, f64::max);
                let weights: Vec<f64> = numbers
                    .map(|value| ((value - best) / doubt.max(f64::MIN_POSITIVE)).exp())
                    .collect();
                let sum: f64 = weights.iter().sum();
                weights.iter().map(|weight| weight / sum).collect()
            }
            OddsKind::Chosen => {
                let any = doubt / self.moves.len() as f64;
                numbers.map(|number| (1.0 - doubt) * number + any).collect()
            }
        }
    }

    pub(crate) fn drawn(moves: Vec<(M, f64)>) -> Odds<M> {
        Odds {
            kind: OddsKind::Drawn,
            moves,
        }
    }

    pub(crate) fn written<T>(self, write: impl Fn(M) -> T) -> Odds<T> {
        let moves = self.moves.into_iter();
        Odds {
            kind: self.kind,
            moves: moves.map(|(mv, number)| (write(mv), number)).collect(),
        }
    }
}
