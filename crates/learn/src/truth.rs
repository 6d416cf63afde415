//! What positions of a solved game are worth.

use shido_arena::{Oracle, PlayerError};
use shido_core::{Seat, Solved, Turn, Verdict};

use crate::Learnable;

/// What an oracle says of a position, and the rules where the contest is over.
pub(crate) fn solved<G: Learnable, O: Oracle<G>>(
    game: &G,
    oracle: &O,
    position: &G::Position,
) -> Result<Solved, PlayerError> {
    match game.turn(position) {
        Turn::Over(outcome) => Ok(Solved {
            value: outcome.verdict(),
            distance: Some(0),
        }),
        Turn::Of(_) | Turn::Chance => {
            oracle
                .solved(game, position)
                .ok_or_else(|| PlayerError::Unsolved {
                    position: format!("{position:?}"),
                })
        }
    }
}

/// What a position is worth to a seat.
pub(crate) fn value<G: Learnable, O: Oracle<G>>(
    game: &G,
    oracle: &O,
    position: &G::Position,
    seat: Seat,
) -> Result<Verdict, PlayerError> {
    Ok(solved(game, oracle, position)?.value.seen_by(seat).0)
}
