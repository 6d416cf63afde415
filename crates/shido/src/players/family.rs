//! People at games of which nothing was learned: the family of `shido_people` with the shipped parameters.

use std::sync::Arc;

use shido_arena::{PlayerError, Policy};
use shido_core::{ForMover, Turn};
use shido_people::family::{DEEPEST, Family, Parameters, look};
use shido_search::Bound;

use super::Prepared;
use super::mind::Judge;
use super::semi_random::drawn_among;
use crate::entry::{Entry, Playable};
use crate::{Error, MoveThought};

/// What people are like, as far as it was learned.
fn parameters() -> Parameters {
    Parameters::read(include_str!("../../../../weights/people-family.toml"))
        .expect("a test reads the shipped parameters")
}

/// Somebody with a rating, who judges positions as the game usually is.
pub(crate) fn somebody<G: Playable>(entry: &Entry<G>, rating: f64) -> Result<Prepared<G>, Error> {
    let somebody = Arc::new(Family {
        parameters: parameters(),
        rating,
        model: entry.evaluator(None)?.model,
    });
    let policy: Arc<dyn Policy<G>> = Arc::clone(&somebody) as _;
    let odds = Arc::clone(&policy);
    let judge: Judge<G> = Arc::new(move |game, position, _| {
        let Turn::Of(mover) = game.turn(position) else {
            return Err(PlayerError::Over.into());
        };
        let looks = look(game, position, None, &*somebody.model)?;
        let moves = looks.into_iter().map(|(mv, look)| {
            let value = ForMover(look.values[DEEPEST - 1] * game.stake());
            MoveThought::of(mv, value.for_first(mover), Bound::Estimate)
        });
        drawn_among(game, position, moves.collect(), &*odds)
    });
    Ok(Prepared::pondering(policy, judge))
}
