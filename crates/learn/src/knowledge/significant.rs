//! Significant states: positions that certainly win or lose, proved by looking back on contests.

use rustc_hash::FxHashMap;
use shido_core::{ForFirst, Game, Seat, Turn, Verdict};

use super::symmetries::Symmetries;
use crate::Learnable;

/// What is certain about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Significant {
    /// A win or a loss.
    pub value: ForFirst<Verdict>,
    /// In how many plies at most the winner can bring it about.
    pub plies: u32,
}

/// Positions that win or lose under perfect play, found by selective retrograde analysis.
///
/// A position is kept only if looking at all its successors proves it, so what is kept is right.
/// Positions that win with the next move are not kept: they are seen at a glance.
#[derive(Clone, Debug)]
pub struct SignificantStates<G: Learnable>(FxHashMap<G::Position, Significant>);

/// What looking back on a contest has brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LookedBack {
    /// How many positions were proved that were not known before.
    pub proved: usize,
    /// The number of the position at which the analysis stopped because it could not be proved;
    /// `None` where it went back to the start.
    pub stopped: Option<usize>,
}

impl<G: Learnable> Default for SignificantStates<G> {
    fn default() -> SignificantStates<G> {
        SignificantStates(FxHashMap::default())
    }
}

impl<G: Learnable> SignificantStates<G> {
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

    /// What a position, or a mirror image of it, is remembered as.
    pub fn get(
        &self,
        game: &G,
        symmetries: &Symmetries,
        position: &G::Position,
    ) -> Option<Significant> {
        if self.is_empty() {
            return None;
        }
        self.0.get(&symmetries.state(game, position)).copied()
    }

    /// All that are kept, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&G::Position, Significant)> {
        self.0
            .iter()
            .map(|(state, significant)| (state, *significant))
    }

    /// Keeps what is known to be certain.
    pub fn keep(
        &mut self,
        game: &G,
        symmetries: &Symmetries,
        position: &G::Position,
        significant: Significant,
    ) {
        self.0.insert(symmetries.state(game, position), significant);
    }

    /// Selective retrograde analysis: from the end of a contest backwards as long as each position can
    /// be proved from its successors. A drawn contest proves nothing.
    pub fn learn(
        &mut self,
        game: &G,
        symmetries: &Symmetries,
        positions: &[G::Position],
        winner: Option<Seat>,
    ) -> LookedBack {
        let mut proved = 0;
        if winner.is_none() {
            return LookedBack {
                proved,
                stopped: None,
            };
        }
        for (number, position) in positions.iter().enumerate().rev() {
            if matches!(game.turn(position), Turn::Over(_)) {
                continue;
            }
            match self.prove(game, symmetries, position) {
                Some(Significant { plies: 1, value }) if won_by_mover(game, position, value) => {}
                Some(significant) => {
                    let state = symmetries.state(game, position);
                    proved += usize::from(self.0.insert(state, significant).is_none());
                }
                None => {
                    return LookedBack {
                        proved,
                        stopped: Some(number),
                    };
                }
            }
        }
        LookedBack {
            proved,
            stopped: None,
        }
    }

    /// What the successors of a position prove about it.
    pub(crate) fn prove(
        &self,
        game: &G,
        symmetries: &Symmetries,
        position: &G::Position,
    ) -> Option<Significant> {
        let Turn::Of(mover) = game.turn(position) else {
            return None;
        };
        let mut quickest: Option<u32> = None;
        let mut slowest = 0;
        let mut all_lost = true;
        game.each_move(position, |mv| {
            let next = game.after(position, mv);
            match self.certain(game, symmetries, &next) {
                Some(after) if after.value.seen_by(mover).0 == Verdict::Win => {
                    let plies = after.plies + 1;
                    quickest = Some(quickest.map_or(plies, |known| known.min(plies)));
                }
                Some(after) if after.value.seen_by(mover).0 == Verdict::Loss => {
                    slowest = slowest.max(after.plies + 1);
                }
                _ => all_lost = false,
            }
        });
        let (verdict, plies) = match quickest {
            Some(plies) => (Verdict::Win, plies),
            None if all_lost => (Verdict::Loss, slowest),
            None => return None,
        };
        Some(Significant {
            value: shido_core::ForMover(verdict).for_first(mover),
            plies,
        })
    }

    /// What is certain of a position at a glance: it is over, remembered, or won with the next move.
    fn certain(
        &self,
        game: &G,
        symmetries: &Symmetries,
        position: &G::Position,
    ) -> Option<Significant> {
        match game.turn(position) {
            Turn::Over(outcome) => Some(Significant {
                value: outcome.verdict(),
                plies: 0,
            }),
            Turn::Chance => None,
            Turn::Of(mover) => self.get(game, symmetries, position).or_else(|| {
                wins_at_once(game, position, mover).then(|| Significant {
                    value: shido_core::ForMover(Verdict::Win).for_first(mover),
                    plies: 1,
                })
            }),
        }
    }
}

