//! `shido plan`.

mod asked;
pub(crate) mod board;
mod show;
mod source;

use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use shido_core::Seed;
use shido_draw::{and_or_dot, and_or_svg};
use shido_plan::{
    Cuts, Given, Leaves, Options, OrRule, Order, PlanAnswer, Question, Study, StudyError, Tree,
    picture, study,
};
use shido_tactics::{BoardAnswer, OnBoard};

use self::asked::Asked;
use self::board::Site;
pub(crate) use self::source::PlanMistakes;
use self::source::{Source, Unanswered};
use crate::args::{CutsArg, OrArg, OrderArg, PlanArgs, SharedArg};
use crate::terminal::print_json;
use crate::whole_file;

/// Everything that was found out, for those who print it.
struct Findings<'a> {
    args: &'a PlanArgs,
    study: Study<'a>,
    /// The board that facts and rates were found on, if it was one.
    site: Option<Site>,
    /// Of which goals the file gives rates that are not used, since the board tells them.
    unused: Vec<String>,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Printed {
    file: String,
    #[serde(flatten)]
    answer: PlanAnswer,
    #[serde(flatten)]
    board: Option<BoardAnswer>,
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
    for file in [&args.svg, &args.board].into_iter().flatten() {
        whole_file::check(file, true)?;
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
    // Whatever becomes of the files, the result is printed.
    let mut kept = Ok(());
    if let Some(target) = &args.svg {
        let picture = picture(findings.study.tree, &findings.study.evaluation);
        let graphviz = target
            .extension()
            .is_some_and(|ending| ending == "dot" || ending == "gv");
        let drawing = if graphviz {
            and_or_dot(&picture)
        } else {
            and_or_svg(&picture)
        };
        kept = whole_file::write(target, &drawing);
    }
    if let (Some(target), Some(site)) = (&args.board, &findings.site) {
        let drawing = site.svg(findings.study.first());
        kept = kept.and(whole_file::write(target, &drawing));
    }
    // Nothing else may follow a drawing on standard output.
    let mut targets = [&args.svg, &args.board].into_iter().flatten();
    if targets.any(|target| target == Path::new("-")) {
        return kept.map(|()| ExitCode::SUCCESS);
    }
    if args.json {
        print_json(&Printed {
            file: args.file.display().to_string(),
            answer: findings.study.answer(),
            board: findings
                .site
                .as_ref()
                .map(|site| site.answer(&findings.study)),
        })?;
    } else {
        show::show(findings)?;
    }
    kept?;
    Ok(ExitCode::SUCCESS)
}

fn find<'a, L: Leaves<Error: Unanswered>>(
    args: &'a PlanArgs,
    source: &Source,
    tree: &'a Tree,
    leaves: &mut L,
    site: Option<Site>,
) -> anyhow::Result<Findings<'a>> {
    let question = Question {
        options: Options {
            order: match args.order {
                OrderArg::DepthFirst => Order::DepthFirst,
                OrderArg::BestFirst => Order::BestFirst,
                OrderArg::Saving => Order::Saving,
            },
            cuts: match args.cuts {
                CutsArg::On => Cuts::Paper,
                CutsArg::Off => Cuts::Off,
                CutsArg::Deep => Cuts::Deep,
            },
            or: match args.or_rule {
                OrArg::Maximum => OrRule::Maximum,
                OrArg::Any => OrRule::Any,
            },
            certainty: args.certainty,
        },
        count_once: args.shared == SharedArg::Exact,
        compare: args.compare,
        seed: Seed(args.seed),
    };
    let study = study(tree, leaves, &question).map_err(|error| match error {
        StudyError::Leaf(error) => source.unanswered(&[error]),
        StudyError::TooEntangled(error) => error.into(),
    })?;
    Ok(Findings {
        args,
        study,
        unused: site.iter().flat_map(|_| source.told_by_board()).collect(),
        site,
    })
}
