//! Leaves whose facts and rates are given in the file.

use shido_core::nearest;

use crate::{Estimate, GivenRate, Goal, Guess, Leaves, PlanFile};

/// Leaves whose facts and rates are written in the file itself.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    file: &'a PlanFile,
}

/// A goal that the file says nothing of.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("nothing says how often `{goal}` succeeds")]
pub struct NoRate {
    /// The goal.
    pub goal: Goal,
    /// The name of a plan, a fact or a goal with a rate that may have been meant.
    pub nearest: Option<String>,
}

impl NoRate {
    /// What to write.
    #[must_use]
    pub fn help(&self) -> String {
        match &self.nearest {
            Some(name) if *name != self.goal.name => format!("did you mean `{name}`?"),
            _ => format!(
                "write its rate on a line of its own, as in `{} -> 30%`",
                self.goal
            ),
        }
    }
}

impl<'a> Given<'a> {
    /// The leaves as this file gives them.
    #[must_use]
    pub const fn new(file: &'a PlanFile) -> Given<'a> {
        Given { file }
    }

    /// The rate of a goal: the most special that fits, and of several of them the first.
    fn find(&self, goal: &Goal) -> Result<&'a GivenRate, NoRate> {
        let things: Option<Vec<&str>> = goal.things();
        let things: Vec<String> = things.into_iter().flatten().map(str::to_owned).collect();
        let fits = |given: &&GivenRate| {
            given.goal.name == goal.name && given.goal.matching(&things).is_some()
        };
        let variables = |given: &&GivenRate| {
            let terms = given.goal.terms.iter();
            terms
                .filter(|term| matches!(term, crate::Term::Variable(_)))
                .count()
        };
        self.file
            .rates
            .iter()
            .filter(fits)
            .min_by_key(variables)
            .ok_or_else(|| {
                let plans = self.file.plans.iter().map(|plan| plan.name.as_str());
                let facts = self.file.facts.iter().map(|fact| fact.name.as_str());
                let rates = self.file.rates.iter().map(|given| given.goal.name.as_str());
                NoRate {
                    goal: goal.clone(),
                    nearest: nearest(&goal.name, rates.chain(facts).chain(plans))
                        .map(str::to_owned),
                }
            })
    }
}

impl Leaves for Given<'_> {
    type Error = NoRate;

    /// A goal is a fact if the file has a `fact` line with its name. Only what such lines say holds.
    fn facts(&mut self, goal: &Goal) -> Result<Option<Vec<Vec<String>>>, NoRate> {
        let named = || self.file.facts.iter().filter(|fact| fact.name == goal.name);
        if named().next().is_none() {
            return Ok(None);
        }
        let things = named().filter_map(Goal::things);
        let things = things.map(|things| things.into_iter().map(str::to_owned).collect());
        let fitting = things.filter(|things: &Vec<String>| goal.matching(things).is_some());
        Ok(Some(fitting.collect()))
    }

    fn rate(&mut self, goal: &Goal) -> Result<Estimate, NoRate> {
        let given = self.find(goal)?;
        Ok(Estimate {
            rate: given.rate,
            cost: given.cost.unwrap_or(1.0),
            how: "given".to_owned(),
            first: None,
        })
    }

    fn check(&mut self, goal: &Goal) -> Result<(), NoRate> {
        self.find(goal).map(|_| ())
    }

    /// The given rate itself: what the order by expected saving makes of it is the best it can do.
    fn guess(&mut self, goal: &Goal) -> Guess {
        self.find(goal).map_or(Guess::BLIND, |given| Guess {
            rate: given.rate.mean(),
            cost: given.cost.unwrap_or(1.0),
        })
    }
}
