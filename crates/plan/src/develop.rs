//! Evaluation that looks at as few leaves as it can.
//!
//! A strategy is developed step by step: a step uncovers what is below an AND or an OR, or looks at a
//! leaf. Each node knows between which bounds its rate lies; before each step, parts that cannot
//! matter any more are cut off. The orders differ only in where the next step is made.

use crate::bounds::{floor_of_factor, surpasses};
use crate::evaluation::{Branch, Cut, Evaluation, Leaf, Step};
use crate::guess::{guesses, haste};
use crate::{Bounds, Estimate, Guess, Kind, Leaves, NodeId, Tree};

/// How to evaluate. As it comes, the paper's way: depth-first, with its cuts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Options {
    /// Where to develop next.
    pub order: Order,
    /// What to leave out.
    pub cuts: Cuts,
    /// What an OR is worth.
    pub or: OrRule,
    /// If given, a probability: stop as soon as the choice of the branch is right with at least this
    /// certainty, if the rates are as surely known as they say. A cut, too, is then made only where
    /// it is right with this certainty.
    pub certainty: Option<f64>,
}

/// Which part of the tree is developed next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// The leftmost.
    #[default]
    DepthFirst,
    /// At an OR, the branch with the fewest AND branches found so far, the leftmost of several
    /// (section 5 of the paper).
    BestFirst,
    /// By [`Leaves::guess`]: at an OR the branch of the highest rate; at an AND what promises the
    /// earliest cut for its cost.
    Saving,
}

/// Which parts are not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cuts {
    /// Everything is looked at.
    Off,
    /// The two cuts of section 4 of the paper: an AND that is not above the OR over it, and the rest
    /// of an OR that has reached 100%.
    #[default]
    Paper,
    /// These, and what an OR further up makes needless: below an AND at 50%, in an OR whose best is
    /// 30%, nothing at 60% or less matters.
    Deep,
}

/// What an OR is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OrRule {
    /// As much as the best that is below: the rate of the one that will be tried, and a lower bound
    /// on that of any (section 3 of the paper).
    #[default]
    Maximum,
    /// The rate at which at least one succeeds, if all can be tried.
    Any,
}

impl OrRule {
    pub(crate) fn combine(self, rates: impl Iterator<Item = f64>) -> f64 {
        match self {
            OrRule::Maximum => rates.fold(0.0, f64::max),
            OrRule::Any => 1.0 - rates.map(|rate| 1.0 - rate).product::<f64>(),
        }
    }
}

/// Evaluates a strategy: the rate of each branch, and the plan to choose.
///
/// Whatever order and cuts: the value is that of [`plain_values`](crate::plain_values) at the mean
/// rates, unless a certainty is asked for, and the chosen branch is one that has it. Depth-first it is
/// the first such one. Rates that differ by rounding alone are equal.
///
/// # Errors
/// Where a leaf cannot tell its rate.
pub fn evaluate<L: Leaves>(
    tree: &Tree,
    leaves: &mut L,
    options: &Options,
) -> Result<Evaluation, L::Error> {
    let mut development = Development::new(tree, leaves, *options);
    while !development.is_decided()
        && let Some(id) = development.next(NodeId::ROOT, 0.0)
    {
        development.develop(id)?;
    }
    Ok(development.evaluation())
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Openness {
    Open,
    /// Nothing is left to look at.
    Settled,
    Cut(Cut),
}

#[derive(Clone, Debug)]
struct State {
    openness: Openness,
    /// Whether what is below has been uncovered, or the leaf looked at.
    developed: bool,
    /// How many branches of ANDs were found here and below.
    and_branches: usize,
    /// Where the rate lies as far as leaves were looked at, taking their means for the truth.
    value: Bounds,
    /// The same for decisions: taking as much doubt into account as the certainty asks for.
    sure: Bounds,
}

struct Development<'a, L> {
    tree: &'a Tree,
    leaves: &'a mut L,
    options: Options,
    states: Vec<State>,
    /// What was found of each goal.
    found: Vec<Option<Estimate>>,
    guesses: Vec<Guess>,
    steps: Vec<Step>,
    cost: f64,
    branches: Vec<NodeId>,
}

