//! An evaluation in the unit of its weights, and what payoffs its amounts stand for.

use shido_core::{Features, ForFirst, Outcome};
use shido_search::{MARGIN, Model, fingerprint};

use crate::Linear;

/// What begins the fingerprint of this model.
const FINGERPRINT: u64 = 0x756e_6974;

/// The same judgement as [`Linear`], in the unit of the weights instead of expected payoffs.
///
/// Who asks how much a move *loses* means pawns: the step from three pawns ahead to two is one, though
/// it hardly changes the expected payoff. The order of positions is the same, so minimax finds the same
/// moves. A contest that is won counts one unit more than any advantage. Where a search averages, it
/// averages the payoffs that amounts stand for.
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

    /// The expected payoff that an advantage stands for. Beyond the largest advantage it grows evenly
    /// up to a win, one unit further.
    #[must_use]
    pub fn payoff(&self, advantage: ForFirst<f64>) -> ForFirst<f64> {
        let beyond = advantage.0.abs() - self.most;
        if beyond <= 0.0 {
            return self.linear.value_of(advantage);
        }
        let share = 1.0 - MARGIN * (1.0 - beyond.min(1.0));
        ForFirst(advantage.0.signum() * self.stake * share)
    }

    /// The advantage that stands for an expected payoff: the inverse of [`payoff`](Advantage::payoff).
    #[must_use]
    pub fn amount(&self, payoff: ForFirst<f64>) -> ForFirst<f64> {
        let share = payoff.0.abs() / self.stake;
        if share <= 1.0 - MARGIN {
            let sum = self.linear.sum_of(payoff).0;
            return ForFirst(sum.clamp(-self.most, self.most));
        }
        let beyond = 1.0 - (1.0 - share.min(1.0)) / MARGIN;
        ForFirst(payoff.0.signum() * (self.most + beyond))
    }
}

impl<G: Features> Model<G> for Advantage {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        let sum = self.linear.sum(game, position).0;
        Some(ForFirst(sum.clamp(-self.most, self.most)))
    }

    fn end(&self, _game: &G, _position: &G::Position, outcome: Outcome) -> ForFirst<f64> {
        self.amount(outcome.payoff())
    }

    fn odds(&self, _game: &G, _position: &G::Position, _outcome: G::Move) -> Option<f64> {
        None
    }

    fn symmetric(&self) -> bool {
        true
    }

    fn payoff(&self, value: ForFirst<f64>) -> ForFirst<f64> {
        Advantage::payoff(self, value)
    }

    fn amount(&self, payoff: ForFirst<f64>) -> ForFirst<f64> {
        Advantage::amount(self, payoff)
    }

    fn fingerprint(&self, game: &G) -> Option<u64> {
        let linear = Model::<G>::fingerprint(&self.linear, game)?;
        Some(fingerprint([FINGERPRINT, linear]))
    }
}
