//! Rates in which a goal that stands in several places counts once.
//!
//! The product at an AND supposes that what is below succeeds independently. Where the same goal is
//! below twice, it is asked for twice and its doubt counted twice: `AND(OR(A, B), OR(A, C))` succeeds
//! whenever `A` does, not only as often as `A` succeeds twice in a row.

use crate::bounds::surpasses;
use crate::diagram::{Diagram, Function, Operator};
use crate::{Kind, NodeId, OrRule, Tree};

/// Success rates with every goal counted once.
#[derive(Clone, PartialEq, Debug)]
pub struct CountedOnce {
    /// The rate of the strategy.
    pub value: f64,
    /// The branch to take.
    pub chosen: usize,
    /// The rate of each branch of the root.
    pub branches: Vec<f64>,
    /// The goals to achieve in the chosen branch, as places among those of the tree.
    pub goals: Vec<usize>,
}

/// Too many goals depend on one another in too many ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the goals are shared in too many ways to count each once")]
pub struct TooEntangled;

/// The diagram is walked recursively, one step for each goal.
const MOST_GOALS: usize = 1_000;

/// Evaluates a strategy whose goals succeed independently of each other as often as `rates` says,
/// though the same goal may stand in several places.
///
/// - [`OrRule::Any`]: the probability that the goals which succeed are enough.
/// - [`OrRule::Maximum`]: the best probability with which a single plan succeeds, that is the product
///   over a set of goals that is enough by itself.
///
/// # Errors
/// Where there are more than a thousand goals, or the decision diagram would have more than a million
/// nodes.
///
/// # Panics
/// If there are fewer rates than [`Tree::goals`].
pub fn count_once(tree: &Tree, or: OrRule, rates: &[f64]) -> Result<CountedOnce, TooEntangled> {
    if tree.goals().len() > MOST_GOALS {
        return Err(TooEntangled);
    }
    let mut diagram = Diagram::default();
    let functions = functions(tree, &mut diagram).ok_or(TooEntangled)?;
    let plans = of_best_plan(&diagram, rates);
    let values = match or {
        OrRule::Maximum => plans.clone(),
        OrRule::Any => probabilities(&diagram, rates),
    };
    let of = |id: NodeId| functions[id.index()];
    let ways = tree.branches();
    let branches: Vec<f64> = ways.iter().map(|&id| values[of(id).index()]).collect();
    let mut chosen = 0;
    for at in 1..branches.len() {
        if surpasses(branches[at], branches[chosen]) {
            chosen = at;
        }
    }
    Ok(CountedOnce {
        value: values[of(NodeId::ROOT).index()],
        chosen,
        goals: best_plan(&diagram, of(ways[chosen]), rates, &plans),
        branches,
    })
}

/// When each node succeeds.
fn functions(tree: &Tree, diagram: &mut Diagram) -> Option<Vec<Function>> {
    let mut functions = vec![Function::NEVER; tree.size()];
    for (id, node) in tree.nodes().rev() {
        let (by, start) = match node.kind {
            Kind::And => (Operator::And, Function::ALWAYS),
            Kind::Or => (Operator::Or, Function::NEVER),
            Kind::Leaf(goal) => {
                functions[id.index()] = diagram.goal(goal)?;
                continue;
            }
            Kind::Fact { holds: true, .. } => (Operator::And, Function::ALWAYS),
            Kind::Fact { holds: false, .. } => (Operator::Or, Function::NEVER),
        };
        // From the right, since what is on the left is asked first and so stays on top.
        let mut parts = node.below.iter().rev();
        functions[id.index()] = parts.try_fold(start, |all, part| {
            diagram.combine(by, functions[part.index()], all)
        })?;
    }
    Some(functions)
}

/// How likely each function is true.
fn probabilities(diagram: &Diagram, rates: &[f64]) -> Vec<f64> {
    let mut values = vec![0.0, 1.0];
    for question in diagram.questions() {
        let rate = rates[question.goal];
        let (not, so) = (
            values[question.if_not.index()],
            values[question.if_so.index()],
        );
        values.push((1.0 - rate) * not + rate * so);
    }
    values
}

/// The best rate of a single plan for each function. More successes never do harm, so where a
/// question is passed by "not" its goal need not be achieved and costs nothing.
fn of_best_plan(diagram: &Diagram, rates: &[f64]) -> Vec<f64> {
    let mut values = vec![0.0, 1.0];
    for question in diagram.questions() {
        let (not, so) = (
            values[question.if_not.index()],
            values[question.if_so.index()],
        );
        values.push(f64::max(not, rates[question.goal] * so));
    }
    values
}

/// The goals of that plan.
fn best_plan(diagram: &Diagram, of: Function, rates: &[f64], values: &[f64]) -> Vec<usize> {
    let mut goals = Vec::new();
    let mut at = of;
    while let Some(question) = diagram.question(at) {
        let not = values[question.if_not.index()];
        let so = rates[question.goal] * values[question.if_so.index()];
        // Where nothing has a chance there is still a plan, though a hopeless one.
        if so > not || question.if_not == Function::NEVER {
            goals.push(question.goal);
            at = question.if_so;
        } else {
            at = question.if_not;
        }
    }
    goals
}
