//! Features times weights, as an expected payoff.

use shido_core::{Features, ForFirst};
use shido_search::{MARGIN, Model, fingerprint};

use crate::Weights;

/// What begins the fingerprint of this model.
const FINGERPRINT: u64 = 0x6c69_6e65_6172;

/// Features times weights: the value of a position is `stake * tanh(scale * sum)`.
///
/// The hyperbolic tangent makes of any sum an expected payoff. It keeps the order of positions, which
/// is all that matters to minimax; where values are averaged, over dice or over opponents, it is what
/// makes the average mean something. It is also the link of logistic regression, so that weights can
/// be learned from results.
#[derive(Clone, PartialEq, Debug)]
pub struct Linear {
    weights: Vec<f64>,
    scale: f64,
    stake: f64,
    decisive: bool,
}

impl Linear {
    /// The evaluation of `game` by these weights.
    pub fn new<G: Features>(game: &G, weights: &Weights) -> Linear {
        let stake = game.stake();
        Linear {
            weights: weights.values.clone(),
            scale: weights.scale,
            stake,
            // Where contests pay one unit, there is nothing between a win and a draw.
            decisive: stake == 1.0,
        }
    }

    /// The sum of features times weights, in the unit of the weights.
    #[inline]
    pub fn sum<G: Features>(&self, game: &G, position: &G::Position) -> ForFirst<f64> {
        let mut sum = 0.0;
        game.each_feature(position, |index, value| sum += self.weights[index] * value);
        ForFirst(sum)
    }

    /// The expected payoff that a sum stands for.
    #[inline]
    #[must_use]
    pub fn value_of(&self, sum: ForFirst<f64>) -> ForFirst<f64> {
        let most = 1.0 - MARGIN;
        ForFirst(self.stake * tanh(self.scale * sum.0).clamp(-most, most))
    }

    /// The sum that stands for an expected payoff: how large an advantage it is, in the unit of the
    /// weights.
    #[must_use]
    pub fn sum_of(&self, value: ForFirst<f64>) -> ForFirst<f64> {
        ForFirst((value.0 / self.stake).atanh() / self.scale)
    }
}

/// The hyperbolic tangent by way of one exponential, which is several times as fast as the library's
/// and accurate to a few units in the last place away from zero.
#[inline]
fn tanh(x: f64) -> f64 {
    1.0 - 2.0 / ((2.0 * x).exp() + 1.0)
}

impl<G: Features> Model<G> for Linear {
    #[inline]
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        Some(self.value_of(self.sum(game, position)))
    }

    fn odds(&self, _game: &G, _position: &G::Position, _outcome: G::Move) -> Option<f64> {
        None
    }

    fn decisive(&self) -> bool {
        self.decisive
    }

    /// By a law of features.
    fn symmetric(&self) -> bool {
        true
    }

    fn fingerprint(&self, _game: &G) -> Option<u64> {
        let numbers = [self.scale, self.stake];
        let numbers = numbers.iter().chain(&self.weights);
        let parts = std::iter::once(FINGERPRINT).chain(numbers.map(|number| number.to_bits()));
        Some(fingerprint(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tanh_is_that_of_the_library() {
        for x in [-30.0, -2.5, -0.1, 0.0, 1e-3, 0.7, 4.0, 800.0] {
            assert!((tanh(x) - f64::tanh(x)).abs() < 1e-15, "{x}");
        }
    }
}
