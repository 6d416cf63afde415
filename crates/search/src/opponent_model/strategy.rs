//! How a search chooses among our moves, given what each comes to by OM-search.

use shido_core::{ForFirst, Seat};

use crate::Judgement;
use crate::opponent_model::speculation::drop_between;
use crate::opponent_model::walk::best_for;
use crate::opponent_model::{lo, tu};
use crate::question::analysis::rounding;

/// How we choose among our moves, given what each comes to by OM-search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Strategy {
    /// The best there is: OM-search and its kin.
    Best,
    /// LO-search.
    LossOriented,
    /// TU-search.
    Tutoring(tu::Tolerance),
}

/// A node of ours, as a strategy sees it.
pub(crate) struct Options<'a> {
    pub(crate) us: Seat,
    /// The OM values of the moves.
    pub(crate) om: &'a [ForFirst<f64>],
    /// The minimax value of the node. Only LO-search looks at it.
    pub(crate) minimax: ForFirst<f64>,
    /// What each move loses in the student's eyes, if anything is known of these. Only TU-search looks
    /// at it, and only if there is a limit on it.
    pub(crate) visible: Option<&'a [f64]>,
}

impl Options<'_> {
    /// What a move loses against the best.
    pub(crate) fn loss(&self, index: usize) -> f64 {
        let best = best_for(self.us, self.om.iter().copied());
        drop_between(best, self.om[index], self.us)
    }
}

impl Strategy {
    pub(crate) fn heeds_minimax(self) -> bool {
        self == Strategy::LossOriented
    }

    pub(crate) fn heeds_visible_loss(self) -> bool {
        matches!(self, Strategy::Tutoring(tolerance) if tolerance.visible.is_some())
    }

    /// The loss limit that the strategy keeps to, if it has one.
    pub(crate) fn limit_in_force(self) -> Option<f64> {
        match self {
            Strategy::Tutoring(tolerance) => tolerance.limit_in_force(),
            Strategy::Best | Strategy::LossOriented => None,
        }
    }

    /// What is said of each move. Those chosen, at least one, have the same OM value.
    pub(crate) fn judge(self, options: &Options<'_>) -> Vec<Judgement> {
        match self {
            Strategy::Best => (0..options.om.len())
                .map(|index| match options.loss(index) {
                    0.0 => Judgement::Chosen,
                    loss => Judgement::Loses { loss },
                })
                .collect(),
            Strategy::LossOriented => lo::judge(options),
            Strategy::Tutoring(tolerance) => tu::judge(tolerance, options),
        }
    }

    /// Which of its moves the strategy makes: the first of those chosen.
    pub(crate) fn choose(self, options: &Options<'_>) -> usize {
        self.judge(options)
            .iter()
            .position(|verdict| *verdict == Judgement::Chosen)
            .expect("a strategy chooses at least one move")
    }
}

/// Whether two values are equal, rounding aside.
pub(crate) fn same(one: f64, other: f64) -> bool {
    (one - other).abs() <= rounding(one)
}
