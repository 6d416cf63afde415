//! Contests to learn from: how they begin, how moves are chosen, and what chance does.

use std::sync::atomic::AtomicBool;

use rand::RngExt;
use shido_arena::Contest;
use shido_core::{ForFirst, Game, Rng, Turn};
use shido_search::{Analysis, Limits, Model, SearchError, alphabeta};

use crate::Linear;

/// The probability of what chance may do: [`Chance::probability`](shido_core::Chance::probability)
/// of a game that has it.
pub type Odds<G> = fn(&G, &<G as Game>::Position, <G as Game>::Move) -> f64;

/// How contests are played from which something is to be learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Practice {
    /// How many random plies there are at the start, so that no two contests are alike. Fewer where
    /// they would end the contest.
    pub opening_plies: u32,
    /// After this many plies a contest counts as drawn.
    pub most_plies: usize,
}

impl Default for Practice {
    fn default() -> Practice {
        Practice {
            opening_plies: 6,
            most_plies: 500,
        }
    }
}

impl Practice {
    /// A contest after its random opening.
    pub(crate) fn open<'g, G: Game>(
        &self,
        game: &'g G,
        odds: Option<Odds<G>>,
        rng: &mut Rng,
    ) -> Result<Contest<'g, G>, SearchError<G::Move>> {
        let mut contest = Contest::new(game);
        for _ in 0..self.opening_plies {
            let position = contest.position();
            let mv = match contest.turn() {
                Turn::Over(_) => break,
                Turn::Chance => drawn(game, position, odds, rng)?,
                Turn::Of(_) => a_move(game, position, rng),
            };
            play(&mut contest, mv);
            if matches!(contest.turn(), Turn::Over(_)) {
                contest.undo();
                break;
            }
        }
        Ok(contest)
    }

    /// What a contest pays, if it is over or has gone on for too long.
    pub(crate) fn payoff<G: Game>(&self, contest: &Contest<'_, G>) -> Option<ForFirst<f64>> {
        match contest.turn() {
            Turn::Over(outcome) => Some(outcome.payoff()),
            _ if contest.moves().len() >= self.most_plies => Some(ForFirst(0.0)),
            _ => None,
        }
    }
}

pub(crate) fn play<G: Game>(contest: &mut Contest<'_, G>, mv: G::Move) {
    contest
        .play(mv)
        .expect("generators and searches give legal moves");
}

/// Any legal move where there must be one.
pub(crate) fn a_move<G: Game>(game: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
    game.random_move(position, rng)
        .expect("a contest that goes on has a move")
}

/// What chance does, by its odds.
pub(crate) fn drawn<G: Game>(
    game: &G,
    position: &G::Position,
    odds: Option<Odds<G>>,
    rng: &mut Rng,
) -> Result<G::Move, SearchError<G::Move>> {
    let odds = odds.ok_or(SearchError::NoOdds { line: Vec::new() })?;
    let moves = game.moves(position);
    let mut left = rng.random::<f64>();
    for mv in &moves {
        left -= odds(game, position, *mv);
        if left < 0.0 {
            return Ok(*mv);
        }
    }
    // Rounding may leave a little over.
    Ok(*moves.last().expect("chance has something to choose from"))
}

/// An evaluation that knows the odds.
pub(crate) struct Judge<'a, G: Game, M = Linear> {
    pub(crate) model: M,
    pub(crate) odds: Option<Odds<G>>,
    /// When it is raised nobody waits for an answer.
    pub(crate) stop: &'a AtomicBool,
}

impl<G: Game, M: Model<G> + Send + Sync> Judge<'_, G, M> {
    /// The best move and the expected line, so many plies ahead.
    pub(crate) fn look_ahead(
        &self,
        game: &G,
        position: &G::Position,
        depth: u32,
    ) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
        // As `dyn`, like the models of players, so that the search is compiled once for a game.
        let model: &(dyn Model<G> + Send + Sync) = self;
        let limits = Limits {
            stop: Some(self.stop),
            ..Limits::depth(depth)
        };
        alphabeta(game, position, model, limits)
    }
}

impl<G: Game, M: Model<G>> Model<G> for Judge<'_, G, M> {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        self.model.horizon(game, position)
    }

    fn odds(&self, game: &G, position: &G::Position, outcome: G::Move) -> Option<f64> {
        self.odds.map(|odds| odds(game, position, outcome))
    }

    fn decisive(&self) -> bool {
        self.model.decisive()
    }

    fn symmetric(&self) -> bool {
        self.model.symmetric()
    }
}