impl<'a, L: Leaves> Development<'a, L> {
    fn new(tree: &'a Tree, leaves: &'a mut L, options: Options) -> Self {
        let guesses = match options.order {
            Order::Saving => guesses(tree, options.or, leaves),
            Order::DepthFirst | Order::BestFirst => Vec::new(),
        };
        let fresh = |kind: &Kind| {
            let (openness, value) = match kind {
                Kind::Fact { holds, .. } => {
                    let rate = f64::from(u8::from(*holds));
                    (Openness::Settled, Bounds::exactly(rate))
                }
                _ => (Openness::Open, Bounds::UNKNOWN),
            };
            State {
                openness,
                developed: false,
                and_branches: 0,
                value,
                sure: value,
            }
        };
        let mut development = Development {
            tree,
            leaves,
            options,
            states: tree.nodes().map(|(_, node)| fresh(&node.kind)).collect(),
            found: vec![None; tree.goals().len()],
            guesses,
            steps: Vec::new(),
            cost: 0.0,
            branches: tree.branches(),
        };
        // Facts are known before anything is looked at.
        for (id, _) in tree.nodes().rev() {
            development.combine(id);
        }
        development
    }

    fn state(&self, id: NodeId) -> &State {
        &self.states[id.index()]
    }

    fn state_mut(&mut self, id: NodeId) -> &mut State {
        &mut self.states[id.index()]
    }

    /// Where to make the next step, at or below an open node whose rate matters only if it is above
    /// `floor`. Nothing, if the node turns out to be settled.
    fn next(&mut self, id: NodeId, floor: f64) -> Option<NodeId> {
        if self.state(id).openness != Openness::Open {
            return None;
        }
        if !self.state(id).developed {
            return Some(id);
        }
        loop {
            let floor = self.raise(id, floor);
            self.cut_below(id, floor);
            let Some(child) = self.most_urgent(id) else {
                self.state_mut(id).openness = Openness::Settled;
                return None;
            };
            let floor = self.floor_below(id, child, floor);
            if let Some(found) = self.next(child, floor) {
                return Some(found);
            }
        }
    }

    /// What a branch of this node has to surpass, as far as this node is concerned: an OR has a best
    /// branch already. Where it counts that any succeeds, every branch adds something.
    fn raise(&self, id: NodeId, floor: f64) -> f64 {
        let least = self.state(id).sure.least;
        match (&self.tree.node(id).kind, self.options.or) {
            (Kind::Or, OrRule::Maximum) => floor.max(least),
            (Kind::Or, OrRule::Any) if least < 1.0 => 0.0,
            (Kind::Or, OrRule::Any) => 1.0,
            _ => floor,
        }
    }

    /// Cuts off what cannot matter below a node. At an AND that is all of it, or nothing.
    fn cut_below(&mut self, id: NodeId, floor: f64) {
        if self.options.cuts == Cuts::Off {
            return;
        }
        let tree = self.tree;
        let is_and = tree.node(id).kind == Kind::And;
        for &child in &tree.node(id).below {
            if self.state(child).openness != Openness::Open {
                continue;
            }
            let reached = self.in_reach(if is_and { id } else { child });
            if !surpasses(reached, floor) {
                self.state_mut(child).openness = Openness::Cut(match floor {
                    1.0.. => Cut::Certain,
                    _ => Cut::NotAbove {
                        rate: reached,
                        best: floor,
                    },
                });
            }
        }
    }

    /// What the rate of a node can be at most. The paper's cuts go by what is already computed: the
    /// parts of an AND that are finished. Deep cuts also see how far an unfinished OR can still come.
    fn in_reach(&self, id: NodeId) -> f64 {
        let State { openness, sure, .. } = *self.state(id);
        if self.options.cuts == Cuts::Deep || openness == Openness::Settled {
            return sure.most;
        }
        let node = self.tree.node(id);
        match node.kind {
            Kind::And => node
                .below
                .iter()
                .map(|&child| self.in_reach(child))
                .product(),
            _ => 1.0,
        }
    }

