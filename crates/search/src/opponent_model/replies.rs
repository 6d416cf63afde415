//! What an opponent may be, and which of the moves that seem equally good to them is supposed.

use shido_core::{ForFirst, Game, Seat};

use crate::OpponentModel;
use crate::opponent_model::walk::best_for;
use crate::question::analysis::rounding;

/// Which move we suppose at a node of the opponent among those that are equally good in their eyes.
///
/// It is asked of opponents who play the best of a [`LookAhead`](crate::LookAhead). Others say
/// themselves how often they play what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// The one that is worst for us: the safe choice, with which speculation never promises more
    /// than it can keep.
    #[default]
    Pessimistic,
    /// The one that is best for us.
    Optimistic,
    /// The first in the order of the game.
    First,
    /// Each as likely as the others.
    Uniform,
}

/// An opponent of one of several kinds.
pub struct OpponentType<'a, G: Game> {
    /// How probable it is that they are one of these. Those of all types add up to one.
    pub probability: f64,
    /// How they play.
    pub opponent: &'a dyn OpponentModel<G>,
}

impl<G: Game> Clone for OpponentType<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for OpponentType<'_, G> {}

/// The moves that are best in someone's eyes, by their numbers.
pub(crate) fn favourites(mover: Seat, values: &[ForFirst<f64>]) -> Vec<usize> {
    let best = best_for(mover, values.iter().copied()).seen_by(mover).0;
    (0..values.len())
        .filter(|&index| values[index].seen_by(mover).0 >= best - rounding(best))
        .collect()
}

impl Ties {
    /// Of which of the tied moves, and for whom, the best value is that of them all; `None` where it
    /// is their average.
    pub(crate) fn chooser<T>(self, us: Seat, tied: &[T]) -> Option<(Seat, &[T])> {
        match (self, tied) {
            (Ties::Uniform, [_, _, ..]) => None,
            (Ties::First | Ties::Uniform, _) => Some((us, &tied[..1])),
            (Ties::Pessimistic, _) => Some((us.other(), tied)),
            (Ties::Optimistic, _) => Some((us, tied)),
        }
    }

    /// Which of the tied moves are supposed, each as likely as the others, given what they come to.
    pub(crate) fn settle<T: Copy>(
        self,
        us: Seat,
        tied: &[T],
        om: impl Fn(T) -> ForFirst<f64>,
    ) -> Vec<T> {
        let first_best_for = |seat: Seat| {
            let best = best_for(seat, tied.iter().map(|&it| om(it)));
            tied.iter().copied().find(|&it| om(it) == best)
        };
        match self {
            Ties::Pessimistic => first_best_for(us.other()).into_iter().collect(),
            Ties::Optimistic => first_best_for(us).into_iter().collect(),
            Ties::First => tied.first().copied().into_iter().collect(),
            Ties::Uniform => tied.to_vec(),
        }
    }
}
