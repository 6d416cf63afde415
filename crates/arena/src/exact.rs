//! Matches computed exactly: the probability of each result, without playing a contest.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;
use shido_core::{Game, Outcome, Seat, Turn, Verdict, parallel};

use crate::{PlayerError, Policy, Seats};

/// How many positions are expanded at once before their successors are gathered in order.
const BLOCK: usize = 8192;

/// How many of them are one thread's work at a time.
const PIECE: usize = 64;

/// How to compute a match exactly.
pub struct ExactOptions<'a, G: Game> {
    /// Who sits where.
    pub seats: Seats,
    /// Who moves where chance does, for games that have it: [`Nature`](crate::Nature).
    pub nature: Option<&'a dyn Policy<G>>,
    /// How many positions may be visited before the computation gives up.
    pub most_positions: usize,
    /// How many threads work; all processors where `None`.
    pub threads: Option<NonZeroUsize>,
    /// When this becomes true the computation ends with [`ExactError::Stopped`].
    pub stop: Option<&'a AtomicBool>,
}

impl<G: Game> Default for ExactOptions<'_, G> {
    fn default() -> Self {
        ExactOptions {
            seats: Seats::Fixed,
            nature: None,
            most_positions: 50_000_000,
            threads: None,
            stop: None,
        }
    }
}

/// The probabilities of the ways in which a match can end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExactResult {
    /// That A wins.
    pub a_wins: f64,
    /// That nobody wins.
    pub draws: f64,
    /// That B wins.
    pub b_wins: f64,
    /// The expected number of plies.
    pub mean_plies: f64,
    /// How many positions can occur between the two, ends included; with alternating seats the
    /// larger of the two numbers.
    pub positions: usize,
}

/// Why a match could not be computed exactly.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExactError {
    /// Contests may go round in circles.
    #[error("positions of this game can recur, so the match cannot be computed exactly: sample it")]
    Cyclic,
    /// Nature is to move, and nobody plays it.
    #[error("chance moves in this game, and its odds were not given")]
    Chance,
    /// The match is too large.
    #[error("the match visits more than {0} positions, too many to compute it exactly: sample it")]
    TooLarge(usize),
    /// A policy does not know what to play.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The computation was asked to stop.
    #[error("stopped before the match was computed")]
    Stopped,
}

/// The outcome distribution of a contest between two policies in a game whose positions cannot
/// recur: one pass over the positions that can occur, from the start on, in the order of
/// [`Game::progress`]. The result is the same to the last bit on every run and any number of threads.
///
/// # Errors
/// Where positions can recur, chance moves and nobody plays it, a policy does not know a position, the
/// match is larger than the options allow, or it was told to stop.
pub fn exact_match<G: Game>(
    game: &G,
    a: &dyn Policy<G>,
    b: &dyn Policy<G>,
    options: &ExactOptions<'_, G>,
) -> Result<ExactResult, ExactError> {
    if game.repetition_limit().is_some() {
        return Err(ExactError::Cyclic);
    }
    parallel::on_threads(options.threads, || compute(game, a, b, options))
}

fn compute<G: Game>(
    game: &G,
    a: &dyn Policy<G>,
    b: &dyn Policy<G>,
    options: &ExactOptions<'_, G>,
) -> Result<ExactResult, ExactError> {
    let ahead = Forward::run(game, [a, b], options)?.result_for(Seat::First);
    if options.seats == Seats::Fixed {
        return Ok(ahead);
    }
    let behind = Forward::run(game, [b, a], options)?.result_for(Seat::Second);
    let mean = |part: fn(&ExactResult) -> f64| f64::midpoint(part(&ahead), part(&behind));
    Ok(ExactResult {
        a_wins: mean(|r| r.a_wins),
        draws: mean(|r| r.draws),
        b_wins: mean(|r| r.b_wins),
        mean_plies: mean(|r| r.mean_plies),
        positions: ahead.positions.max(behind.positions),
    })
}

/// The positions of one layer: in which order each was reached first, and how probable it is.
type Layer<P> = FxHashMap<P, (usize, f64)>;

/// What is left of a position once it is expanded.
enum Expanded<P> {
    End(Outcome),
    Inner(Vec<(P, f64)>),
}

/// Probability as it flows from the start to the ends.
struct Forward<'a, G: Game> {
    game: &'a G,
    policies: [&'a dyn Policy<G>; 2],
    options: &'a ExactOptions<'a, G>,
    layers: BTreeMap<u32, Layer<G::Position>>,
    visited: usize,
    mean_plies: f64,
    first_wins: f64,
    draws: f64,
    second_wins: f64,
}

