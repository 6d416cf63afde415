//! People at games of which nothing was learned: the family of `shido_people` with the shipped parameters.

use std::sync::Arc;

use shido_arena::{Contest, Player, PlayerError, Policy, Remembered, Thinking, draw};
use shido_core::{ForMover, Turn};
use shido_people::family::{DEEPEST, Family, Parameters, look};
use shido_search::{Ask, Bound};

use super::mind::Mind;
use super::semi_random::drawn_among;
use super::{Prepared, ThoughtError};
use crate::entry::{Entry, Playable};
use crate::{Error, MoveThought, Odds, Thought};

/// What people are like, as far as it was learned.
pub(crate) fn parameters() -> Parameters {
    Parameters::read(include_str!("../../../../weights/people-family.toml"))
        .expect("a test reads the shipped parameters")
}

/// Somebody with a rating, who judges positions as the game usually is.
pub(crate) fn somebody<G: Playable>(entry: &Entry<G>, rating: f64) -> Result<Prepared<G>, Error> {
    let family = Arc::new(Family {
        parameters: parameters(),
        rating,
        model: entry.evaluator(None)?.model,
    });
    let policy: Arc<dyn Policy<G>> = Arc::clone(&family) as _;
    // It takes a while to look at a position: contests share what was seen.
    let remembered = Arc::new(Remembered::new(Arc::clone(&policy)));
    let fresh = move || -> Box<dyn Mind<G>> {
        Box::new(Playing {
            family: Arc::clone(&family),
            remembered: Arc::clone(&remembered) as _,
        })
    };
    Ok(Prepared::new(fresh).with_policy(policy))
}

/// Somebody of the family in a contest.
struct Playing<G: Playable> {
    family: Arc<Family<G>>,
    remembered: Arc<dyn Policy<G>>,
}

impl<G: Playable> Player<G> for Playing<G> {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        let odds = (self.remembered).distribution(contest.game(), contest.position())?;
        draw(&odds, thinking.rng)
    }
}

impl<G: Playable> Mind<G> for Playing<G> {
    fn think(
        &mut self,
        contest: &Contest<'_, G>,
        _ask: Ask,
        _thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Thought<G::Move>, ThoughtError<G::Move>> {
        let (game, position) = (contest.game(), contest.position());
        let mover = match contest.turn() {
            Turn::Of(mover) => mover,
            Turn::Chance => return Err(ThoughtError::Chance),
            Turn::Over(_) => return Err(PlayerError::Over.into()),
        };
        let looks = look(game, position, None, &*self.family.model)?;
        let moves = looks.into_iter().map(|(mv, look)| {
            let value = ForMover(look.values[DEEPEST - 1] * game.stake());
            MoveThought::of(mv, value.for_first(mover), Bound::Estimate)
        });
        drawn_among(game, position, moves.collect(), &*self.remembered)
    }

    fn odds(
        &mut self,
        contest: &Contest<'_, G>,
        _thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Odds<G::Move>, ThoughtError<G::Move>> {
        let odds = (self.remembered).distribution(contest.game(), contest.position())?;
        Ok(Odds::drawn(odds))
    }

    fn odds_by_rating(
        &mut self,
        contest: &Contest<'_, G>,
        ratings: &[f64],
        _opponent: Option<f64>,
        _thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Vec<Odds<G::Move>>, ThoughtError<G::Move>> {
        let family = &self.family;
        let odds = family.odds_by_rating(contest.game(), contest.position(), ratings)?;
        Ok(odds.into_iter().map(Odds::drawn).collect())
    }
}
