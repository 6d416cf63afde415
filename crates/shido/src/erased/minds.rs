//! Players of a game whose type is known, for the same game without it.

use std::sync::Arc;

use shido_arena::{Contest, History, Player, PlayerError, Policy, Thinking};
use shido_core::Rng;
use shido_core::erased::{ErasedMove, ErasedPosition};
use shido_core::picture::TreePicture;
use shido_search::{Analysis, Ask, Limits};

use super::Erased;
use super::typed::Typed;
use crate::entry::Playable;
use crate::evaluation::Unit;
use crate::players::{Mind, Prepared, ThoughtError};
use crate::{Odds, RecordSize, Thought};

/// A player of the same game without its type.
pub(crate) fn prepared<G: Playable>(typed: &Arc<Typed<G>>, own: Prepared<G>) -> Prepared<Erased> {
    let own = Arc::new(own);
    let (typed_too, minds) = (Arc::clone(typed), Arc::clone(&own));
    let fresh =
        move || -> Box<dyn Mind<Erased>> { Box::new(ErasedPlayer::new(&typed_too, minds.mind())) };
    let erased = Prepared::new(fresh);
    let erased = match &own.policy {
        Some(policy) => erased.with_policy(Arc::new(ErasedPolicy::new(typed, Arc::clone(policy)))),
        None => erased,
    };
    erased.instead_of(own)
}

/// The odds of somebody who knows the type of the game.
pub(super) struct ErasedPolicy<G: Playable> {
    typed: Arc<Typed<G>>,
    own: Arc<dyn Policy<G>>,
}

impl<G: Playable> ErasedPolicy<G> {
    pub(super) fn new(typed: &Arc<Typed<G>>, own: Arc<dyn Policy<G>>) -> ErasedPolicy<G> {
        ErasedPolicy {
            typed: Arc::clone(typed),
            own,
        }
    }

    fn erased(&self, odds: Vec<(G::Move, f64)>) -> Vec<(ErasedMove, f64)> {
        let erase = |(mv, probability)| (self.typed.erase(mv), probability);
        odds.into_iter().map(erase).collect()
    }
}

impl<G: Playable> Policy<Erased> for ErasedPolicy<G> {
    fn distribution(
        &self,
        _: &Erased,
        position: &ErasedPosition,
    ) -> Result<Vec<(ErasedMove, f64)>, PlayerError> {
        let game = &self.typed.entry.game;
        let odds = self.own.distribution(game, position.get())?;
        Ok(self.erased(odds))
    }

    fn distribution_within(
        &self,
        _: &Erased,
        position: &ErasedPosition,
        limits: Limits<'_>,
    ) -> Result<Vec<(ErasedMove, f64)>, PlayerError> {
        let game = &self.typed.entry.game;
        let odds = self.own.distribution_within(game, position.get(), limits)?;
        Ok(self.erased(odds))
    }

    fn sample(
        &self,
        _: &Erased,
        position: &ErasedPosition,
        rng: &mut Rng,
    ) -> Result<ErasedMove, PlayerError> {
        let game = &self.typed.entry.game;
        let mv = self.own.sample(game, position.get(), rng)?;
        Ok(self.typed.erase(mv))
    }
}

/// Somebody who plays a contest without knowing that its type is gone elsewhere.
pub(super) struct ErasedPlayer<G: Playable, P: ?Sized> {
    typed: Arc<Typed<G>>,
    own: Box<P>,
    /// The contest as it stood when they were last asked.
    history: Option<History<G>>,
}

impl<G: Playable, P: Player<G> + ?Sized> ErasedPlayer<G, P> {
    pub(super) fn new(typed: &Arc<Typed<G>>, own: Box<P>) -> ErasedPlayer<G, P> {
        ErasedPlayer {
            typed: Arc::clone(typed),
            own,
            history: None,
        }
    }

    /// Asks them about a contest.
    fn ask<T>(
        &mut self,
        contest: &Contest<'_, Erased>,
        thinking: &mut Thinking<'_, ErasedMove>,
        act: impl FnOnce(&mut P, &Contest<'_, G>, &mut Thinking<'_, G::Move>) -> T,
    ) -> T {
        let typed = &self.typed;
        let own = followed(typed, self.history.take(), contest);
        let watch = |found: &Analysis<G::Move>| {
            (thinking.watch)(&found.with_moves(&|mv| typed.erase(mv)));
        };
        let answer = act(
            &mut self.own,
            &own,
            &mut Thinking {
                rng: thinking.rng,
                limits: thinking.limits,
                stop: thinking.stop,
                watch: &watch,
            },
        );
        self.history = Some(own.into_history());
        answer
    }
}