fn won_by_mover<G: Game>(game: &G, position: &G::Position, value: ForFirst<Verdict>) -> bool {
    matches!(game.turn(position), Turn::Of(mover) if value.seen_by(mover).0 == Verdict::Win)
}

/// Whether some move ends the contest in favour of the mover.
pub(crate) fn wins_at_once<G: Game>(game: &G, position: &G::Position, mover: Seat) -> bool {
    let mut wins = false;
    game.each_move(position, |mv| {
        wins = wins
            || matches!(game.turn(&game.after(position, mv)), Turn::Over(end) if end.winner() == Some(mover));
    });
    wins
}

#[cfg(test)]
mod tests {
    use shido_core::{Notation, Seat, Verdict};

    use super::{LookedBack, Significant};
    use crate::Learner;
    use crate::example::{Example, FIGURE_3, FORKED, FORKED_NEXT, lesson};

    fn look_back(example: &mut Example, moves: &str) -> LookedBack {
        let mut states = example.knowledge.significant.clone();
        let contest = example.contest(moves);
        let told = lesson(&contest, None);
        let symmetries = &example.knowledge.symmetries;
        let looked_back = states.learn(&example.game, symmetries, told.positions, told.winner);
        example.knowledge.significant = states;
        looked_back
    }

    #[test]
    fn figure_3_proves_exactly_two_states() {
        let mut example = Example::of("tic-tac-toe");
        let looked_back = look_back(&mut example, "a1 b2 c3 a3 c1 b1 c2");
        let expected = LookedBack {
            proved: 2,
            stopped: Some(3),
        };
        assert_eq!(looked_back, expected);
        let states = &example.knowledge.significant;
        assert_eq!(states.len(), 2);
        let get = |text| {
            let position = example.position(text);
            states.get(&example.game, &example.knowledge.symmetries, &position)
        };
        let won_within = |plies| {
            let value = shido_core::ForFirst(Verdict::Win);
            Some(Significant { value, plies })
        };
        assert_eq!(get(FORKED), won_within(2));
        assert_eq!(get(FORKED_NEXT), won_within(3));
        assert_eq!(get("X../.O./O.X X"), won_within(3), "a mirror image");
        assert_eq!(get("O.X/.O./XOX X"), None, "won at a glance");
        assert_eq!(get(FIGURE_3), None, "not lost");
    }

    #[test]
    fn the_same_again_proves_nothing_new() {
        let mut example = Example::of("tic-tac-toe");
        look_back(&mut example, "a1 b2 c3 a3 c1 b1 c2");
        // The fork in the other corner.
        let looked_back = look_back(&mut example, "a1 b2 c3 c1 a3 b3 a2");
        assert_eq!((looked_back.proved, looked_back.stopped), (0, Some(3)));
        assert_eq!(example.knowledge.significant.len(), 2);
    }

    #[test]
    fn a_state_is_dangerous_where_the_proof_stops() {
        let mut example = Example::of("tic-tac-toe");
        let mut knowledge = example.knowledge.clone();
        let contest = example.contest("a1 b2 c3 a3 c1 b1 c2");
        Learner::default().learn(&example.game, &mut knowledge, &lesson(&contest, None));
        example.knowledge = knowledge;
        let dangerous: Vec<_> = example.knowledge.dangerous.iter().collect();
        let symmetries = &example.knowledge.symmetries;
        let figure = symmetries.state(&example.game, &example.position(FIGURE_3));
        assert_eq!(dangerous, [&figure]);
    }

    #[test]
    fn a_drawn_contest_keeps_nothing() {
        let mut example = Example::of("tic-tac-toe");
        let looked_back = look_back(&mut example, "b2 a1 a2 c2 b1 b3 a3 c1 c3");
        assert_eq!((looked_back.proved, looked_back.stopped), (0, None));
        assert!(example.knowledge.significant.is_empty());
    }

    #[test]
    fn a_careless_loss_proves_nothing() {
        let mut example = Example::of("tic-tac-toe");
        // O could have stopped the left column: the proof stops before its last move.
        let looked_back = look_back(&mut example, "a1 b2 a2 b1 a3");
        assert_eq!((looked_back.proved, looked_back.stopped), (0, Some(3)));
    }

    #[test]
    fn a_proof_may_reach_the_start() {
        // Two in a row on two by two: whatever the second player does, the first fills a line.
        let size = [("columns", 2), ("rows", 2), ("in-a-row", 2)];
        let mut example = Example::sized("mnk", &size);
        let looked_back = look_back(&mut example, "a1 b1 a2");
        assert_eq!((looked_back.proved, looked_back.stopped), (2, None));
        let start = example
            .game
            .parse_position("../.. X")
            .expect("an empty board");
        let symmetries = &example.knowledge.symmetries;
        let start = example
            .knowledge
            .significant
            .get(&example.game, symmetries, &start);
        assert_eq!(start.map(|state| state.plies), Some(3));
        assert_eq!(
            start.map(|state| state.value.seen_by(Seat::First).0),
            Some(Verdict::Win)
        );
    }
}
