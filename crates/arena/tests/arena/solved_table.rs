//! A solver that is plain enough to be believed.

use std::collections::HashMap;

use shido_arena::Oracle;
use shido_core::{ForMover, Game, Solved, Turn, Verdict};

/// Every position of an acyclic game that is a player's turn.
pub(crate) struct SolvedTable<G: Game>(HashMap<G::Position, Solved>);

impl<G: Game> SolvedTable<G> {
    pub(crate) fn solve(game: &G) -> SolvedTable<G> {
        let mut table = SolvedTable(HashMap::new());
        table.visit(game, &game.start());
        table
    }

    /// The same table as someone who has not counted plies would have it.
    pub(crate) fn without_distances(mut self) -> SolvedTable<G> {
        self.0
            .values_mut()
            .for_each(|solved| solved.distance = None);
        self
    }

    /// The value for the first player and the distance to the end.
    fn visit(&mut self, game: &G, position: &G::Position) -> (Verdict, u32) {
        let seat = match game.turn(position) {
            Turn::Over(outcome) => return (outcome.verdict().0, 0),
            Turn::Of(seat) => seat,
            Turn::Chance => panic!("no chance in here"),
        };
        if let Some(known) = self.0.get(position) {
            return (known.value.0, known.distance.unwrap_or_default());
        }
        let mut best: Option<(Verdict, i64)> = None;
        for mv in game.moves(position) {
            let (for_first, distance) = self.visit(game, &game.after(position, mv));
            let value = shido_core::ForFirst(for_first).seen_by(seat).0;
            let distance = i64::from(distance);
            let rank = (
                value,
                if value == Verdict::Win {
                    -distance
                } else {
                    distance
                },
            );
            best = best.max(Some(rank));
        }
        let (value, rank) = best.expect("a position that goes on has a move");
        let distance = u32::try_from(rank.abs()).expect("contests are short") + 1;
        self.0.insert(
            position.clone(),
            Solved {
                value: ForMover(value).for_first(seat),
                distance: (value != Verdict::Draw).then_some(distance),
            },
        );
        (ForMover(value).for_first(seat).0, distance)
    }
}

impl<G: Game> Oracle<G> for SolvedTable<G> {
    fn solved(&self, _: &G, position: &G::Position) -> Option<Solved> {
        self.0.get(position).copied()
    }
}
