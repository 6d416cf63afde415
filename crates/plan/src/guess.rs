//! What to expect of each part of a tree before it is looked at.

use crate::{Guess, Kind, Leaves, OrRule, Tree};

/// A guess for every node, in the order of [`Tree::nodes`].
pub(crate) fn guesses<L: Leaves>(tree: &Tree, or: OrRule, leaves: &mut L) -> Vec<Guess> {
    let goals: Vec<Guess> = tree.goals().iter().map(|goal| leaves.guess(goal)).collect();
    let known = |rate| Guess { rate, cost: 0.0 };
    let mut guesses = vec![known(0.0); tree.size()];
    for (id, node) in tree.nodes().rev() {
        let below = || node.below.iter().map(|child| guesses[child.index()]);
        let cost = below().map(|guess| guess.cost).sum();
        guesses[id.index()] = match node.kind {
            Kind::And => Guess {
                rate: below().map(|guess| guess.rate).product(),
                cost,
            },
            Kind::Or => Guess {
                rate: or.combine(below().map(|guess| guess.rate)),
                cost,
            },
            Kind::Leaf(goal) => goals[goal],
            Kind::Fact { holds, .. } => known(f64::from(u8::from(holds))),
        };
    }
    guesses
}

/// How fast looking at this part is expected to bring an AND to where it is cut.
///
/// An AND is cut when the product of its parts has come down to the best rate of the OR above, so
/// when the sum of their `-ln rate` has grown to a certain height. What grows most for its cost comes
/// first.
pub(crate) fn haste(guess: Guess) -> f64 {
    let growth = -guess.rate.ln();
    if guess.cost > 0.0 {
        growth / guess.cost
    } else {
        f64::INFINITY
    }
}
