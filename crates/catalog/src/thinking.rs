//! Searches with all their options chosen, as what players think with.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::RngExt;
use rand::seq::IndexedRandom;
use shido_arena::{Contest, Player, PlayerError, Policy};
use shido_core::picture::TreePicture;
use shido_core::{Game, Guide, Notation, Rng, Seed};
use shido_search::{
    Analysis, Ask, Book, Expectiminimax, Limits, Mcts, ProofNumber, Pvs, PvsOptions, Recording,
    SearchError, Silent, TranspositionTable, alphabeta_observed, minimax, minimax_observed,
};

use crate::RecordSize;
use crate::evaluation::Evaluator;

/// Which search, and how it goes about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Method {
    Minimax,
    AlphaBeta,
    Pvs {
        options: PvsOptions,
        /// The size of its transposition table.
        mebibytes: usize,
    },
    Expectiminimax(Expectiminimax),
    Mcts(Mcts),
    ProofNumber {
        /// The size of its table.
        mebibytes: usize,
    },
}

impl Method {
    /// Whether the same position always gets the same answer, whatever was searched before.
    fn is_pure(self) -> bool {
        matches!(
            self,
            Method::Minimax | Method::AlphaBeta | Method::Expectiminimax(_)
        )
    }

    /// Whether it asks an evaluation what positions at its horizon are worth.
    pub(crate) fn judges(self) -> bool {
        !matches!(self, Method::Mcts(_) | Method::ProofNumber { .. })
    }

    /// Whether it is a player for whole contests, who may know openings.
    pub(crate) fn plays_openings(self) -> bool {
        matches!(self, Method::Pvs { .. } | Method::Mcts(_))
    }
}

/// When a search stops of itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
}

/// A search, a judge and a budget.
pub(crate) struct Thinker<G: Game> {
    pub(crate) method: Method,
    pub(crate) evaluator: Evaluator<G>,
    pub(crate) budget: Budget,
    pub(crate) book: Option<Arc<Book<G>>>,
    pub(crate) stop: Arc<AtomicBool>,
    /// What the search remembers from one question to the next.
    table: Option<TranspositionTable>,
}

impl<G: Guide> Thinker<G> {
    pub(crate) fn new(
        method: Method,
        evaluator: Evaluator<G>,
        budget: Budget,
        book: Option<Arc<Book<G>>>,
        stop: Arc<AtomicBool>,
    ) -> Thinker<G> {
        Thinker {
            table: match method {
                Method::Pvs { mebibytes, .. } => Some(TranspositionTable::new(mebibytes)),
                _ => None,
            },
            method,
            evaluator,
            budget,
            book,
            stop,
        }
    }

    /// The same thinker without any memories.
    pub(crate) fn fresh(&self) -> Thinker<G> {
        Thinker::new(
            self.method,
            self.evaluator.clone(),
            self.budget,
            self.book.clone(),
            Arc::clone(&self.stop),
        )
    }

    /// Thinks about the last of the positions of a contest.
    pub(crate) fn think(
        &self,
        game: &G,
        positions: &[G::Position],
        ask: Ask,
        seed: Seed,
    ) -> Result<Thought<G::Move>, SearchError<G::Move>> {
        let position = positions.last().expect("a contest has a position");
        let limits = Limits {
            depth: self.budget.depth,
            nodes: self.budget.nodes,
            time: self.budget.time,
            stop: Some(&self.stop),
        };
        let model = &*self.evaluator.model;
        let analysis = match self.method {
            Method::Minimax => minimax(game, position, model, limits),
            Method::AlphaBeta => {
                alphabeta_observed(game, position, model, ask, limits, &mut Silent)
            }
            Method::Mcts(search) => {
                let report = search.search(game, position, model, seed, limits)?;
                return Ok(Thought {
                    analysis: report.analysis,
                    visits: Some(report.visits),
                });
            }
            Method::ProofNumber { mebibytes } => {
                ProofNumber { table: mebibytes }.analyze(game, position, limits)
            }
            Method::Expectiminimax(search) => {
                Expectiminimax { ask, ..search }.search(game, position, model, limits)
            }
            Method::Pvs { options, .. } => {
                let table = self.table.as_ref().expect("this method comes with a table");
                let options = PvsOptions { ask, ..options };
                let search = Pvs {
                    game,
                    model,
                    table,
                    options,
                };
                search.search(positions, limits, &|_| {})
            }
        }?;
        Ok(Thought {
            analysis,
            visits: None,
        })
    }
}

