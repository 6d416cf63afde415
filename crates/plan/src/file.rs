//! The contents of a `.plan` file: strategies, facts and rates.

use std::ops::Range;

use crate::{Goal, Rate};

/// What a `.plan` file says: strategies, facts and rates.
///
/// It is read by [`PlanFile::parse`], which also checks that it makes sense, and printed by
/// `Display` in a form that is read as the same file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlanFile {
    /// The named plans.
    pub plans: Vec<Definition>,
    /// The strategy without a name. Where there is none the first named plan is meant.
    pub goal: Option<Expression>,
    /// What is known to hold. Of a goal that is a fact, nothing holds but what is listed.
    pub facts: Vec<Goal>,
    /// The success rates of goals.
    pub rates: Vec<GivenRate>,
}

/// `plan Save(G) = OR(...)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// What the plan is called.
    pub name: String,
    /// What the body may be told.
    pub parameters: Vec<String>,
    /// What the plan is.
    pub body: Expression,
    /// Where its name stands.
    pub span: Span,
}

/// What is to be achieved.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    /// A goal, or a named plan.
    Goal(Goal, Span),
    /// All of these.
    And(Vec<Expression>),
    /// One of these.
    Or(Vec<Expression>),
}

/// `Kill(G1) -> 30%`: how often goals succeed that fit a pattern.
#[derive(Clone, PartialEq, Debug)]
pub struct GivenRate {
    /// Which goals; a variable stands for anything.
    pub goal: Goal,
    /// How often.
    pub rate: Rate,
    /// What it costs to find out, if that is given.
    pub cost: Option<f64>,
}

/// Bytes of the text that something was read from.
///
/// All spans are equal: files that say the same in other places are the same.
#[derive(Clone, Debug, Default)]
pub struct Span(pub Range<usize>);

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl PlanFile {
    /// The named plan that a goal calls, if there is one.
    #[must_use]
    pub fn called(&self, goal: &Goal) -> Option<&Definition> {
        self.plans.iter().find(|plan| plan.name == goal.name)
    }
}

impl Expression {
    /// Hands over every goal that is written here, from left to right.
    pub fn each_goal<'a>(&'a self, visit: &mut impl FnMut(&'a Goal, &'a Span)) {
        match self {
            Expression::Goal(goal, span) => visit(goal, span),
            Expression::And(children) | Expression::Or(children) => {
                for child in children {
                    child.each_goal(visit);
                }
            }
        }
    }
}