    /// What the part of a node has to surpass to matter.
    fn floor_below(&self, id: NodeId, child: NodeId, floor: f64) -> f64 {
        if self.tree.node(id).kind != Kind::And {
            return floor;
        }
        // The paper's cut looks at the OR right above an AND, and an AND in an AND is part of it.
        let passed_on = self.tree.node(child).kind == Kind::And || self.options.cuts == Cuts::Deep;
        if !passed_on || floor == 0.0 {
            return 0.0;
        }
        let others = self
            .tree
            .node(id)
            .below
            .iter()
            .filter(|&&other| other != child);
        let others: f64 = others.map(|&other| self.in_reach(other)).product();
        floor_of_factor(floor, others)
    }

    /// The open part of a node that the order wants to be developed first.
    fn most_urgent(&self, id: NodeId) -> Option<NodeId> {
        let node = self.tree.node(id);
        let is_open = |child: &NodeId| self.state(*child).openness == Openness::Open;
        let mut open = node.below.iter().copied().filter(is_open);
        let guess = |child: NodeId| self.guesses[child.index()];
        match (self.options.order, &node.kind) {
            (Order::BestFirst, Kind::Or) => {
                open.min_by_key(|&child| self.state(child).and_branches)
            }
            (Order::DepthFirst | Order::BestFirst, _) => open.next(),
            (Order::Saving, Kind::Or) => first_best(open, |child| {
                let Guess { rate, cost } = guess(child);
                (rate, -cost)
            }),
            (Order::Saving, _) => first_best(open, |child| (haste(guess(child)), 0.0)),
        }
    }

    fn develop(&mut self, id: NodeId) -> Result<(), L::Error> {
        self.state_mut(id).developed = true;
        let node = self.tree.node(id);
        match node.kind {
            Kind::And => {
                let mut counted = Some(id);
                while let Some(id) = counted {
                    self.state_mut(id).and_branches += node.below.len();
                    counted = self.tree.node(id).above;
                }
            }
            Kind::Or | Kind::Fact { .. } => {}
            Kind::Leaf(goal) => {
                let estimate = match self.found[goal].take() {
                    Some(known) => known,
                    None => {
                        let found = self.leaves.rate(&self.tree.goals()[goal])?;
                        self.cost += found.cost;
                        found
                    }
                };
                let rate = estimate.rate;
                self.found[goal] = Some(estimate);
                let sure = self
                    .certainty_of_one()
                    .map(|certainty| rate.interval(certainty));
                let value = Bounds::exactly(rate.mean());
                let state = self.state_mut(id);
                state.openness = Openness::Settled;
                state.value = value;
                state.sure = sure.unwrap_or(value);
                let mut above = node.above;
                while let Some(id) = above {
                    self.combine(id);
                    above = self.tree.node(id).above;
                }
            }
        }
        let branches = self.branches.iter();
        self.steps.push(Step {
            node: id,
            and_branches: branches
                .map(|&branch| self.state(branch).and_branches)
                .collect(),
            value: self.state(NodeId::ROOT).value,
        });
        Ok(())
    }

    /// How certain the interval of a single goal must be so that all of them together are as certain
    /// as is asked for: the probabilities of error add up, whatever depends on what (Boole).
    fn certainty_of_one(&self) -> Option<f64> {
        let goals = self.tree.goals().len().max(1) as f64;
        let certainty = self.options.certainty?;
        Some(1.0 - (1.0 - certainty) / goals)
    }

    /// Takes the bounds of a node from those of its parts.
    fn combine(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        let or = self.options.or;
        let of = |bound: fn(&State) -> f64| {
            let parts = node.below.iter().map(|&child| bound(self.state(child)));
            match node.kind {
                Kind::And => parts.product(),
                _ => or.combine(parts),
            }
        };
        if !matches!(node.kind, Kind::And | Kind::Or) {
            return;
        }
        // What was cut may be above the best by rounding, and then nothing is left to find out.
        let bounds = |least: f64, most: f64| Bounds {
            least,
            most: if surpasses(most, least) { most } else { least },
        };
        let value = bounds(of(|state| state.value.least), of(|state| state.value.most));
        let sure = bounds(of(|state| state.sure.least), of(|state| state.sure.most));
        let state = self.state_mut(id);
        state.value = value;
        state.sure = sure;
    }

