//! The growing tree of a Monte-Carlo tree search.

use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::Ordering;
use std::time::Instant;

use rand::RngExt;
use shido_core::{ForFirst, ForMover, Game, Rng, Seat, Seed, Turn};

use super::{Mcts, Order};
use crate::mcts::playout::{moves_until_odds_are_missing, playout};
use crate::{Limits, Model, SearchError};

/// A growing tree of positions.
pub(super) struct Tree<'a, G: Game, M: ?Sized> {
    game: &'a G,
    model: &'a M,
    options: &'a Mcts,
    order: Option<Order<G>>,
    position: &'a G::Position,
    /// All nodes, the root first, the children of a node side by side.
    nodes: Vec<Node<G::Move>>,
    /// What is proved of the nodes. It is looked at less often than the rest and so kept apart.
    proved: Vec<Proved>,
    /// How likely chance goes to each node, as far as it may go there.
    odds: Vec<f64>,
    /// What the choice between children is made by. It is all that is looked at of most nodes and so kept apart, too.
    scores: Scores,
    /// What the bounds of a node's children have in common after so many simulations, where these are few.
    spreads: &'static [f32],
    /// More nodes than this are not made.
    most_nodes: usize,
    /// The nodes of the simulation that is being made, the root first.
    path: Vec<usize>,
    /// The most that is paid; more than nothing, so that it can be divided by.
    stake: f64,
    /// What one unit of payoff is to a player on a scale where a loss is 0 and a win is 1.
    scale: f64,
    /// How many simulations this tree may make.
    share: u64,
    simulations: u64,
    rng: Rng,
}

const ROOT: usize = 0;

/// For so many simulations there is room from the start, two nodes for each, which is what small games come to.
const ROOM: u64 = 1 << 13;

/// The two parts of the upper bound of each node (UCB1), side by side. They change when a simulation comes through the
/// node, which is much less often than it is looked at.
struct Scores {
    /// The mean of a node as the player above it sees it, on a scale where a loss is 0 and a win is 1, less the half that
    /// all of them have in common; as low as can be where it is closed.
    means: Vec<f32>,
    /// One over the square root of the number of simulations through it: to multiply by it is quicker than to divide.
    inverse_roots: Vec<f32>,
}

impl Scores {
    #[inline]
    fn add(&mut self) {
        self.means.push(0.0);
        self.inverse_roots.push(1.0);
    }

    /// The first of these nodes whose upper bound is largest, and the bound; nothing where all are closed.
    #[inline(always)]
    fn best(&self, nodes: Range<usize>, spread: f32) -> (Option<usize>, f32) {
        let (means, inverse_roots) = (
            &self.means[nodes.clone()],
            &self.inverse_roots[nodes.clone()],
        );
        let mut best = None;
        let mut urgency = f32::NEG_INFINITY;
        // By index, since an iterator over both would be called where it is compiled in another unit.
        for index in 0..means.len().min(inverse_roots.len()) {
            let upper = means[index] + spread * inverse_roots[index];
            if upper > urgency {
                best = Some(nodes.start + index);
                urgency = upper;
            }
        }
        (best, urgency)
    }
}

/// The square roots of the logarithms of small numbers: most nodes have few simulations.
static SPREADS: LazyLock<Vec<f32>> = LazyLock::new(|| (0..1 << 13).map(spread_of).collect());

fn spread_of(visits: u32) -> f32 {
    (visits.max(1) as f32).ln().sqrt()
}

/// A position, which is not kept: simulations come to it by playing the moves above it.
struct Node<M> {
    /// What the first player was paid in all simulations through this node.
    total: f64,
    visits: u32,
    /// Where the children start among the nodes, and how many there are: none at a leaf of the tree.
    children: u32,
    count: u32,
    /// How many of the children, from the first, have had their turn to be tried.
    tried: u32,
    /// The move that leads here; none leads to the root.
    mv: Option<M>,
    whose: Whose,
    knowledge: Knowledge,
    /// Whether the side that chooses has no reason to come here any more.
    closed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Choice(Seat),
    Chance,
    Nobody,
}

