//! A memory for moves, up to symmetry, on which several slots rest.

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

#[cfg(test)]
mod tests {
    use crate::MoveMemory;
    use crate::example::{Example, FIGURE_3};

    #[test]
    fn a_move_is_kept_once_for_all_that_symmetry_makes_the_same() {
        let example = Example::of("tic-tac-toe");
        let (game, symmetries) = (&example.game, &example.knowledge.symmetries);
        let mut memory = MoveMemory::default();
        // Every edge of the figure is the same move, and so is one of its mirror image.
        for (position, mv) in [(FIGURE_3, "b3"), (FIGURE_3, "a2"), ("X../.O./..X O", "b1")] {
            let (state, mv) = (example.position(position), example.mv(position, mv));
            memory.keep(game, symmetries, &state, mv);
            assert_eq!(memory.len(), 1, "{position}");
        }
        let state = example.position(FIGURE_3);
        memory.keep(game, symmetries, &state, example.mv(FIGURE_3, "a3"));
        assert_eq!(memory.len(), 2);
        assert_eq!(memory.iter().count(), 2);
    }

    #[test]
    fn only_moves_that_are_asked_for_are_known() {
        let example = Example::of("tic-tac-toe");
        let (game, symmetries) = (&example.game, &example.knowledge.symmetries);
        let mut memory = MoveMemory::default();
        let state = example.position(FIGURE_3);
        let [edge, corner] = ["b3", "a3"].map(|mv| example.mv(FIGURE_3, mv));
        memory.keep(game, symmetries, &state, edge);
        assert_eq!(
            memory.known(game, symmetries, &state, [corner, edge]),
            [edge]
        );
        assert_eq!(memory.known(game, symmetries, &state, [corner]), []);
    }
}
