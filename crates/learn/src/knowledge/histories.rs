//! Contests that are remembered in full.

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

#[cfg(test)]
mod tests {
    use shido_core::Seat::{self, First, Second};

    use crate::example::{Example, lesson};
    use crate::{Histories, Learner};

    fn learned(contests: &[(&str, Option<Seat>)]) -> [usize; 3] {
        let example = Example::of("tic-tac-toe");
        let mut histories = Histories::default();
        for (contest, hoyle) in contests {
            let contest = example.contest(contest);
            let symmetries = &example.knowledge.symmetries;
            histories.learn(&example.game, symmetries, &lesson(&contest, *hoyle));
        }
        [
            histories.kept().len(),
            histories.not_lost().len(),
            histories.lost().len(),
        ]
    }

    const WON_BY_FIRST: &str = "b2 b3 a1 c3 a3 a2 c1";
    const MIRRORED: &str = "b2 b1 a3 c1 a1 a2 c3";

    #[test]
    fn what_hoyle_did_is_kept_by_how_it_ended() {
        assert_eq!(learned(&[(WON_BY_FIRST, Some(First))]), [1, 4, 0]);
        assert_eq!(learned(&[(WON_BY_FIRST, Some(Second))]), [1, 0, 3]);
        assert_eq!(learned(&[(WON_BY_FIRST, None)]), [1, 4, 3]);
    }

    #[test]
    fn a_history_is_kept_once_for_its_mirror_images() {
        let both = [(WON_BY_FIRST, Some(First)), (MIRRORED, Some(First))];
        assert_eq!(learned(&both), [1, 4, 0]);
        // From the other seat it is another experience.
        let both = [(WON_BY_FIRST, Some(First)), (MIRRORED, Some(Second))];
        assert_eq!(learned(&both), [2, 4, 3]);
    }

    #[test]
    fn contests_are_kept_that_proved_something_or_surprised() {
        let mut example = Example::of("tic-tac-toe");
        let learner = Learner::default();
        for (moves, histories, why) in [
            ("b2 a1 a2 c2 b1 b3 a3 c1 c3", 0, "a draw proves nothing"),
            ("a1 b2 c3 a3 c1 b1 c2", 1, "Figure 3 proves two states"),
            ("a1 b2 c3 a3 c1 c2 b1", 1, "nothing new"),
            (
                "a1 b2 a2 b1 a3",
                1,
                "O did not look, and nothing was proved",
            ),
            ("a1 b2 b1 a2 c3 c2", 2, "the first time that O wins"),
        ] {
            let mut knowledge = example.knowledge.clone();
            let contest = example.contest(moves);
            learner.learn(&example.game, &mut knowledge, &lesson(&contest, None));
            assert_eq!(knowledge.histories.kept().len(), histories, "{why}");
            example.knowledge = knowledge;
        }
    }
}
