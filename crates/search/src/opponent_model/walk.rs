//! What the searches that model an opponent share: how far they still look, how much work they have
//! done, leaves, and expectations.

use std::fmt::Debug;

use shido_core::{ForFirst, ForMover, Game, Seat, Turn};

use crate::question::limits::Counter;
use crate::{DEEPEST_RECURSION, Limits, Model, SearchError, Window};

/// How much further a search looks from where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    plies: usize,
    /// Whether positions have a value where it ends; else the line is longer than it may be.
    horizon: bool,
}

impl Reach {
    /// So many plies, or to the end of every line.
    #[must_use]
    pub fn of(depth: Option<u32>) -> Reach {
        let asked = depth.map_or(usize::MAX, |depth| depth as usize);
        Reach {
            plies: asked.min(DEEPEST_RECURSION),
            horizon: asked <= DEEPEST_RECURSION,
        }
    }

    /// What is left of it after a move.
    pub(crate) fn further(self) -> Reach {
        Reach {
            plies: self.plies.saturating_sub(1),
            ..self
        }
    }

    /// The same, less so many plies.
    pub(crate) fn shorter(self, plies: usize) -> Option<Reach> {
        let plies = self.plies.checked_sub(plies).filter(|_| self.horizon)?;
        Some(Reach { plies, ..self })
    }

    pub(crate) fn is_over(self) -> bool {
        self.plies == 0
    }

    /// How many plies are left.
    pub(crate) fn plies(self) -> usize {
        self.plies
    }

    /// A number that tells reaches apart from which a position has different values: to the end of
    /// every line is the same from wherever one starts.
    pub(crate) fn key(self) -> u32 {
        match self.horizon {
            true => self.plies as u32,
            false => u32::MAX,
        }
    }
}

/// Where a search is and how much work it has done. It ends the search when a limit is reached, and
/// remembers the moves that led to where something went wrong.
pub struct Walk<'a, M> {
    counter: Counter<'a>,
    /// The moves from the root to where the search is.
    path: Vec<M>,
}

impl<'a, M: Copy + Debug> Walk<'a, M> {
    /// A search that has not begun. It keeps all limits but the one on depth.
    #[must_use]
    pub fn new(limits: Limits<'a>) -> Walk<'a, M> {
        Walk {
            counter: Counter::new(limits),
            path: Vec::new(),
        }
    }

    /// How many positions have been visited.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.counter.nodes
    }

    /// The moves from the root to where the search is.
    pub(crate) fn path(&self) -> &[M] {
        &self.path
    }

    /// Counts a position.
    #[inline]
    pub(crate) fn arrive(&mut self) -> Result<(), SearchError<M>> {
        self.counter.visit()
    }

    /// Goes on by a move. A search that fails does not come back, so the path tells where it was.
    #[inline]
    pub(crate) fn step(&mut self, mv: M) {
        self.path.push(mv);
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn back(&mut self) {
        self.path.pop();
    }

    /// Does something below a move.
    #[inline]
    pub(crate) fn below<T>(
        &mut self,
        mv: M,
        act: impl FnOnce(&mut Walk<'a, M>) -> Result<T, SearchError<M>>,
    ) -> Result<T, SearchError<M>> {
        self.step(mv);
        let found = act(self)?;
        self.back();
        Ok(found)
    }

    /// The value of a position that the search does not look into; `None` where it does.
    #[inline]
    pub(crate) fn leaf<G: Game<Move = M>>(
        &self,
        game: &G,
        model: &dyn Model<G>,
        position: &G::Position,
        turn: Turn,
        reach: Reach,
    ) -> Result<Option<ForFirst<f64>>, SearchError<M>> {
        self.leaf_within(game, model, position, turn, Window::FULL, reach)
    }

    /// The same, or a bound on it outside the window.
    #[inline]
    pub(crate) fn leaf_within<G: Game<Move = M>>(
        &self,
        game: &G,
        model: &dyn Model<G>,
        position: &G::Position,
        turn: Turn,
        window: Window,
        reach: Reach,
    ) -> Result<Option<ForFirst<f64>>, SearchError<M>> {
        if let Turn::Over(outcome) = turn {
            return Ok(Some(model.end(game, position, outcome)));
        }
        // What is asked about is searched whatever a table says of it.
        if !self.path.is_empty()
            && let Some(known) = model.known(game, position)
        {
            return Ok(Some(known.value));
        }
        if !reach.is_over() {
            return Ok(None);
        }
        if !reach.horizon {
            return Err(SearchError::TooDeep {
                limit: DEEPEST_RECURSION,
            });
        }
        match model.horizon_within(game, position, window) {
            Some(value) => Ok(Some(value)),
            None => Err(SearchError::NoValue {
                line: self.path.clone(),
            }),
        }
    }

    /// The probability of what chance may do.
    pub(crate) fn odds<G: Game<Move = M>>(
        &self,
        game: &G,
        model: &dyn Model<G>,
        position: &G::Position,
        outcome: M,
    ) -> Result<f64, SearchError<M>> {
        model
            .odds(game, position, outcome)
            .ok_or_else(|| SearchError::NoOdds {
                line: self.path.clone(),
            })
    }

    /// Minimax in the plainest way.
    pub(crate) fn minimax<G: Game<Move = M>>(
        &mut self,
        game: &G,
        model: &dyn Model<G>,
        position: &G::Position,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<M>> {
        self.arrive()?;
        let turn = game.turn(position);
        if let Some(value) = self.leaf(game, model, position, turn, reach)? {
            return Ok(value);
        }
        let moves = game.moves(position);
        let mut values = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let next = game.after(position, mv);
            values.push(self.below(mv, |walk| walk.minimax(game, model, &next, reach.further()))?);
        }
        match turn {
            Turn::Of(seat) => Ok(best_for(seat, values)),
            _ => self.average(game, model, position, &moves, &values),
        }
    }

    /// The expected value where chance moves.
    pub(crate) fn average<G: Game<Move = M>>(
        &self,
        game: &G,
        model: &dyn Model<G>,
        position: &G::Position,
        moves: &[M],
        values: &[ForFirst<f64>],
    ) -> Result<ForFirst<f64>, SearchError<M>> {
        let mut terms = Vec::with_capacity(moves.len());
        for (&mv, &value) in moves.iter().zip(values) {
            terms.push((self.odds(game, model, position, mv)?, value));
        }
        Ok(expectation(model, terms))
    }
}

/// The expectation of values of a model, each with its probability. It is taken over the payoffs that
/// they stand for.
///
/// It lies between the least and the most of them: rounding does not take it further, sums do not
/// overflow, and of equal values it is just the same.
pub(crate) fn expectation<G: Game>(
    model: &dyn Model<G>,
    terms: impl IntoIterator<Item = (f64, ForFirst<f64>)>,
) -> ForFirst<f64> {
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut expected = 0.0;
    for (odds, value) in terms.into_iter().filter(|(odds, _)| *odds > 0.0) {
        expected += odds * model.payoff(value).0;
        least = least.min(value.0);
        most = most.max(value.0);
    }
    match least <= most {
        true => ForFirst(model.amount(ForFirst(expected)).0.clamp(least, most)),
        // Nothing can happen.
        false => ForFirst(0.0),
    }
}

/// The value that a side likes best.
pub(crate) fn best_for(
    seat: Seat,
    values: impl IntoIterator<Item = ForFirst<f64>>,
) -> ForFirst<f64> {
    values
        .into_iter()
        .map(|value| value.seen_by(seat))
        .fold(ForMover(f64::NEG_INFINITY), |best, value| {
            if value > best { value } else { best }
        })
        .for_first(seat)
}
