//! What was found out about a strategy, as plain data with one serialised form.

use serde::Serialize;

use crate::{Bounds, Cut, Kind, NodeId, Step, Study};

/// What was found out about a strategy. Rates are rounded to twelve decimals.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct PlanAnswer {
    /// The success rate; where evaluation stopped before it was known, what it is at least.
    pub value: f64,
    /// What is known of it: least and most. `None` where every goal was counted once.
    pub bounds: Option<[f64; 2]>,
    /// The branch to take, as a place in `branches`.
    pub chosen: usize,
    /// Whether the choice is as certain as was asked for.
    pub decided: bool,
    /// The branches of the root, or the root itself if it is no OR.
    pub branches: Vec<BranchAnswer>,
    /// The goals that have to be achieved.
    pub goals: Vec<String>,
    /// The chosen plan. `None` where every goal was counted once.
    pub plan: Option<PlanNode>,
    /// How many leaves were looked at.
    pub leaves_evaluated: usize,
    /// How many there are.
    pub leaves_total: usize,
    /// What it took to look at them, each goal counted once.
    pub cost: f64,
    /// The leaves that were looked at.
    pub leaves: Vec<LeafAnswer>,
    /// Those that were not.
    pub skipped: Vec<SkippedLeaf>,
    /// The order of development, step by step.
    pub steps: Vec<StepAnswer>,
    /// The goals that stand in several places.
    pub shared_goals: Vec<String>,
    /// Where the value lies, if a rate is not surely known.
    pub interval: Option<[f64; 2]>,
    /// The same as if each place were another goal, where every goal was counted once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub independent: Option<Independent>,
    /// What other ways to evaluate it take, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub compared: Vec<WayAnswer>,
}

/// One way to succeed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct BranchAnswer {
    /// Its success rate. If it was cut off, what it could reach at most; `None` if nothing in it was
    /// looked at.
    pub value: Option<f64>,
    /// Whether that is exact.
    pub evaluated: bool,
    /// The branch as text.
    pub branch: String,
    /// What doubts about the rates make of it, if there are any.
    #[serde(flatten)]
    pub doubt: Option<BranchDoubt>,
}

/// What doubts about the rates make of a branch.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BranchDoubt {
    /// Where its rate lies.
    pub interval: [f64; 2],
    /// How often it is the best branch.
    pub best: f64,
}

/// A node of a plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct PlanNode {
    /// `AND`, `OR` or a goal.
    pub node: String,
    /// Its success rate.
    pub value: f64,
    /// What it is called, where it is a named plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The nodes right below.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub below: Vec<PlanNode>,
}

/// A leaf that was looked at.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct LeafAnswer {
    /// Its goal.
    pub goal: String,
    /// The mean of its rate.
    pub rate: f64,
    /// The rate as it would be written in a file.
    pub given: String,
    /// What it took to find.
    pub cost: f64,
    /// How it was found.
    pub how: String,
    /// What to do first to achieve it.
    pub first: Option<String>,
}

/// A leaf that was not looked at.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct SkippedLeaf {
    /// Its goal.
    pub goal: String,
    /// What cut it off: `and`, `or` or `certainty`.
    pub cut: &'static str,
    /// The same as a sentence.
    pub why: String,
}

/// A step of the development.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct StepAnswer {
    /// What was developed: an AND or OR, by its name or whole, or a goal.
    pub developed: String,
    /// The branch that it is in, as a place in `branches`; `None` for the OR over them.
    pub branch: Option<usize>,
    /// How many parts were uncovered, where it is no goal.
    pub parts: Option<usize>,
    /// The mean of the rate that was found, where it is a goal.
    pub rate: Option<f64>,
    /// How many AND branches were then found in each branch.
    pub and_branches: Vec<usize>,
    /// What was then known of the value: least and most.
    pub bounds: [f64; 2],
}

/// A strategy with each place taken for another goal.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Independent {
    /// The success rate.
    pub value: f64,
    /// The branch to take.
    pub chosen: usize,
    /// By how much the rate with every goal counted once is above.
    pub difference: f64,
}

/// What a way to evaluate a strategy takes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WayAnswer {
    /// What it is called.
    pub way: &'static str,
    /// How many leaves it looks at.
    pub leaves_evaluated: usize,
    /// What that costs.
    pub cost: f64,
}