/// A contest of the game behind that has come to where this one is, from where it was known before.
fn followed<'t, G: Playable>(
    typed: &'t Typed<G>,
    known: Option<History<G>>,
    contest: &Contest<'_, Erased>,
) -> Contest<'t, G> {
    let game = &typed.entry.game;
    let start: &G::Position = contest.start().get();
    let mut own = match known.filter(|known| known.start() == start) {
        Some(known) => Contest::resume(game, known),
        None => Contest::from_position(game, start.clone()),
    };
    let wanted = contest.moves();
    let both = own.moves().iter().zip(wanted);
    let same = both.take_while(|(one, other)| **one == other.get()).count();
    while own.moves().len() > same {
        own.undo();
    }
    for mv in &wanted[same..] {
        own.play(mv.get())
            .expect("a move that was made is legal whether or not the type is known");
    }
    own
}

impl<G: Playable, P: Player<G> + ?Sized> Player<Erased> for ErasedPlayer<G, P> {
    fn choose(
        &mut self,
        contest: &Contest<'_, Erased>,
        thinking: &mut Thinking<'_, ErasedMove>,
    ) -> Result<ErasedMove, PlayerError> {
        let choice = self.ask(contest, thinking, |own, contest, thinking| {
            own.choose(contest, thinking)
        });
        Ok(self.typed.erase(choice?))
    }
}

impl<G: Playable> Mind<Erased> for ErasedPlayer<G, dyn Mind<G>> {
    fn odds(
        &mut self,
        contest: &Contest<'_, Erased>,
        thinking: &mut Thinking<'_, ErasedMove>,
    ) -> Result<Odds<ErasedMove>, ThoughtError<ErasedMove>> {
        let odds = self.ask(contest, thinking, |own, contest, thinking| {
            own.odds(contest, thinking)
        });
        match odds {
            Ok(odds) => Ok(odds.written(|mv| self.typed.erase(mv))),
            Err(error) => Err(erased_error(&self.typed, error)),
        }
    }

    fn odds_by_rating(
        &mut self,
        contest: &Contest<'_, Erased>,
        ratings: &[f64],
        opponent: Option<f64>,
        thinking: &mut Thinking<'_, ErasedMove>,
    ) -> Result<Vec<Odds<ErasedMove>>, ThoughtError<ErasedMove>> {
        let odds = self.ask(contest, thinking, |own, contest, thinking| {
            own.odds_by_rating(contest, ratings, opponent, thinking)
        });
        let erase = |odds: Odds<G::Move>| odds.written(|mv| self.typed.erase(mv));
        match odds {
            Ok(all) => Ok(all.into_iter().map(erase).collect()),
            Err(error) => Err(erased_error(&self.typed, error)),
        }
    }

    fn think(
        &mut self,
        contest: &Contest<'_, Erased>,
        ask: Ask,
        thinking: &mut Thinking<'_, ErasedMove>,
    ) -> Result<Thought<ErasedMove>, ThoughtError<ErasedMove>> {
        let thought = self.ask(contest, thinking, |own, contest, thinking| {
            own.think(contest, ask, thinking)
        });
        match thought {
            Ok(thought) => Ok(erased_thought(&self.typed, thought)),
            Err(error) => Err(erased_error(&self.typed, error)),
        }
    }

    fn unit(&self) -> Option<Unit> {
        self.own.unit()
    }

    fn last_thought(&mut self) -> Option<Thought<ErasedMove>> {
        let thought = self.own.last_thought()?;
        Some(erased_thought(&self.typed, thought))
    }

    fn record(
        &mut self,
        contest: &Contest<'_, Erased>,
        size: RecordSize,
        thinking: &mut Thinking<'_, ErasedMove>,
    ) -> Result<Option<TreePicture>, ThoughtError<ErasedMove>> {
        let recorded = self.ask(contest, thinking, |own, contest, thinking| {
            own.record(contest, size, thinking)
        });
        recorded.map_err(|error| erased_error(&self.typed, error))
    }
}

fn erased_thought<G: Playable>(typed: &Typed<G>, thought: Thought<G::Move>) -> Thought<ErasedMove> {
    let erase = |mv| typed.erase(mv);
    thought.written(erase, |line| line.into_iter().map(erase).collect())
}

fn erased_error<G: Playable>(
    typed: &Typed<G>,
    error: ThoughtError<G::Move>,
) -> ThoughtError<ErasedMove> {
    match error {
        ThoughtError::Silent => ThoughtError::Silent,
        ThoughtError::Unrated => ThoughtError::Unrated,
        ThoughtError::Chance => ThoughtError::Chance,
        ThoughtError::Player(error) => ThoughtError::Player(error),
        ThoughtError::Search(error) => {
            ThoughtError::Search(error.with_moves(&|mv| typed.erase(mv)))
        }
    }
}
