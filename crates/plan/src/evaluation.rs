//! The result of evaluating a strategy.

use std::fmt;

use crate::{Bounds, Estimate, NodeId};

/// The result of evaluating a strategy.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// The success rate of the strategy. It is exact, unless evaluation stopped when the choice was
    /// certain.
    pub value: Bounds,
    /// The branch to take, as a place in `branches`.
    pub chosen: usize,
    /// Whether the choice is as certain as was asked for.
    pub decided: bool,
    /// The branches of the root, as they are written.
    pub branches: Vec<Branch>,
    /// The chosen plan: the nodes from the branch down to the goals that have to be achieved, each
    /// before those below it.
    pub plan: Vec<NodeId>,
    /// What became of each leaf, in the order of the tree.
    pub leaves: Vec<Leaf>,
    /// What is known of each node, in the order of the tree.
    pub values: Vec<Bounds>,
    /// How it was developed, in order.
    pub steps: Vec<Step>,
    /// What it took to find the rates, each goal counted once.
    pub cost: f64,
}

/// A step of the development: what is below an AND or an OR was uncovered, or a leaf looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Where.
    pub node: NodeId,
    /// How many AND branches were then found in each branch of the root: the fewest go on first, in
    /// section 5 of the paper.
    pub and_branches: Vec<usize>,
    /// What was then known of the whole strategy.
    pub value: Bounds,
}

/// One way to succeed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Branch {
    /// Its node.
    pub node: NodeId,
    /// Its success rate; only a bound where it was cut off.
    pub value: Bounds,
    /// Whether anything in it was looked at.
    pub touched: bool,
}

/// A leaf of the tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaf {
    /// Its node.
    pub node: NodeId,
    /// Its goal, as a place among those of the tree.
    pub goal: usize,
    /// What was found, or why it was not looked at.
    pub found: Result<Estimate, Cut>,
}

/// Why a leaf was not looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cut {
    /// It is part of an AND that had come down to this rate, which is not above the best rate of the
    /// OR over it, so that the rest could not change anything.
    NotAbove {
        /// What the AND could reach at most.
        rate: f64,
        /// What it had to surpass.
        best: f64,
    },
    /// It is below an OR that had reached 100%.
    Certain,
    /// The choice was certain enough.
    Decided,
}

impl Evaluation {
    /// How many leaves were looked at.
    #[must_use]
    pub fn evaluated(&self) -> usize {
        self.leaves.iter().filter(|leaf| leaf.found.is_ok()).count()
    }

    /// The leaves that were not looked at, with the reasons.
    pub fn skipped(&self) -> impl Iterator<Item = (&Leaf, Cut)> {
        let cut = |leaf: &Leaf| leaf.found.as_ref().err().copied();
        self.leaves
            .iter()
            .filter_map(move |leaf| Some((leaf, cut(leaf)?)))
    }

    /// What the chosen plan begins with: the first of its leaves that tells what to do first, and what
    /// that is.
    #[must_use]
    pub fn first(&self) -> Option<(&Leaf, &str)> {
        self.first_among(|leaf| self.plan.contains(&leaf.node))
    }

    /// The first of some leaves that tells what to do first, and what that is.
    pub fn first_among(&self, among: impl Fn(&Leaf) -> bool) -> Option<(&Leaf, &str)> {
        let mut told = self.leaves.iter().filter_map(|leaf| {
            let estimate = leaf.found.as_ref().ok()?;
            Some((leaf, estimate.first.as_deref()?))
        });
        told.find(|(leaf, _)| among(leaf))
    }

    /// What is known of a node.
    #[must_use]
    pub fn of(&self, node: NodeId) -> Bounds {
        self.values[node.index()]
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |rate: f64| (rate * 1e4).round() / 1e2;
        match *self {
            Cut::NotAbove { rate, .. } if rate <= 0.0 => {
                f.write_str("something beside it is impossible")
            }
            Cut::NotAbove { rate, best } => {
                let (rate, best) = (percent(rate), percent(best));
                write!(
                    f,
                    "its AND is at {rate}%, not above the {best}% of the OR over it"
                )
            }
            Cut::Certain => f.write_str("the OR over it has reached 100%"),
            Cut::Decided => f.write_str("the choice was certain enough"),
        }
    }
}
