//! How contests end, and what perfect play leads to.

use std::ops::Neg;

use crate::{ForFirst, Seat};

/// Won, drawn or lost, from a point of view that the surrounding type tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// The other side wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side whose point of view this is wins.
    Win,
}

impl Neg for Verdict {
    type Output = Verdict;

    fn neg(self) -> Verdict {
        match self {
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
            Verdict::Win => Verdict::Loss,
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
            Verdict::Win => "win",
        })
    }
}

/// How a contest ended: what the first player receives, the second receiving the opposite.
///
/// Most games pay `1`, `0` or `-1`; explicit trees and backgammon pay other amounts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome(ForFirst<f64>);

impl Outcome {
    /// Nobody wins.
    pub const DRAW: Outcome = Outcome(ForFirst(0.0));

    /// A plain win of `seat`.
    #[must_use]
    pub const fn win(seat: Seat) -> Outcome {
        Outcome(ForFirst(match seat {
            Seat::First => 1.0,
            Seat::Second => -1.0,
        }))
    }

    /// An end that pays the first player this much.
    #[must_use]
    pub const fn paying(payoff: ForFirst<f64>) -> Outcome {
        Outcome(payoff)
    }

    /// What the first player receives.
    #[must_use]
    pub const fn payoff(self) -> ForFirst<f64> {
        self.0
    }

    /// Who received more than nothing, if anyone did.
    #[must_use]
    pub fn winner(self) -> Option<Seat> {
        match self.verdict().0 {
            Verdict::Win => Some(Seat::First),
            Verdict::Draw => None,
            Verdict::Loss => Some(Seat::Second),
        }
    }

    /// Won, drawn or lost for the first player, whatever the amount.
    #[must_use]
    pub fn verdict(self) -> ForFirst<Verdict> {
        let paid = self.0.0;
        ForFirst(if paid > 0.0 {
            Verdict::Win
        } else if paid < 0.0 {
            Verdict::Loss
        } else {
            Verdict::Draw
        })
    }
}

/// What perfect play leads to from a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Solved {
    /// The value under best play. It is written from the first player's point of view because a
    /// position that is over has no mover; `value.seen_by(seat)` turns it to a side.
    pub value: ForFirst<Verdict>,
    /// The number of plies to the end when the winner hurries and the loser delays; zero in a
    /// position that is over, `None` in a draw that is not, and where nobody has counted.
    pub distance: Option<u32>,
}

impl Solved {
    /// How much `seat` likes this, larger being better: a win before a draw before a loss, near wins
    /// and far losses first.
    #[must_use]
    pub fn preference(self, seat: Seat) -> (Verdict, i64) {
        let plies = i64::from(self.distance.unwrap_or(0));
        match self.value.seen_by(seat).0 {
            Verdict::Win => (Verdict::Win, -plies),
            Verdict::Draw => (Verdict::Draw, 0),
            Verdict::Loss => (Verdict::Loss, plies),
        }
    }
}
