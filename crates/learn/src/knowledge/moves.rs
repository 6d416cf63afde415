use rustc_hash::FxHashMap;

use super::symmetries::Symmetries;
use crate::Learnable;

/// Moves that were made somewhere, each kept once for all its mirror images.
#[derive(Clone, Debug)]
pub struct MoveMemory<G: Learnable> {
    by_state: FxHashMap<G::Position, Vec<G::Move>>,
    len: usize,
}

impl<G: Learnable> Default for MoveMemory<G> {
    fn default() -> MoveMemory<G> {
        MoveMemory {
            by_state: FxHashMap::default(),
            len: 0,
        }
    }
}

impl<G: Learnable> MoveMemory<G> {
    /// How many moves are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether none is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Keeps a move.
    pub fn keep(&mut self, game: &G, symmetries: &Symmetries, position: &G::Position, mv: G::Move) {
        let familiar = symmetries.familiar(game, position);
        let mv = familiar.mv(game, mv);
        let moves = self.by_state.entry(familiar.state).or_default();
        if !moves.contains(&mv) {
            moves.push(mv);
            self.len += 1;
        }
    }

    /// The moves of these that were made in this position or a mirror image of it.
    pub fn known(
        &self,
        game: &G,
        symmetries: &Symmetries,
        position: &G::Position,
        moves: impl IntoIterator<Item = G::Move>,
    ) -> Vec<G::Move> {
        if self.is_empty() {
            return Vec::new();
        }
        let familiar = symmetries.familiar(game, position);
        let Some(kept) = self.by_state.get(&familiar.state) else {
            return Vec::new();
        };
        moves
            .into_iter()
            .filter(|mv| kept.contains(&familiar.mv(game, *mv)))
            .collect()
    }

    /// All that is kept, in no particular order: a state that stands for its mirror images, and a move
    /// made there.
    pub fn iter(&self) -> impl Iterator<Item = (&G::Position, G::Move)> {
        self.by_state
            .iter()
            .flat_map(|(state, moves)| moves.iter().map(move |mv| (state, *mv)))
    }
}
