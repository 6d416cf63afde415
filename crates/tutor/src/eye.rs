//! What somebody who looks a few plies ahead sees of the moves of a position.

use std::sync::Mutex;

use shido_core::{Guide, Seat, Turn};
use shido_search::{
    Analysis, Ask, Limits, Model, Pvs, PvsOptions, Selectivity, TranspositionTable,
};

/// What is seen from each depth: first that of one ply. Values are for the side to move, as parts of the stake.
pub(crate) type ByDepth<M> = Vec<Vec<(M, f64)>>;

/// Looks at the last of some positions with every depth up to that of the limits: depths that were not finished within
/// the others are left out. Exchanges are looked at to their end.
pub(crate) fn look<G: Guide>(
    game: &G,
    positions: &[G::Position],
    model: &(dyn Model<G> + Send + Sync),
    limits: Limits<'_>,
) -> ByDepth<G::Move> {
    let found = Mutex::new(Vec::new());
    let Some(Turn::Of(mover)) = positions.last().map(|position| game.turn(position)) else {
        return Vec::new();
    };
    let watch = |analysis: &Analysis<G::Move>| {
        let mut found = found.lock().expect("nobody fails with the lock");
        found.push(seen(game, model, mover, analysis));
    };
    let search = Pvs {
        game,
        model,
        table: &TranspositionTable::new(1),
        probcut: None,
        options: PvsOptions {
            selectivity: Selectivity::Exact,
            ask: Ask::EveryMove,
            ..PvsOptions::default()
        },
    };
    let finished = search.search(positions, limits, &watch);
    let mut found = found.into_inner().expect("nobody fails with the lock");
    // A search that has seen all lines to their ends need not look deeper.
    if let (Ok(Analysis { depth: None, .. }), Some(last)) = (&finished, found.last().cloned()) {
        found.resize(
            limits.depth.map_or(found.len(), |depth| depth as usize),
            last,
        );
    }
    match finished {
        Ok(_) => found,
        // Chance moves in this game: nobody looks through that at a glance.
        Err(_) => Vec::new(),
    }
}

fn seen<G: Guide>(
    game: &G,
    model: &(dyn Model<G> + Send + Sync),
    mover: Seat,
    analysis: &Analysis<G::Move>,
) -> Vec<(G::Move, f64)> {
    let moves = analysis.moves.iter();
    let value = |value| model.payoff(value).seen_by(mover).0 / game.stake();
    moves
        .map(|judged| (judged.mv, value(judged.value)))
        .collect()
}

/// The largest of the values, and that of a move.
pub(crate) fn best_and<M: PartialEq>(values: &[(M, f64)], mv: M) -> Option<(f64, f64)> {
    let best = values
        .iter()
        .map(|(_, value)| *value)
        .fold(f64::NEG_INFINITY, f64::max);
    let own = values.iter().find(|(known, _)| *known == mv)?;
    Some((best, own.1))
}
