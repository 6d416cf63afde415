//! What some games can do and others cannot.

use crate::{ForFirst, Game, Seat};

/// Games in which nature moves.
pub trait Chance: Game {
    /// The probability of an outcome among the moves of a [`Turn::Chance`](crate::Turn::Chance)
    /// position. Over all of them it adds up to one.
    fn probability(&self, position: &Self::Position, outcome: Self::Move) -> f64;
}

/// Games whose board looks the same from several sides.
///
/// The symmetries form a group, leave the starting position as it is, and commute with play.
/// Number `0` is the identity.
pub trait Symmetry: Game {
    /// The order of the group, at least one.
    fn symmetries(&self) -> usize;

    /// The image of a position under a symmetry.
    fn transform(&self, symmetry: usize, position: &Self::Position) -> Self::Position;

    /// The image of a move, legal in the image of the position.
    fn transform_move(&self, symmetry: usize, mv: Self::Move) -> Self::Move;

    /// Whether the symmetry takes each side's markers to the other's, points that it leaves in
    /// place aside: the board looks the same when it is turned and the colours are exchanged.
    fn mirrors(&self, symmetry: usize, position: &Self::Position) -> bool;
}

/// Games whose positions fit in 64 bits, so that millions of them can be kept in a table.
pub trait Pack: Symmetry {
    /// How many bits a packed position needs. Above 64, positions cannot be packed.
    fn packed_bits(&self) -> u32;

    /// The position as a number below `2^packed_bits`. Different positions have different numbers.
    ///
    /// # Panics
    /// Where [`packed_bits`](Pack::packed_bits) is above 64.
    fn pack(&self, position: &Self::Position) -> u64;

    /// The position that was packed, or `None` for a number that no position packs to.
    fn unpack(&self, packed: u64) -> Option<Self::Position>;

    /// The smallest number among the images of the position: one number for the whole orbit.
    fn pack_canonical(&self, position: &Self::Position) -> u64 {
        (0..self.symmetries())
            .map(|symmetry| self.pack(&self.transform(symmetry, position)))
            .min()
            .expect("the identity is a symmetry")
    }
}

/// Games that can judge a position without looking ahead.
pub trait Evaluation: Game {
    /// The worth of a position in the eyes of `judge`, on the scale of
    /// [`Outcome::payoff`](crate::Outcome::payoff); `None` where the game has no opinion.
    ///
    /// The two sides may judge differently: that is what opponent models are about. Both judgements
    /// are written from the first player's point of view.
    fn evaluate(&self, position: &Self::Position, judge: Seat) -> Option<ForFirst<f64>>;
}
