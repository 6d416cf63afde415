//! Students that look some plies ahead.

use rand::RngExt;
use shido_core::{Guide, Rng};
use shido_search::{Limits, Model, Pvs, PvsOptions, TranspositionTable};

/// Looks so far ahead by plain minimax, and makes any of the best moves; now and then any move at all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pupil {
    pub(crate) plies: u32,
    pub(crate) noise: f64,
}

impl Pupil {
    /// With what probability they make each move.
    pub(crate) fn odds<G: Guide>(
        self,
        game: &G,
        position: &G::Position,
        sight: &(dyn Model<G> + Send + Sync),
    ) -> Vec<(G::Move, f64)> {
        let search = Pvs {
            game,
            model: sight,
            table: &TranspositionTable::new(1),
            probcut: None,
            options: PvsOptions::exact(),
        };
        let positions = std::slice::from_ref(position);
        let found = search.search(positions, Limits::depth(self.plies), &|_| {});
        let best = found.expect("there is a move").best;
        let moves = game.moves(position);
        let any = self.noise / moves.len() as f64;
        let chosen = (1.0 - self.noise) / best.len() as f64;
        let odds = |mv| any + if best.contains(&mv) { chosen } else { 0.0 };
        moves.into_iter().map(|mv| (mv, odds(mv))).collect()
    }

    pub(crate) fn choose<G: Guide>(
        self,
        game: &G,
        position: &G::Position,
        sight: &(dyn Model<G> + Send + Sync),
        rng: &mut Rng,
    ) -> G::Move {
        let odds = self.odds(game, position, sight);
        let mut left: f64 = rng.random();
        for (mv, odds) in &odds {
            left -= odds;
            if left < 0.0 {
                return *mv;
            }
        }
        odds.last().expect("there is a move").0
    }
}
