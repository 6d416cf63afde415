//! Probes: alpha-beta with the evaluation of one side, which remembers what it has found.

use rustc_hash::FxHashMap;
use shido_core::{ForFirst, ForMover, Game, Seat, Turn};

use crate::opponent_model::walk::{Reach, Walk, expectation};
use crate::question::analysis::rounding;
use crate::question::observe::Window;
use crate::{Bound, Model, SearchError, Ties};

/// What is remembered of so many positions at most; then all is forgotten.
pub(crate) const MOST_REMEMBERED: usize = 1 << 20;

/// How many moves are tried first where they lead to leaves. More than the two of most programs,
/// since a leaf may be dear: it is a whole exchange where the model is [`Quiet`](crate::Quiet).
const KILLERS: usize = 8;

/// Alpha-beta with one side's evaluation that remembers what it has found: the *probes* of
/// opponent-model search, which ask for the value or for the favourite moves of many positions of one
/// tree.
///
/// Values are those of [`minimax`](crate::minimax), unless the probe supposes something of one side: then
/// of that side's moves it looks only at those that it expects. The order of moves is the probe's own:
/// first the move that was best when the position was last seen, then those that have often been good
/// enough; or where the moves lead to leaves, those that were so last.
pub(crate) struct Probe<'a, G: Game> {
    game: &'a G,
    model: &'a dyn Model<G>,
    supposed: Option<Supposed<'a, G>>,
    memo: Memo<G::Move>,
    /// The favourites of positions that have been asked about.
    favourites: FxHashMap<Place, Vec<G::Move>>,
    /// How much each side's moves have cut off so far.
    history: [FxHashMap<G::Move, u64>; 2],
    /// The killer moves of each side: what cut off last where moves lead to leaves, the latest first.
    killers: [[Option<G::Move>; KILLERS]; 2],
}

/// What a probe supposes of one side: that it plays what another probe, which thinks for it, finds
/// best.
struct Supposed<'a, G: Game> {
    seat: Seat,
    mind: Box<Probe<'a, G>>,
    ties: Ties,
}

/// What the best of some moves is worth, and which it is.
type Best<M> = (ForFirst<f64>, Option<M>);

