//! Whose point of view a value has is part of its type.

use std::ops::Neg;

use crate::Seat;

/// A value as the first player sees it: larger is better for [`Seat::First`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ForFirst<T>(pub T);

/// A value as the side to move sees it: larger is better for the mover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ForMover<T>(pub T);

impl<T: Neg<Output = T>> ForFirst<T> {
    /// The same value as `seat` sees it.
    ///
    /// ```
    /// use shido_core::{ForFirst, ForMover, Seat};
    /// assert_eq!(ForFirst(3).seen_by(Seat::Second), ForMover(-3));
    /// ```
    #[must_use]
    pub fn seen_by(self, seat: Seat) -> ForMover<T> {
        ForMover(match seat {
            Seat::First => self.0,
            Seat::Second => -self.0,
        })
    }
}

impl<T: Neg<Output = T>> ForMover<T> {
    /// The same value as the first player sees it, given who the mover is.
    #[must_use]
    pub fn for_first(self, mover: Seat) -> ForFirst<T> {
        ForFirst(match mover {
            Seat::First => self.0,
            Seat::Second => -self.0,
        })
    }
}