impl Study<'_> {
    /// What was found out, as plain data.
    #[must_use]
    pub fn answer(&self) -> PlanAnswer {
        let Study {
            tree,
            evaluation,
            exact,
            spread,
            compared,
            ..
        } = self;
        let independent = evaluation.value.least;
        let goals = match exact {
            Some(exact) => {
                let goals = exact.goals.iter();
                goals.map(|&goal| tree.goals()[goal].to_string()).collect()
            }
            None => {
                let leaf = |id: &&NodeId| matches!(tree.node(**id).kind, Kind::Leaf(_));
                let plan = evaluation.plan.iter();
                plan.filter(leaf).map(|&id| tree.title(id)).collect()
            }
        };
        let leaves = evaluation.leaves.iter().filter_map(|leaf| {
            let estimate = leaf.found.as_ref().ok()?;
            Some(LeafAnswer {
                goal: tree.title(leaf.node),
                rate: rounded(estimate.rate.mean()),
                given: estimate.rate.to_string(),
                cost: estimate.cost,
                how: estimate.how.clone(),
                first: estimate.first.clone(),
            })
        });
        let skipped = evaluation.skipped().map(|(leaf, cut)| SkippedLeaf {
            goal: tree.title(leaf.node),
            cut: match cut {
                Cut::NotAbove { .. } => "and",
                Cut::Certain => "or",
                Cut::Decided => "certainty",
            },
            why: cut.to_string(),
        });
        let compared = compared.iter().map(|compared| WayAnswer {
            way: compared.way.name,
            leaves_evaluated: compared.leaves,
            cost: compared.cost,
        });
        PlanAnswer {
            value: rounded(exact.as_ref().map_or(independent, |exact| exact.value)),
            bounds: exact.is_none().then(|| pair(evaluation.value)),
            chosen: self.chosen(),
            decided: evaluation.decided,
            branches: (0..evaluation.branches.len())
                .map(|at| self.branch(at))
                .collect(),
            goals,
            plan: evaluation.plan.first().map(|_| self.plan(&mut 0)),
            leaves_evaluated: evaluation.evaluated(),
            leaves_total: evaluation.leaves.len(),
            cost: evaluation.cost,
            leaves: leaves.collect(),
            skipped: skipped.collect(),
            steps: evaluation
                .steps
                .iter()
                .map(|step| self.step(step))
                .collect(),
            shared_goals: tree.shared().iter().map(ToString::to_string).collect(),
            interval: spread.as_ref().map(|spread| pair(spread.value)),
            independent: exact.as_ref().map(|exact| Independent {
                value: rounded(independent),
                chosen: evaluation.chosen,
                difference: rounded(exact.value - independent),
            }),
            compared: compared.collect(),
        }
    }

    fn step(&self, step: &Step) -> StepAnswer {
        let (tree, node) = (self.tree, self.tree.node(step.node));
        let goal = matches!(node.kind, Kind::Leaf(_));
        StepAnswer {
            developed: match step.node {
                NodeId::ROOT => tree.title(step.node),
                _ => tree.called(step.node),
            },
            branch: tree.branch_of(step.node),
            parts: (!goal).then_some(node.below.len()),
            rate: goal.then(|| rounded(self.evaluation.of(step.node).least)),
            and_branches: step.and_branches.clone(),
            bounds: pair(step.value),
        }
    }

    fn branch(&self, at: usize) -> BranchAnswer {
        let branch = &self.evaluation.branches[at];
        let evaluated = self.exact.is_some() || branch.value.is_exact();
        let value = match &self.exact {
            Some(exact) => Some(exact.branches[at]),
            None if at == self.chosen() => Some(branch.value.least),
            None if evaluated || branch.touched => Some(branch.value.most),
            None => None,
        };
        BranchAnswer {
            value: value.map(rounded),
            evaluated,
            branch: self.tree.called(branch.node),
            doubt: self.spread.as_ref().map(|spread| BranchDoubt {
                interval: pair(spread.branches[at]),
                best: spread.best[at],
            }),
        }
    }

    /// The plan from its `at`-th node on, which comes before those below it.
    fn plan(&self, at: &mut usize) -> PlanNode {
        let (tree, plan) = (self.tree, &self.evaluation.plan);
        let id = plan[*at];
        *at += 1;
        let mut below = Vec::new();
        while let Some(&next) = plan.get(*at)
            && tree.node(next).above == Some(id)
        {
            below.push(self.plan(at));
        }
        PlanNode {
            node: tree.title(id),
            value: rounded(self.evaluation.of(id).least),
            name: tree.node(id).plan.as_ref().map(ToString::to_string),
            below,
        }
    }
}

fn pair(bounds: Bounds) -> [f64; 2] {
    [bounds.least, bounds.most].map(rounded)
}

/// 0.8 times 0.7 is then 0.56.
fn rounded(rate: f64) -> f64 {
    (rate * 1e12).round() / 1e12
}