/// How much is proved of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Knowledge {
    Nothing,
    Bounds,
    Value,
}

/// What a node is worth at least and at most to the first player.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Proved {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Proved {
    /// What the node is worth at least and at most to `seat`.
    fn seen_by(self, seat: Seat) -> (ForMover<f64>, ForMover<f64>) {
        let low = ForFirst(self.low).seen_by(seat);
        let high = ForFirst(self.high).seen_by(seat);
        match seat {
            Seat::First => (low, high),
            Seat::Second => (high, low),
        }
    }
}

/// When simulations must end.
#[derive(Clone, Copy)]
pub(super) struct Deadline<'a> {
    pub(super) started: Instant,
    pub(super) limits: Limits<'a>,
}

/// How many simulations pass between two looks at the clock.
const LOOK: u64 = 16;

impl Deadline<'_> {
    #[inline(always)]
    fn has_come(&self, simulations: u64) -> bool {
        let stopped = |stop: &std::sync::atomic::AtomicBool| stop.load(Ordering::Relaxed);
        self.limits.stop.is_some_and(stopped)
            || simulations.is_multiple_of(LOOK)
                && self
                    .limits
                    .time
                    .is_some_and(|time| self.started.elapsed() >= time)
    }
}

/// A child of a node as its parent's player sees it.
#[derive(Clone, Copy)]
pub(super) struct Branch<M> {
    pub(super) mv: M,
    pub(super) node: usize,
    pub(super) visits: u64,
    pub(super) total: f64,
    pub(super) proved: Proved,
    /// How likely chance goes there, where it moves.
    pub(super) odds: f64,
}

impl<'a, G: Game, M: Model<G> + ?Sized> Tree<'a, G, M> {
    /// A tree of a root and its moves.
    pub(super) fn new(
        game: &'a G,
        model: &'a M,
        options: &'a Mcts,
        order: Option<Order<G>>,
        position: &'a G::Position,
        share: u64,
        seed: Seed,
    ) -> Result<Self, SearchError<G::Move>> {
        let node_size = size_of::<Node<G::Move>>() + size_of::<Proved>() + 2 * size_of::<f32>();
        let memory = options.memory.saturating_mul(1 << 20) / options.trees.max(1);
        let stake = match game.stake() {
            stake if stake > 0.0 => stake,
            _ => 1.0,
        };
        let most_nodes = (memory / node_size).min(u32::MAX as usize);
        let room = (2 * share.min(ROOM) as usize).min(most_nodes);
        let mut tree = Tree {
            game,
            model,
            options,
            order,
            position,
            nodes: Vec::with_capacity(room),
            proved: Vec::with_capacity(room),
            odds: Vec::new(),
            scores: Scores {
                means: Vec::with_capacity(room),
                inverse_roots: Vec::with_capacity(room),
            },
            spreads: &SPREADS,
            most_nodes,
            path: vec![ROOT],
            stake,
            scale: 0.5 / stake,
            share: share.min(u64::from(u32::MAX)),
            simulations: 0,
            rng: seed.rng(),
        };
        tree.add(None, position);
        tree.expand(ROOT, position)?;
        Ok(tree)
    }

    /// Makes up to so many simulations, and says whether there is reason to make more.
    pub(super) fn simulate_many(
        &mut self,
        count: u64,
        deadline: Deadline<'_>,
    ) -> Result<bool, SearchError<G::Move>> {
        let end = self.simulations.saturating_add(count).min(self.share);
        while self.simulations < end {
            if self.is_settled() || deadline.has_come(self.simulations) {
                return Ok(false);
            }
            self.simulate()?;
        }
        Ok(self.simulations < self.share)
    }

    /// Whether nothing is left to find out.
    pub(super) fn is_settled(&self) -> bool {
        self.nodes[ROOT].knowledge == Knowledge::Value
    }

