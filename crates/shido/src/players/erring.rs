//! `erring`: any other player, with noise.

use std::sync::Arc;

use rand::RngExt;
use shido_arena::{Contest, Player, PlayerError, Policy, Thinking};
use shido_core::{Game, Notation};

use super::mind::{Mind, ThoughtError};
use super::{Context, PlayerKind, Prepared};
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, number, player};
use crate::{Error, Odds, OddsKind, Spec};

const NOISE: Opt<f64> =
    number("noise", [0.0, 100.0], "how many of 100 moves are random").required();
const OF: Opt<Spec> = player("of", "who plays otherwise, in brackets: of=[pvs:depth=3]").required();

pub(crate) struct Erring;

impl PlayerKind for Erring {
    const NAME: &'static str = "erring";
    const ABOUT: &'static str = "plays as another does, but now and then makes a random move";
    const OPTIONS: Declarations = &[&NOISE, &OF];
    const FIXED: Option<bool> = None;

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let noise = options.need(&NOISE)?;
        let of = super::player(entry, &options.need(&OF)?, context.settings, context.watch)?;
        let policy = of.policy.clone();
        let prepared = Prepared::new(move || {
            Box::new(ErringMind {
                rate: noise / 100.0,
                of: of.mind(),
            })
        });
        Ok(match policy {
            Some(policy) => {
                let erring = shido_arena::Fallible::new(noise, policy)
                    .map_err(|error| Error::Failed(error.to_string()))?;
                prepared.with_policy(Arc::new(erring) as Arc<dyn Policy<G>>)
            }
            None => prepared,
        })
    }
}

struct ErringMind<G: Game> {
    rate: f64,
    of: Box<dyn Mind<G>>,
}

impl<G: Notation> Player<G> for ErringMind<G> {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        if !thinking.rng.random_bool(self.rate) {
            return self.of.choose(contest, thinking);
        }
        let (game, position) = (contest.game(), contest.position());
        game.random_move(position, thinking.rng)
            .ok_or(PlayerError::Over)
    }
}

impl<G: Notation> Mind<G> for ErringMind<G> {
    fn odds(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Odds<G::Move>, ThoughtError<G::Move>> {
        let mut odds = self.of.odds(contest, thinking)?;
        let numbers = || odds.moves.iter().map(|&(_, number)| number);
        let made: Vec<f64> = match odds.kind {
            OddsKind::Drawn | OddsKind::Chosen => numbers().collect(),
            // Whoever judges makes one of the best moves.
            OddsKind::Judged => {
                let best = numbers().fold(f64::NEG_INFINITY, f64::max);
                let count = numbers().filter(|&value| value == best).count() as f64;
                numbers()
                    .map(|value| if value == best { 1.0 / count } else { 0.0 })
                    .collect()
            }
        };
        let any = self.rate / odds.moves.len() as f64;
        for ((_, number), made) in odds.moves.iter_mut().zip(made) {
            *number = (1.0 - self.rate) * made + any;
        }
        odds.kind = OddsKind::Drawn;
        Ok(odds)
    }
}
