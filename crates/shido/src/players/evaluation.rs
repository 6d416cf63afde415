//! `evaluation`: the position as it stands, without looking ahead.

use std::sync::Arc;

use shido_arena::{Contest, Player, PlayerError, Policy, Thinking, draw, uniform};
use shido_core::{ForFirst, Game, Notation, Turn};
use shido_search::{Ask, Bound, SearchError};

use super::mind::{Mind, explain};
use super::search::WEIGHTS;
use super::{Context, PlayerKind, Prepared, ThoughtError};
use crate::entry::{AsPlayed, Entry, Playable};
use crate::evaluation::Evaluator;
use crate::options::{Declarations, Options};
use crate::{Error, MoveThought, Thought};

pub(crate) struct Evaluation;

impl PlayerKind for Evaluation {
    const NAME: &'static str = "evaluation";
    const ABOUT: &'static str =
        "looks no further than the next position, and tells what the evaluation adds up";
    const OPTIONS: Declarations = &[&WEIGHTS];
    const FIXED: Option<bool> = Some(true);
    const VERSION: u32 = 2;

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        _: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let evaluator = Arc::new(entry.evaluator(options.get(&WEIGHTS)?.as_deref())?);
        let as_played = entry.as_played;
        let policy = Arc::new(Static {
            evaluator: Arc::clone(&evaluator),
            as_played,
        });
        let fresh = move || -> Box<dyn Mind<G>> {
            Box::new(Static {
                evaluator: Arc::clone(&evaluator),
                as_played,
            })
        };
        Ok(Prepared::new(fresh).with_policy(policy))
    }
}

/// Judges positions as they stand.
struct Static<G: Game> {
    evaluator: Arc<Evaluator<G>>,
    as_played: Option<AsPlayed<G>>,
}

impl<G: Game> Static<G> {
    /// The rules as they stand in a contest, where its past makes a difference.
    fn rules_as_played(&self, contest: &Contest<'_, G>) -> Option<G> {
        (self.as_played?.rules)(contest)
    }

    fn value(&self, game: &G, position: &G::Position) -> Option<(ForFirst<f64>, Bound)> {
        let model = &self.evaluator.model;
        match game.turn(position) {
            Turn::Over(outcome) => Some((model.end(game, position, outcome), Bound::Exact)),
            _ => Some((model.horizon(game, position)?, Bound::Estimate)),
        }
    }

    fn thought(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Thought<G::Move>, SearchError<G::Move>> {
        let unit = self.evaluator.unit.as_ref();
        let advantage = |value| unit.and_then(|unit| unit.advantage(value));
        let nowhere = || SearchError::NoValue { line: Vec::new() };
        let (value, _) = self.value(game, position).ok_or_else(nowhere)?;
        let mut moves = Vec::new();
        for mv in game.moves(position) {
            let after = self.value(game, &game.after(position, mv));
            let (value, bound) = after.ok_or_else(|| SearchError::NoValue { line: vec![mv] })?;
            moves.push(MoveThought {
                advantage: advantage(value),
                ..MoveThought::of(mv, value, bound)
            });
        }
        let best = match game.turn(position) {
            Turn::Of(mover) => {
                let seen = |judged: &MoveThought<G::Move>| judged.value.seen_by(mover).0;
                let most = moves.iter().map(seen).fold(f64::NEG_INFINITY, f64::max);
                let best = moves.iter().filter(|judged| seen(judged) == most);
                best.map(|judged| judged.mv).collect()
            }
            _ => Vec::new(),
        };
        Ok(Thought {
            best,
            nodes: moves.len() as u64 + 1,
            moves,
            unit: unit.map(|unit| unit.name.clone()),
            advantage: advantage(value),
            evaluation: (self.evaluator.add_up.as_ref()).map(|add_up| add_up(game, position)),
            ..Thought::of(value)
        })
    }
}

impl<G: Game> Policy<G> for Static<G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let thought = self.thought(game, position);
        Ok(uniform(&thought.map_err(|error| explain(&error))?.best))
    }
}

impl<G: Game> Player<G> for Static<G> {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        let as_played = self.rules_as_played(contest);
        let game = as_played.as_ref().unwrap_or(contest.game());
        let odds = self.distribution(game, contest.position())?;
        draw(&odds, thinking.rng)
    }
}

impl<G: Notation> Mind<G> for Static<G> {
    fn think(
        &mut self,
        contest: &Contest<'_, G>,
        _ask: Ask,
        _thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Thought<G::Move>, ThoughtError<G::Move>> {
        let as_played = self.rules_as_played(contest);
        let game = as_played.as_ref().unwrap_or(contest.game());
        Ok(self.thought(game, contest.position())?)
    }
}