    pub(super) fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Goes down the tree, finds out something about a leaf, and tells all nodes on the way.
    fn simulate(&mut self) -> Result<(), SearchError<G::Move>> {
        self.simulations += 1;
        self.path.clear();
        self.path.push(ROOT);
        let mut at = ROOT;
        let mut position = self.position.clone();
        // 1. Selection, down to a node whose value is known or that is new.
        let mut value = loop {
            let node = &self.nodes[at];
            if node.knowledge == Knowledge::Value {
                break self.proved[at].low;
            }
            if node.count == 0 {
                // 2. Expansion, at the second visit: most nodes never have one.
                if node.visits == 0 || self.nodes.len() >= self.most_nodes {
                    break self.play_out(position)?;
                }
                self.expand(at, &position)?;
                continue;
            }
            at = match node.whose {
                Whose::Choice(_) => self.select(at),
                Whose::Chance => self.sample(at),
                Whose::Nobody => unreachable!("the value of an end is known"),
            };
            let mv = self.nodes[at].mv.expect("a move leads to every child");
            self.game.play(&mut position, mv);
            self.path.push(at);
        };
        // 3. Backpropagation. A payoff that is out of a node's bounds cannot be its value.
        for index in (0..self.path.len()).rev() {
            let at = self.path[index];
            let node = &mut self.nodes[at];
            if node.knowledge != Knowledge::Nothing {
                value = value.clamp(self.proved[at].low, self.proved[at].high);
            }
            node.total += value;
            node.visits += 1;
            if index > 0 {
                self.score(at, self.path[index - 1]);
            }
        }
        Ok(())
    }

    /// Scores a node anew for whoever chooses it from the one above.
    #[inline(always)]
    fn score(&mut self, at: usize, above: usize) {
        let (Whose::Choice(seat), node) = (self.nodes[above].whose, &self.nodes[at]) else {
            return;
        };
        let scale = ForFirst(self.scale).seen_by(seat).0;
        let visits = node.visits as f32;
        self.scores.inverse_roots[at] = 1.0 / visits.sqrt();
        if !node.closed {
            self.scores.means[at] = (node.total * scale) as f32 / visits;
        }
    }

    /// Leaves a node out of its parent's choice.
    fn close(&mut self, node: usize) {
        self.nodes[node].closed = true;
        self.scores.means[node] = f32::NEG_INFINITY;
    }

    /// What a random contest from here pays, a new node having been reached.
    fn play_out(&mut self, position: G::Position) -> Result<f64, SearchError<G::Move>> {
        let plies = self.options.playout_plies;
        let before = self.rng.clone();
        let from = self.path.last().copied().unwrap_or(ROOT);
        let paid = playout(self.game, position, self.model, plies, &mut self.rng);
        match paid {
            Some(paid) => Ok(paid.0.clamp(-self.stake, self.stake)),
            None => {
                let mut line = self.line_to(from);
                let mut position = self.position.clone();
                for &mv in &line {
                    self.game.play(&mut position, mv);
                }
                line.extend(moves_until_odds_are_missing(
                    self.game, position, self.model, before,
                ));
                Err(SearchError::NoOdds { line })
            }
        }
    }

    /// The moves along the path, as far as this node.
    fn line_to(&self, node: usize) -> Vec<G::Move> {
        let end = self.path.iter().position(|&at| at == node);
        let nodes = &self.path[..=end.unwrap_or(0)];
        nodes.iter().filter_map(|&at| self.nodes[at].mv).collect()
    }

    /// The child that the player to move should look at next: the one that may be best, as far as can
    /// be said with confidence (UCB1).
    #[inline(always)]
    fn select(&mut self, at: usize) -> usize {
        let node = &self.nodes[at];
        if node.tried < node.count
            && !self.options.first_play.is_finite()
            && let Some(untried) = self.next_untried(at)
        {
            return untried;
        }
        let node = &self.nodes[at];
        let spread = match self.spreads.get(node.visits as usize) {
            Some(spread) => *spread,
            None => spread_of(node.visits),
        };
        let spread = self.options.exploration * spread;
        let first = node.children as usize;
        let tried = first..first + node.tried as usize;
        let all_tried = node.tried == node.count;
        let (mut best, urgency) = self.scores.best(tried, spread);
        if !all_tried && urgency + 0.5 < self.options.first_play {
            best = self.next_untried(at).or(best);
        }
        best.expect("a node whose children are all closed is settled")
    }