impl<'a, G: Game> Probe<'a, G> {
    pub(crate) fn new(game: &'a G, model: &'a dyn Model<G>) -> Probe<'a, G> {
        Probe {
            game,
            model,
            supposed: None,
            memo: Memo::default(),
            favourites: FxHashMap::default(),
            history: Default::default(),
            killers: [[None; KILLERS]; 2],
        }
    }

    /// The same, supposing that this side plays as another probe finds best.
    pub(crate) fn supposing(self, seat: Seat, mind: Probe<'a, G>, ties: Ties) -> Self {
        let mind = Box::new(mind);
        Probe {
            supposed: Some(Supposed { seat, mind, ties }),
            ..self
        }
    }

    /// The value of a position if it lies inside the window, else a bound on the same side of the
    /// window.
    pub(crate) fn value(
        &mut self,
        walk: &mut Walk<'_, G::Move>,
        position: &G::Position,
        window: Window,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        walk.arrive()?;
        let turn = self.game.turn(position);
        if let Some(value) =
            walk.leaf_within(self.game, self.model, position, turn, window, reach)?
        {
            return Ok(value);
        }
        let place = Place::of(self.game, position, reach);
        if let Some(value) = self.memo.value(place, window) {
            return Ok(value);
        }
        let (value, window) = match turn {
            Turn::Of(seat) => match self.supposed.as_mut().filter(|it| it.seat == seat) {
                None => return self.choose(walk, position, seat, window, reach),
                Some(Supposed { mind, ties, .. }) => {
                    let ties = *ties;
                    let tied = mind.favourites(walk, position, seat, reach)?;
                    match ties.chooser(seat.other(), &tied) {
                        Some((chooser, moves)) => {
                            let best =
                                self.best_of(walk, position, moves, chooser, window, reach)?;
                            (best.0, window)
                        }
                        None => {
                            let values = self.each(walk, position, &tied, reach)?;
                            let share = 1.0 / tied.len() as f64;
                            let terms = values.into_iter().map(|value| (share, value));
                            (expectation(self.model, terms), Window::FULL)
                        }
                    }
                }
            },
            _ => {
                let moves = self.game.moves(position);
                let values = self.each(walk, position, &moves, reach)?;
                let average = walk.average(self.game, self.model, position, &moves, &values)?;
                (average, Window::FULL)
            }
        };
        self.memo.keep(place, value, window, None);
        Ok(value)
    }

    /// The best of the moves, of a position that is looked into whatever is known of it.
    pub(crate) fn choose(
        &mut self,
        walk: &mut Walk<'_, G::Move>,
        position: &G::Position,
        mover: Seat,
        window: Window,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        let moves = self.in_order(position, mover, reach);
        let (value, best) = self.best_of(walk, position, &moves, mover, window, reach)?;
        if let Some(mv) = best.filter(|_| value.seen_by(mover) >= window.seen_by(mover).1) {
            self.credit(mover, mv, reach);
        }
        let place = Place::of(self.game, position, reach);
        self.memo.keep(place, value, window, best);
        Ok(value)
    }

    /// The best of these moves for one side.
    fn best_of(
        &mut self,
        walk: &mut Walk<'_, G::Move>,
        position: &G::Position,
        moves: &[G::Move],
        chooser: Seat,
        window: Window,
        reach: Reach,
    ) -> Result<Best<G::Move>, SearchError<G::Move>> {
        let (mut alpha, beta) = window.seen_by(chooser);
        let mut best = (ForMover(f64::NEG_INFINITY), None);
        for &mv in moves {
            let next = self.game.after(position, mv);
            let inner = Window::of(chooser, alpha, beta);
            let found = walk
                .below(mv, |walk| self.value(walk, &next, inner, reach.further()))?
                .seen_by(chooser);
            if found > best.0 {
                best = (found, Some(mv));
                if found >= beta {
                    break;
                }
                if found > alpha {
                    alpha = found;
                }
            }
        }
        Ok((best.0.for_first(chooser), best.1))
    }

    /// The value of each of these moves.
    fn each(
        &mut self,
        walk: &mut Walk<'_, G::Move>,
        position: &G::Position,
        moves: &[G::Move],
        reach: Reach,
    ) -> Result<Vec<ForFirst<f64>>, SearchError<G::Move>> {
        let value = |&mv: &G::Move| {
            let next = self.game.after(position, mv);
            walk.below(mv, |walk| {
                self.value(walk, &next, Window::FULL, reach.further())
            })
        };
        moves.iter().map(value).collect()
    }

    /// All moves that are best for the mover, in the order of the game. Who does not look ahead at
    /// all likes every move.
    ///
    /// A move that comes close to the best so far is searched with a window that holds the best, so
    /// that a tie is seen as one and not taken for a bound.
    pub(crate) fn favourites(
        &mut self,
        walk: &mut Walk<'_, G::Move>,
        position: &G::Position,
        mover: Seat,
        reach: Reach,
    ) -> Result<Vec<G::Move>, SearchError<G::Move>> {
        let moves = self.game.moves(position);
        if moves.len() == 1 || reach.is_over() {
            return Ok(moves);
        }
        let place = Place::of(self.game, position, reach);
        if let Some(favourites) = self.favourites.get(&place) {
            return Ok(favourites.clone());
        }
        let mut best = f64::NEG_INFINITY;
        let mut close = Vec::new();
        for mv in self.in_order(position, mover, reach) {
            let next = self.game.after(position, mv);
            // One that is worse by more than rounding cannot tie with the best in the end.
            let worse = match best.is_finite() {
                true => ForMover(best - 2.0 * rounding(best)),
                false => ForMover(best),
            };
            let window = Window::of(mover, worse, ForMover(f64::INFINITY));
            let found = walk
                .below(mv, |walk| self.value(walk, &next, window, reach.further()))?
                .seen_by(mover);
            if found > worse {
                close.push((mv, found.0));
                best = best.max(found.0);
            }
        }
        close.retain(|(_, value)| *value >= best - rounding(best));
        let favourites: Vec<G::Move> = moves
            .into_iter()
            .filter(|mv| close.iter().any(|(favourite, _)| favourite == mv))
            .collect();
        let value = ForMover(best).for_first(mover);
        let first = favourites.first().copied();
        self.memo.keep(place, value, Window::FULL, first);
        if self.favourites.len() >= MOST_REMEMBERED {
            self.favourites.clear();
        }
        self.favourites.insert(place, favourites.clone());
        Ok(favourites)
    }

    /// The moves, the most promising first.
    fn in_order(&self, position: &G::Position, mover: Seat, reach: Reach) -> Vec<G::Move> {
        let mut moves = self.game.moves(position);
        // Where the moves lead to leaves, sorting costs more than it saves, killer moves do not.
        if reach.plies() > 1 {
            let history = &self.history[mover.index()];
            moves.sort_by_cached_key(|mv| u64::MAX - history.get(mv).copied().unwrap_or(0));
        } else {
            for &killer in self.killers[mover.index()].iter().rev().flatten() {
                bring_forward(&mut moves, killer);
            }
        }
        let remembered = (0..=2)
            .filter_map(|plies| reach.shorter(plies))
            .chain([reach])
            .find_map(|reach| self.memo.best(Place::of(self.game, position, reach)));
        if let Some(best) = remembered {
            bring_forward(&mut moves, best);
        }
        moves
    }

    fn credit(&mut self, mover: Seat, mv: G::Move, reach: Reach) {
        let plies = reach.plies() as u64;
        *self.history[mover.index()].entry(mv).or_default() += plies * plies;
        if plies == 1 {
            let killers = &mut self.killers[mover.index()];
            let last = killers.iter().position(|&it| it == Some(mv));
            killers[..=last.unwrap_or(KILLERS - 1)].rotate_right(1);
            killers[0] = Some(mv);
        }
    }
}