impl<G: Guide + Notation> Thinker<G> {
    /// The tree that the search visits, for searches that can be watched.
    pub(crate) fn record(
        &self,
        game: &G,
        position: &G::Position,
        size: RecordSize,
    ) -> Result<Option<TreePicture>, SearchError<G::Move>> {
        let limits = Limits {
            depth: self.budget.depth,
            nodes: self.budget.nodes,
            time: self.budget.time,
            stop: Some(&self.stop),
        };
        let model = &*self.evaluator.model;
        let mut recording = Recording::new(size.nodes, size.depth);
        match self.method {
            Method::Minimax => {
                minimax_observed(game, position, model, limits, &mut recording)?;
            }
            Method::AlphaBeta => {
                let ask = Ask::BestMove;
                alphabeta_observed(game, position, model, ask, limits, &mut recording)?;
            }
            Method::Expectiminimax(search) => {
                let search = Expectiminimax {
                    ask: Ask::BestMove,
                    ..search
                };
                search.search_observed(game, position, model, limits, &mut recording)?;
            }
            Method::Pvs { options, mebibytes } => {
                // With a table of its own: what is known already would not be searched.
                let search = Pvs {
                    game,
                    model,
                    table: &TranspositionTable::new(mebibytes),
                    options: PvsOptions {
                        ask: Ask::BestMove,
                        ..options
                    },
                };
                let positions = std::slice::from_ref(position);
                search.search_observed(positions, limits, &mut recording)?;
            }
            Method::Mcts(_) | Method::ProofNumber { .. } => return Ok(None),
        }
        Ok(recording.finish().map(|tree| tree.picture(game, model)))
    }
}

/// What a thinker found out.
pub(crate) struct Thought<M> {
    pub(crate) analysis: Analysis<M>,
    /// How often each move was tried, by a search that samples.
    pub(crate) visits: Option<Vec<u64>>,
}

/// A player who thinks anew before each move, and plays openings from his book.
impl<G: Guide> Player<G> for Thinker<G> {
    fn choose(&mut self, contest: &Contest<'_, G>, rng: &mut Rng) -> Result<G::Move, PlayerError> {
        let game = contest.game();
        if let Some(book) = &self.book
            && let Some(mv) = book.draw(game, contest.position(), rng)
        {
            return Ok(mv);
        }
        let seed = Seed(rng.random());
        let ask = match self.method {
            Method::Pvs { .. } => Ask::BestMove,
            _ => Ask::EveryMove,
        };
        let analysis = self
            .think(game, contest.positions(), ask, seed)
            .map_err(|error| PlayerError::Failed(explain(&error)))?
            .analysis;
        analysis.best.choose(rng).copied().ok_or(PlayerError::Over)
    }
}

/// Any of the best moves that a pure search finds, as often.
pub(crate) struct BestMoves<G: Game>(Thinker<G>);

impl<G: Guide> BestMoves<G> {
    /// The thinker as a policy, if his answers depend on the position alone.
    pub(crate) fn of(thinker: Thinker<G>) -> Option<BestMoves<G>> {
        let clockless = thinker.budget.time.is_none() && thinker.book.is_none();
        (thinker.method.is_pure() && clockless).then_some(BestMoves(thinker))
    }
}

impl<G: Guide> Policy<G> for BestMoves<G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let analysis = self
            .0
            .think(
                game,
                std::slice::from_ref(position),
                Ask::EveryMove,
                Seed(0),
            )
            .map_err(|error| PlayerError::Failed(explain(&error)))?
            .analysis;
        let share = 1.0 / analysis.best.len() as f64;
        Ok(analysis.best.into_iter().map(|mv| (mv, share)).collect())
    }
}

pub(crate) fn explain<M: std::fmt::Debug>(error: &SearchError<M>) -> String {
    match error {
        SearchError::NoValue { .. } => "the search looked ahead to a position without a value; \
             leave its depth out, so that it searches to the end"
            .to_owned(),
        SearchError::NoOdds { .. } => {
            "chance moves in this game: use expectiminimax or mcts".to_owned()
        }
        other => other.to_string(),
    }
}