    /// The next child to be tried for the first time: the most promising one, or any.
    fn next_untried(&mut self, at: usize) -> Option<usize> {
        loop {
            let node = &mut self.nodes[at];
            if node.tried == node.count {
                return None;
            }
            let next = (node.children + node.tried) as usize;
            let drawn = match self.order {
                Some(_) => next,
                None => next + self.rng.random_range(0..node.count - node.tried) as usize,
            };
            node.tried += 1;
            // Nothing hangs below children that were not tried, so they can change places.
            self.nodes.swap(next, drawn);
            self.proved.swap(next, drawn);
            self.scores.means.swap(next, drawn);
            if !self.nodes[next].closed {
                return Some(next);
            }
        }
    }

    /// The child that chance goes to.
    fn sample(&mut self, at: usize) -> usize {
        let children = self.children(at);
        let mut left: f64 = self.rng.random();
        let mut drawn = children.start;
        for child in children {
            let odds = self.odds[child];
            if odds > 0.0 {
                drawn = child;
                left -= odds;
                if left < 0.0 {
                    break;
                }
            }
        }
        drawn
    }

    fn children(&self, at: usize) -> Range<usize> {
        let node = &self.nodes[at];
        node.children as usize..(node.children + node.count) as usize
    }

    /// Gives a node its children. Ends among them are known at once, and what follows from that.
    fn expand(&mut self, at: usize, position: &G::Position) -> Result<(), SearchError<G::Move>> {
        let first = self.nodes.len();
        let by_chance = self.nodes[at].whose == Whose::Chance;
        let (game, model, order) = (self.game, self.model, self.order);
        let mut odds_known = true;
        if by_chance {
            self.odds.resize(first, 0.0);
        }
        let add = |mv: G::Move| {
            if by_chance {
                let odds = model.odds(game, position, mv);
                odds_known &= odds.is_some();
                self.odds.push(odds.unwrap_or(0.0));
            }
            self.add(Some(mv), &game.after(position, mv));
        };
        match order {
            Some(promise) if !by_chance => {
                let mut moves = game.moves(position);
                moves.sort_by_cached_key(|mv| -i64::from(promise(game, position, *mv)));
                moves.into_iter().for_each(add);
            }
            _ => game.each_move(position, add),
        }
        if !odds_known {
            let line = self.line_to(at);
            return Err(SearchError::NoOdds { line });
        }
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[at];
        node.children = first as u32;
        node.count = count as u32;
        let ends = &self.nodes[first..];
        if ends.iter().any(|end| end.knowledge == Knowledge::Value) {
            self.prove_upwards();
        }
        Ok(())
    }

    /// Makes a node. What is below it will be found out later, if ever.
    fn add(&mut self, mv: Option<G::Move>, position: &G::Position) {
        // The root has to be opened whatever a table says of it.
        let known = mv.and_then(|_| self.model.known(self.game, position));
        let (whose, low, high) = match self.game.turn(position) {
            Turn::Of(_) | Turn::Chance if known.is_some() => {
                let value = known.map_or(0.0, |known| known.value.0);
                (Whose::Nobody, value, value)
            }
            Turn::Of(seat) => (Whose::Choice(seat), -self.stake, self.stake),
            Turn::Chance => (Whose::Chance, -self.stake, self.stake),
            Turn::Over(outcome) => {
                let value = self.model.end(self.game, position, outcome).0;
                let value = value.clamp(-self.stake, self.stake);
                (Whose::Nobody, value, value)
            }
        };
        let over = whose == Whose::Nobody;
        self.nodes.push(Node {
            total: 0.0,
            visits: 0,
            children: 0,
            count: 0,
            tried: 0,
            mv,
            whose,
            knowledge: if over {
                Knowledge::Value
            } else {
                Knowledge::Nothing
            },
            closed: false,
        });
        self.proved.push(Proved { low, high });
        self.scores.add();
        if over {
            self.close(self.nodes.len() - 1);
        }
    }

