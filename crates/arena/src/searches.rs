//! Searches as players, as they are.

use rand::RngExt;
use rand::seq::IndexedRandom;
use shido_core::{Game, Guide, Seed};
use shido_search::{AlphaBeta, Limits, Mcts, Model, Pvs, Rules, SearchError};

use crate::{Contest, Entrant, Player, PlayerError, Policy, Sampled, Thinking, uniform};

fn failed<M: std::fmt::Debug>(error: SearchError<M>) -> PlayerError {
    PlayerError::Failed(error.to_string())
}

/// Any of the best moves, each as often.
///
/// ```
/// use shido_arena::{MatchOptions, Random, Sampled, play_match};
/// use shido_games::coins::{Coins, LastCoin};
/// use shido_search::{AlphaBeta, Rules};
///
/// // Five coins are won by whoever begins and leaves four.
/// let game = Coins::new(5, 3, LastCoin::Wins).unwrap();
/// let thinker = AlphaBeta { model: Rules, depth: None };
/// let options = MatchOptions { games: 20, ..MatchOptions::default() };
/// let result = play_match(&game, &thinker, &Sampled(Random), &options, &|_| {}).unwrap();
/// assert_eq!(result.score.a_wins, 20);
/// ```
impl<G: Game, M: Model<G> + Send + Sync> Policy<G> for AlphaBeta<M> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        self.distribution_within(game, position, Limits::default())
    }

    fn distribution_within(
        &self,
        game: &G,
        position: &G::Position,
        limits: Limits<'_>,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let best = self.best(game, position, limits).map_err(failed)?;
        match best.is_empty() {
            true => Err(PlayerError::Over),
            false => Ok(uniform(&best)),
        }
    }
}

impl<G: Game, M: Model<G> + Send + Sync> Entrant<G> for AlphaBeta<M> {
    fn enter(&self) -> Box<dyn Player<G> + '_> {
        Box::new(Sampled(self))
    }
}

/// Judges by random playouts, in games without chance.
impl<G: Game> Player<G> for Mcts {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        let seed = Seed(thinking.rng.random());
        let limits = thinking.limits_within(Default::default());
        let report = self.search(contest.game(), contest.position(), &Rules, seed, limits);
        let best = report.map_err(failed)?.analysis.best;
        best.choose(thinking.rng).copied().ok_or(PlayerError::Over)
    }
}

/// Plays the best move that it finds. Its transposition table is its memory: give each contest of a match
/// one of its own.
impl<G: Guide, M: Model<G> + Sync + ?Sized> Player<G> for Pvs<'_, G, M> {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        let limits = thinking.limits_within(Default::default());
        let found = self.search(contest.positions(), limits, thinking.watch);
        let best = found.map_err(failed)?.best;
        best.first().copied().ok_or(PlayerError::Over)
    }
}
