//! What a person sees of a position and of the moves in it, as numbers: what models of people are learned from.

use crate::Game;

/// How much there is to be seen in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The columns of the board, or `0` where it is no grid.
    pub width: usize,
    /// The rows of the board, or `0` where it is no grid.
    pub height: usize,
    /// How many numbers there are for each square: a plane of the board for each.
    pub planes: usize,
    /// How many numbers there are for each move.
    pub features: usize,
}

impl Sight {
    /// How many squares the board has.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.width * self.height
    }
}

/// A position in which somebody chooses, and what they remember of the way there.
pub struct Scene<'s, G: Game + ?Sized> {
    /// The position.
    pub position: &'s G::Position,
    /// What was played before, latest last, each move with the position in which it was made. It may
    /// be cut short or empty: not everybody who is asked about a position knows how it came about.
    pub past: &'s [(G::Position, G::Move)],
}

impl<G: Game + ?Sized> Clone for Scene<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game + ?Sized> Copy for Scene<'_, G> {}

/// Where a move happens on the grid of [`Sight`], as rows of squares counted from the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Squares {
    /// Where a piece comes from, if one does.
    pub from: Option<u16>,
    /// Where it goes.
    pub to: Option<u16>,
}

/// Games that can say what a person sees in them.
///
/// Everything is told from the point of view of the side to move: its own things first, and the board
/// turned so that it plays from the first row. Numbers are small, about -1 to 1.
pub trait Perception: Game {
    /// How much there is to be seen.
    fn sight(&self) -> Sight;

    /// Writes what stands on the board: `planes` has [`Sight::planes`] times [`Sight::squares`] zeros,
    /// plane by plane.
    fn see(&self, scene: Scene<'_, Self>, planes: &mut [f32]);

    /// Calls `visit` once for each legal move, in the order of [`each_move`](Game::each_move), with where
    /// it happens and its [`Sight::features`] numbers.
    fn consider(&self, scene: Scene<'_, Self>, visit: impl FnMut(Self::Move, Squares, &[f32]));

    /// What somebody who looks ahead sees: the share of the expected score that each legal move gives away
    /// beside the best one, from 0 to 1, in the same order; or nothing, where nobody looks ahead. It takes
    /// longer than a glance.
    fn look_ahead(&self, position: &Self::Position) -> Vec<f32> {
        let _ = position;
        Vec::new()
    }
}
