//! Matches between two sets of weights.

use std::sync::atomic::AtomicBool;

use shido_arena::{Interval, wilson};
use shido_core::{Features, Game, Seat, Seed, Turn, Verdict, parallel};
use shido_search::{Model, SearchError};

use crate::practice::{Judge, drawn, play};
use crate::{Linear, Odds, Practice, Weights};

/// On what terms weights meet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    /// How many openings are played, each twice with the seats exchanged.
    pub pairs: u64,
    /// How many plies both look ahead, at least one.
    pub depth: u32,
    /// How contests begin, and how long they last at most.
    pub practice: Practice,
    /// Where every random choice comes from.
    pub seed: Seed,
}

/// How weights fared against others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Duel {
    /// Contests won.
    pub wins: u64,
    /// Contests drawn.
    pub draws: u64,
    /// Contests lost.
    pub losses: u64,
}

impl Duel {
    /// The part of all points that was won, a draw being half a point.
    #[must_use]
    pub fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.contests().max(1) as f64
    }

    /// The score at 95% confidence. Draws make it wider than need be.
    #[must_use]
    pub fn interval(&self) -> Interval {
        wilson(self.wins + self.draws / 2, self.contests())
    }

    /// How many contests were played.
    #[must_use]
    pub fn contests(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn and(self, other: Duel) -> Duel {
        Duel {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// Sets weights `a` against weights `b`, and tells how `a` fared.
///
/// Both look equally far ahead and neither has any luck of its own: the openings are random, and
/// each is played from both sides. The result does not depend on the number of threads.
///
/// # Errors
/// Where chance moves and there are no odds, or `stop` was raised.
pub fn duel<G: Features>(
    game: &G,
    odds: Option<Odds<G>>,
    a: &Weights,
    b: &Weights,
    terms: &Terms,
    stop: &AtomicBool,
) -> Result<Duel, SearchError<G::Move>> {
    let [a, b] = [a, b].map(|weights| Linear::new(game, weights));
    meet(game, odds, [&a, &b], terms, stop)
}

/// The same for any two evaluations.
pub(crate) fn meet<G: Game>(
    game: &G,
    odds: Option<Odds<G>>,
    models: [&(dyn Model<G> + Send + Sync); 2],
    terms: &Terms,
    stop: &AtomicBool,
) -> Result<Duel, SearchError<G::Move>> {
    let [a, b] = models.map(|model| Judge { model, odds, stop });
    let duels = parallel::map(2 * terms.pairs as usize, &|contest| {
        let contest = contest as u64;
        let seat = Seat::BOTH[(contest % 2) as usize];
        let mut rng = terms.seed.derive(contest / 2).rng();
        let mut contest = terms.practice.open(game, odds, &mut rng)?;
        let payoff = loop {
            if let Some(payoff) = terms.practice.payoff(&contest) {
                break payoff;
            }
            let position = contest.position();
            let mv = match contest.turn() {
                Turn::Of(mover) => {
                    let judge = if mover == seat { &a } else { &b };
                    judge.look_ahead(game, position, terms.depth)?.best[0]
                }
                _ => drawn(game, position, odds, &mut rng)?,
            };
            play(&mut contest, mv);
        };
        let mut result = Duel::default();
        match shido_core::Outcome::paying(payoff)
            .verdict()
            .seen_by(seat)
            .0
        {
            Verdict::Win => result.wins = 1,
            Verdict::Draw => result.draws = 1,
            Verdict::Loss => result.losses = 1,
        }
        Ok(result)
    });
    duels
        .into_iter()
        .try_fold(Duel::default(), |sum, duel| Ok(sum.and(duel?)))
}
