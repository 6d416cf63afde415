//! Monte-Carlo tree search.

pub(crate) mod playout;
mod report;
mod tree;

use std::time::Instant;

use shido_core::parallel::{self, Task};
use shido_core::{ForFirst, Game, Guide, Seed, Turn};

use crate::{Analysis, Limits, Model, SearchError};
use tree::{Deadline, Tree};

/// Monte-Carlo tree search: UCT with proven bounds (see `docs/mcts.md`).
///
/// It needs no evaluation: positions at the edge of the tree are judged by random playouts. Where the
/// tree reaches the ends of the game, values are proved, and the search stops when the root's is.
///
/// ```
/// use shido_core::{Game, Seed};
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Limits, Mcts, Rules};
///
/// let tree = Tree::parse("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))").unwrap();
/// let found = Mcts::default().search(&tree, &tree.start(), &Rules, Seed(1), Limits::default())?;
/// assert_eq!(found.analysis.value.0, 3.0);
/// assert_eq!(found.analysis.best, [Branch(1)]);
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mcts {
    /// How much moves are preferred that were seldom tried, on the scale on which a loss is 0 and a
    /// win is 1. The theory of UCB1 asks for the square root of 2.
    pub exploration: f32,
    /// First-play urgency: what a move that was not tried counts for against the upper bounds of
    /// those that were, on the same scale. Unless it is finite, every move is tried once before any
    /// is tried again.
    pub first_play: f32,
    /// How many trees grow side by side, to be added up in the end. It is part of the search: the
    /// result does not depend on how many threads there are to grow them.
    pub trees: usize,
    /// How many plies a playout goes on before the model's opinion is taken, or a draw.
    pub playout_plies: u32,
    /// How many MiB the trees may fill. When they are full they grow no more, but playouts go on.
    pub memory: usize,
    /// Go on until every move of the root has its exact value. Otherwise the search ends when the
    /// best one has, and others may be known only not to be better.
    pub all_moves: bool,
}

impl Default for Mcts {
    fn default() -> Mcts {
        Mcts {
            exploration: std::f32::consts::SQRT_2,
            first_play: f32::INFINITY,
            trees: 1,
            playout_plies: 1_000,
            memory: 1_024,
            all_moves: false,
        }
    }
}

/// What Monte-Carlo tree search found out.
#[derive(Clone, PartialEq, Debug)]
pub struct MctsReport<M> {
    /// The values: exact where they were proved, else means over playouts. Its nodes are simulations.
    pub analysis: Analysis<M>,
    /// How often each move was tried, in the order of the game.
    pub visits: Vec<u64>,
}

/// How many simulations each of several trees makes before they are looked at together.
const ROUND: u64 = 256;

/// After how many simulations of a tree the search tells what it has found so far.
const TELL: u64 = 16 * ROUND;

/// How a game orders moves that were not tried: larger is tried first.
type Order<G> = fn(&G, &<G as Game>::Position, <G as Game>::Move) -> i32;

impl Mcts {
    /// Searches until the value is proved or a limit is reached. Of the limits, `nodes` is the number
    /// of simulations, all trees together, and `depth` means nothing here. There is always an answer:
    /// no limit is so tight that it is an error.
    ///
    /// # Errors
    /// Where chance moves and the model has no odds.
    pub fn search<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        model: &(impl Model<G> + Sync + ?Sized),
        seed: Seed,
        limits: Limits<'_>,
    ) -> Result<MctsReport<G::Move>, SearchError<G::Move>> {
        self.search_watched(game, position, model, seed, limits, &|_| {})
    }

    /// The same; `watch` is called with what was found so far, every few thousand simulations.
    ///
    /// # Errors
    /// Where chance moves and the model has no odds.
    pub fn search_watched<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        model: &(impl Model<G> + Sync + ?Sized),
        seed: Seed,
        limits: Limits<'_>,
        watch: &dyn Fn(&Analysis<G::Move>),
    ) -> Result<MctsReport<G::Move>, SearchError<G::Move>> {
        self.grow(game, position, model, None, (seed, limits), watch)
    }

    /// The same search, with moves tried in the order in which the game finds them promising where
    /// [`search`](Mcts::search) draws the order.
    ///
    /// # Errors
    /// Where chance moves and the model has no odds.
    pub fn search_guided<G: Guide>(
        &self,
        game: &G,
        position: &G::Position,
        model: &(impl Model<G> + Sync + ?Sized),
        seed: Seed,
        limits: Limits<'_>,
    ) -> Result<MctsReport<G::Move>, SearchError<G::Move>> {
        let order: Order<G> = G::promise;
        self.grow(game, position, model, Some(order), (seed, limits), &|_| {})
    }

    fn grow<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        model: &(impl Model<G> + Sync + ?Sized),
        order: Option<Order<G>>,
        (seed, limits): (Seed, Limits<'_>),
        watch: &dyn Fn(&Analysis<G::Move>),
    ) -> Result<MctsReport<G::Move>, SearchError<G::Move>> {
        if let Turn::Over(outcome) = game.turn(position) {
            return Ok(MctsReport::of_an_end(model.end(game, position, outcome)));
        }
        let deadline = Deadline {
            started: Instant::now(),
            limits,
        };
        let count = self.trees.max(1) as u64;
        let mut trees = (0..count)
            .map(|index| {
                let share = limits.nodes.map_or(u64::MAX, |nodes| {
                    nodes / count + u64::from(index < nodes % count)
                });
                let seed = seed.derive(index);
                Tree::new(game, model, self, order, position, share, seed)
            })
            .collect::<Result<Vec<_>, _>>()?;
        if count == 1 {
            while trees[0].simulate_many(TELL, deadline)? {
                watch(&report::merge(game, position, &trees).analysis);
            }
        } else {
            let mut rounds = 0;
            // Rounds end at fixed numbers of simulations, and only between them do trees learn of
            // one another, so that it does not matter which thread is faster.
            while !trees.iter().any(Tree::is_settled) {
                let mut going_on: Vec<Result<bool, _>> = Vec::new();
                going_on.resize_with(trees.len(), || Ok(false));
                let mut tasks: Vec<Task<'_>> = Vec::with_capacity(trees.len());
                for (tree, going_on) in trees.iter_mut().zip(&mut going_on) {
                    tasks.push(Box::new(|| *going_on = tree.simulate_many(ROUND, deadline)));
                }
                parallel::run(&mut tasks);
                drop(tasks);
                let mut any = false;
                for going_on in going_on {
                    any |= going_on?;
                }
                if !any {
                    break;
                }
                rounds += 1;
                if rounds % (TELL / ROUND) == 0 {
                    watch(&report::merge(game, position, &trees).analysis);
                }
            }
        }
        Ok(report::merge(game, position, &trees))
    }
}

impl<M> MctsReport<M> {
    fn of_an_end(value: ForFirst<f64>) -> MctsReport<M> {
        MctsReport {
            analysis: Analysis {
                value,
                moves: Vec::new(),
                best: Vec::new(),
                line: Vec::new(),
                lines: Vec::new(),
                distance: None,
                nodes: 0,
                depth: None,
                transpositions: None,
            },
            visits: Vec::new(),
        }
    }
}
