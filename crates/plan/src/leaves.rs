//! Where facts and success rates come from.

use crate::{Goal, Rate, Tree};

/// Where the leaves of a strategy come from: a file, a board, a record of games.
///
/// A goal is either a *fact*, which is looked up at no cost and can bind variables, or *uncertain*,
/// and then has a success rate that may take much work to find.
pub trait Leaves {
    /// Why a fact or a rate could not be found.
    type Error: std::error::Error;

    /// If the goal is a fact: the lists of things of which it holds and that fit its arguments; one
    /// list, the arguments themselves, for a fact without variables that holds, none for one that
    /// does not. `None` if goals of this name are uncertain.
    ///
    /// # Errors
    /// Where the question makes no sense, such as when it is about a thing that is not there.
    fn facts(&mut self, goal: &Goal) -> Result<Option<Vec<Vec<String>>>, Self::Error>;

    /// How often an uncertain goal without variables succeeds. It is asked once for each goal.
    ///
    /// # Errors
    /// Where nothing can tell.
    fn rate(&mut self, goal: &Goal) -> Result<Estimate, Self::Error>;

    /// Whether [`Leaves::rate`] would have an answer, without looking for it.
    ///
    /// # Errors
    /// Those of [`Leaves::rate`].
    fn check(&mut self, goal: &Goal) -> Result<(), Self::Error>;

    /// What the rate and the cost of [`Leaves::rate`] will about be, if that can be told cheaply.
    /// Only the order [`Saving`](crate::Order::Saving) asks, and only the number of leaves it looks
    /// at depends on the answer.
    fn guess(&mut self, _goal: &Goal) -> Guess {
        Guess::BLIND
    }
}

/// Why goals of a tree have no rate, one reason for each, so that all can be told at once. An evaluation
/// may not come to some of them.
pub fn missing<L: Leaves>(tree: &Tree, leaves: &mut L) -> Vec<L::Error> {
    let checked = tree.goals().iter().map(|goal| leaves.check(goal).err());
    checked.flatten().collect()
}

/// A success rate with how it was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The rate, and how sure it is.
    pub rate: Rate,
    /// What it took to find, in a unit of the finder's choice.
    pub cost: f64,
    /// How it was found, in a few words: `given`, `200 playouts`.
    pub how: String,
    /// What to do first to achieve it, such as a move, if that was found too.
    pub first: Option<String>,
}

/// What to expect of a leaf before it is looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guess {
    /// The success rate.
    pub rate: f64,
    /// What it will take to find out.
    pub cost: f64,
}

impl Guess {
    /// Where nothing can be told.
    pub const BLIND: Guess = Guess {
        rate: 0.5,
        cost: 1.0,
    };
}
