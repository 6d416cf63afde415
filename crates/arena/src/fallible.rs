//! A policy that now and then moves at random.

use rand::RngExt;
use shido_core::{Game, Rng};

use crate::{PlayerError, Policy, Random};

/// A noise level outside 0 to 100 percent.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[error("noise is a percentage from 0 to 100, not {0}")]
pub struct NoiseError(pub f64);

/// A policy with a stochastic opportunity to make a mistake: Epstein's fallible trainer.
///
/// With noise *e* it moves as the policy within does *100 - e* percent of the time, and otherwise
/// makes a randomly chosen legal, not necessarily imperfect, move. Over a perfect policy, a noise of
/// 10 is her expert challenger, 70 her novice and 100 her random one.
#[derive(Clone, Copy, Debug)]
pub struct Fallible<P> {
    noise: f64,
    policy: P,
}

impl<P> Fallible<P> {
    /// The policy with this much noise, in percent.
    ///
    /// # Errors
    /// Where the noise is not from 0 to 100.
    pub fn new(noise: f64, policy: P) -> Result<Fallible<P>, NoiseError> {
        if (0.0..=100.0).contains(&noise) {
            Ok(Fallible { noise, policy })
        } else {
            Err(NoiseError(noise))
        }
    }

    /// The noise in percent.
    #[must_use]
    pub fn noise(&self) -> f64 {
        self.noise
    }

    /// The probability of a random move.
    fn error_rate(&self) -> f64 {
        self.noise / 100.0
    }
}

impl<G: Game, P: Policy<G>> Policy<G> for Fallible<P> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let error_rate = self.error_rate();
        // At the ends of the scale one of the two would only contribute zeros, and the policy
        // within need not know a position that it has no say in.
        if error_rate == 0.0 {
            return self.policy.distribution(game, position);
        }
        let mut mixed = Random.distribution(game, position)?;
        if error_rate < 1.0 {
            let meant = self.policy.distribution(game, position)?;
            for (mv, probability) in &mut mixed {
                *probability *= error_rate;
                if let Some((_, share)) = meant.iter().find(|(known, _)| known == mv) {
                    *probability += (1.0 - error_rate) * share;
                }
            }
        }
        Ok(mixed)
    }

    fn sample(
        &self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
    ) -> Result<G::Move, PlayerError> {
        if rng.random::<f64>() < self.error_rate() {
            Random.sample(game, position, rng)
        } else {
            self.policy.sample(game, position, rng)
        }
    }
}