    /// Something new is proved of the children of the last node of the path: what follows for it, and
    /// for the nodes above it?
    fn prove_upwards(&mut self) {
        for index in (0..self.path.len()).rev() {
            let at = self.path[index];
            let before = self.proved[at];
            let (low, high) = self.bounds_by_children(at);
            let proved = Proved { low, high };
            self.proved[at] = proved;
            let children = self.children(at);
            // Until all of them are wanted, a root's children stay open though they cannot be better.
            let closing = match self.nodes[at].whose {
                Whose::Choice(seat) if at != ROOT || !self.options.all_moves => Some(seat),
                _ => None,
            };
            if let Some(seat) = closing {
                let enough = proved.seen_by(seat).0;
                for child in children.clone() {
                    if self.proved[child].seen_by(seat).1 <= enough {
                        self.close(child);
                    }
                }
            }
            let wants_all = at == ROOT && self.options.all_moves;
            let settled = match wants_all {
                true => self.nodes[children]
                    .iter()
                    .all(|child| child.knowledge == Knowledge::Value),
                false => low >= high,
            };
            let node = &mut self.nodes[at];
            node.knowledge = if settled {
                Knowledge::Value
            } else {
                Knowledge::Bounds
            };
            if settled {
                self.close(at);
            }
            if !settled && proved == before {
                return;
            }
        }
    }

    /// What the children prove of a node: a player can have the best of what is certain and hope for
    /// the best of what is possible, and chance averages.
    fn bounds_by_children(&self, at: usize) -> (f64, f64) {
        let nodes = self.children(at);
        let children = self.proved[nodes.clone()].iter();
        match self.nodes[at].whose {
            Whose::Choice(seat) => {
                let worst = ForMover(f64::NEG_INFINITY);
                let (least, most) = children.fold((worst, worst), |(least, most), child| {
                    let (child_least, child_most) = child.seen_by(seat);
                    let larger = |a: ForMover<f64>, b: ForMover<f64>| ForMover(a.0.max(b.0));
                    (larger(least, child_least), larger(most, child_most))
                });
                let (least, most) = (least.for_first(seat).0, most.for_first(seat).0);
                (least.min(most), least.max(most))
            }
            _ => {
                let odds = self.odds[nodes].iter();
                children
                    .zip(odds)
                    .fold((0.0, 0.0), |(low, high), (child, odds)| {
                        (low + odds * child.low, high + odds * child.high)
                    })
            }
        }
    }

    /// The children of a node.
    pub(super) fn branches(&self, at: Option<usize>) -> Vec<Branch<G::Move>> {
        self.children(at.unwrap_or(ROOT))
            .filter_map(|child| {
                let node = &self.nodes[child];
                Some(Branch {
                    mv: node.mv?,
                    node: child,
                    visits: u64::from(node.visits),
                    total: node.total,
                    proved: self.proved[child],
                    odds: self.odds.get(child).copied().unwrap_or(0.0),
                })
            })
            .collect()
    }

    /// Who chooses at a node, if anyone does.
    pub(super) fn chooser(&self, at: Option<usize>) -> Option<Seat> {
        match self.nodes[at.unwrap_or(ROOT)].whose {
            Whose::Choice(seat) => Some(seat),
            _ => None,
        }
    }
}

impl<M> Branch<M> {
    /// What is thought of the node: its value where that is proved, else the mean of the simulations.
    pub(super) fn value(&self) -> ForFirst<f64> {
        let mean = self.total / self.visits.max(1) as f64;
        ForFirst(mean.clamp(self.proved.low, self.proved.high))
    }

    /// Whether the value is proved.
    pub(super) fn is_settled(&self) -> bool {
        self.proved.low >= self.proved.high
    }

    /// Takes account of the same node in another tree.
    pub(super) fn merge(&mut self, other: &Branch<M>) {
        self.visits += other.visits;
        self.total += other.total;
        self.proved.low = self.proved.low.max(other.proved.low);
        self.proved.high = self.proved.high.min(other.proved.high);
    }
}
