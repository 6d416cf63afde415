//! The best response to a policy that is known.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shido_core::{Game, Outcome, Seat, Turn};
use shido_search::Limits;

use crate::memory::Memory;
use crate::player::uniform;
use crate::{PlayerError, Policy};

/// How many positions a best response looks at before it gives up.
const MOST_POSITIONS: usize = 50_000_000;

/// What a best response has as much of as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Aim {
    /// Wins: a draw is no better than a loss.
    #[default]
    Wins,
    /// What contests pay.
    Score,
}

/// The best there is against a policy that is known: the expected result where the other side moves,
/// the best one where this side does, equally good moves with equal odds.
///
/// By what an evaluation makes of positions, OM-search answers the same question (`OmSearch` of
/// `shido-search`, with a policy as the model of the opponent). This player counts results of
/// contests, remembers positions from one move to the next, and is a policy itself.
///
/// No strategy does better against that policy, so it is the yardstick for all that try to exploit
/// it. It is exact where contests are looked at to their ends, for which positions must not recur.
pub struct BestResponse<G: Game, P> {
    against: P,
    options: BestResponseOptions<G>,
    /// What a position is worth to a side within so many plies.
    worth: Memory<(G::Position, Seat, u32), f64>,
}

/// How to respond best.
pub struct BestResponseOptions<G: Game> {
    /// What to have as much of as possible.
    pub aim: Aim,
    /// How many plies to look ahead; to the end if `None`. A contest that goes on beyond is taken
    /// to pay nothing and to be won by nobody.
    pub depth: Option<u32>,
    /// Who moves where chance does, for games that have it: [`Nature`](crate::Nature).
    pub nature: Option<Arc<dyn Policy<G>>>,
    /// When this becomes true the player gives up.
    pub stop: Arc<AtomicBool>,
}

impl<G: Game> Default for BestResponseOptions<G> {
    fn default() -> BestResponseOptions<G> {
        BestResponseOptions {
            aim: Aim::default(),
            depth: None,
            nature: None,
            stop: Arc::default(),
        }
    }
}

impl<G: Game, P: Policy<G>> BestResponse<G, P> {
    /// The best response to a policy, for one game.
    pub fn new(against: P, options: BestResponseOptions<G>) -> BestResponse<G, P> {
        BestResponse {
            against,
            options,
            worth: Memory::new(),
        }
    }

    /// Every legal move with what it is worth to the side to move; none where the contest is over.
    ///
    /// # Errors
    /// Where the policy or chance does not know a position that may come, positions can recur and no
    /// depth is given, or there are too many of them.
    pub fn values(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        self.values_until(game, position, &self.options.stop)
    }

    /// The same, given up when the flag is raised.
    ///
    /// # Errors
    /// As for [`values`](BestResponse::values), and where the flag was raised first.
    pub fn values_until(
        &self,
        game: &G,
        position: &G::Position,
        stop: &AtomicBool,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let us = match game.turn(position) {
            Turn::Of(seat) => seat,
            Turn::Over(_) => return Ok(Vec::new()),
            Turn::Chance => return Err(failed("chance moves here, and nobody chooses")),
        };
        if self.options.depth.is_none() && game.repetition_limit().is_some() {
            return Err(recurs());
        }
        let plies = self.options.depth.unwrap_or(u32::MAX);
        let mut values = Vec::new();
        for mv in game.moves(position) {
            let next = game.after(position, mv);
            values.push((mv, self.ahead(game, position, &next, us, plies, stop)?));
        }
        Ok(values)
    }

    /// What the position after a move is worth, one ply having been made.
    fn ahead(
        &self,
        game: &G,
        position: &G::Position,
        next: &G::Position,
        us: Seat,
        plies: u32,
        stop: &AtomicBool,
    ) -> Result<f64, PlayerError> {
        if self.options.depth.is_some() {
            return self.worth(game, next, us, plies.saturating_sub(1), stop);
        }
        match (game.progress(position), game.progress(next)) {
            (Some(before), Some(after)) if before < after => {
                self.worth(game, next, us, plies, stop)
            }
            _ => Err(recurs()),
        }
    }

    /// What a position is worth to us, who respond best, within so many plies.
    fn worth(
        &self,
        game: &G,
        position: &G::Position,
        us: Seat,
        plies: u32,
        stop: &AtomicBool,
    ) -> Result<f64, PlayerError> {
        let turn = game.turn(position);
        if let Turn::Over(outcome) = turn {
            return Ok(self.result(outcome, us));
        }
        if plies == 0 {
            return Ok(0.0);
        }
        let key = (position.clone(), us, plies);
        if let Some(worth) = self.worth.get(&key) {
            return Ok(worth);
        }
        if stop.load(Ordering::Relaxed) {
            return Err(failed("stopped before the best response was found"));
        }
        if self.worth.len() >= MOST_POSITIONS {
            return Err(failed(
                "the best response needs more than 50 million positions: give it a depth",
            ));
        }
        let responding = match turn {
            Turn::Of(mover) if mover == us => None,
            Turn::Of(_) => Some(self.against.distribution(game, position)?),
            _ => match &self.options.nature {
                Some(nature) => Some(nature.distribution(game, position)?),
                None => return Err(failed("chance moves, and its odds were not given")),
            },
        };
        let worth = match responding {
            None => {
                let mut best = f64::NEG_INFINITY;
                for mv in game.moves(position) {
                    let next = game.after(position, mv);
                    best = best.max(self.ahead(game, position, &next, us, plies, stop)?);
                }
                best
            }
            Some(odds) => {
                let mut expected = 0.0;
                for (mv, probability) in odds {
                    let next = game.after(position, mv);
                    expected += probability * self.ahead(game, position, &next, us, plies, stop)?;
                }
                expected
            }
        };
        self.worth.insert(key, worth);
        Ok(worth)
    }

    fn result(&self, outcome: Outcome, us: Seat) -> f64 {
        match self.options.aim {
            Aim::Wins => f64::from(u8::from(outcome.winner() == Some(us))),
            Aim::Score => outcome.payoff().seen_by(us).0,
        }
    }
}

impl<G: Game, P: Policy<G>> Policy<G> for BestResponse<G, P> {
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
        let stop = limits.stop.unwrap_or(&self.options.stop);
        let values = self.values_until(game, position, stop)?;
        let best = values.iter().map(|&(_, value)| value);
        let best = best.fold(f64::NEG_INFINITY, f64::max);
        // Expectations are sums of products: those that differ by rounding only are equal.
        let rounding = 1e-12 * best.abs().max(1.0);
        let moves: Vec<G::Move> = values
            .into_iter()
            .filter(|&(_, value)| value >= best - rounding)
            .map(|(mv, _)| mv)
            .collect();
        if moves.is_empty() {
            return Err(PlayerError::Over);
        }
        Ok(uniform(&moves))
    }
}

fn failed(why: &str) -> PlayerError {
    PlayerError::Failed(why.to_owned())
}

fn recurs() -> PlayerError {
    failed("positions of this game can recur, so the best response needs a depth")
}
