//! Players who draw, with equal odds, among the moves that a search leaves.

use std::sync::{Mutex, PoisonError};

use shido_arena::{PlayerError, Policy, uniform};
use shido_core::Game;
use shido_search::{Limits, SearchError};

use super::explain;

/// Draws among the moves that a search leaves.
///
/// The search has a memory. Searches do not lock, so each thread borrows one for as long as it
/// thinks; there are as many as threads have thought at once.
pub(crate) struct Shortlist<M, N, F> {
    memories: Mutex<Vec<M>>,
    new: N,
    moves: F,
}

impl<M, N: Fn() -> M, F> Shortlist<M, N, F> {
    /// Draws among the moves that `moves` leaves, with a memory from `new`.
    pub(crate) fn new(new: N, moves: F) -> Shortlist<M, N, F> {
        Shortlist {
            memories: Mutex::default(),
            new,
            moves,
        }
    }

    /// Lets someone think with a memory that nobody else has at the same time.
    fn with_memory<T>(&self, think: impl FnOnce(&mut M) -> T) -> T {
        // A thread that panicked has not given its memory back.
        let lock = || self.memories.lock().unwrap_or_else(PoisonError::into_inner);
        let lent = lock().pop();
        let mut memory = lent.unwrap_or_else(&self.new);
        let thought = think(&mut memory);
        lock().push(memory);
        thought
    }
}

impl<G, M, N, F> Policy<G> for Shortlist<M, N, F>
where
    G: Game,
    M: Send,
    N: Fn() -> M + Send + Sync,
    F: Fn(&G, &G::Position, &mut M, Limits<'_>) -> Result<Vec<G::Move>, SearchError<G::Move>>
        + Send
        + Sync,
{
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
        let moves = self
            .with_memory(|memory| (self.moves)(game, position, memory, limits))
            .map_err(|error| explain(&error))?;
        match moves.is_empty() {
            true => Err(PlayerError::Over),
            false => Ok(uniform(&moves)),
        }
    }
}
