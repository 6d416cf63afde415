//! TU-search: it tries to lose without this being noticed.

use shido_core::Game;

use crate::opponent_model::probing::pruned;
use crate::opponent_model::strategy::{Options, Strategy, same};
use crate::opponent_model::values::{Setting, certainly, plain};
use crate::question::analysis::rounding;
use crate::question::observe::{Observer, Silent};
use crate::{Ask, Judgement, Limits, Model, OpponentModel, SearchError, Speculation, Ties};

/// TU-search, *tutoring* (Iida, Kotani and Uiterwijk 1995): it tries to lose without this being
/// noticed.
///
/// Where the student moves, as in [`OmSearch`](crate::OmSearch). Where we move, the *loss* of a move is
/// the best OM value of the node less its own. A move that loses no more than the *loss limit* epsilon
/// is taken to go unnoticed; of these TU-search makes the one with the **lowest** OM value.
///
/// The student notices with their own eyes, so there may be another limit, on the *visible loss*: by
/// how much the position after the move falls short, as they judge it and as far as they look ahead
/// from there, of what they find best for us. A move has to keep within the limits that are given; one
/// that loses nothing always may be made, however it looks.
///
/// The student may be any [`OpponentModel`]. For a student about whom only the odds of their moves are
/// known, a limit on the visible loss has no effect.
///
/// A student who judges as we do and looks as far sees every loss. Then the loss limit is 0 whatever
/// was asked for, as the paper has it, and the answer says so
/// ([`limit_in_force`](Speculation::limit_in_force), [`Judgement::StudentJudgesAlike`]). It is known by
/// the [fingerprint](Model::fingerprint) of the two models. One who looks less far is another judge.
///
/// As in [`LoSearch`](crate::LoSearch), the rule holds at each of our nodes and looks at OM values,
/// and the value of the move that it makes is handed up.
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Judged, Judgement, Limits, LookAhead, TuSearch};
///
/// // The moves lose 0, 1 and 3 by our evaluation, and 0, 0 and 2 in the student's eyes.
/// let tree = Tree::parse("(max (min 4|4 6|5) (min 3|4 5|6) (min 1|2 9|3))").unwrap();
/// let student = LookAhead { model: Judged(Seat::Second), depth: None };
/// let (start, ours) = (tree.start(), Judged(Seat::First));
/// let strict = TuSearch { limit: Some(1.0), ..TuSearch::default() };
/// let found = strict.plain(&tree, &start, &ours, &student, Limits::default())?;
/// assert_eq!(found.best, [Branch(2)]);
/// assert_eq!(found.moves[2].judgement, Judgement::OverTheLimit { loss: 3.0, limit: 1.0 });
///
/// let secretive = TuSearch { limit: None, visible: Some(1.0), ..TuSearch::default() };
/// let found = secretive.plain(&tree, &start, &ours, &student, Limits::default())?;
/// assert_eq!(found.best, [Branch(2)]);
/// let noticed = Judgement::Noticed { loss: 3.0, seen: 2.0, limit: 1.0 };
/// assert_eq!(found.moves[2].judgement, noticed);
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TuSearch {
    /// The loss limit epsilon: how much a move may lose, in units of our evaluation. It should grow
    /// with the gap between teacher and student. If they judge alike it is zero, whatever is said here.
    pub limit: Option<f64>,
    /// How much a move may lose in the student's eyes, in units of their evaluation.
    pub visible: Option<f64>,
    /// Which of the moves that are equally good in their eyes we suppose.
    pub ties: Ties,
}

/// Loses nothing.
impl Default for TuSearch {
    fn default() -> TuSearch {
        TuSearch {
            limit: Some(0.0),
            visible: None,
            ties: Ties::default(),
        }
    }
}

/// What TU-search lets pass.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Tolerance {
    pub(crate) limit: Option<f64>,
    pub(crate) visible: Option<f64>,
    /// Whether the student judges as we do and looks as far.
    pub(crate) alike: bool,
}

impl Tolerance {
    pub(crate) fn limit_in_force(self) -> Option<f64> {
        match self.alike {
            true => Some(0.0),
            false => self.limit,
        }
    }
}

impl TuSearch {
    /// The definition: at every node the OM values and that of tutoring play.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    pub fn plain<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &dyn Model<G>,
        student: &dyn OpponentModel<G>,
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        self.plain_observed(game, position, ours, student, limits, &mut Silent)
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
        student: &dyn OpponentModel<G>,
        limits: Limits<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let types = certainly(student);
        let strategy = self.strategy(game, ours, student);
        let setting = Setting::new(game, ours, &types, self.ties, strategy);
        plain(setting, position, limits, observer)
    }

    /// The same values and moves, by probes: those of [OM-search](crate::OmSearch::pruned) for the OM
    /// values, and the student's own for what they see, only where tutoring play leads.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    pub fn pruned<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        ours: &dyn Model<G>,
        student: &dyn OpponentModel<G>,
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let types = certainly(student);
        let strategy = self.strategy(game, ours, student);
        let setting = Setting::new(game, ours, &types, self.ties, strategy);
        pruned(setting, position, Ask::EveryMove, limits)
    }

    fn strategy<G: Game>(
        self,
        game: &G,
        ours: &dyn Model<G>,
        student: &dyn OpponentModel<G>,
    ) -> Strategy {
        let as_far = student.look_ahead().filter(|it| it.depth.is_none());
        let theirs = as_far.and_then(|it| it.model.fingerprint(game));
        Strategy::Tutoring(Tolerance {
            limit: self.limit,
            visible: self.visible,
            alike: theirs.is_some() && theirs == ours.fingerprint(game),
        })
    }
}

/// What the rule of TU-search says of the moves at a node of ours.
pub(crate) fn judge(tolerance: Tolerance, options: &Options<'_>) -> Vec<Judgement> {
    let losses: Vec<f64> = (0..options.om.len())
        .map(|index| options.loss(index))
        .collect();
    let over = |limit: Option<f64>, loss: f64| {
        limit.filter(|&limit| loss > 0.0 && loss > limit + rounding(limit))
    };
    let objection = |index: usize| {
        let loss = losses[index];
        if let Some(limit) = over(tolerance.limit_in_force(), loss) {
            return Some(match tolerance.limit == Some(limit) {
                true => Judgement::OverTheLimit { loss, limit },
                false => Judgement::StudentJudgesAlike { loss },
            });
        }
        let seen = options.visible.map_or(0.0, |seen| seen[index]);
        let limit = over(tolerance.visible, seen).filter(|_| loss > 0.0)?;
        Some(Judgement::Noticed { loss, seen, limit })
    };
    let objections: Vec<Option<Judgement>> = (0..losses.len()).map(objection).collect();
    let allowed = losses.iter().zip(&objections);
    let largest = allowed
        .filter(|(_, objection)| objection.is_none())
        .fold(0.0, |largest: f64, (loss, _)| largest.max(*loss));
    let verdict = |(loss, objection): (&f64, Option<Judgement>)| {
        objection.unwrap_or(match same(largest, *loss) {
            true => Judgement::Chosen,
            false => Judgement::BetterError {
                loss: *loss,
                other: largest,
            },
        })
    };
    losses.iter().zip(objections).map(verdict).collect()
}
