//! Principal variation search: the workhorse.

mod order;
mod path;
mod probcut;
pub(crate) mod score;
mod start;
pub(crate) mod transposition_table;
mod twins;
mod worker;

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use shido_core::{ForFirst, ForMover, Guide, Seat, Turn, sort_short};

pub use self::probcut::{ProbCut, Regression};
use self::start::Start;
use self::worker::{Halt, Worker};
use crate::pvs::score::Score;
use crate::question::analysis::best_moves;
use crate::question::observe::Observer;
use crate::{
    Analysis, Ask, Limits, Model, MoveValue, SearchError, TranspositionTable, TranspositionUse,
};

/// How deep a search without a depth limit may go, in plies.
const DEEPEST: u32 = 200;

/// How a [`Pvs`] searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PvsOptions {
    /// Which moves it takes the liberty of not searching, or not so deep.
    pub selectivity: Selectivity,
    /// Whether the search goes on through noisy moves where the depth is used up.
    pub quiescence: bool,
    /// What is to be found out at the root. Exact values of every move cost the search most of what
    /// its windows save.
    pub ask: Ask,
    /// How many threads search at once (lazy SMP: Östensson 2016). They share the table, so with
    /// more than one the number of nodes differs from run to run.
    pub threads: NonZeroUsize,
}

/// How much a search trusts its judgement of which moves matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selectivity {
    /// Not at all: the value is that of minimax to the same depth.
    Exact,
    /// Null move and late-move reductions, where the game declares them sound, and one ply more where
    /// the side to move is not at ease.
    Sound,
    /// Beside these forward pruning: a node is given up where its evaluation is so far outside the
    /// window that the moves to come are not expected to bring it back.
    Forward,
    /// The same with a measured margin in place of a fixed one: a shallow search tells how likely the deep one
    /// lies outside the window (ProbCut: Buro 1995). It needs [`Pvs::probcut`].
    ProbCut,
}

impl Selectivity {
    /// Whether late moves and depths without a move to try first are cut short.
    fn dares(self) -> bool {
        matches!(self, Selectivity::Forward | Selectivity::ProbCut)
    }
}

impl Default for PvsOptions {
    /// The strongest in play: forward pruning and quiescence on one thread.
    fn default() -> PvsOptions {
        PvsOptions {
            selectivity: Selectivity::Forward,
            quiescence: true,
            ask: Ask::BestMove,
            threads: NonZeroUsize::MIN,
        }
    }
}

impl PvsOptions {
    /// The value of minimax to the same depth, with every best move.
    #[must_use]
    pub fn exact() -> PvsOptions {
        PvsOptions {
            selectivity: Selectivity::Exact,
            quiescence: false,
            ask: Ask::EveryMove,
            ..PvsOptions::default()
        }
    }

    /// How many of the best moves get an exact value.
    fn wanted(&self) -> usize {
        match self.ask {
            Ask::BestMove => 1,
            Ask::Best(several) => several.get(),
            Ask::EveryMove => usize::MAX,
        }
    }

    /// Whether the search looks at anything but the plain tree, as the evaluation suggests.
    fn takes_liberties(&self) -> bool {
        self.selectivity != Selectivity::Exact || self.quiescence
    }
}

/// Principal variation search with iterative deepening, aspiration windows and a transposition table.
///
/// ```
/// use shido_core::Game;
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Limits, Pvs, PvsOptions, Rules, TranspositionTable};
///
/// let tree = Tree::parse("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))").unwrap();
/// let table = TranspositionTable::new(1);
/// let search = Pvs {
///     game: &tree,
///     model: &Rules,
///     table: &table,
///     probcut: None,
///     options: PvsOptions::exact(),
/// };
/// # let tree = &tree;
/// let analysis = search.search(&[tree.start()], Limits::depth(2), &|_| {})?;
/// assert_eq!(analysis.value.0, 3.0);
/// assert_eq!(analysis.best, [Branch(1)]);
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
pub struct Pvs<'a, G: Guide, M: ?Sized> {
    /// The rules.
    pub game: &'a G,
    /// What positions at the horizon are worth.
    pub model: &'a M,
    /// What was found out so far about positions of this game by this model.
    pub table: &'a TranspositionTable,
    /// What was measured of this model's values, for [`Selectivity::ProbCut`].
    pub probcut: Option<&'a ProbCut>,
    /// How to search.
    pub options: PvsOptions,
}

