use shido_core::{Seat, Verdict};

use super::moves::MoveMemory;
use super::symmetries::Symmetries;
use crate::{Learnable, Lesson};

/// Contests worth remembering in full: those that proved something, or in which the wrong side won.
///
/// What Hoyle did in them, and how it ended, is what it can imitate or avoid later.
#[derive(Clone, Debug)]
pub struct Histories<G: Learnable> {
    kept: Vec<History<G::Move>>,
    not_lost: MoveMemory<G>,
    lost: MoveMemory<G>,
}

/// A contest in full.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History<M> {
    /// The moves from the start.
    pub moves: Vec<M>,
    /// Who won.
    pub winner: Option<Seat>,
    /// Where Hoyle sat; `None` where it sat on both sides or only watched.
    pub hoyle: Option<Seat>,
    /// Whether Hoyle only watched two experts.
    pub observed: bool,
}

impl<G: Learnable> Default for Histories<G> {
    fn default() -> Histories<G> {
        Histories {
            kept: Vec::new(),
            not_lost: MoveMemory::default(),
            lost: MoveMemory::default(),
        }
    }
}

impl<G: Learnable> Histories<G> {
    /// The contests that are kept, oldest first.
    #[must_use]
    pub fn kept(&self) -> &[History<G::Move>] {
        &self.kept
    }

    /// What Hoyle played in them where it won or drew.
    #[must_use]
    pub fn not_lost(&self) -> &MoveMemory<G> {
        &self.not_lost
    }

    /// What Hoyle played in them where it lost.
    #[must_use]
    pub fn lost(&self) -> &MoveMemory<G> {
        &self.lost
    }

    /// Keeps a contest, unless it or a mirror image of it is there already.
    pub fn learn(&mut self, game: &G, symmetries: &Symmetries, lesson: &Lesson<'_, G>) {
        let moves = symmetries
            .believed()
            .iter()
            .map(|symmetry| {
                let image = |mv: &G::Move| game.transform_move(*symmetry, *mv);
                lesson.moves.iter().map(image).collect::<Vec<G::Move>>()
            })
            .min()
            .expect("the identity is believed in");
        let history = History {
            moves,
            winner: lesson.winner,
            hoyle: lesson.hoyle,
            observed: lesson.observed,
        };
        if self.kept.contains(&history) {
            return;
        }
        for seat in Seat::BOTH
            .into_iter()
            .filter(|seat| lesson.played_by_hoyle(*seat))
        {
            let memory = match lesson.end_for(seat) {
                Verdict::Loss => &mut self.lost,
                Verdict::Win | Verdict::Draw => &mut self.not_lost,
            };
            for (_, position, mv) in lesson.moves_of(game, seat) {
                memory.keep(game, symmetries, position, mv);
            }
        }
        self.kept.push(history);
    }
}
