//! Values as whole numbers, as principal variation search handles them.

use std::ops::Neg;

use shido_core::{ForFirst, ForMover, Seat};

use crate::MARGIN;

/// A value as the workhorse searches handle it: a whole number, so that there is a next larger one
/// (null windows need it) and the value survives a transposition table unchanged.
///
/// What it counts says a [`Scale`]. It is seen by the side to move at the node that it belongs to.
///
/// Where the model is [decisive](crate::Model::decisive), a win is worth the less the more plies it
/// takes, by one unit a ply, and a loss the more: near wins and far losses come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Score(pub(crate) i64);

/// How many units a value of one comes to, where the stake is not large: a unit is the difference up to which an
/// [`Analysis`](crate::Analysis) takes values for equal.
const UNITS: f64 = 1e12;

/// Up to this stake there is room for that, below [`Score::INFINITE`] and twice over.
const LARGE_STAKE: f64 = 1_048_576.0;

/// A large stake comes to fewer units than two to this power, and to at least half of that.
const LARGE_BITS: i32 = 59;

/// Between values and scores of a game by a model.
///
/// For a large stake the unit is a power of two, so that no value of the stake's own size is rounded: it is
/// at most the stake divided by 2^58, a sixteenth of what floating point tells apart there. Values that
/// differ by less, as 1 and 2 do where the stake is 1e18, may come to the same score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    units: f64,
    decisive: bool,
}

impl Scale {
    pub(crate) fn new(stake: f64, decisive: bool) -> Scale {
        let units = match stake <= LARGE_STAKE {
            true => UNITS,
            // The stake is below two to the power of this.
            false => {
                let exponent = (stake.to_bits() >> 52) as i32 - 1022;
                2_f64.powi(LARGE_BITS - exponent)
            }
        };
        Scale { units, decisive }
    }

    /// A value that is no win or loss to be told from others.
    #[inline]
    pub(crate) fn score(self, value: ForMover<f64>) -> Score {
        Score((value.0 * self.units).round_ties_even() as i64)
    }

    /// What a model thinks of a position at the horizon.
    #[inline]
    pub(crate) fn judged(self, value: ForMover<f64>) -> Score {
        match self.decisive {
            true => Score::undecided(value),
            false => self.score(value),
        }
    }

    /// A value that is known for certain, from an end so many plies below the root.
    #[inline]
    pub(crate) fn certain(self, value: ForMover<f64>, plies: usize) -> Score {
        match self.decisive {
            true => Score::end(value, plies),
            false => self.score(value),
        }
    }

    /// The value as everyone else sees it, without the distance.
    pub(crate) fn value(self, score: Score, mover: Seat) -> ForFirst<f64> {
        let value = if self.decisive && score.is_decided() {
            score.0.signum() as f64
        } else {
            score.0 as f64 / self.units
        };
        // Adding zero turns the second player's draw, a negative zero, into a positive one.
        ForFirst(ForMover(value).for_first(mover).0 + 0.0)
    }
}

impl Score {
    pub(crate) const DRAW: Score = Score(0);
    /// Above whatever a position can be worth; the negative is below.
    pub(crate) const INFINITE: Score = Score(i64::MAX / 4);
    /// A win that is here already, of a decisive model.
    const WIN: i64 = UNITS as i64;
    /// What is above this, by a decisive model, is a win.
    const DECIDED: i64 = ((1.0 - MARGIN) * UNITS) as i64;

    /// A value short of a win, by a decisive model.
    #[inline]
    fn undecided(value: ForMover<f64>) -> Score {
        let score = (value.0 * UNITS).round_ties_even() as i64;
        Score(score.clamp(-Score::DECIDED, Score::DECIDED))
    }

    /// The end of a contest so many plies below the root, by a decisive model.
    #[inline]
    fn end(value: ForMover<f64>, ply: usize) -> Score {
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

    const DECISIVE: Scale = Scale {
        units: UNITS,
        decisive: true,
    };

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
        assert_eq!(DECISIVE.value(won(9), Seat::Second), ForFirst(-1.0));
    }

    #[test]
    fn values_survive() {
        for value in [0.1, -3.0, 12.0, 2.5, 1e-12, 2_000_000.25] {
            // The scale of the stake 1, which the last of them is far beyond.
            let scale = Scale::new(1.0, false);
            let score = scale.score(ForMover(value));
            assert_eq!(scale.value(score, Seat::First), ForFirst(value));
        }
    }

    #[test]
    fn large_values_survive() {
        for stake in [1_048_577.0, 3e6, 9e15, 1e18, 1e300, f64::MAX] {
            let scale = Scale::new(stake, false);
            for value in [stake, -stake, stake / 3.0, stake * 0.123, stake.next_down()] {
                let score = scale.score(ForMover(value));
                assert_eq!(scale.value(score, Seat::First), ForFirst(value));
                assert!(score < Score::INFINITE && score > -Score::INFINITE);
                // Whole numbers, as long as floating point has them all.
                if stake < 1e16 {
                    let score = scale.score(ForMover(value.round()));
                    assert_eq!(scale.value(score, Seat::First), ForFirst(value.round()));
                }
            }
            // The bound that is stated.
            let near = Scale::new(stake, false).score(ForMover(stake / 2_f64.powi(57)));
            assert!(near > Score(0));
        }
    }

    #[test]
    fn a_draw_has_no_sign() {
        let value = DECISIVE.value(Score::DRAW, Seat::Second).0;
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