impl<'a, G: Game> Forward<'a, G> {
    /// Lets all of the probability flow, with the policies in the order of their seats.
    fn run(
        game: &'a G,
        policies: [&'a dyn Policy<G>; 2],
        options: &'a ExactOptions<'a, G>,
    ) -> Result<Forward<'a, G>, ExactError> {
        let mut flow = Forward {
            game,
            policies,
            options,
            layers: BTreeMap::new(),
            visited: 0,
            mean_plies: 0.0,
            first_wins: 0.0,
            draws: 0.0,
            second_wins: 0.0,
        };
        flow.add(game.start(), 1.0, None)?;
        while let Some((progress, layer)) = flow.layers.pop_first() {
            // Hash order must not decide in which order numbers are added: rounding would tell.
            let mut layer: Vec<(G::Position, (usize, f64))> = layer.into_iter().collect();
            layer.sort_unstable_by_key(|&(_, (order, _))| order);
            for block in layer.chunks(BLOCK) {
                flow.pass_on(progress, block)?;
            }
        }
        Ok(flow)
    }

    /// Distributes the probability of these positions over what follows them. Policies may think
    /// long, so they do it in parallel; adding up is done in order.
    fn pass_on(
        &mut self,
        progress: u32,
        block: &[(G::Position, (usize, f64))],
    ) -> Result<(), ExactError> {
        if self.options.stop.is_some_and(|s| s.load(Ordering::Relaxed)) {
            return Err(ExactError::Stopped);
        }
        let (game, policies, nature) = (self.game, self.policies, self.options.nature);
        let pieces: Vec<&[_]> = block.chunks(PIECE).collect();
        let expanded = parallel::map(pieces.len(), &|piece| {
            let expand = |(position, _): &_| expand(game, policies, nature, position);
            pieces[piece].iter().map(expand).collect::<Vec<_>>()
        });
        for ((_, (_, weight)), expanded) in block.iter().zip(expanded.into_iter().flatten()) {
            match expanded? {
                Expanded::End(outcome) => match outcome.verdict().0 {
                    Verdict::Win => self.first_wins += weight,
                    Verdict::Draw => self.draws += weight,
                    Verdict::Loss => self.second_wins += weight,
                },
                Expanded::Inner(successors) => {
                    // A contest makes one ply in each position that it passes.
                    self.mean_plies += weight;
                    for (next, probability) in successors {
                        self.add(next, weight * probability, Some(progress))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        position: G::Position,
        weight: f64,
        before: Option<u32>,
    ) -> Result<(), ExactError> {
        let progress = self
            .game
            .progress(&position)
            .filter(|&progress| before.is_none_or(|before| progress > before))
            .ok_or(ExactError::Cyclic)?;
        let layer = self.layers.entry(progress).or_default();
        let order = layer.len();
        let (_, sum) = layer.entry(position).or_insert((order, 0.0));
        *sum += weight;
        if layer.len() > order {
            self.visited += 1;
            if self.visited > self.options.most_positions {
                return Err(ExactError::TooLarge(self.options.most_positions));
            }
        }
        Ok(())
    }

    /// What came out, if A has this seat.
    fn result_for(&self, a: Seat) -> ExactResult {
        let (a_wins, b_wins) = match a {
            Seat::First => (self.first_wins, self.second_wins),
            Seat::Second => (self.second_wins, self.first_wins),
        };
        ExactResult {
            a_wins,
            draws: self.draws,
            b_wins,
            mean_plies: self.mean_plies,
            positions: self.visited,
        }
    }
}

fn expand<G: Game>(
    game: &G,
    policies: [&dyn Policy<G>; 2],
    nature: Option<&dyn Policy<G>>,
    position: &G::Position,
) -> Result<Expanded<G::Position>, ExactError> {
    let policy = match game.turn(position) {
        Turn::Over(outcome) => return Ok(Expanded::End(outcome)),
        Turn::Of(seat) => policies[seat.index()],
        Turn::Chance => nature.ok_or(ExactError::Chance)?,
    };
    let choice = policy.distribution(game, position)?;
    Ok(Expanded::Inner(
        choice
            .into_iter()
            .map(|(mv, probability)| (game.after(position, mv), probability))
            .collect(),
    ))
}
