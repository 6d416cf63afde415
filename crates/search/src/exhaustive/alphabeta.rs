//! Alpha-beta.

use std::num::NonZeroUsize;

use shido_core::{ForFirst, ForMover, Game, Seat, Turn};

use crate::exhaustive::expectiminimax::{ChancePruning, Prospect};
use crate::question::analysis::best_moves;
use crate::question::limits::Counter;
use crate::question::observe::{Cut, Observer, Why, Window};
use crate::{Analysis, Bound, Limits, Model, MoveValue, SearchError};

/// How deep alpha-beta may go. It uses the machine's stack, for speed; [`minimax`](crate::minimax)
/// goes deeper.
pub const DEEPEST_RECURSION: usize = 1_000;

/// What a search is to find out at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ask {
    /// The value and one best move. The other moves have bounds.
    #[default]
    BestMove,
    /// The exact value of each move, and so the set of all best ones. Each is searched with a full
    /// window, since a bound that equals the best value does not make its move one of the best.
    EveryMove,
    /// The exact values of so many best moves, each with its line. The other moves have bounds; a search
    /// that does not tell so many apart finds the value of every move.
    Best(NonZeroUsize),
}

/// Fail-soft alpha-beta (Knuth and Moore 1975; Fishburn 1983): the value that
/// [`minimax`](crate::minimax) finds, without the moves that cannot matter.
///
/// Moves are searched in the order of the game and nothing is remembered. The sides need not
/// alternate. The expectation where chance moves is taken in full: cutting there is the business of
/// [`Expectiminimax`](crate::Expectiminimax).
///
/// ```
/// use shido_core::Game;
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Limits, Rules, alphabeta};
///
/// let tree = Tree::parse("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))").unwrap();
/// let analysis = alphabeta(&tree, &tree.start(), &Rules, Limits::default())?;
/// assert_eq!(analysis.value.0, 3.0);
/// assert_eq!(analysis.line, [Branch(1), Branch(1)]);
/// assert_eq!(analysis.nodes, 11);
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
///
/// # Errors
/// Where a limit on the work is exceeded, a line is longer than [`DEEPEST_RECURSION`], or the model
/// does not know what it is asked.
pub fn alphabeta<G: Game>(
    game: &G,
    position: &G::Position,
    model: &(impl Model<G> + ?Sized),
    limits: Limits<'_>,
) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
    Search::new(game, model, limits, ChancePruning::None, None).run(position, Ask::BestMove)
}

/// [`alphabeta`] that finds what it is asked and is watched.
///
/// # Errors
/// As for [`alphabeta`].
pub fn alphabeta_observed<G: Game>(
    game: &G,
    position: &G::Position,
    model: &(impl Model<G> + ?Sized),
    ask: Ask,
    limits: Limits<'_>,
    observer: &mut dyn Observer<G>,
) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
    Search::new(game, model, limits, ChancePruning::None, Some(observer)).run(position, ask)
}

/// [`alphabeta`] with a judgement and a depth, as a value: a player in an arena as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBeta<M> {
    /// What positions at the horizon are worth.
    pub model: M,
    /// How many plies it looks ahead; to the end of every line if `None`.
    pub depth: Option<u32>,
}

impl<M> AlphaBeta<M> {
    /// All best moves of a position.
    ///
    /// # Errors
    /// As for [`alphabeta`].
    pub fn best<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        limits: Limits<'_>,
    ) -> Result<Vec<G::Move>, SearchError<G::Move>>
    where
        M: Model<G>,
    {
        let depth = self.depth.into_iter().chain(limits.depth).min();
        let limits = Limits { depth, ..limits };
        let search = Search::new(game, &self.model, limits, ChancePruning::None, None);
        Ok(search.run(position, Ask::EveryMove)?.best)
    }
}

/// The search gives up; [`Search::failure`] says why. Small, so that values come back in registers.
pub(crate) struct GivenUp;

