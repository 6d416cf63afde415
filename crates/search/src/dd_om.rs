use shido_core::Game;

use crate::observe::{Observer, Silent};
use crate::om::certainly;
use crate::probing::pruned;
use crate::strategy::Strategy;
use crate::values::{Setting, plain};
use crate::{Ask, Limits, LookAhead, Model, OpponentType, SearchError, Speculation, Ties};

/// (D, d)-OM-search (Gao, Iida, Uiterwijk and van den Herik 1999): the opponent has an evaluation of
/// his own and looks only `d` plies ahead from each of his nodes, while we look `D` plies from the
/// root.
///
/// It is [`OmSearch`](crate::OmSearch) but for his choice, which is not handed up from the bottom of
/// our tree: at each of his nodes it is the best move of a `d`-ply minimax over his evaluation that is
/// rooted there. Near our horizon he may so see further than we do. With `d = 0` he has no
/// preferences, and ties decide.
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{DdOmSearch, Judged, Limits};
///
/// // Looking one ply ahead he takes the node that seems worth 0, where we have 9.
/// let tree = Tree::parse("(max (min (max =0 9 1) (max =2 3 4)) 5)").unwrap();
/// let model = Judged(Seat::First);
/// let search = DdOmSearch { look_ahead: 1, ..DdOmSearch::default() };
/// let found = search.plain(&tree, &tree.start(), &model, &model, Limits::default())?;
/// assert_eq!(found.value.0, 9.0);
/// let search = DdOmSearch { look_ahead: 2, ..search };
/// let found = search.plain(&tree, &tree.start(), &model, &model, Limits::default())?;
/// assert_eq!(found.value.0, 5.0);
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DdOmSearch {
    /// How many plies he looks ahead: the `d`. The `D` is the limit on depth.
    pub look_ahead: u32,
    /// Which of the moves that are equally good in his eyes we suppose.
    pub ties: Ties,
    /// What the pruned search is to find out at the root. The plain one finds out everything.
    pub ask: Ask,
}

impl DdOmSearch {
    /// The definition, with a `d`-ply minimax at each of his nodes.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
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

    /// The definition, watched.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    pub fn plain_observed<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &impl Model<G>,
        his: &impl Model<G>,
        limits: Limits<'_>,
        observer: &mut impl Observer<G>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let types = [self.opponent(his)];
        let setting = Setting::new(game, ours, &types, self.ties, Strategy::Best);
        plain(setting, position, limits, observer)
    }

    /// The same value and, if [every move](Ask::EveryMove) is asked for, the same moves, with a probe
    /// of `d` plies at each of his nodes. What is sound to cut is what
    /// [OM-search](crate::OmSearch::pruned) may cut.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    pub fn pruned<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &impl Model<G>,
        his: &impl Model<G>,
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let types = [self.opponent(his)];
        let setting = Setting::new(game, ours, &types, self.ties, Strategy::Best);
        pruned(setting, position, self.ask, limits)
    }

    fn opponent<M>(self, model: M) -> OpponentType<M> {
        certainly(LookAhead {
            model,
            depth: Some(self.look_ahead),
        })
    }
}
