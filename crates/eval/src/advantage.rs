use shido_core::{Features, ForFirst, Outcome};
use shido_search::{MARGIN, Model};

use crate::Linear;

/// The same judgement as [`Linear`], in the unit of the weights instead of expected payoffs.
///
/// Who asks how much a move *loses* means pawns: the step from three pawns ahead to two is one, though
/// it hardly changes the expected payoff. The order of positions is the same, so minimax finds the same
/// moves. A contest that is won counts one unit more than any advantage.
#[derive(Clone, PartialEq, Debug)]
pub struct Advantage {
    linear: Linear,
    most: f64,
    stake: f64,
}

impl Advantage {
    /// The judgement of this evaluation.
    pub fn new<G: Features>(game: &G, linear: Linear) -> Advantage {
        let stake = game.stake();
        Advantage {
            most: linear.sum_of(ForFirst(stake * (1.0 - MARGIN))).0,
            stake,
            linear,
        }
    }

    /// The expected payoff that an advantage stands for: a win where it is larger than any.
    #[must_use]
    pub fn payoff(&self, advantage: ForFirst<f64>) -> ForFirst<f64> {
        if self.decides(advantage) {
            return ForFirst(advantage.0.signum() * self.stake);
        }
        self.linear.value_of(advantage)
    }

    /// Whether an advantage stands for the end of a contest.
    #[must_use]
    pub fn decides(&self, advantage: ForFirst<f64>) -> bool {
        advantage.0.abs() > self.most
    }
}

impl<G: Features> Model<G> for Advantage {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        let sum = self.linear.sum(game, position).0;
        Some(ForFirst(sum.clamp(-self.most, self.most)))
    }

    fn end(&self, _game: &G, _position: &G::Position, outcome: Outcome) -> ForFirst<f64> {
        let payoff = outcome.payoff().0 / self.stake;
        ForFirst((self.most + 1.0) * payoff)
    }

    fn odds(&self, _game: &G, _position: &G::Position, _outcome: G::Move) -> Option<f64> {
        None
    }

    fn symmetric(&self) -> bool {
        true
    }
}
