//! `shido plan`.

mod json;
mod show;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use shido_core::Seed;
use shido_draw::{and_or_dot, and_or_svg};
use shido_plan::{
    CountedOnce, Cuts, Evaluation, Expression, Given, Goal, GroundError, Options, OrRule, Order,
    PlanError, PlanFile, Rate, Spread, Tree, Way, count_once, evaluate, picture, spread, ways,
};

use crate::args::{CutsArg, OrArg, OrderArg, PlanArgs, SharedArg};
use crate::terminal::outln;
use crate::whole_file;

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

/// Everything that was found out, for those who print it.
struct Findings<'a> {
    args: &'a PlanArgs,
    tree: &'a Tree,
    evaluation: Evaluation,
    /// With every goal counted once, where that was asked for.
    exact: Option<CountedOnce>,
    /// Error bars, where a rate is not surely known.
    spread: Option<Spread>,
    /// How certain these are.
    certainty: f64,
    /// How many leaves each way looks at and what that costs, where that was asked for.
    compared: Vec<(Way, usize, f64)>,
}

impl Findings<'_> {
    /// The branch to take.
    fn chosen(&self) -> usize {
        self.exact
            .as_ref()
            .map_or(self.evaluation.chosen, |exact| exact.chosen)
    }
}

/// Evaluates a plan.
pub(crate) fn plan(args: &PlanArgs) -> anyhow::Result<ExitCode> {
    let (file, tree) = read(&args.file)?;
    let findings = find(args, &file, &tree)?;
    if let Some(target) = &args.svg {
        let picture = picture(&tree, &findings.evaluation);
        let graphviz = target
            .extension()
            .is_some_and(|ending| ending == "dot" || ending == "gv");
        let drawing = if graphviz {
            and_or_dot(&picture)
        } else {
            and_or_svg(&picture)
        };
        whole_file::write(target, &drawing)?;
    }
    if args.json {
        outln!("{}", json::json(&findings));
    } else {
        show::show(&findings)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a plan and puts all its parts in. That every goal has a rate is found out here, not when it
/// is looked at, which may depend on the order.
fn read(path: &Path) -> anyhow::Result<(PlanFile, Tree)> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let mistakes = |errors| PlanMistakes {
        file: name.clone(),
        text: text.clone(),
        errors,
    };
    let file = PlanFile::parse(&text).map_err(|errors| mistakes(errors.0))?;
    let mut leaves = Given::new(&file);
    let tree = match file.ground(&[], &mut leaves) {
        Ok(tree) => tree,
        Err(GroundError::Unbound {
            variable,
            goal,
            span,
        }) => {
            let problem = format!("nothing says what `?{variable}` stands for");
            let help = format!(
                "put a goal beside `{goal}`, below the same AND, that is a fact about `?{variable}`: \
                 `Neighbor_Of(G ?{variable})`, and on a line of its own `fact Neighbor_Of(G G1)`"
            );
            let error = PlanError::at(&text, span.0, problem, help);
            return Err(mistakes(vec![error]).into());
        }
        Err(error) => return Err(error.into()),
    };
    let missing = leaves.missing(&tree);
    if !missing.is_empty() {
        let errors = missing.iter().map(|missing| {
            let span = place_of(&file, &missing.goal);
            PlanError::at(&text, span, missing.to_string(), missing.help())
        });
        return Err(mistakes(errors.collect()).into());
    }
    Ok((file, tree))
}

/// Where a goal of this name first stands in the file.
fn place_of(file: &PlanFile, goal: &Goal) -> std::ops::Range<usize> {
    let bodies: Vec<&Expression> = file
        .goal
        .iter()
        .chain(file.plans.iter().map(|plan| &plan.body))
        .collect();
    let mut place = None;
    for body in bodies {
        body.each_goal(&mut |written, span| {
            if written.name == goal.name && place.is_none() {
                place = Some(span.0.clone());
            }
        });
    }
    place.unwrap_or(0..0)
}

fn find<'a>(args: &'a PlanArgs, file: &PlanFile, tree: &'a Tree) -> anyhow::Result<Findings<'a>> {
    let or = match args.or_rule {
        OrArg::Maximum => OrRule::Maximum,
        OrArg::Any => OrRule::Any,
    };
    let exactly = args.shared == SharedArg::Exact;
    let options = Options {
        order: match args.order {
            OrderArg::DepthFirst => Order::DepthFirst,
            OrderArg::BestFirst => Order::BestFirst,
            OrderArg::Saving => Order::Saving,
        },
        cuts: match args.cuts {
            // The cuts suppose that goals are independent.
            _ if exactly => Cuts::Off,
            CutsArg::On => Cuts::Paper,
            CutsArg::Off => Cuts::Off,
            CutsArg::Deep => Cuts::Deep,
        },
        or,
        certainty: args.certainty,
    };
    let mut leaves = Given::new(file);
    let mut evaluation = evaluate(tree, &mut leaves, &options)?;
    let exact = if exactly {
        let mut rates = vec![0.0; tree.goals().len()];
        for leaf in &evaluation.leaves {
            if let Ok(estimate) = &leaf.found {
                rates[leaf.goal] = estimate.rate.mean();
            }
        }
        // The best plan with shared goals is a set of goals, not one branch of each OR.
        evaluation.plan.clear();
        Some(count_once(tree, or, &rates)?)
    } else {
        None
    };
    let certainty = args.certainty.unwrap_or(0.95);
    let unsure = evaluation.leaves.iter().any(|leaf| match &leaf.found {
        Ok(estimate) => !matches!(estimate.rate, Rate::Known(_)),
        Err(_) => false,
    });
    let spread = unsure.then(|| spread(tree, or, &evaluation, certainty, Seed(args.seed)));
    let mut compared = Vec::new();
    if args.compare {
        for way in ways(or) {
            let found = evaluate(tree, &mut leaves, &way.options)?;
            compared.push((way, found.evaluated(), found.cost));
        }
    }
    Ok(Findings {
        args,
        tree,
        evaluation,
        exact,
        spread,
        certainty,
        compared,
    })
}