    /// Whether a branch is certainly no worse than any other, if that is enough.
    fn is_decided(&self) -> bool {
        self.options.certainty.is_some() && self.branches.len() > 1 && self.winner().is_some()
    }

    /// The branch that is at its least no worse than any other at its most.
    fn winner(&self) -> Option<usize> {
        let best = first_best(0..self.branches.len(), |at| {
            (self.state(self.branches[at]).sure.least, 0.0)
        })?;
        let least = self.state(self.branches[best]).sure.least;
        let others = self
            .branches
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != best);
        let mut most = others.map(|(_, &other)| self.state(other).sure.most);
        // Where all is still at nothing, nothing has been found out.
        (least > 0.0 && most.all(|most| !surpasses(most, least))).then_some(best)
    }

    fn evaluation(self) -> Evaluation {
        let decided = self.options.certainty.is_none() || self.winner().is_some();
        let winner = self.options.certainty.and_then(|_| self.winner());
        let by_value = || {
            first_best(0..self.branches.len(), |at| {
                (self.state(self.branches[at]).value.least, 0.0)
            })
        };
        let chosen = winner.or_else(by_value).unwrap_or(0);
        let branches = self.branches.iter().map(|&node| Branch {
            node,
            value: self.state(node).value,
            touched: self.touched(node),
        });
        let leaves = self.tree.leaves().map(|(node, goal)| {
            let found = if self.state(node).developed {
                self.found[goal].clone().ok_or(Cut::Decided)
            } else {
                Err(self.why_not(node))
            };
            Leaf { node, goal, found }
        });
        Evaluation {
            value: self.state(NodeId::ROOT).value,
            chosen,
            decided,
            branches: branches.collect(),
            plan: self.plan(self.branches[chosen]),
            leaves: leaves.collect(),
            values: self.states.iter().map(|state| state.value).collect(),
            steps: self.steps,
            cost: self.cost,
        }
    }

    fn touched(&self, id: NodeId) -> bool {
        match self.tree.node(id).kind {
            Kind::Leaf(_) => self.state(id).developed,
            Kind::Fact { .. } => false,
            Kind::And | Kind::Or => self.tree.node(id).below.iter().any(|&c| self.touched(c)),
        }
    }

    /// The cut that a leaf fell to: that of the node itself or of the nearest above it.
    fn why_not(&self, leaf: NodeId) -> Cut {
        let mut at = Some(leaf);
        while let Some(id) = at {
            if let Openness::Cut(why) = self.state(id).openness {
                return why;
            }
            at = self.tree.node(id).above;
        }
        Cut::Decided
    }

    /// The nodes of the plan from this one down: all below an AND, the best below an OR.
    fn plan(&self, from: NodeId) -> Vec<NodeId> {
        let mut plan = Vec::new();
        let mut waiting = vec![from];
        while let Some(id) = waiting.pop() {
            plan.push(id);
            let node = self.tree.node(id);
            match node.kind {
                Kind::Or => waiting.extend(first_best(node.below.iter().copied(), |child| {
                    (self.state(child).value.least, 0.0)
                })),
                _ => waiting.extend(node.below.iter().rev()),
            }
        }
        plan
    }
}

/// The first of those with the highest merit; the second number decides between equal first ones.
fn first_best<T: Copy>(all: impl Iterator<Item = T>, merit: impl Fn(T) -> (f64, f64)) -> Option<T> {
    let mut best: Option<(T, (f64, f64))> = None;
    for one in all {
        let merit = merit(one);
        let better = |highest: (f64, f64)| {
            let equal = !surpasses(highest.0, merit.0);
            surpasses(merit.0, highest.0) || equal && merit.1 > highest.1
        };
        if best.is_none_or(|(_, highest)| better(highest)) {
            best = Some((one, merit));
        }
    }
    best.map(|(one, _)| one)
}
