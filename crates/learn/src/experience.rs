//! Which states have come up in training, and how often.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{Learnable, Symmetries};

/// Which states have come up in training, and how often, each for all its mirror images.
///
/// This is not useful knowledge: no Advisor sees it, and it takes no space. It is a record that an
/// onlooker keeps, so that trainers and tests can tell what the learner has met from what it has not.
///
/// A copy costs next to nothing, so that a trainer can take one into a contest.
#[derive(Debug)]
pub struct Experience<G: Learnable>(Arc<FxHashMap<G::Position, u32>>);

impl<G: Learnable> Clone for Experience<G> {
    fn clone(&self) -> Experience<G> {
        Experience(Arc::clone(&self.0))
    }
}

impl<G: Learnable> Default for Experience<G> {
    fn default() -> Experience<G> {
        Experience(Arc::default())
    }
}

impl<G: Learnable> Experience<G> {
    /// How many states have come up.
    #[must_use]
    pub fn states(&self) -> usize {
        self.0.len()
    }

    /// How often a position, or a mirror image of it, has come up.
    pub fn times(&self, game: &G, symmetries: &Symmetries, position: &G::Position) -> u32 {
        let state = symmetries.state(game, position);
        self.0.get(&state).copied().unwrap_or_default()
    }

    /// Writes down the positions of a contest.
    pub fn add(&mut self, game: &G, symmetries: &Symmetries, positions: &[G::Position]) {
        let met = Arc::make_mut(&mut self.0);
        for position in positions {
            *met.entry(symmetries.state(game, position)).or_default() += 1;
        }
    }
}
