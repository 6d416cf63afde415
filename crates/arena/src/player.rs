//! Who chooses moves: players, policies, and those who send players into contests.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::RngExt;
use shido_core::{Game, Rng};
use shido_search::{Analysis, Limits};

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
    /// The player was told to stop before it had chosen.
    #[error("stopped before a move was chosen")]
    Stopped,
    /// The contest is over: there is nothing to choose.
    #[error("there is no move to choose: the contest is over")]
    Over,
    /// The solved table that the player plays from lacks a position.
    #[error("the solved table lacks {position}")]
    Unsolved {
        /// The position, as its type shows itself.
        position: String,
    },
    /// The solved table that the player plays from knows who wins but not how soon.
    #[error("the solved table has no distance for {position}")]
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
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError>;

    /// Takes note that a contest is over, or is not played on. As provided nothing is learned from that.
    fn finish(&mut self, _contest: &Contest<'_, G>) {}
}

/// What a player is given to think with: random numbers, limits, and a callback for progress.
pub struct Thinking<'a, M> {
    /// Where every random choice comes from.
    pub rng: &'a mut Rng,
    /// How long to think at most. A player with limits of its own keeps to both.
    pub limits: ThinkingLimits,
    /// Set it to stop the thinking.
    pub stop: Option<&'a Arc<AtomicBool>>,
    /// Called with what a search has found so far, each time that it has finished a depth.
    pub watch: &'a dyn Fn(&Analysis<M>),
}

/// How long to think about a move at most. What is left out is not limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThinkingLimits {
    /// Look this many plies ahead.
    pub depth: Option<u32>,
    /// Visit this many positions.
    pub nodes: Option<u64>,
    /// Think for so long.
    pub time: Option<std::time::Duration>,
}

impl ThinkingLimits {
    /// The tighter of two limits, each for itself.
    #[must_use]
    pub fn within(self, other: ThinkingLimits) -> ThinkingLimits {
        fn tighter<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            match (one, other) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            }
        }
        ThinkingLimits {
            depth: tighter(self.depth, other.depth),
            nodes: tighter(self.nodes, other.nodes),
            time: tighter(self.time, other.time),
        }
    }

    /// The same for a search.
    #[must_use]
    pub fn for_search(self, stop: Option<&Arc<AtomicBool>>) -> Limits<'_> {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            stop: stop.map(|stop| &**stop),
        }
    }
}

impl<'a, M> Thinking<'a, M> {
    /// Thinking without limits that nobody watches.
    pub fn freely(rng: &'a mut Rng) -> Thinking<'a, M> {
        Thinking {
            rng,
            limits: ThinkingLimits::default(),
            stop: None,
            watch: &|_| {},
        }
    }

    /// The limits for a search that has some of its own.
    pub fn limits_within(&self, own: ThinkingLimits) -> Limits<'a> {
        self.limits.within(own).for_search(self.stop)
    }
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

    /// The same, given up where a limit is reached or the stop flag is raised. As provided there is
    /// nothing to give up: only policies that think long look at the limits.
    ///
    /// # Errors
    /// As for [`distribution`](Policy::distribution), and where a limit was reached first.
    fn distribution_within(
        &self,
        game: &G,
        position: &G::Position,
        _limits: Limits<'_>,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        self.distribution(game, position)
    }

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
///
/// # Errors
/// Where there are none.
pub fn draw<M: Copy>(odds: &[(M, f64)], rng: &mut Rng) -> Result<M, PlayerError> {
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

/// Equal shares for all the moves.
pub fn uniform<M: Copy>(moves: &[M]) -> Vec<(M, f64)> {
    let share = 1.0 / moves.len() as f64;
    moves.iter().map(|&mv| (mv, share)).collect()
}

/// Any policy as a player, who draws each move anew.
#[derive(Clone, Copy, Debug)]
pub struct Sampled<P>(pub P);

impl<G: Game, P: Policy<G>> Player<G> for Sampled<P> {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        self.0
            .sample(contest.game(), contest.position(), thinking.rng)
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

    fn distribution_within(
        &self,
        game: &G,
        position: &G::Position,
        limits: Limits<'_>,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        (**self).distribution_within(game, position, limits)
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

    fn distribution_within(
        &self,
        game: &G,
        position: &G::Position,
        limits: Limits<'_>,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        (**self).distribution_within(game, position, limits)
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