/// Makes a move the first, if it is one of them.
fn bring_forward<M: PartialEq>(moves: &mut [M], mv: M) {
    if let Some(index) = moves.iter().position(|it| *it == mv) {
        moves[..=index].rotate_right(1);
    }
}

/// A position, and how far the search looks from there. Positions are told apart by their
/// [keys](Game::key).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Place(u64, u32);

impl Place {
    pub(crate) fn of<G: Game>(game: &G, position: &G::Position, reach: Reach) -> Place {
        Place(game.key(position), reach.key())
    }
}

/// What a search remembers of the positions that it has been to.
pub(crate) struct Memo<M>(FxHashMap<Place, Remembered<M>>);

struct Remembered<M> {
    value: ForFirst<f64>,
    bound: ForFirst<Bound>,
    best: Option<M>,
}

impl<M> Default for Memo<M> {
    fn default() -> Memo<M> {
        Memo(FxHashMap::default())
    }
}

impl<M: Copy> Memo<M> {
    /// The value if it is known, or a bound that lies outside the window.
    pub(crate) fn value(&self, place: Place, window: Window) -> Option<ForFirst<f64>> {
        let known = self.0.get(&place)?;
        let settled = match known.bound.0 {
            Bound::Exact => true,
            Bound::AtLeast => known.value >= window.beta,
            Bound::AtMost => known.value <= window.alpha,
            Bound::Estimate => false,
        };
        settled.then_some(known.value)
    }

    fn best(&self, place: Place) -> Option<M> {
        self.0.get(&place).and_then(|known| known.best)
    }

    /// Keeps a value that was found with this window.
    pub(crate) fn keep(
        &mut self,
        place: Place,
        value: ForFirst<f64>,
        window: Window,
        best: Option<M>,
    ) {
        if self.0.len() >= MOST_REMEMBERED {
            self.0.clear();
        }
        let bound = window.bound(value);
        self.0.insert(place, Remembered { value, bound, best });
    }
}
