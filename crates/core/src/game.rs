//! The rules of a game: the trait that all games implement.

use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};

use rand::RngExt;

use crate::seed::spread;
use crate::{Outcome, Rng, Seat};

/// What happens next in a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Turn {
    /// This side chooses a move. Nothing says that the sides alternate.
    Of(Seat),
    /// Nature moves, with the odds of [`Chance`](crate::Chance).
    Chance,
    /// The contest has ended.
    Over(Outcome),
}

/// The rules of a two-player game of perfect information, possibly with chance.
///
/// Positions forget how they came about. Where the rules look at history (a draw by repetition),
/// [`repetition_limit`](Game::repetition_limit) and [`recurs_as`](Game::recurs_as) tell whoever
/// keeps the history what to count.
pub trait Game: Send + Sync {
    /// Everything the rules need to go on from here.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A choice in a position, of a player or of chance. Passing, where allowed, is a move.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The position in which a contest begins.
    fn start(&self) -> Self::Position;

    /// Who is to move, or how the contest ended.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Calls `visit` once for each legal move, in a fixed order. A position that is over has none;
    /// any other has at least one.
    fn each_move(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// Plays a legal move. What happens after an illegal one is unspecified but safe.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// The legal moves as a list.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.each_move(position, |mv| moves.push(mv));
        moves
    }

    /// The first of the legal moves, where it is quicker to find than all of them; `None` elsewhere, whether
    /// there are moves or not. A search that is often done with a position after one move asks for it.
    #[inline]
    fn leading_move(&self, _position: &Self::Position) -> Option<Self::Move> {
        None
    }

    /// How many legal moves there are.
    fn count_moves(&self, position: &Self::Position) -> usize {
        let mut count = 0;
        self.each_move(position, |_| count += 1);
        count
    }

    /// The position after a legal move.
    #[inline]
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut next = position.clone();
        self.play(&mut next, mv);
        next
    }

    /// Calls `visit` once for each legal move, in the order of [`each_move`](Game::each_move), with the
    /// position after it. Games that can find out once for all moves what each would have to find out
    /// for itself do so here.
    #[inline]
    fn each_successor(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(Self::Move, Self::Position),
    ) {
        self.each_move(position, |mv| visit(mv, self.after(position, mv)));
    }

    /// A legal move, each with the same probability whoever moves; `None` where there is none.
    ///
    /// As provided it draws a number and visits the moves up to it, so that no list is made. Games
    /// that can draw a move without visiting the others do so here.
    fn random_move(&self, position: &Self::Position, rng: &mut Rng) -> Option<Self::Move> {
        let count = self.count_moves(position);
        if count == 0 {
            return None;
        }
        let drawn = rng.random_range(0..count);
        let mut visited = 0;
        let mut chosen = None;
        self.each_move(position, |mv| {
            if visited == drawn {
                chosen = Some(mv);
            }
            visited += 1;
        });
        chosen
    }

    /// How a random contest from here ends, for games whose random contests mean nothing unless some
    /// moves are left out, as filling one's own eyes in Go. As provided there is none of the game's own,
    /// and playouts take any legal move.
    fn play_out(&self, _position: &Self::Position, _rng: &mut Rng) -> Option<Outcome> {
        None
    }

    /// A number for looking the position up in a table: equal for equal positions, and spread over
    /// all 64 bits. What the future of a contest hardly depends on, such as a move counter, may be
    /// left out.
    fn key(&self, position: &Self::Position) -> u64 {
        spread(rustc_hash::FxBuildHasher.hash_one(position))
    }

    /// The most that a contest can pay to either side.
    fn stake(&self) -> f64 {
        1.0
    }

    /// A measure that every move raises, or `None` where positions can recur.
    ///
    /// Games that have one are *acyclic*: they can be solved layer by layer and contests of two
    /// policies have an exact outcome.
    fn progress(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// A contest is drawn when a position has occurred this often, if the rules say so.
    fn repetition_limit(&self) -> Option<u32> {
        None
    }

    /// The position that stands for this one when occurrences are counted: itself, or one form for
    /// all its mirror images where the rules count up to symmetry.
    fn recurs_as(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }
}