impl<G: Guide, M: Model<G> + Sync + ?Sized> Pvs<'_, G, M> {
    /// Searches the last of `positions`, which are those of the contest so far: where a repetition
    /// draws, the search sees it coming.
    ///
    /// The depth grows ply by ply until a limit is reached or no line is left to look further along.
    /// What the last finished depth says is the answer, with the best move of an unfinished one; a
    /// depth of one ply is always finished, so there is always an answer. `watch` is called after
    /// each finished depth.
    ///
    /// A depth at which the model lacks a value is left out, unless it is the one that is asked for:
    /// further on, or at the end of every line, there may be values. A search that takes liberties
    /// needs values of inner nodes for them, so where these are missing it takes none.
    ///
    /// # Errors
    /// Where chance moves, or the model has no value for a position at the horizon: at the depth that
    /// is asked for, or at every depth that was tried.
    ///
    /// # Panics
    /// If there are no positions.
    pub fn search(
        &self,
        positions: &[G::Position],
        limits: Limits<'_>,
        watch: &dyn Fn(&Analysis<G::Move>),
    ) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
        self.search_under(positions, limits, watch, None)
    }

    /// The same, watched by an observer, who is shown every depth from the root anew. Of several threads
    /// the observer sees the one whose answer counts.
    ///
    /// # Errors
    /// As those of [`search`](Pvs::search).
    ///
    /// # Panics
    /// If there are no positions.
    pub fn search_observed(
        &self,
        positions: &[G::Position],
        limits: Limits<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
        self.search_under(positions, limits, &|_| {}, Some(observer))
    }

    fn search_under(
        &self,
        positions: &[G::Position],
        limits: Limits<'_>,
        watch: &dyn Fn(&Analysis<G::Move>),
        mut observer: Option<&mut dyn Observer<G>>,
    ) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
        let (position, _) = positions
            .split_last()
            .expect("a search is asked about a position");
        self.table.next_search();
        let mover = match self.game.turn(position) {
            Turn::Of(seat) => seat,
            Turn::Chance => return Err(SearchError::NoOdds { line: Vec::new() }),
            Turn::Over(outcome) => {
                let value = self.model.end(self.game, position, outcome);
                return Ok(settled_at_once(value));
            }
        };
        if limits.depth == Some(0) {
            let value = self.model.horizon(self.game, position);
            let value = value.ok_or(SearchError::NoValue { line: Vec::new() })?;
            return Ok(settled_at_once(value));
        }
        let bell = Bell::new(limits);
        let mut nodes = 0;
        let seen = observer.as_deref_mut();
        match self.deepen_on_threads(positions, mover, &bell, &mut nodes, watch, seen) {
            // Liberties are taken by the evaluation of inner nodes. Where these have no value nothing
            // justifies them, and there may still be values at the end of every line.
            Err(SearchError::NoValue { .. }) if self.options.takes_liberties() => {
                let options = PvsOptions {
                    selectivity: Selectivity::Exact,
                    quiescence: false,
                    ..self.options
                };
                let cautious = Pvs { options, ..*self };
                cautious.deepen_on_threads(positions, mover, &bell, &mut nodes, watch, observer)
            }
            other => other,
        }
    }

    /// Iterative deepening on all threads, after so many nodes, to which it adds its own.
    fn deepen_on_threads(
        &self,
        positions: &[G::Position],
        mover: Seat,
        bell: &Bell<'_>,
        nodes: &mut u64,
        watch: &dyn Fn(&Analysis<G::Move>),
        observer: Option<&mut (dyn Observer<G> + '_)>,
    ) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
        bell.silence.store(false, Ordering::Relaxed);
        let limits = bell.limits;
        let start = Start::of(self, positions);
        let helpers = self.options.threads.get() - 1;
        // The helpers wait until all are there. Where they are many more than the cores, those that
        // search would take the time in which the leading thread starts the others.
        let gate = Mutex::new(());
        std::thread::scope(|scope| {
            let closed = gate.lock();
            for helper in 1..=helpers {
                if bell.told() {
                    break;
                }
                let (start, gate) = (&start, &gate);
                let help = move || {
                    drop(gate.lock());
                    let mut worker = Worker::new(self, start.clone(), bell, helper, None);
                    // Half of the helpers are a ply ahead, so that the threads do not all do the
                    // same thing.
                    let _ = self.deepen(&mut worker, mover, 1 + helper as u32 % 2, limits, &|_| {});
                };
                // Where the machine has no more threads to give, those that are there do.
                if std::thread::Builder::new()
                    .spawn_scoped(scope, help)
                    .is_err()
                {
                    break;
                }
            }
            drop(closed);
            let observer = observer.map(|seen| seen as _);
            let mut worker = Worker::new(self, start.clone(), bell, 0, observer);
            worker.nodes = *nodes;
            let analysis = self.deepen(&mut worker, mover, 1, limits, watch);
            bell.silence.store(true, Ordering::Relaxed);
            *nodes = worker.nodes;
            analysis
        })
    }

    /// Iterative deepening.
    fn deepen(
        &self,
        worker: &mut Worker<'_, G, M>,
        mover: Seat,
        first: u32,
        limits: Limits<'_>,
        watch: &dyn Fn(&Analysis<G::Move>),
    ) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
        let mut answer: Option<Analysis<G::Move>> = None;
        let mut missing: Option<SearchError<G::Move>> = None;
        let deepest = limits.depth.unwrap_or(DEEPEST).min(DEEPEST).max(first);
        for depth in first..=deepest {
            worker.may_stop = answer.is_some() || missing.is_some() || !worker.leads;
            let settled = match self.iterate(worker, depth) {
                Ok(settled) => settled,
                Err(Halt) => match worker.failure.take() {
                    // Without a value at this horizon there may still be one at a further one, or at
                    // the end of every line.
                    Some(error @ SearchError::NoValue { .. })
                        if limits.depth != Some(depth) && !self.options.takes_liberties() =>
                    {
                        worker.start_over();
                        missing = Some(error);
                        continue;
                    }
                    Some(error) => return Err(error),
                    None => {
                        // The first move of an unfinished depth is that of the last finished one, so
                        // a move that came out better is better.
                        if let Some(answer) = &mut answer {
                            self.take_better_move(worker, mover, answer);
                        }
                        break;
                    }
                },
            };
            let report = self.report(worker, mover, (!settled).then_some(depth));
            watch(&report);
            answer = Some(report);
            if settled || worker.bell.enough() || worker.bell.rings(worker.nodes) {
                break;
            }
        }
        let mut answer = match (answer, missing) {
            (Some(answer), _) => answer,
            (None, Some(missing)) => return Err(missing),
            (None, None) => self.report(worker, mover, Some(0)),
        };
        answer.nodes = worker.nodes;
        answer.transpositions = Some(self.transposition_use(worker));
        Ok(answer)
    }

    /// One depth, with aspiration windows that widen until the value lies inside. Tells whether a
    /// deeper search would find nothing else.
    fn iterate(&self, worker: &mut Worker<'_, G, M>, depth: u32) -> Result<bool, Halt> {
        if worker.wanted > 1 {
            return worker.root(depth, -Score::INFINITE, Score::INFINITE);
        }
        let guess = worker.roots[0].score;
        let narrow = depth > 3 && !(worker.decisive && guess.is_decided());
        let mut width = self.game.stake() * 0.02;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if narrow {
            let half = worker.scale.score(ForMover(width)).0;
            (alpha, beta) = (Score(guess.0 - half), Score(guess.0 + half));
        }
        loop {
            let settled = worker.root(depth, alpha, beta)?;
            let found = worker.roots[0].score;
            width *= 4.0;
            let half = worker.scale.score(ForMover(width)).0;
            if found <= alpha && alpha > -Score::INFINITE {
                alpha = if width > self.game.stake() {
                    -Score::INFINITE
                } else {
                    Score(found.0 - half)
                };
            } else if found >= beta && beta < Score::INFINITE {
                beta = if width > self.game.stake() {
                    Score::INFINITE
                } else {
                    Score(found.0 + half)
                };
            } else {
                return Ok(settled);
            }
        }
    }

    /// What the root says after a finished depth.
    fn report(
        &self,
        worker: &Worker<'_, G, M>,
        mover: Seat,
        depth: Option<u32>,
    ) -> Analysis<G::Move> {
        let leader = &worker.roots[0];
        let mut moves: Vec<(usize, MoveValue<G::Move>)> = worker
            .roots
            .iter()
            .flat_map(|root| {
                let alike = std::iter::once((root.index, root.mv)).chain(root.twins.clone());
                alike.map(|(index, mv)| {
                    let judged = MoveValue {
                        mv,
                        value: worker.scale.value(root.score, mover),
                        bound: root.bound,
                    };
                    (index, judged)
                })
            })
            .collect();
        sort_short(&mut moves, |&(index, _)| index);
        let moves: Vec<_> = moves.into_iter().map(|(_, judged)| judged).collect();
        Analysis {
            value: worker.scale.value(leader.score, mover),
            best: if self.options.ask == Ask::EveryMove {
                best_moves(mover, &moves)
            } else {
                vec![leader.mv]
            },
            moves,
            line: leader.line.clone(),
            lines: match worker.wanted {
                1 => Vec::new(),
                several => {
                    let best = worker.roots.iter().take(several);
                    best.map(|root| root.line.clone()).collect()
                }
            },
            distance: leader.score.plies().filter(|_| worker.decisive),
            nodes: worker.nodes,
            depth,
            transpositions: Some(self.transposition_use(worker)),
        }
    }

    fn take_better_move(
        &self,
        worker: &Worker<'_, G, M>,
        mover: Seat,
        answer: &mut Analysis<G::Move>,
    ) {
        let leader = &worker.roots[0];
        if worker.improved && worker.wanted == 1 {
            answer.value = worker.scale.value(leader.score, mover);
            answer.best = vec![leader.mv];
            answer.line = leader.line.clone();
        }
    }

    fn transposition_use(&self, worker: &Worker<'_, G, M>) -> TranspositionUse {
        TranspositionUse {
            probes: worker.probes,
            hits: worker.hits,
            filled: self.table.filled(),
        }
    }
}

