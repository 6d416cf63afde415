//! Everything that is asked about a strategy at once.

use shido_core::Seed;

use crate::{
    CountedOnce, Cuts, Evaluation, Leaf, Leaves, Options, Rate, Spread, TooEntangled, Tree, Way,
    count_once, evaluate, spread, ways,
};

/// What is asked about a strategy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Question {
    /// How it is evaluated. Where every goal is counted once nothing is cut, since cuts suppose that goals
    /// are independent.
    pub options: Options,
    /// Whether to count every goal once.
    pub count_once: bool,
    /// Whether to try all ways to evaluate it.
    pub compare: bool,
    /// Where the draws of error bars come from.
    pub seed: Seed,
}

/// Everything that was found out about a strategy.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Study<'t> {
    /// The strategy.
    pub tree: &'t Tree,
    /// Its evaluation. With every goal counted once it has no plan: the best one is then a set of goals,
    /// not one branch of each OR.
    pub evaluation: Evaluation,
    /// With every goal counted once, where that was asked for.
    pub exact: Option<CountedOnce>,
    /// Error bars, where a rate is not surely known.
    pub spread: Option<Spread>,
    /// How certain these are.
    pub certainty: f64,
    /// All ways to evaluate it, where that was asked for.
    pub compared: Vec<Compared>,
}

/// What a way to evaluate a strategy takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Compared {
    /// The way.
    pub way: Way,
    /// How many leaves it looks at.
    pub leaves: usize,
    /// What that costs.
    pub cost: f64,
}

/// Why a strategy cannot be evaluated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StudyError<E> {
    /// A leaf has no answer.
    #[error(transparent)]
    Leaf(E),
    /// Goals cannot be counted once.
    #[error(transparent)]
    TooEntangled(#[from] TooEntangled),
}

/// Evaluates a strategy in every way that is asked for.
///
/// # Errors
/// Where a rate cannot be found, or goals are shared in too many ways to be counted once.
pub fn study<'t, L: Leaves>(
    tree: &'t Tree,
    leaves: &mut L,
    question: &Question,
) -> Result<Study<'t>, StudyError<L::Error>> {
    let mut options = question.options;
    if question.count_once {
        options.cuts = Cuts::Off;
    }
    let mut evaluation = evaluate(tree, leaves, &options).map_err(StudyError::Leaf)?;
    let exact = if question.count_once {
        let mut rates = vec![0.0; tree.goals().len()];
        for leaf in &evaluation.leaves {
            if let Ok(estimate) = &leaf.found {
                rates[leaf.goal] = estimate.rate.mean();
            }
        }
        evaluation.plan.clear();
        Some(count_once(tree, options.or, &rates)?)
    } else {
        None
    };
    let certainty = options.certainty.unwrap_or(0.95);
    let unsure = evaluation.leaves.iter().any(|leaf| match &leaf.found {
        Ok(estimate) => !matches!(estimate.rate, Rate::Known(_)),
        Err(_) => false,
    });
    let spread = unsure.then(|| spread(tree, options.or, &evaluation, certainty, question.seed));
    let mut compared = Vec::new();
    if question.compare {
        for way in ways(options.or) {
            let found = evaluate(tree, leaves, &way.options).map_err(StudyError::Leaf)?;
            compared.push(Compared {
                way,
                leaves: found.evaluated(),
                cost: found.cost,
            });
        }
    }
    Ok(Study {
        tree,
        evaluation,
        exact,
        spread,
        certainty,
        compared,
    })
}

impl Study<'_> {
    /// The branch to take, as a place among those of the root.
    #[must_use]
    pub fn chosen(&self) -> usize {
        let exact = self.exact.as_ref();
        exact.map_or(self.evaluation.chosen, |exact| exact.chosen)
    }

    /// What to do first, and for which goal.
    #[must_use]
    pub fn first(&self) -> Option<(&Leaf, &str)> {
        match &self.exact {
            None => self.evaluation.first(),
            Some(exact) => {
                let chosen = |leaf: &Leaf| exact.goals.contains(&leaf.goal);
                self.evaluation.first_among(chosen)
            }
        }
    }
}
