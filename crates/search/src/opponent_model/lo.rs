//! LO-search: it tries to lose by small errors.

use shido_core::Game;

use crate::opponent_model::probing::pruned;
use crate::opponent_model::strategy::{Options, Strategy, same};
use crate::opponent_model::values::{Setting, certainly, plain};
use crate::question::analysis::rounding;
use crate::question::observe::{Observer, Silent};
use crate::{Ask, Judgement, Limits, Model, OpponentModel, SearchError, Speculation, Ties};

/// LO-search, *loss-oriented* (Iida, Kotani and Uiterwijk 1995): it tries to lose, or to give the
/// opponent prospects of winning, by errors that are as small as errors can be.
///
/// The opponent may be any [`OpponentModel`]. Where they move, as in
/// [`OmSearch`](crate::OmSearch). Where we move, let `M` be the minimax value of
/// the node by our evaluation. A move whose OM value is below `M` is an *intentional error*. Of these
/// LO-search makes the one with the highest OM value; if there is none, as every move gains by the
/// opponent's errors, it makes the move with the lowest OM value.
///
/// The rule holds at each of our nodes and looks at OM values: what the moves come to if we did our
/// best from there on. What is handed up is the value of the move that it makes, so
/// [`value`](Speculation::value) is the value of playing like this to the end of the line, while
/// [`om`](crate::SpeculativeMove::om) and [`loss`](crate::SpeculativeMove::loss) stay those of
/// OM-search. Of moves that are equal in OM value the first is made.
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Judged, Limits, LoSearch, LookAhead};
///
/// // Minimax and OM values are 4, 3 and 0: of the two errors the smaller one is made.
/// let tree = Tree::parse("(max (min 4 6) (min 5 3) (min 0 9))").unwrap();
/// let opponent = LookAhead { model: Judged(Seat::First), depth: None };
/// let ours = Judged(Seat::First);
/// let found = LoSearch::default().plain(&tree, &tree.start(), &ours, &opponent, Limits::default())?;
/// assert_eq!(found.best, [Branch(2)]);
/// assert_eq!(found.moves[1].loss, Some(1.0));
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoSearch {
    /// Which of the moves that are equally good in their eyes we suppose.
    pub ties: Ties,
}

impl LoSearch {
    /// The definition: at every node the minimax and OM values and that of loss-oriented play.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    pub fn plain<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &dyn Model<G>,
        opponent: &dyn OpponentModel<G>,
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        self.plain_observed(game, position, ours, opponent, limits, &mut Silent)
    }

    /// The definition, watched.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    pub fn plain_observed<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &dyn Model<G>,
        opponent: &dyn OpponentModel<G>,
        limits: Limits<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let types = certainly(opponent);
        let setting = Setting::new(game, ours, &types, self.ties, Strategy::LossOriented);
        plain(setting, position, limits, observer)
    }

    /// The same values and moves, by probes: those of [OM-search](crate::OmSearch::pruned) for the OM
    /// values, alpha-beta over our evaluation for minimax values, and these only where loss-oriented
    /// play leads.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    pub fn pruned<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &dyn Model<G>,
        opponent: &dyn OpponentModel<G>,
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let types = certainly(opponent);
        let setting = Setting::new(game, ours, &types, self.ties, Strategy::LossOriented);
        pruned(setting, position, Ask::EveryMove, limits)
    }
}

/// What the rule of LO-search says of the moves at a node of ours.
pub(crate) fn judge(options: &Options<'_>) -> Vec<Judgement> {
    let om: Vec<f64> = (options.om.iter())
        .map(|value| value.seen_by(options.us).0)
        .collect();
    let minimax = options.minimax.seen_by(options.us).0;
    let is_error = |value: f64| value < minimax - rounding(minimax);
    let errors = om.iter().copied().filter(|&value| is_error(value));
    match errors.reduce(f64::max) {
        Some(smallest) => {
            let other = om.iter().position(|&value| value == smallest);
            let other = other.map_or(0.0, |index| options.loss(index));
            let verdict = |(index, &value)| match value {
                _ if same(value, smallest) => Judgement::Chosen,
                _ if is_error(value) => Judgement::BetterError {
                    loss: options.loss(index),
                    other,
                },
                _ => Judgement::NoError { value, minimax },
            };
            om.iter().enumerate().map(verdict).collect()
        }
        None => {
            let other = om.iter().copied().fold(f64::INFINITY, f64::min);
            let verdict = |&value: &f64| match same(value, other) {
                true => Judgement::Chosen,
                false => Judgement::GainsMore { value, other },
            };
            om.iter().map(verdict).collect()
        }
    }
}
