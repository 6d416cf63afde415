//! How experts open.

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

#[cfg(test)]
mod tests {
    use shido_core::Seat::{self, First, Second};

    use super::Openings;
    use crate::example::{Example, lesson};

    fn kept(game: &str, moves: &str, hoyle: Option<Seat>) -> usize {
        let example = Example::of(game);
        let mut openings = Openings::default();
        let contest = example.contest(moves);
        let symmetries = &example.knowledge.symmetries;
        openings.learn(&example.game, symmetries, &lesson(&contest, hoyle));
        openings.0.len()
    }

    #[test]
    fn a_tenth_of_a_contest_lost_by_moving_second_is_an_opening() {
        let won_by_first = "b2 b3 a1 c3 a3 a2 c1";
        assert_eq!(kept("tic-tac-toe", won_by_first, Some(Second)), 1);
        assert_eq!(kept("tic-tac-toe", won_by_first, Some(First)), 0);
        assert_eq!(kept("tic-tac-toe", won_by_first, None), 0);
        let drawn = "b2 a1 a2 c2 b1 b3 a3 c1 c3";
        assert_eq!(kept("tic-tac-toe", drawn, Some(Second)), 0);
        let won_by_second = "a1 b2 b3 a2 c3 c2";
        assert_eq!(kept("tic-tac-toe", won_by_second, Some(First)), 0);
    }

    #[test]
    fn of_twenty_one_plies_three_are_the_opening_and_two_of_them_the_expert_s() {
        // Markers go up in columns that neither side owns four of; then the second player resigns.
        let twenty_one = "a a a a a a  b b b b b b  d d d d d d  g g g";
        assert_eq!(kept("connect-four", twenty_one, Some(Second)), 2);
        let twenty = "a a a a a a  b b b b b b  d d d d d d  g g";
        // Here it is the first player who resigns.
        assert_eq!(kept("connect-four", twenty, Some(Second)), 0);
    }
}
