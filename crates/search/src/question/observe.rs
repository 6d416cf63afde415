//! What someone who watches a search is told.

use std::fmt;

use shido_core::{ForFirst, ForMover, Game, Seat, Turn};

use crate::Bound;

/// Between which values a search wants to know a position's value exactly; what lies outside only
/// needs to be told apart from what lies inside.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    /// What the first player has elsewhere already: here only more is of interest.
    pub alpha: ForFirst<f64>,
    /// What the second player need not go beyond, having it elsewhere already.
    pub beta: ForFirst<f64>,
}

impl Window {
    /// All values: whatever comes back is exact.
    pub const FULL: Window = Window {
        alpha: ForFirst(f64::NEG_INFINITY),
        beta: ForFirst(f64::INFINITY),
    };

    /// What a value that came back from a search with this window says of the position.
    #[must_use]
    pub fn bound(self, value: ForFirst<f64>) -> ForFirst<Bound> {
        ForFirst(if value <= self.alpha {
            Bound::AtMost
        } else if value >= self.beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        })
    }

    /// Alpha and beta as `mover` sees them: what the mover has already, and what the other
    /// side need not grant.
    #[inline]
    pub(crate) fn seen_by(self, mover: Seat) -> (ForMover<f64>, ForMover<f64>) {
        let (alpha, beta) = (self.alpha.seen_by(mover), self.beta.seen_by(mover));
        match mover {
            Seat::First => (alpha, beta),
            Seat::Second => (beta, alpha),
        }
    }

    /// The window that `mover` sees like this.
    #[inline]
    pub(crate) fn of(mover: Seat, alpha: ForMover<f64>, beta: ForMover<f64>) -> Window {
        let (own, others) = (alpha.for_first(mover), beta.for_first(mover));
        let (alpha, beta) = match mover {
            Seat::First => (own, others),
            Seat::Second => (others, own),
        };
        Window { alpha, beta }
    }
}

/// Why a search left a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// The contest is over.
    Over,
    /// The depth limit was reached.
    Horizon,
    /// Every move was searched.
    Searched,
    /// The moves not yet searched cannot matter.
    Cut(Cut),
    /// It was only probed: a few moves gave a bound.
    Probed,
    /// A table knew the answer: one of known values, or the transposition table.
    LookedUp,
    /// The position has occurred before, and the rules call that a draw.
    Repeated,
    /// The side to move stands too well even if it hands the turn over.
    NullMove,
    /// The evaluation is so far outside the window that the search goes no further.
    Forward,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Why::Over => "over",
            Why::Horizon => "horizon",
            Why::Searched => "searched",
            Why::Cut(cut) => return cut.fmt(f),
            Why::Probed => "probed",
            Why::LookedUp => "table",
            Why::Repeated => "repetition",
            Why::NullMove => "null move",
            Why::Forward => "forward pruning",
        })
    }
}

/// Why moves need not be searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cut {
    /// The second player holds the first to what the first has elsewhere already, or less.
    Alpha,
    /// The first player has as much as the second, who has better elsewhere, will ever allow.
    Beta,
    /// What is known of the outcomes of chance puts their average outside the window.
    Star1,
    /// The same, when the outcomes had only been probed.
    Star2,
    /// Judging by the evaluation, or by how late it comes in the order, the move will not matter.
    Forward,
    /// A symmetry of the position makes it the same as another move.
    Twin,
}

impl Cut {
    /// What ends the search of a position in which this side moves and has found enough.
    #[must_use]
    pub const fn of(mover: Seat) -> Cut {
        match mover {
            Seat::First => Cut::Beta,
            Seat::Second => Cut::Alpha,
        }
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Cut::Alpha => "alpha cut",
            Cut::Beta => "beta cut",
            Cut::Star1 => "Star1 cut",
            Cut::Star2 => "Star2 cut",
            Cut::Forward => "forward pruning",
            Cut::Twin => "same as another",
        })
    }
}

/// Someone who watches a search. A search that fails does not leave the positions it is in, and one that
/// deepens step by step comes to the root again with each step.
pub trait Observer<G: Game> {
    /// Whether it wants to be told at all. A search asks once, before it begins.
    fn watches(&self) -> bool {
        true
    }

    /// The search arrives at a position, by this move from the one that it entered last and has not
    /// left; by none at the root.
    fn enter(&mut self, by: Option<G::Move>, position: &G::Position, turn: Turn, window: Window);

    /// A move from the position that the search is in will not be searched.
    fn skip(&mut self, mv: G::Move, why: Cut);

    /// What the position that the search is in is worth in the eyes of the opponent, told by searches
    /// that model the opponent, before they leave. An opponent who looks less far than the search sees a
    /// position from where the choice was made: the one before, if the move was theirs, else this one.
    fn theirs(&mut self, _value: ForFirst<f64>) {}

    /// The search goes back to where it came from, with this value.
    fn leave(&mut self, value: ForFirst<f64>, bound: ForFirst<Bound>, why: Why);
}

/// Nobody watches. It costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl<G: Game> Observer<G> for Silent {
    fn watches(&self) -> bool {
        false
    }

    #[inline(always)]
    fn enter(&mut self, _: Option<G::Move>, _: &G::Position, _: Turn, _: Window) {}

    #[inline(always)]
    fn skip(&mut self, _: G::Move, _: Cut) {}

    #[inline(always)]
    fn leave(&mut self, _: ForFirst<f64>, _: ForFirst<Bound>, _: Why) {}
}
