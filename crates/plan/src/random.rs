//! Random strategies, to measure and to test with.

use rand::RngExt;
use shido_core::Rng;

use crate::{Expression, GivenRate, Goal, PlanFile, Rate, Span};

/// What random strategies look like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shape {
    /// How deep AND and OR are nested at most.
    pub depth: usize,
    /// How many parts a node has at most; at least two.
    pub width: usize,
    /// How likely a leaf is a goal that stands elsewhere too.
    pub shared: f64,
    /// How likely a goal always succeeds, and how likely it never does.
    pub certain: f64,
}

/// A strategy with an OR at its root, AND and OR by turns below it, and a rate for every goal.
pub fn strategy(shape: &Shape, rng: &mut Rng) -> PlanFile {
    let mut file = PlanFile::default();
    let goal = part(shape, 0, &mut file.rates, rng);
    file.goal = Some(goal);
    file
}

fn part(shape: &Shape, depth: usize, rates: &mut Vec<GivenRate>, rng: &mut Rng) -> Expression {
    let leaf = depth == shape.depth || depth > 0 && rng.random_bool(0.3);
    if leaf {
        return Expression::Goal(goal(shape, rates, rng), Span::default());
    }
    let parts = rng.random_range(2..=shape.width.max(2));
    let parts = (0..parts)
        .map(|_| part(shape, depth + 1, rates, rng))
        .collect();
    if depth.is_multiple_of(2) {
        Expression::Or(parts)
    } else {
        Expression::And(parts)
    }
}

fn goal(shape: &Shape, rates: &mut Vec<GivenRate>, rng: &mut Rng) -> Goal {
    if !rates.is_empty() && rng.random_bool(shape.shared) {
        return rates[rng.random_range(0..rates.len())].goal.clone();
    }
    let goal = Goal::about(&format!("Goal_{}", rates.len() + 1), &[]);
    let drawn: f64 = rng.random();
    let rate = if drawn < shape.certain {
        1.0
    } else if drawn < 2.0 * shape.certain {
        0.0
    } else {
        rng.random()
    };
    rates.push(GivenRate {
        goal: goal.clone(),
        rate: Rate::Known(rate),
        cost: None,
    });
    goal
}
