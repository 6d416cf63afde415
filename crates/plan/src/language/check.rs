//! Whether what was read makes sense as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::parse::Places;
use crate::{Goal, PlanError, PlanFile, Term};

pub(super) fn check(text: &str, file: &PlanFile, places: &Places) -> Vec<PlanError> {
    let mut check = Check {
        text,
        file,
        places,
        errors: Vec::new(),
    };
    check.duplicates();
    check.arguments();
    check.cycles();
    check.errors
}

struct Check<'a> {
    text: &'a str,
    file: &'a PlanFile,
    places: &'a Places,
    errors: Vec<PlanError>,
}

impl<'a> Check<'a> {
    fn duplicates(&mut self) {
        let mut plans: BTreeMap<&str, &Range<usize>> = BTreeMap::new();
        for plan in &self.file.plans {
            let span = &plan.span.0;
            if let Some(first) = plans.insert(&plan.name, span) {
                let line = self.line(first);
                let problem = format!("the plan `{}` is already defined in line {line}", plan.name);
                let help =
                    "give one of them another name, or put both bodies below one `OR(..., ...)`";
                self.error(span.clone(), problem, help);
            }
            let mut parameters: Vec<&String> = plan.parameters.iter().collect();
            parameters.sort();
            if let Some(twice) = parameters.windows(2).find(|pair| pair[0] == pair[1]) {
                let problem = format!("`{}` has two parameters called `{}`", plan.name, twice[0]);
                self.error(span.clone(), problem, "give one of them another name");
            }
        }
        let known: BTreeSet<&str> = self
            .file
            .facts
            .iter()
            .map(|fact| fact.name.as_str())
            .collect();
        let mut rates: BTreeMap<Goal, &Range<usize>> = BTreeMap::new();
        for (given, span) in self.file.rates.iter().zip(&self.places.rates) {
            if let Some(first) = rates.insert(regardless_of_names(&given.goal), span) {
                let line = self.line(first);
                let problem = format!("`{}` has a rate already, in line {line}", given.goal);
                let help = "leave one of them out: a goal has one rate, wherever it is written";
                self.error(span.clone(), problem, help);
            }
            if let Some(plan) = self.file.called(&given.goal) {
                let problem = format!("`{}` is a plan, and a plan's rate is computed", plan.name);
                let help = "leave the rate out, or give the goal a name that no plan has";
                self.error(span.clone(), problem, help);
            }
            if known.contains(given.goal.name.as_str()) {
                let problem = format!("`{}` is a fact, and a fact has no rate", given.goal.name);
                let help = "leave out the rate, or write rates in place of the `fact` lines";
                self.error(span.clone(), problem, help);
            }
        }
        let mut facts: BTreeMap<&Goal, &Range<usize>> = BTreeMap::new();
        for (fact, span) in self.file.facts.iter().zip(&self.places.facts) {
            if let Some(first) = facts.insert(fact, span) {
                let problem = format!("this fact stands in line {} already", self.line(first));
                self.error(span.clone(), problem, "leave one of them out");
            }
            if self.file.called(fact).is_some() {
                let problem = format!("`{}` is a plan and cannot be a fact too", fact.name);
                self.error(span.clone(), problem, "give one of them another name");
            }
        }
    }

    /// A plan is told as many things as it has parameters, and any other goal has as many arguments
    /// in one place as in another.
    fn arguments(&mut self) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for plan in &self.file.plans {
            counts.entry(&plan.name).or_insert(plan.parameters.len());
        }
        for (goal, span) in self.all_goals() {
            let here = goal.terms.len();
            let count = *counts.entry(&goal.name).or_insert(here);
            if count != here {
                let what = match count {
                    1 => "1 argument".to_owned(),
                    count => format!("{count} arguments"),
                };
                let (problem, help) = match self.file.called(goal) {
                    Some(plan) => {
                        let names = plan.parameters.join(" ");
                        (
                            format!("the plan `{}` takes {what}, not {here}", goal.name),
                            format!("write `{}({names})` with things in their places", plan.name),
                        )
                    }
                    None => (
                        format!("`{}` has {what} elsewhere, and {here} here", goal.name),
                        "write it alike everywhere, or give one of the goals another name"
                            .to_owned(),
                    ),
                };
                self.error(span, problem, help);
            }
        }
    }

    /// Every goal in the order of the file: in plans, in facts, in rates.
    fn all_goals(&self) -> Vec<(&'a Goal, Range<usize>)> {
        let mut all = Vec::new();
        let bodies = self.file.plans.iter().map(|plan| &plan.body);
        for body in bodies.chain(&self.file.goal) {
            body.each_goal(&mut |goal, span| all.push((goal, span.0.clone())));
        }
        let facts = self.file.facts.iter().zip(&self.places.facts);
        let rates = self.file.rates.iter().map(|given| &given.goal);
        let rest = facts.chain(rates.zip(&self.places.rates));
        all.extend(rest.map(|(goal, span)| (goal, span.clone())));
        all
    }

    /// A plan that is made of itself, even of itself about other things, might never end.
    fn cycles(&mut self) {
        let plans = &self.file.plans;
        let place: BTreeMap<&str, usize> = plans
            .iter()
            .enumerate()
            .rev()
            .map(|(at, plan)| (plan.name.as_str(), at))
            .collect();
        let mut calls: Vec<Vec<usize>> = Vec::new();
        for plan in plans {
            let mut called = Vec::new();
            plan.body
                .each_goal(&mut |goal, _| called.extend(place.get(goal.name.as_str())));
            calls.push(called);
        }
        // A plan all of whose calls are known to end is known to end.
        let mut ends = vec![false; plans.len()];
        while let Some(plan) =
            (0..plans.len()).find(|&plan| !ends[plan] && calls[plan].iter().all(|&c| ends[c]))
        {
            ends[plan] = true;
        }
        let Some(first) = ends.iter().position(|ends| !ends) else {
            return;
        };
        // From a plan that does not end one always gets to another such plan, so to one met before.
        let mut path = vec![first];
        let repeated = loop {
            let last = path[path.len() - 1];
            let next = calls[last].iter().copied().find(|&called| !ends[called]);
            let next = next.expect("a plan that does not end calls one that does not");
            if let Some(start) = path.iter().position(|&met| met == next) {
                path.push(next);
                break start;
            }
            path.push(next);
        };
        let cycle: Vec<&str> = path[repeated..]
            .iter()
            .map(|&at| plans[at].name.as_str())
            .collect();
        let problem = format!("the plan is made of itself: {}", cycle.join(" -> "));
        let help = "a plan must come down to goals in the end: take it out of its own parts";
        self.error(plans[path[repeated]].span.0.clone(), problem, help);
    }

    fn line(&self, span: &Range<usize>) -> usize {
        self.text[..span.start].matches('\n').count() + 1
    }

    fn error(&mut self, span: Range<usize>, problem: String, help: impl Into<String>) {
        self.errors
            .push(PlanError::at(self.text, span, problem, help));
    }
}

/// A goal with its variables named by where they first stand: `Kill(?X)` and `Kill(?H)` are alike.
fn regardless_of_names(goal: &Goal) -> Goal {
    let mut names: Vec<&String> = Vec::new();
    let terms = goal.terms.iter().map(|term| match term {
        Term::Name(name) => Term::Name(name.clone()),
        Term::Variable(name) => {
            let at = names.iter().position(|known| *known == name);
            let at = at.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            Term::Variable(at.to_string())
        }
    });
    Goal {
        name: goal.name.clone(),
        terms: terms.collect(),
    }
}