/// A search under way.
pub(crate) struct Search<'a, G: Game, M: ?Sized> {
    pub(crate) game: &'a G,
    pub(crate) model: &'a M,
    pub(crate) observer: Option<&'a mut dyn Observer<G>>,
    pub(crate) pruning: ChancePruning,
    /// No value is larger, nor smaller than its opposite.
    pub(crate) stake: f64,
    limits: Limits<'a>,
    counter: Counter<'a>,
    /// The ply at which no position is looked into.
    pub(crate) end: usize,
    /// The moves of the positions that the search is in, one position's after the other's: one list
    /// for all saves asking for memory at each position.
    pub(crate) moves: Vec<G::Move>,
    /// The prospects at the chance nodes that the search is in, kept likewise.
    pub(crate) prospects: Vec<Prospect<G::Move>>,
    /// For each ply down to the horizon, the principal variation from the position that the search is in there, or that
    /// it has just left. From the horizon itself none goes on.
    lines: Vec<Vec<G::Move>>,
    failure: Option<SearchError<G::Move>>,
    /// The moves that led to where the search gave up, the last first.
    trail: Vec<G::Move>,
}

impl<'a, G: Game, M: Model<G> + ?Sized> Search<'a, G, M> {
    pub(crate) fn new(
        game: &'a G,
        model: &'a M,
        limits: Limits<'a>,
        pruning: ChancePruning,
        observer: Option<&'a mut dyn Observer<G>>,
    ) -> Search<'a, G, M> {
        let horizon = limits.depth.map_or(usize::MAX, |depth| depth as usize);
        let end = horizon.min(DEEPEST_RECURSION);
        Search {
            game,
            model,
            observer: observer.filter(|observer| observer.watches()),
            pruning,
            stake: game.stake(),
            limits,
            counter: Counter::new(limits),
            end,
            moves: Vec::new(),
            prospects: Vec::new(),
            lines: vec![Vec::new(); end + 1],
            failure: None,
            trail: Vec::new(),
        }
    }

    pub(crate) fn run(
        mut self,
        position: &G::Position,
        ask: Ask,
    ) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
        match self.root(position, ask) {
            Ok((value, moves, best)) => Ok(Analysis {
                distance: None,
                value,
                moves,
                best,
                line: self.lines.swap_remove(0),
                lines: Vec::new(),
                nodes: self.counter.nodes,
                depth: self.limits.depth,
                transpositions: None,
            }),
            Err(GivenUp) => {
                self.trail.reverse();
                let trail = self.trail;
                Err(
                    match self.failure.expect("giving up is always for a reason") {
                        SearchError::NoValue { .. } => SearchError::NoValue { line: trail },
                        SearchError::NoOdds { .. } => SearchError::NoOdds { line: trail },
                        other => other,
                    },
                )
            }
        }
    }

    /// The root keeps the values of its moves. Its window is full, so nothing is ever cut here.
    fn root(&mut self, position: &G::Position, ask: Ask) -> Result<Root<G::Move>, GivenUp> {
        let turn = self.game.turn(position);
        if self.end == 0 || matches!(turn, Turn::Over(_)) {
            let value = self.leaf(position, None, Window::FULL, 0)?;
            return Ok((value, Vec::new(), Vec::new()));
        }
        self.arrive(0)?;
        self.enter(None, position, turn, Window::FULL);
        let mover = match turn {
            Turn::Of(seat) => Some(seat),
            _ => None,
        };
        let mut value = mover.map_or(ForFirst(0.0), |seat| {
            ForMover(f64::NEG_INFINITY).for_first(seat)
        });
        let mut moves = Vec::new();
        for mv in self.game.moves(position) {
            let window = match (mover, ask) {
                (Some(seat), Ask::BestMove) => {
                    Window::of(seat, value.seen_by(seat), ForMover(f64::INFINITY))
                }
                _ => Window::FULL,
            };
            let next = self.game.after(position, mv);
            let found = self.below(mv, &next, window, 0)?;
            let bound = window.bound(found);
            match mover {
                Some(seat) if found.seen_by(seat) > value.seen_by(seat) => {
                    value = found;
                    self.improve_line(0, mv);
                }
                Some(_) => {}
                None => value.0 += self.odds(position, mv)? * found.0,
            }
            moves.push(MoveValue {
                mv,
                value: found,
                bound: mover.map_or(bound.0, |seat| bound.seen_by(seat).0),
            });
        }
        self.leave(value, ForFirst(Bound::Exact), Why::Searched);
        let best = match (mover, ask) {
            (Some(seat), Ask::EveryMove | Ask::Best(_)) => best_moves(seat, &moves),
            (Some(_), Ask::BestMove) => self.lines[0].first().copied().into_iter().collect(),
            (None, _) => Vec::new(),
        };
        Ok((value, moves, best))
    }

    /// The value of a position before the horizon if it lies inside the window, else a bound on the same side of the
    /// window.
    fn value(
        &mut self,
        position: &G::Position,
        by: Option<G::Move>,
        window: Window,
        ply: usize,
    ) -> Result<ForFirst<f64>, GivenUp> {
        match self.met(position, by, window, ply)? {
            Met::Known(value) => Ok(value),
            Met::Open(Some(seat)) => self.choose(position, seat, window, ply, usize::MAX),
            Met::Open(None) => self.expect(position, window, ply),
        }
    }

    /// The value of a position at the horizon, or of one that is over.
    #[inline(always)]
    fn leaf(
        &mut self,
        position: &G::Position,
        by: Option<G::Move>,
        window: Window,
        ply: usize,
    ) -> Result<ForFirst<f64>, GivenUp> {
        match self.met(position, by, window, ply)? {
            Met::Known(value) => Ok(value),
            Met::Open(_) => self.at_horizon(position),
        }
    }

    /// Arrives at a position and finds its value if there is nothing to search.
    #[inline(always)]
    fn met(
        &mut self,
        position: &G::Position,
        by: Option<G::Move>,
        window: Window,
        ply: usize,
    ) -> Result<Met, GivenUp> {
        self.arrive(ply)?;
        let turn = self.game.turn(position);
        self.enter(by, position, turn, window);
        let mover = match turn {
            Turn::Over(outcome) => {
                let value = self.model.end(self.game, position, outcome);
                self.leave(value, ForFirst(Bound::Exact), Why::Over);
                return Ok(Met::Known(value));
            }
            Turn::Of(seat) => Some(seat),
            Turn::Chance => None,
        };
        if ply > 0
            && let Some(known) = self.model.known(self.game, position)
        {
            self.leave(known.value, ForFirst(Bound::Exact), Why::LookedUp);
            return Ok(Met::Known(known.value));
        }
        Ok(Met::Open(mover))
    }

    /// Takes the best of the moves: of the first few only where a position is probed, which makes
    /// the value a bound if there are more.
    #[inline]
    pub(crate) fn choose(
        &mut self,
        position: &G::Position,
        mover: Seat,
        window: Window,
        ply: usize,
        most: usize,
    ) -> Result<ForFirst<f64>, GivenUp> {
        let (mut alpha, beta) = window.seen_by(mover);
        let mut best = ForMover(f64::NEG_INFINITY);
        let mut why = Why::Searched;
        let first = self.moves.len();
        // Many positions are cut after their first move, and the others need not be found. An observer wants to
        // know what is cut.
        let leading = match self.observer {
            Some(_) => None,
            None => self.game.leading_move(position),
        };
        match leading {
            Some(mv) => self.moves.push(mv),
            None => self.find_moves(position, first),
        }
        let mut index = first;
        while let Some(&mv) = self.moves.get(index) {
            if index - first == most {
                why = Why::Probed;
                break;
            }
            let next = self.game.after(position, mv);
            let window = Window::of(mover, alpha, beta);
            let found = self.below(mv, &next, window, ply)?.seen_by(mover);
            if found > best {
                best = found;
                if best >= beta {
                    let cut = Cut::of(mover);
                    let skipped = &self.moves[index + 1..];
                    if !skipped.is_empty() {
                        why = Why::Cut(cut);
                    }
                    if let Some(observer) = &mut self.observer {
                        for &skipped in skipped {
                            observer.skip(skipped, cut);
                        }
                    }
                    break;
                }
                if best > alpha {
                    alpha = best;
                    self.improve_line(ply, mv);
                }
            }
            if index == first && leading.is_some() {
                self.find_moves(position, first);
            }
            index += 1;
        }
        self.moves.truncate(first);
        let value = best.for_first(mover);
        let bound = match why {
            Why::Probed => ForMover(Bound::AtLeast).for_first(mover),
            _ => window.bound(value),
        };
        self.leave(value, bound, why);
        Ok(value)
    }

    /// Puts the moves of a position into the list from this place on.
    #[inline(always)]
    fn find_moves(&mut self, position: &G::Position, first: usize) {
        self.moves.truncate(first);
        self.game.each_move(position, |mv| self.moves.push(mv));
    }

    /// The value of the position after a move, told from where the move was made.
    ///
    /// At the horizon it is found here: most positions are there, and a call for each would take longer than what
    /// is to be done.
    #[inline(always)]
    pub(crate) fn below(
        &mut self,
        mv: G::Move,
        next: &G::Position,
        window: Window,
        ply: usize,
    ) -> Result<ForFirst<f64>, GivenUp> {
        let found = if ply + 1 == self.end {
            self.leaf(next, Some(mv), window, ply + 1)
        } else {
            self.value(next, Some(mv), window, ply + 1)
        };
        self.trace(mv, found)
    }

    /// Where the search gave up below a move, notes the move.
    #[inline]
    pub(crate) fn trace<T>(
        &mut self,
        mv: G::Move,
        found: Result<T, GivenUp>,
    ) -> Result<T, GivenUp> {
        if found.is_err() {
            self.trail.push(mv);
        }
        found
    }

    /// Counts a position, and forgets the line of the one that was last at this ply.
    #[inline]
    pub(crate) fn arrive(&mut self, ply: usize) -> Result<(), GivenUp> {
        if let Err(error) = self.counter.visit() {
            return Err(self.give_up(error));
        }
        if ply < self.end {
            self.lines[ply].clear();
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn at_horizon(&mut self, position: &G::Position) -> Result<ForFirst<f64>, GivenUp> {
        if self
            .limits
            .depth
            .is_none_or(|depth| depth as usize > self.end)
        {
            return Err(self.give_up(SearchError::TooDeep {
                limit: DEEPEST_RECURSION,
            }));
        }
        match self.model.horizon(self.game, position) {
            Some(value) => {
                self.leave(value, ForFirst(Bound::Exact), Why::Horizon);
                Ok(value)
            }
            None => Err(self.give_up(SearchError::NoValue { line: Vec::new() })),
        }
    }

    pub(crate) fn odds(
        &mut self,
        position: &G::Position,
        outcome: G::Move,
    ) -> Result<f64, GivenUp> {
        match self.model.odds(self.game, position, outcome) {
            Some(odds) => Ok(odds),
            None => Err(self.give_up(SearchError::NoOdds { line: Vec::new() })),
        }
    }

    #[cold]
    fn give_up(&mut self, error: SearchError<G::Move>) -> GivenUp {
        self.failure = Some(error);
        GivenUp
    }

    // Few searches are watched, and the others pay for it with a look at whether there is an observer.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        by: Option<G::Move>,
        position: &G::Position,
        turn: Turn,
        window: Window,
    ) {
        if let Some(observer) = &mut self.observer {
            observer.enter(by, position, turn, window);
        }
    }

    #[inline]
    pub(crate) fn leave(&mut self, value: ForFirst<f64>, bound: ForFirst<Bound>, why: Why) {
        if let Some(observer) = &mut self.observer {
            observer.leave(value, bound, why);
        }
    }

    /// The best line from here starts with this move and goes on as the position after it does.
    fn improve_line(&mut self, ply: usize, mv: G::Move) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }
}

/// What a search meets.
enum Met {
    /// A position whose value is known without a search.
    Known(ForFirst<f64>),
    /// Another, and who moves in it, if it is not chance.
    Open(Option<Seat>),
}

/// The value of the root, the values of its moves, and the best of them.
type Root<M> = (ForFirst<f64>, Vec<MoveValue<M>>, Vec<M>);