/// What is known of a position that needs no search.
fn settled_at_once<M>(value: ForFirst<f64>) -> Analysis<M> {
    Analysis {
        value,
        moves: Vec::new(),
        best: Vec::new(),
        line: Vec::new(),
        lines: Vec::new(),
        distance: None,
        nodes: 1,
        depth: None,
        transpositions: None,
    }
}

/// Tells the threads of a search when to stop.
struct Bell<'a> {
    limits: Limits<'a>,
    started: Instant,
    /// Raised when the leading thread is done.
    silence: AtomicBool,
}

impl<'a> Bell<'a> {
    fn new(limits: Limits<'a>) -> Bell<'a> {
        Bell {
            limits,
            started: Instant::now(),
            silence: AtomicBool::new(false),
        }
    }

    /// Whether somebody wants the search to end.
    #[inline]
    fn told(&self) -> bool {
        let raised = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        raised(&self.silence) || self.limits.stop.is_some_and(raised)
    }

    fn rings(&self, nodes: u64) -> bool {
        self.told()
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self
                .limits
                .time
                .is_some_and(|limit| self.started.elapsed() >= limit)
    }

    /// Whether so much time has gone that the next depth would hardly be finished.
    fn enough(&self) -> bool {
        self.limits
            .time
            .is_some_and(|limit| self.started.elapsed() > limit.mul_f64(0.9))
    }
}
