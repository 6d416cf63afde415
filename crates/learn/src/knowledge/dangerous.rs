//! Dangerous states: positions that were lost without proof that they had to be.

use rustc_hash::FxHashSet;

use super::symmetries::Symmetries;
use crate::Learnable;

/// Positions from which the side to move lost though it is not proved that it had to.
#[derive(Clone, Debug)]
pub struct DangerousStates<G: Learnable>(FxHashSet<G::Position>);

impl<G: Learnable> Default for DangerousStates<G> {
    fn default() -> DangerousStates<G> {
        DangerousStates(FxHashSet::default())
    }
}

impl<G: Learnable> DangerousStates<G> {
    /// How many are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps the position at which selective retrograde analysis stopped on its way back from a loss.
    pub fn learn(&mut self, game: &G, symmetries: &Symmetries, position: &G::Position) {
        self.0.insert(symmetries.state(game, position));
    }

    /// Whether a position or a mirror image of it is kept.
    pub fn contains(&self, game: &G, symmetries: &Symmetries, position: &G::Position) -> bool {
        !self.is_empty() && self.0.contains(&symmetries.state(game, position))
    }

    /// All that are kept, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &G::Position> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use crate::example::{Example, FIGURE_3};

    #[test]
    fn a_state_is_kept_once_for_its_mirror_images() {
        let mut example = Example::of("tic-tac-toe");
        let [figure, mirrored, other] =
            [FIGURE_3, "X../.O./..X O", "..X/.X./O.. O"].map(|text| example.position(text));
        let symmetries = &example.knowledge.symmetries;
        let dangerous = &mut example.knowledge.dangerous;
        dangerous.learn(&example.game, symmetries, &figure);
        dangerous.learn(&example.game, symmetries, &mirrored);
        assert_eq!(dangerous.len(), 1);
        assert!(dangerous.contains(&example.game, symmetries, &mirrored));
        assert!(!dangerous.contains(&example.game, symmetries, &other));
    }
}
