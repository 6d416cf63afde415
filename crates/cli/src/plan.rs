//! `shido plan`.

mod asked;
pub(crate) mod board;
mod json;
mod show;

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use shido_core::{Seat, Seed};
use shido_draw::{and_or_dot, and_or_svg};
use shido_plan::{
    CountedOnce, Cuts, Evaluation, Given, Goal, GroundError, Leaf, Leaves, NoRate, Options, OrRule,
    Order, PlanError, PlanErrors, PlanFile, Rate, Spread, Tree, Way, count_once, evaluate, missing,
    picture, spread, ways,
};
use shido_tactics::{BoardError, OnBoard};

use self::asked::Asked;
use self::board::Site;
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
    /// The board that facts and rates were found on, if it was one.
    site: Option<Site>,
    /// Of which goals the file gives rates that are not used, since the board tells them.
    unused: Vec<String>,
}

impl Findings<'_> {
    /// The branch to take.
    fn chosen(&self) -> usize {
        self.exact
            .as_ref()
            .map_or(self.evaluation.chosen, |exact| exact.chosen)
    }

    /// What to do first, and for which goal.
    fn first(&self) -> Option<(&Leaf, &str)> {
        match &self.exact {
            None => self.evaluation.first(),
            Some(exact) => {
                let chosen = |leaf: &Leaf| exact.goals.contains(&leaf.goal);
                self.evaluation.first_among(chosen)
            }
        }
    }
}

/// Evaluates a plan.
pub(crate) fn plan(args: &PlanArgs) -> anyhow::Result<ExitCode> {
    let to_stdout = [&args.svg, &args.board]
        .into_iter()
        .flatten()
        .filter(|target| *target == Path::new("-"));
    if to_stdout.count() + usize::from(args.json) > 1 {
        anyhow::bail!("only one of --json, --svg and --board can go to standard output");
    }
    let source = Source::read(&args.file)?;
    match &args.position {
        None => {
            let mut leaves = Given::new(&source.file);
            let tree = source.ground(&mut leaves)?;
            present(&find(args, &source, &tree, &mut leaves, None)?)
        }
        Some(position) => {
            let scene = board::scene(position, args.after)?;
            let rates = args.rates.as_deref().map(board::rates).transpose()?;
            let mut leaves = OnBoard::new(scene.position(), board::effort(args), Seed(args.seed))
                .with_given(&source.file);
            if let Some(rates) = &rates {
                leaves = leaves.with_rates(rates);
            }
            let mut site = Site::new(scene, &source.file, &args.group, &mut leaves)?;
            let tree = source.ground(&mut leaves)?;
            site.side = source.side(&tree, &leaves)?;
            let mut leaves = Asked::new(leaves);
            let findings = find(args, &source, &tree, &mut leaves, Some(site))?;
            // The spinner goes before anything is printed.
            drop(leaves);
            present(&findings)
        }
    }
}

fn present(findings: &Findings) -> anyhow::Result<ExitCode> {
    let args = findings.args;
    if let Some(target) = &args.svg {
        let picture = picture(findings.tree, &findings.evaluation);
        let graphviz = target
            .extension()
            .is_some_and(|ending| ending == "dot" || ending == "gv");
        let drawing = if graphviz {
            and_or_dot(&picture)
        } else {
            and_or_svg(&picture)
        };
        if !drawn(target, &drawing)? {
            return Ok(ExitCode::SUCCESS);
        }
    }
    if let (Some(target), Some(site)) = (&args.board, &findings.site)
        && !drawn(target, &site.svg(findings.first()))?
    {
        return Ok(ExitCode::SUCCESS);
    }
    if args.json {
        outln!("{}", json::json(findings));
    } else {
        show::show(findings)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Puts a drawing where it should go. Nothing else may follow one on standard output, which is told by
/// `false`.
fn drawn(target: &Path, drawing: &str) -> anyhow::Result<bool> {
    if target == Path::new("-") {
        outln!("{}", drawing.trim_end());
        return Ok(false);
    }
    whole_file::write(target, drawing)?;
    Ok(true)
}

/// A goal that nothing is known of.
trait Unanswered: std::error::Error {
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
        self.problem.help()
    }
}

/// The file of a plan.
struct Source {
    name: String,
    text: String,
    file: PlanFile,
}

impl Source {
    fn read(path: &Path) -> anyhow::Result<Source> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
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
    fn ground<L: Leaves<Error: Unanswered>>(&self, leaves: &mut L) -> anyhow::Result<Tree> {
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
    fn side(&self, tree: &Tree, leaves: &OnBoard) -> anyhow::Result<Option<Seat>> {
        let mut side = None;
        for goal in tree.goals() {
            let Some(wanted_by) = leaves.wanted_by(goal) else {
                continue;
            };
            if wanted_by != *side.get_or_insert(wanted_by) {
                let problem = format!("`{goal}` is what the other side wants");
                let help = "one side carries a plan out: `Kill` and `Dead` are about its enemies, the \
                            other goals about groups of its own";
                let span = self.place_of(goal);
                let error = PlanError::at(&self.text, span, problem, help.to_owned());
                return Err(self.mistakes(vec![error]));
            }
        }
        Ok(side)
    }

    /// Shows goals that nothing is known of where they stand.
    fn unanswered(&self, errors: &[impl Unanswered]) -> anyhow::Error {
        let shown = errors.iter().map(|error| {
            let span = self.place_of(error.goal());
            PlanError::at(&self.text, span, error.to_string(), error.help())
        });
        self.mistakes(shown.collect())
    }

    /// Where a goal of this name first stands in the file.
    fn place_of(&self, goal: &Goal) -> Range<usize> {
        let plans = self.file.plans.iter().map(|plan| &plan.body);
        let mut place = None;
        for body in self.file.goal.iter().chain(plans) {
            body.each_goal(&mut |written, span| {
                if written.name == goal.name && place.is_none() {
                    place = Some(span.0.clone());
                }
            });
        }
        place.unwrap_or(0..0)
    }
}

fn find<'a, L: Leaves<Error: Unanswered>>(
    args: &'a PlanArgs,
    source: &Source,
    tree: &'a Tree,
    leaves: &mut L,
    site: Option<Site>,
) -> anyhow::Result<Findings<'a>> {
    let unanswered = |error| source.unanswered(&[error]);
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
    let mut evaluation = evaluate(tree, leaves, &options).map_err(unanswered)?;
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
            let found = evaluate(tree, leaves, &way.options).map_err(unanswered)?;
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
        unused: site.iter().flat_map(|_| told_by_board(source)).collect(),
        site,
    })
}

/// The goals whose rates the file gives though the board tells them.
fn told_by_board(source: &Source) -> BTreeSet<String> {
    let names = source.file.rates.iter().map(|given| &given.goal.name);
    names
        .filter(|name| shido_tactics::is_known(name))
        .cloned()
        .collect()
}
