//! Useful knowledge: what is expected to be relevant to a game, and may be correct.
//!
//! One file a slot, with the procedure that learns it.

pub(crate) mod advantage;
pub(crate) mod contest_length;
pub(crate) mod dangerous;
pub(crate) mod expert_moves;
pub(crate) mod forks;
pub(crate) mod histories;
mod moves;
pub(crate) mod openings;
pub(crate) mod significant;
pub(crate) mod symmetries;

use shido_core::Rng;

use crate::Learnable;

pub use advantage::Advantage;
pub use contest_length::ContestLength;
pub use dangerous::DangerousStates;
pub use expert_moves::ExpertMoves;
pub use forks::{Fork, Forks};
pub use histories::{Histories, History};
pub use moves::MoveMemory;
pub use openings::Openings;
pub use significant::SignificantStates;
pub use symmetries::Symmetries;

/// All that has been learned of one game.
///
/// What is kept of a position is kept of all its mirror images, as far as symmetries are believed in.
#[derive(Clone, Debug)]
pub struct Knowledge<G: Learnable> {
    /// How long contests are.
    pub contest_length: ContestLength,
    /// Which symmetries of the board are symmetries of the game.
    pub symmetries: Symmetries,
    /// Whether going first or second is an advantage.
    pub advantage: Advantage,
    /// How experts open.
    pub openings: Openings<G>,
    /// What experts have played.
    pub expert_moves: ExpertMoves<G>,
    /// How plans have been seen to win together.
    pub forks: Forks,
    /// Contests worth remembering.
    pub histories: Histories<G>,
    /// Positions that seem to lose.
    pub dangerous: DangerousStates<G>,
    /// Positions that are certain to win or lose.
    pub significant: SignificantStates<G>,
}

impl<G: Learnable> Knowledge<G> {
    /// What is known before the first contest: the symmetries that stand up to questions.
    pub fn new(game: &G, rng: &mut Rng) -> Knowledge<G> {
        Knowledge::with_symmetries(Symmetries::induced(game, rng))
    }

    /// Nothing but some symmetries.
    #[must_use]
    pub fn with_symmetries(symmetries: Symmetries) -> Knowledge<G> {
        Knowledge {
            contest_length: ContestLength::default(),
            symmetries,
            advantage: Advantage::default(),
            openings: Openings::default(),
            expert_moves: ExpertMoves::default(),
            forks: Forks::default(),
            histories: Histories::default(),
            dangerous: DangerousStates::default(),
            significant: SignificantStates::default(),
        }
    }

    /// How much is kept, in units. The three slots of fixed size are one unit together; a move, a
    /// state, a fork or a history is one.
    #[must_use]
    pub fn space(&self) -> usize {
        1 + self.openings.0.len()
            + self.expert_moves.0.len()
            + self.forks.relevant().len()
            + self.histories.kept().len()
            + self.dangerous.len()
            + self.significant.len()
    }
}
