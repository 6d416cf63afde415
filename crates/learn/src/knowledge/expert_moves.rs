use shido_core::{Seat, Verdict};

use super::moves::MoveMemory;
use super::symmetries::Symmetries;
use crate::{Learnable, Lesson};

/// Moves that an expert appears to have found valuable: those with which he won or drew.
#[derive(Clone, Debug)]
pub struct ExpertMoves<G: Learnable>(pub MoveMemory<G>);

/// From which contests the moves of experts are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Imitation {
    /// From those that the expert won. What is kept then is of the size that Epstein reports: nothing
    /// after perfect training at achi, where all contests are drawn.
    #[default]
    Winners,
    /// From those that the expert won or drew.
    WinnersAndDrawers,
}

impl<G: Learnable> Default for ExpertMoves<G> {
    fn default() -> ExpertMoves<G> {
        ExpertMoves(MoveMemory::default())
    }
}

impl<G: Learnable> ExpertMoves<G> {
    /// Learns from a contest against an expert.
    pub fn learn(
        &mut self,
        game: &G,
        symmetries: &Symmetries,
        lesson: &Lesson<'_, G>,
        imitation: Imitation,
    ) {
        for expert in Seat::BOTH
            .into_iter()
            .filter(|seat| lesson.played_by_expert(*seat))
        {
            let worth_keeping = match lesson.end_for(expert) {
                Verdict::Win => true,
                Verdict::Draw => imitation == Imitation::WinnersAndDrawers,
                Verdict::Loss => false,
            };
            if worth_keeping {
                for (_, position, mv) in lesson.moves_of(game, expert) {
                    self.0.keep(game, symmetries, position, mv);
                }
            }
        }
    }
}
