//! Moves that experts won or drew with.

use shido_core::{Seat, Verdict};

use super::moves::MoveMemory;
use super::symmetries::Symmetries;
use crate::{Learnable, Lesson};

/// Moves that an expert appears to have found valuable: those with which the expert won or drew.
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

#[cfg(test)]
mod tests {
    use shido_core::Seat::{self, First, Second};

    use super::{ExpertMoves, Imitation};
    use crate::example::{Example, lesson};

    fn kept(contests: &[&str], hoyle: Option<Seat>, imitation: Imitation) -> usize {
        let example = Example::of("tic-tac-toe");
        let mut moves = ExpertMoves::default();
        for contest in contests {
            let contest = example.contest(contest);
            let symmetries = &example.knowledge.symmetries;
            let lesson = lesson(&contest, hoyle);
            moves.learn(&example.game, symmetries, &lesson, imitation);
        }
        moves.0.len()
    }

    const WON_BY_FIRST: &str = "b2 b3 a1 c3 a3 a2 c1";
    const MIRRORED: &str = "b2 b1 a3 c1 a1 a2 c3";
    const DRAWN: &str = "b2 a1 a2 c2 b1 b3 a3 c1 c3";

    #[test]
    fn the_moves_of_an_expert_who_won_are_kept() {
        let winners = Imitation::Winners;
        assert_eq!(kept(&[WON_BY_FIRST], Some(Second), winners), 4);
        assert_eq!(kept(&[WON_BY_FIRST, MIRRORED], Some(Second), winners), 4);
        assert_eq!(kept(&[WON_BY_FIRST], Some(First), winners), 0);
        assert_eq!(kept(&[WON_BY_FIRST], None, winners), 0);
    }

    #[test]
    fn those_of_one_who_drew_only_if_that_is_wanted() {
        assert_eq!(kept(&[DRAWN], Some(First), Imitation::Winners), 0);
        assert_eq!(kept(&[DRAWN], Some(First), Imitation::WinnersAndDrawers), 4);
        assert_eq!(
            kept(&[DRAWN], Some(Second), Imitation::WinnersAndDrawers),
            5
        );
    }

    #[test]
    fn whoever_watches_learns_from_the_winner() {
        let example = Example::of("tic-tac-toe");
        let contest = example.contest(WON_BY_FIRST);
        let mut seen = lesson(&contest, None);
        seen.observed = true;
        let mut moves = ExpertMoves::default();
        let symmetries = &example.knowledge.symmetries;
        moves.learn(&example.game, symmetries, &seen, Imitation::Winners);
        assert_eq!(moves.0.len(), 4);
    }
}
