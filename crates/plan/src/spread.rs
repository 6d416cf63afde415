//! Error bars: how far the value of a strategy may be off, and how likely the choice is right.

use rand::RngExt;
use shido_core::Seed;

use crate::bounds::surpasses;
use crate::{Bounds, Evaluation, OrRule, Rate, Tree, plain_values};

/// What the doubt about the rates makes of the values.
#[derive(Clone, PartialEq, Debug)]
pub struct Spread {
    /// Where the value of the strategy lies.
    pub value: Bounds,
    /// Where that of each branch lies.
    pub branches: Vec<Bounds>,
    /// How likely each branch is the best one.
    pub best: Vec<f64>,
}

/// How often the rates are drawn, unless the tree is large.
const DRAWS: usize = 10_000;

/// How many nodes are valued at most in all draws together, roughly.
const WORK: usize = 20_000_000;

/// A rate is drawn from so many equally likely ones.
const STEPS: usize = 500;

/// Draws the rates of all goals many times and looks where the values lie with this certainty.
///
/// Of a goal that was not looked at nothing is known: its rate may be anything.
#[must_use]
pub fn spread(
    tree: &Tree,
    or: OrRule,
    evaluation: &Evaluation,
    certainty: f64,
    seed: Seed,
) -> Spread {
    let mut rates = vec![Rate::Between(0.0, 1.0); tree.goals().len()];
    for leaf in &evaluation.leaves {
        if let Ok(estimate) = &leaf.found {
            rates[leaf.goal] = estimate.rate;
        }
    }
    let choices: Vec<Vec<f64>> = rates.into_iter().map(equally_likely).collect();
    let draws = (WORK / tree.size()).clamp(200, DRAWS);
    let branches = tree.branches();
    let mut values = vec![Vec::with_capacity(draws); branches.len() + 1];
    let mut best = vec![0_usize; branches.len()];
    let mut rng = seed.rng();
    for _ in 0..draws {
        let draw = choices
            .iter()
            .map(|rates| rates[rng.random_range(0..rates.len())]);
        let drawn: Vec<f64> = draw.collect();
        let found = plain_values(tree, or, &drawn);
        let of_branches: Vec<f64> = branches.iter().map(|id| found[id.index()]).collect();
        let highest = of_branches.iter().copied().fold(0.0, f64::max);
        if let Some(first) = of_branches
            .iter()
            .position(|&value| !surpasses(highest, value))
        {
            best[first] += 1;
        }
        values[0].push(found[0]);
        for (kept, value) in values[1..].iter_mut().zip(of_branches) {
            kept.push(value);
        }
    }
    let mut intervals = values.into_iter().map(|drawn| middle(drawn, certainty));
    let value = intervals.next().unwrap_or(Bounds::UNKNOWN);
    Spread {
        value,
        branches: intervals.collect(),
        best: best
            .iter()
            .map(|&count| count as f64 / draws as f64)
            .collect(),
    }
}

fn equally_likely(rate: Rate) -> Vec<f64> {
    match rate {
        Rate::Known(rate) => vec![rate],
        _ => {
            let middles = (0..STEPS).map(|step| (step as f64 + 0.5) / STEPS as f64);
            middles
                .map(|probability| rate.quantile(probability))
                .collect()
        }
    }
}

/// What is left of the values when as many of the lowest as of the highest are left out.
fn middle(mut drawn: Vec<f64>, certainty: f64) -> Bounds {
    drawn.sort_by(f64::total_cmp);
    let last = drawn.len() - 1;
    let outside = ((1.0 - certainty) / 2.0 * last as f64).floor() as usize;
    Bounds {
        least: drawn[outside.min(last)],
        most: drawn[last - outside.min(last)],
    }
}
