//! What an Advisor is, and in which tier it is consulted.

use crate::{Advice, Learnable, Situation};

/// A priority class of Advisors. Once a decision is reached, later tiers are not consulted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tier {
    /// Correct on what is known for certain; consulted in a fixed order.
    First,
    /// A look at what is about to happen; consulted in a fixed order.
    Second,
    /// Heuristics, which comment all at once.
    Third,
}

/// A heuristic procedure with one simple rationale that comments on legal moves.
///
/// An Advisor does not know which game is played. It sees the [`Situation`]: the rules as far as they
/// can be asked (what moves there are and where they lead), the markers on the board, and the useful
/// knowledge about this game.
pub trait Advisor<G: Learnable>: Send + Sync {
    /// What it is called in the literature.
    fn name(&self) -> &'static str;

    /// Why it speaks for or against moves: completes a sentence that begins with its name.
    fn rationale(&self) -> &'static str;

    /// When it is consulted.
    fn tier(&self) -> Tier;

    /// What it says. It may only name moves of the situation.
    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move>;
}
