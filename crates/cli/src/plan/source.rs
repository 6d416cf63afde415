//! The file of a plan, and mistakes shown where they stand in it.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use anyhow::Context;
use shido::files::{WRITTEN, read_text};
use shido_core::Seat;
use shido_plan::{
    Goal, GroundError, Leaves, NoRate, PlanError, PlanErrors, PlanFile, Tree, missing,
};
use shido_tactics::{BoardError, OnBoard, Problem, is_known};

/// What is wrong with the file of a plan.
#[derive(Debug)]
pub(crate) struct PlanMistakes {
    pub(crate) file: String,
    pub(crate) text: String,
    pub(crate) errors: Vec<PlanError>,
}

impl std::fmt::Display for PlanMistakes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for error in &self.errors {
            writeln!(f, "{}, {error}", self.file)?;
        }
        Ok(())
    }
}

impl std::error::Error for PlanMistakes {}

/// A goal that nothing is known of.
pub(super) trait Unanswered: std::error::Error {
    fn goal(&self) -> &Goal;
    fn help(&self) -> String;
}

impl Unanswered for NoRate {
    fn goal(&self) -> &Goal {
        &self.goal
    }

    fn help(&self) -> String {
        NoRate::help(self)
    }
}

impl Unanswered for BoardError {
    fn goal(&self) -> &Goal {
        &self.goal
    }

    fn help(&self) -> String {
        match &self.problem {
            Problem::Unnamed(name) | Problem::Beside(name) | Problem::Empty(name) => format!(
                "say which stone it is, as in `--group {name}=D4`, or let a fact find one: \
                 `Neighbor_Of(G ?H)`"
            ),
            other => other.help(),
        }
    }
}

/// The file of a plan.
pub(super) struct Source {
    name: String,
    text: String,
    pub(super) file: PlanFile,
}

impl Source {
    pub(super) fn read(path: &Path) -> anyhow::Result<Source> {
        let name = path.display().to_string();
        let text = read_text(path, WRITTEN).with_context(|| format!("cannot read {name}"))?;
        let text = text.trim_start_matches('\u{feff}').to_owned();
        match PlanFile::parse(&text) {
            Ok(file) => Ok(Source { name, text, file }),
            Err(PlanErrors(errors)) => Err(PlanMistakes {
                file: name,
                text,
                errors,
            }
            .into()),
        }
    }

    fn mistakes(&self, errors: Vec<PlanError>) -> anyhow::Error {
        PlanMistakes {
            file: self.name.clone(),
            text: self.text.clone(),
            errors,
        }
        .into()
    }

    /// Puts all parts of the plan in. That every goal has a rate is found out here, not when it is looked
    /// at, which may depend on the order.
    pub(super) fn ground<L: Leaves<Error: Unanswered>>(
        &self,
        leaves: &mut L,
    ) -> anyhow::Result<Tree> {
        let tree = match self.file.ground(&[], leaves) {
            Ok(tree) => tree,
            Err(GroundError::Unbound {
                variable,
                goal,
                span,
            }) => {
                let problem = format!("nothing says what `?{variable}` stands for");
                let help = format!(
                    "put a goal beside `{goal}`, below the same AND, that is a fact about \
                     `?{variable}`: `Neighbor_Of(G ?{variable})`, and on a line of its own `fact \
                     Neighbor_Of(G G1)`, or find facts on a Go board with `--position game.sgf`"
                );
                let error = PlanError::at(&self.text, span.0, problem, help);
                return Err(self.mistakes(vec![error]));
            }
            Err(GroundError::Leaf(error)) => return Err(self.unanswered(&[error])),
            Err(error) => anyhow::bail!("{error}"),
        };
        let missing = missing(&tree, leaves);
        match missing.is_empty() {
            true => Ok(tree),
            false => Err(self.unanswered(&missing)),
        }
    }

    /// The side that a plan is for: all goals that the board knows must be of one.
    pub(super) fn side(&self, tree: &Tree, leaves: &OnBoard) -> anyhow::Result<Option<Seat>> {
        let mut first: Option<(&Goal, Seat)> = None;
        for goal in tree.goals() {
            let Some(wanted_by) = leaves.wanted_by(goal) else {
                continue;
            };
            let (before, side) = *first.get_or_insert((goal, wanted_by));
            if wanted_by != side {
                let problem = format!("`{before}` is what one side wants, `{goal}` the other");
                let help = "one side carries a plan out: `Kill` and `Dead` are about its enemies, the \
                            other goals about groups of its own";
                let span = self.place_of(goal);
                let error = PlanError::at(&self.text, span, problem, help.to_owned());
                return Err(self.mistakes(vec![error]));
            }
        }
        Ok(first.map(|(_, side)| side))
    }

    /// Shows goals that nothing is known of where they stand.
    pub(super) fn unanswered(&self, errors: &[impl Unanswered]) -> anyhow::Error {
        let shown = errors.iter().map(|error| {
            let span = self.place_of(error.goal());
            PlanError::at(&self.text, span, error.to_string(), error.help())
        });
        self.mistakes(shown.collect())
    }

    /// Where a goal stands in the file: the goal itself, or else one of its name, with variables or
    /// parameters.
    fn place_of(&self, goal: &Goal) -> Range<usize> {
        let plans = self.file.plans.iter().map(|plan| &plan.body);
        let mut places = Vec::new();
        for body in self.file.goal.iter().chain(plans) {
            body.each_goal(&mut |written, span| {
                if written.name == goal.name {
                    places.push((written != goal, span.0.clone()));
                }
            });
        }
        // The sort is stable: of several the first.
        places.sort_by_key(|(other, _)| *other);
        places.into_iter().next().map_or(0..0, |(_, place)| place)
    }

    /// The goals whose rates the file gives though the board tells them.
    pub(super) fn told_by_board(&self) -> BTreeSet<String> {
        let names = self.file.rates.iter().map(|given| &given.goal.name);
        names.filter(|name| is_known(name)).cloned().collect()
    }
}
