use std::sync::Arc;

use rand::RngExt;
use shido_core::{Game, Rng};

use crate::Contest;

/// Why a player made no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// The player gives the contest up. This ends a contest; it is not a fault.
    #[error("the player resigns")]
    Resigned,
    /// The player leaves, so that nothing can be said about the contest.
    #[error("the player quit")]
    Quit,
    /// The contest is over: there is nothing to choose.
    #[error("there is no move to choose: the contest is over")]
    Over,
    /// The table that the player plays from lacks a position.
    #[error("the table of solved positions lacks {position}")]
    Unsolved {
        /// The position, as its type shows itself.
        position: String,
    },
    /// The table that the player plays from knows who wins but not how soon.
    #[error("the table of solved positions has no distance for {position}")]
    Unmeasured {
        /// The position, as its type shows itself.
        position: String,
    },
    /// The player cannot go on, such as an engine whose process died.
    #[error("{0}")]
    Failed(String),
}

/// Someone who chooses moves in a contest, with whatever memory that takes.
pub trait Player<G: Game>: Send {
    /// A legal move for the side whose turn it is.
    ///
    /// # Errors
    /// Where the player resigns, leaves or cannot go on.
    fn choose(&mut self, contest: &Contest<'_, G>, rng: &mut Rng) -> Result<G::Move, PlayerError>;
}

/// A Markov policy: a distribution over the legal moves that depends on the position alone.
pub trait Policy<G: Game>: Send + Sync {
    /// The moves that may be chosen with their probabilities, which are positive and add up to one,
    /// in the order of [`Game::each_move`].
    ///
    /// # Errors
    /// Where the contest is over or the policy does not know the position.
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError>;

    /// A move drawn from the distribution. Policies that can draw without writing the distribution
    /// down do so here.
    ///
    /// # Errors
    /// As for [`distribution`](Policy::distribution).
    fn sample(
        &self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, PlayerError> {
        draw(&self.distribution(game, position)?, rng)
    }
}

/// A move drawn with these odds.
pub(crate) fn draw<M: Copy>(odds: &[(M, f64)], rng: &mut Rng) -> Result<M, PlayerError> {
    let mut left: f64 = rng.random();
    for &(mv, probability) in odds {
        left -= probability;
        if left < 0.0 {
            return Ok(mv);
        }
    }
    // Rounding may leave a trace of probability behind the last move.
    odds.last().map(|&(mv, _)| mv).ok_or(PlayerError::Over)
}

/// Equal shares for all the moves, which are not empty.
pub(crate) fn uniform<M>(moves: Vec<M>) -> Vec<(M, f64)> {
    let share = 1.0 / moves.len() as f64;
    moves.into_iter().map(|mv| (mv, share)).collect()
}

/// Any policy as a player, who draws each move anew.
#[derive(Clone, Copy, Debug)]
pub struct Sampled<P>(pub P);

impl<G: Game, P: Policy<G>> Player<G> for Sampled<P> {
    fn choose(&mut self, contest: &Contest<'_, G>, rng: &mut Rng) -> Result<G::Move, PlayerError> {
        self.0.sample(contest.game(), contest.position(), rng)
    }
}

/// Someone who sends a fresh player into each contest of a match, so that contests can be played side
/// by side and no memory leaks from one into another.
///
/// A [`Sampled`] policy is an entrant: it has no memory to leak. So is a closure that makes a player.
pub trait Entrant<G: Game>: Sync {
    /// A player for one contest.
    fn enter(&self) -> Box<dyn Player<G> + '_>;
}

impl<G: Game, P: Policy<G>> Entrant<G> for Sampled<P> {
    fn enter(&self) -> Box<dyn Player<G> + '_> {
        Box::new(Sampled(&self.0))
    }
}

impl<G: Game, F: Fn() -> Box<dyn Player<G>> + Sync> Entrant<G> for F {
    fn enter(&self) -> Box<dyn Player<G> + '_> {
        self()
    }
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for &P {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        (**self).distribution(game, position)
    }

    fn sample(
        &self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, PlayerError> {
        (**self).sample(game, position, rng)
    }
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for Arc<P> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        (**self).distribution(game, position)
    }

    fn sample(
        &self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, PlayerError> {
        (**self).sample(game, position, rng)
    }
}
