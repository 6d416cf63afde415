//! OM-search: we know how the opponent plays.

use shido_core::Game;

use crate::opponent_model::probing::pruned;
use crate::opponent_model::strategy::Strategy;
use crate::opponent_model::values::{Setting, certainly, plain};
use crate::question::observe::{Observer, Silent};
use crate::{Ask, Limits, Model, OpponentModel, SearchError, Speculation, Ties};

/// OM-search (Iida, Uiterwijk and van den Herik 1993; Carmel and Markovitch 1993): we know how the
/// opponent plays, and play for the moves with which they err by our evaluation.
///
/// In the papers the opponent has an evaluation, and every node has two values, both for the first
/// player. `Vop` is plain minimax over their evaluation and says what they will do; `V` is what
/// that is worth by ours:
///
/// - at a leaf, our evaluation;
/// - where we move, the best of the moves for us;
/// - where they move, the `V` of the move whose `Vop` is best for them. Of several such moves [`Ties`]
///   says which.
///
/// `V` is never worse for us than minimax over our own evaluation, with pessimistic ties or others:
/// minimax takes at their nodes what is worst for us. If they judge as we do, it is minimax.
///
/// The opponent may be any [`OpponentModel`]. A [`LookAhead`](crate::LookAhead) without a depth is the
/// opponent of the papers. With a depth of `d` it is (D, d)-OM-search (Gao, Iida, Uiterwijk and van den
/// Herik 1999), `D` being the limit on depth: their choice is not handed up from the bottom of our tree,
/// but is the best move of a `d`-ply minimax that is rooted at their node. With `d = 0` they have no
/// preferences, and ties decide. Where the opponent plays by odds, `V` is the expectation where they
/// move, and OM-search is the exact **best response** to them: no strategy does better by our
/// evaluation and as far as it looks.
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Distributed, Judged, Limits, LookAhead, OmSearch};
///
/// // By minimax the moves are worth 3 and 1. But after the second they take the 8 for less than the 1.
/// let tree = Tree::parse("(max (min 3|3 5|6) (min 1|4 8|2))").unwrap();
/// let (start, ours) = (tree.start(), Judged(Seat::First));
/// let theirs = LookAhead { model: Judged(Seat::Second), depth: None };
/// let found = OmSearch::default().plain(&tree, &start, &ours, &theirs, Limits::default())?;
/// assert_eq!(found.value.0, 8.0);
/// assert_eq!(found.best, [Branch(2)]);
/// assert_eq!(found.moves[1].worst_case.map(|value| value.0), Some(1.0));
/// // They give away 7, and so did we: had they known better, we would have had 1 instead of 3.
/// let errors: Vec<f64> = found.line.iter().map(|step| step.error).collect();
/// assert_eq!(errors, [2.0, 7.0]);
///
/// // Someone who answers with either leaf, half of the time each.
/// let careless = Distributed(|tree: &Tree, position: &_| {
///     Ok(tree.moves(position).into_iter().map(|mv| (mv, 0.5)).collect())
/// });
/// let found = OmSearch::default().plain(&tree, &start, &ours, &careless, Limits::default())?;
/// assert_eq!(found.value.0, 4.5);
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
///
/// With a look-ahead of their own:
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Judged, Limits, LookAhead, OmSearch};
///
/// // Looking one ply ahead they take the node that seems worth 0, where we have 9.
/// let tree = Tree::parse("(max (min (max =0 9 1) (max =2 3 4)) 5)").unwrap();
/// let model = Judged(Seat::First);
/// for (depth, value) in [(1, 9.0), (2, 5.0)] {
///     let theirs = LookAhead { model, depth: Some(depth) };
///     let search = OmSearch::default();
///     let found = search.plain(&tree, &tree.start(), &model, &theirs, Limits::default())?;
///     assert_eq!(found.value.0, value);
/// }
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OmSearch {
    /// Which of the moves that are equally good in their eyes we suppose.
    pub ties: Ties,
    /// What the pruned search is to find out at the root. The plain one finds out everything.
    pub ask: Ask,
}

impl OmSearch {
    /// The definition: both values of every node.
    ///
    /// # Errors
    /// Where a limit on the work is exceeded, a line is longer than
    /// [`DEEPEST_RECURSION`](crate::DEEPEST_RECURSION), or a model does not know what it is asked.
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

    /// The definition, watched. Both values of a node are told.
    ///
    /// # Errors
    /// As for [`plain`](OmSearch::plain).
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
        let setting = Setting::new(game, ours, &types, self.ties, Strategy::Best);
        plain(setting, position, limits, observer)
    }

    /// The same value and, if [every move](Ask::EveryMove) is asked for, the same moves, with probes.
    ///
    /// At a node of an opponent who looks ahead, alpha-beta with their evaluation finds their favourite
    /// moves; only these are searched for `V` (probing: Donkers, Uiterwijk and van den Herik 2001). The
    /// probes remember what they have found, since that of a node looks at much that those of the nodes
    /// below it will look at again. What is left is minimax over our evaluation on the tree in which
    /// they have no other moves than their favourites, and there alpha-beta is sound, its bounds coming
    /// from our moves and from their ties:
    ///
    /// - where we move, alpha rises. It cuts below where they have tied moves, one of which turns out
    ///   worse for us than what we have elsewhere;
    /// - where they have tied moves and ties are pessimistic, beta falls, and cuts at our nodes below;
    /// - nobody can do better than win, where the model is [decisive](Model::decisive).
    ///
    /// Nothing else is cut. A bound from minimax over our evaluation would not do: `V` may be better
    /// for us than minimax by any amount, as their evaluation may lead them anywhere. The beta-pruning
    /// of Iida et al. (1994) hands down a bound on `Vop`; it is not needed beside probes, which cut
    /// by it inside. The bounds of alpha-beta\* (Carmel and Markovitch 1996) suppose that the two
    /// evaluations never differ by more than a known amount, which a [`Model`] does not promise.
    ///
    /// An opponent who plays by odds is asked for these once at each position, and what they never play
    /// is not searched. An average needs all of its terms, so it is searched without a window.
    ///
    /// # Errors
    /// As for [`plain`](OmSearch::plain).
    pub fn pruned<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &dyn Model<G>,
        opponent: &dyn OpponentModel<G>,
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let types = certainly(opponent);
        let setting = Setting::new(game, ours, &types, self.ties, Strategy::Best);
        pruned(setting, position, self.ask, limits)
    }
}
