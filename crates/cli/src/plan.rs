//! `shido plan`.

mod asked;
pub(crate) mod board;
mod json;
mod show;
mod source;

use std::path::Path;
use std::process::ExitCode;

use shido_core::Seed;
use shido_draw::{and_or_dot, and_or_svg};
use shido_plan::{
    CountedOnce, Cuts, Evaluation, Given, Leaf, Leaves, Options, OrRule, Order, Rate, Spread, Tree,
    Way, count_once, evaluate, picture, spread, ways,
};
use shido_tactics::OnBoard;

use self::asked::Asked;
use self::board::Site;
pub(crate) use self::source::PlanMistakes;
use self::source::{Source, Unanswered};
use crate::args::{CutsArg, OrArg, OrderArg, PlanArgs, SharedArg};
use crate::terminal::outln;
use crate::whole_file;

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
        unused: site.iter().flat_map(|_| source.told_by_board()).collect(),
        site,
    })
}
