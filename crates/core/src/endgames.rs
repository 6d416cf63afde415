//! Endgames: families of late positions that can be numbered, and solved one family after the other.

use crate::{Game, NotationError, Seat};

/// Games whose last phase falls apart into *endgames*, such as king and rook against king.
///
/// The positions of an endgame have numbers, so that a table of what they are worth needs no keys. Positions
/// that look alike from several sides share a number. A move leads to another position of the endgame, or on
/// to another endgame, and never back.
///
/// A table is written as if the first side had the men that the endgame names first. Where the second has
/// them, sides are exchanged: see [`Place::exchanged`].
pub trait Endgames: Game {
    /// What the endgames are called, each after all to which moves lead from it.
    fn endgame_names(&self) -> Vec<String>;

    /// The endgame that a text names.
    ///
    /// # Errors
    /// Where it names none, with the nearest that is one.
    fn find_endgame(&self, text: &str) -> Result<Endgame, NotationError>;

    /// The endgames that a move may lead to from this one, except those in which every contest is over.
    fn endgames_after(&self, endgame: Endgame) -> Vec<Endgame>;

    /// How many numbers there are. Some may stand for no position.
    fn numbers(&self, endgame: Endgame) -> u32;

    /// The position of a number, or `None` where it stands for none.
    fn numbered(&self, endgame: Endgame, number: u32) -> Option<Self::Position>;

    /// Who is to move in the position of a number, contests that are over included.
    fn mover(&self, endgame: Endgame, number: u32) -> Seat;

    /// How many positions share a number.
    fn images(&self, endgame: Endgame, number: u32) -> u64;

    /// Calls `visit` for each number from whose position a move leads to this one. It may visit a number
    /// several times, and numbers that stand for no position.
    fn each_predecessor(&self, endgame: Endgame, number: u32, visit: impl FnMut(u32));

    /// Where a position belongs; `None` where it belongs to no endgame.
    fn place(&self, position: &Self::Position) -> Option<Place>;
}

/// An endgame, as its place among the [names](Endgames::endgame_names).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Endgame(pub usize);

/// Where a position belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its endgame.
    pub endgame: Endgame,
    /// Its number there.
    pub number: u32,
    /// Whether that is the number of the position with the two sides exchanged.
    pub exchanged: bool,
    /// For how many plies the contest is sure to go on unless it is decided: rules that numbers say nothing
    /// about, such as a clock, end it no sooner.
    pub plies_left: u32,
}
