use shido_core::Seat;

use super::moves::MoveMemory;
use super::symmetries::Symmetries;
use crate::{Learnable, Lesson};

/// What part of a contest counts as its opening, in percent (Epstein's *f*).
const OPENING: usize = 10;

/// How experts open: their part of the first tenth of the moves where Hoyle moves second and loses.
#[derive(Clone, Debug)]
pub struct Openings<G: Learnable>(pub MoveMemory<G>);

impl<G: Learnable> Default for Openings<G> {
    fn default() -> Openings<G> {
        Openings(MoveMemory::default())
    }
}

impl<G: Learnable> Openings<G> {
    /// Learns from a contest that Hoyle lost to an expert who moved first.
    pub fn learn(&mut self, game: &G, symmetries: &Symmetries, lesson: &Lesson<'_, G>) {
        let lost_to_opener =
            lesson.played_by_expert(Seat::First) && lesson.winner == Some(Seat::First);
        if !lost_to_opener {
            return;
        }
        let length = (lesson.moves.len() * OPENING).div_ceil(100);
        for (position, mv) in lesson
            .moves_of(game, Seat::First)
            .take_while(|(ply, ..)| *ply < length)
            .map(|(_, p, m)| (p, m))
        {
            self.0.keep(game, symmetries, position, mv);
        }
    }
}
