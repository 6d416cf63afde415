use shido_core::Game;

use crate::observe::{Observer, Silent};
use crate::probing::pruned;
use crate::strategy::Strategy;
use crate::values::{Setting, plain};
use crate::{Ask, Limits, LookAhead, Model, OpponentType, SearchError, Speculation, Ties};

/// OM-search (Iida, Uiterwijk and van den Herik 1993; Carmel and Markovitch 1993): we know the
/// opponent's evaluation, and play for the moves with which he errs by ours.
///
/// Every node has two values, both for the first player. `Vop` is plain minimax over his evaluation
/// and says what he will do; `V` is what comes of it by ours:
///
/// - at a leaf, our evaluation;
/// - where we move, the best of the moves for us;
/// - where he moves, the `V` of the move whose `Vop` is best for him. Of several such moves [`Ties`]
///   says which.
///
/// `V` is never worse for us than minimax over our own evaluation, with pessimistic ties or others:
/// minimax takes at his nodes what is worst for us. If he judges as we do, it is minimax.
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Judged, Limits, OmSearch};
///
/// // By minimax the moves are worth 3 and 1. But after the second he takes the 8 for less than the 1.
/// let tree = Tree::parse("(max (min 3|3 5|6) (min 1|4 8|2))").unwrap();
/// let (ours, his) = (Judged(Seat::First), Judged(Seat::Second));
/// let found = OmSearch::default().plain(&tree, &tree.start(), &ours, &his, Limits::default())?;
/// assert_eq!(found.value.0, 8.0);
/// assert_eq!(found.best, [Branch(2)]);
/// assert_eq!(found.moves[1].worst_case.map(|value| value.0), Some(1.0));
/// // He gives away 7, and so did we: had he known better, we would have had 1 instead of 3.
/// let errors: Vec<f64> = found.line.iter().map(|step| step.error).collect();
/// assert_eq!(errors, [2.0, 7.0]);
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OmSearch {
    /// Which of the moves that are equally good in his eyes we suppose.
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
        ours: &impl Model<G>,
        his: &impl Model<G>,
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        self.plain_observed(game, position, ours, his, limits, &mut Silent)
    }

    /// The definition, watched. Both values of a node are told.
    ///
    /// # Errors
    /// As for [`plain`](OmSearch::plain).
    pub fn plain_observed<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &impl Model<G>,
        his: &impl Model<G>,
        limits: Limits<'_>,
        observer: &mut impl Observer<G>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let types = [certainly(LookAhead {
            model: his,
            depth: None,
        })];
        let setting = Setting::new(game, ours, &types, self.ties, Strategy::Best);
        plain(setting, position, limits, observer)
    }

    /// The same value and, if [every move](Ask::EveryMove) is asked for, the same moves, with probes.
    ///
    /// At a node of his, alpha-beta with his evaluation finds his favourite moves; only these are
    /// searched for `V` (probing: Donkers, Uiterwijk and van den Herik 2001). The probes remember what they have found, since that of a node looks at much
    /// that those of the nodes below it will look at again. What is left is minimax over our
    /// evaluation on the tree in which he has no other moves than his favourites, and there alpha-beta
    /// is sound, its bounds coming from our moves and from ties of his:
    ///
    /// - where we move, alpha rises. It cuts below where he has tied moves, one of which turns out
    ///   worse for us than what we have elsewhere;
    /// - where he has tied moves and ties are pessimistic, beta falls, and cuts at our nodes below;
    /// - nobody can do better than win, where the model is [decisive](Model::decisive).
    ///
    /// Nothing else is cut. A bound from minimax over our evaluation would not do: `V` may be better
    /// for us than minimax by any amount, as his evaluation may lead him anywhere. Nor is the bound
    /// on `Vop` that the beta-pruning of Iida et al. (1994) hands down needed beside probes, which
    /// cut by it inside. The bounds of alpha-beta\* (Carmel and Markovitch 1996) suppose that the two
    /// evaluations never differ by more than a known amount, which a [`Model`] does not promise.
    ///
    /// # Errors
    /// As for [`plain`](OmSearch::plain).
    pub fn pruned<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &impl Model<G>,
        his: &impl Model<G>,
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let types = [certainly(LookAhead {
            model: his,
            depth: None,
        })];
        let setting = Setting::new(game, ours, &types, self.ties, Strategy::Best);
        pruned(setting, position, self.ask, limits)
    }
}

/// The only type there is.
pub(crate) fn certainly<M>(look_ahead: LookAhead<M>) -> OpponentType<M> {
    OpponentType {
        probability: 1.0,
        look_ahead,
    }
}
