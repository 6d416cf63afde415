//! How Hoyle came to a move.

use crate::{Advice, Paradigm, Tier};

/// How Hoyle came to a move: who said what, who vetoed, and what decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision<M> {
    /// Every legal move.
    pub legal: Vec<M>,
    /// What the Advisors that were consulted said, in order; those that said nothing are left out.
    pub opinions: Vec<Opinion<M>>,
    /// What decided.
    pub reason: Reason<M>,
    /// The moves that are as good as each other; one of them is drawn.
    pub choice: Vec<M>,
}

/// What an Advisor said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion<M> {
    /// Who.
    pub advisor: &'static str,
    /// When it was consulted.
    pub tier: Tier,
    /// Its rationale: completes a sentence that begins with its name.
    pub rationale: &'static str,
    /// What it said.
    pub advice: Advice<M>,
}

/// What decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason<M> {
    /// There was only one legal move.
    OnlyMove,
    /// An Advisor of the first two tiers had the authority.
    Mandate(&'static str),
    /// All other moves were vetoed.
    LastLeft,
    /// The comments of the third tier were combined; each move that was left with its score.
    Combined(Paradigm, Vec<(M, i32)>),
}
