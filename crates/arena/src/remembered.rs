//! A policy that thinks about each position only once.

use std::sync::Arc;

use shido_core::{Game, Rng};
use shido_search::Limits;

use crate::memory::Memory;
use crate::player::draw;
use crate::{PlayerError, Policy};

/// How many positions are remembered; those that come later are thought about each time.
const MOST_REMEMBERED: usize = 1 << 20;

/// A policy that thinks about a position only once, for one game. Contests of a match that run side
/// by side share what was thought.
pub struct Remembered<G: Game, P> {
    policy: P,
    memory: Memory<G::Position, Odds<G>>,
}

type Odds<G> = Arc<[(<G as Game>::Move, f64)]>;

impl<G: Game, P: Policy<G>> Remembered<G, P> {
    /// The policy with a memory that is empty yet.
    pub fn new(policy: P) -> Remembered<G, P> {
        Remembered {
            policy,
            memory: Memory::new(),
        }
    }

    fn odds(
        &self,
        game: &G,
        position: &G::Position,
        limits: Limits<'_>,
    ) -> Result<Odds<G>, PlayerError> {
        if let Some(odds) = self.memory.get(position) {
            return Ok(odds);
        }
        let odds = self.policy.distribution_within(game, position, limits)?;
        let odds: Odds<G> = odds.into();
        if self.memory.len() < MOST_REMEMBERED {
            self.memory.insert(position.clone(), Arc::clone(&odds));
        }
        Ok(odds)
    }
}

impl<G: Game, P: Policy<G>> Policy<G> for Remembered<G, P> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        self.distribution_within(game, position, Limits::default())
    }

    fn distribution_within(
        &self,
        game: &G,
        position: &G::Position,
        limits: Limits<'_>,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        Ok(self.odds(game, position, limits)?.to_vec())
    }

    fn sample(
        &self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, PlayerError> {
        draw(&self.odds(game, position, Limits::default())?, rng)
    }
}
