//! Values as whole numbers, as principal variation search handles them.

use std::ops::Neg;

use shido_core::{ForFirst, ForMover, Seat};

use crate::MARGIN;

/// A value as the workhorse searches handle it: a whole number, so that there is a next larger one
/// (null windows need it) and the value survives a transposition table unchanged.
///
/// It counts units of `1e-12`, the difference up to which an [`Analysis`](crate::Analysis) takes
/// values for equal. It is seen by the side to move at the node that it belongs to.
///
/// Where the model is [decisive](crate::Model::decisive), a win is worth the less the more plies it
/// takes, by one unit a ply, and a loss the more: near wins and far losses come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Score(pub(crate) i64);

const UNITS: f64 = 1e12;

impl Score {
    pub(crate) const DRAW: Score = Score(0);
    /// Above whatever a position can be worth; the negative is below.
    pub(crate) const INFINITE: Score = Score(i64::MAX / 4);
    /// A win that is here already, of a decisive model.
    const WIN: i64 = UNITS as i64;
    /// What is above this, by a decisive model, is a win.
    const DECIDED: i64 = ((1.0 - MARGIN) * UNITS) as i64;

    /// A value that is no win or loss to be told from others.
    #[inline]
    pub(crate) fn from_value(value: ForMover<f64>) -> Score {
        Score((value.0 * UNITS).round_ties_even() as i64)
    }

    /// A value short of a win, by a decisive model.
    #[inline]
    pub(crate) fn undecided(value: ForMover<f64>) -> Score {
        Score(
            Score::from_value(value)
                .0
                .clamp(-Score::DECIDED, Score::DECIDED),
        )
    }

    /// The end of a contest so many plies below the root, by a decisive model.
    #[inline]
    pub(crate) fn end(value: ForMover<f64>, ply: usize) -> Score {
        if value.0 > 0.0 {
            Score(Score::WIN - ply as i64)
        } else if value.0 < 0.0 {
            Score(ply as i64 - Score::WIN)
        } else {
            Score::DRAW
        }
    }

    /// Whether this is a win or loss, by a decisive model.
    #[inline]
    pub(crate) fn is_decided(self) -> bool {
        self.0.abs() > Score::DECIDED
    }

    /// In how many plies from the root the contest ends, if it is decided.
    pub(crate) fn plies(self) -> Option<u32> {
        let plies = Score::WIN - self.0.abs();
        self.is_decided().then(|| u32::try_from(plies).unwrap_or(0))
    }

    /// The score as it is kept in a table: wins and losses counted from the node, not from the root.
    #[inline]
    pub(crate) fn seen_from_node(self, ply: usize, decisive: bool) -> Score {
        self.shifted(ply as i64, decisive)
    }

    /// The inverse of [`seen_from_node`](Score::seen_from_node).
    #[inline]
    pub(crate) fn seen_from_root(self, ply: usize, decisive: bool) -> Score {
        self.shifted(-(ply as i64), decisive)
    }

    #[inline]
    fn shifted(self, plies: i64, decisive: bool) -> Score {
        if decisive && self.is_decided() {
            Score(self.0 + plies * self.0.signum())
        } else {
            self
        }
    }

    /// The value as everyone else sees it, without the distance.
    pub(crate) fn value(self, mover: Seat, decisive: bool) -> ForFirst<f64> {
        let value = if decisive && self.is_decided() {
            self.0.signum() as f64
        } else {
            self.0 as f64 / UNITS
        };
        // Adding zero turns the second player's draw, a negative zero, into a positive one.
        ForFirst(ForMover(value).for_first(mover).0 + 0.0)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_wins_and_far_losses_come_first() {
        let won = |ply| Score::end(ForMover(1.0), ply);
        let lost = |ply| Score::end(ForMover(-1.0), ply);
        let best = Score::undecided(ForMover(1.0));
        let ranked = [lost(2), lost(9), -best, Score::DRAW, best, won(9), won(2)];
        assert!(ranked.is_sorted());
        assert_eq!(
            ranked.map(|score| score.plies().is_some()),
            [true, true, false, false, false, true, true]
        );
        assert_eq!(won(9).value(Seat::Second, true), ForFirst(-1.0));
    }

    #[test]
    fn values_survive() {
        for value in [0.1, -3.0, 12.0, 2.5, 1e-12, 2_000_000.25] {
            let score = Score::from_value(ForMover(value));
            assert_eq!(score.value(Seat::First, false), ForFirst(value));
        }
    }

    #[test]
    fn a_draw_has_no_sign() {
        let value = Score::DRAW.value(Seat::Second, true).0;
        assert_eq!(value.to_string(), "0");
    }

    #[test]
    fn a_table_counts_from_the_node() {
        let at_root = Score::end(ForMover(1.0), 7);
        let kept = at_root.seen_from_node(3, true);
        assert_eq!(kept, Score::end(ForMover(1.0), 4));
        assert_eq!(kept.seen_from_root(5, true), Score::end(ForMover(1.0), 9));
        assert_eq!(Score(5).seen_from_node(3, true), Score(5));
    }
}
