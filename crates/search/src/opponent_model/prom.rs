//! PrOM-search: the opponent is one of several types.

use shido_core::Game;

use crate::opponent_model::probing::pruned;
use crate::opponent_model::strategy::Strategy;
use crate::opponent_model::values::{Kind, Setting, plain};
use crate::question::observe::{Observer, Silent};
use crate::{Ask, Limits, Model, OpponentType, SearchError, Speculation, Ties};

/// PrOM-search (Donkers, Uiterwijk and van den Herik 2001): the opponent is one of several types, with
/// probabilities `Pr(w)`.
///
/// As [`OmSearch`](crate::OmSearch), but where they move
///
/// > `V = sum over w of Pr(w) * V(the move that type w makes)`.
///
/// The sum is over the [payoffs](Model::payoff) that these `V` stand for. With one type it is
/// OM-search; with a type that judges as we do, it is careful to the degree that we believe in that
/// type. A type may be any [`OpponentModel`](crate::OpponentModel).
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Judged, Limits, LookAhead, OpponentType, PromSearch};
///
/// // Who judges as we do answers the second move with 1, who sees the second values with 8.
/// let tree = Tree::parse("(max (min 3|3 5|6) (min 1|4 8|2))").unwrap();
/// let minds = [Seat::First, Seat::Second].map(|judge| LookAhead { model: Judged(judge), depth: None });
/// let types = [
///     OpponentType { probability: 0.75, opponent: &minds[0] },
///     OpponentType { probability: 0.25, opponent: &minds[1] },
/// ];
/// let ours = Judged(Seat::First);
/// let found = PromSearch::default().plain(&tree, &tree.start(), &ours, &types, Limits::default())?;
/// assert_eq!(found.moves[1].value.0, 0.75 * 1.0 + 0.25 * 8.0);
/// assert_eq!(found.best, [Branch(1)]);
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PromSearch {
    /// Which of the moves that are equally good in a type's eyes we suppose.
    pub ties: Ties,
    /// What the pruned search is to find out at the root. The plain one finds out everything.
    pub ask: Ask,
}

impl PromSearch {
    /// The definition: at every node our value and that of each type. The probabilities of the types
    /// add up to one.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    ///
    /// # Panics
    /// Where there is no type.
    pub fn plain<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &dyn Model<G>,
        types: &[OpponentType<'_, G>],
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        self.plain_observed(game, position, ours, types, limits, &mut Silent)
    }

    /// The definition, watched. Beside our value of a node, that of the first type is told.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    ///
    /// # Panics
    /// Where there is no type.
    pub fn plain_observed<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &dyn Model<G>,
        types: &[OpponentType<'_, G>],
        limits: Limits<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let types = Kind::of(types);
        let setting = Setting::new(game, ours, &types, self.ties, Strategy::Best);
        plain(setting, position, limits, observer)
    }

    /// The same value and, if [every move](Ask::EveryMove) is asked for, the same moves, with a probe
    /// for each type. Where they agree on a move it is searched once; averages are taken in full.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    ///
    /// # Panics
    /// Where there is no type.
    pub fn pruned<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &dyn Model<G>,
        types: &[OpponentType<'_, G>],
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let types = Kind::of(types);
        let setting = Setting::new(game, ours, &types, self.ties, Strategy::Best);
        pruned(setting, position, self.ask, limits)
    }
}
