//! What was found out about a plan, for people.

use shido_core::Seat;
use shido_plan::{Bounds, Compared, Kind, Leaf, NodeId, Rate, Study};

use super::Findings;
use super::board::{Named, Site};
use crate::args::OrderArg;
use crate::games::text_table;
use crate::terminal::{FAINT, GOOD, STRONG, counted, outln, styled};

/// A branch is written up to here; the file has it whole.
const WIDTH: usize = 64;

pub(super) fn show(findings: &Findings) -> anyhow::Result<()> {
    if let Some(site) = &findings.site {
        board(findings, site)?;
    }
    branches(&findings.study)?;
    chosen(&findings.study)?;
    doubts(findings)?;
    leaves(findings)?;
    steps(findings)?;
    compared(&findings.study)?;
    match &findings.site {
        Some(site) => first_move(findings, site),
        None => Ok(()),
    }
}

/// The board with the first move on it, and what the groups are called.
fn board(findings: &Findings, site: &Site) -> anyhow::Result<()> {
    let board = site.terminal(findings.study.first());
    outln!("{}\n", board.trim_end());
    for Named { name, stone, group } in &site.groups {
        let stones = counted(u64::from(group.stones.len()), "stone", "stones");
        let liberties = counted(u64::from(group.liberties.len()), "liberty", "liberties");
        outln!(
            "{} {stone} {}",
            styled(STRONG, name),
            styled(
                FAINT,
                format!("{}, {stones}, {liberties}", colour(group.seat))
            )
        );
    }
    if let Some(side) = site.side
        && side != site.scene.mover()
    {
        let [side, other] = [side, side.other()].map(colour);
        let note = format!("{other} is to move here; the plan supposes that it is {side}");
        outln!("{}", styled(FAINT, note));
    }
    if !findings.unused.is_empty() {
        let note = format!(
            "the rates that the file gives for {} are not used: the board tells them",
            findings.unused.join(", ")
        );
        outln!("{}", styled(FAINT, note));
    }
    outln!("");
    Ok(())
}

/// The end of it all.
fn first_move(findings: &Findings, site: &Site) -> anyhow::Result<()> {
    let whose = site.side.map_or("", colour);
    let title = styled(STRONG, "first move");
    match findings.study.first() {
        Some((leaf, point)) => {
            let goal = findings.study.tree.title(leaf.node);
            outln!("\n{title} {whose} {} for {goal}", styled(GOOD, point));
        }
        None if findings.study.evaluation.value.least > NEEDS_NO_MOVE => {
            outln!("\n{title} none is needed");
        }
        None if findings.study.evaluation.value.most > 0.0 => {
            outln!("\n{title} no goal of the plan is furthered by one");
        }
        None => {}
    }
    let counted = |leaf: &Leaf| {
        let estimate = leaf.found.as_ref().ok();
        estimate.is_some_and(|estimate| matches!(estimate.rate, Rate::Beta(..)))
    };
    if findings.args.rates.is_none() && findings.study.evaluation.leaves.iter().any(counted) {
        let note = "playouts are random play; with `--rates FILE` such goals succeed as often as they \
                    did in games (examples/go/gnu-go.toml)";
        outln!("\n{}", styled(FAINT, note));
    }
    Ok(())
}

/// A plan that succeeds as often without a move does not need one.
const NEEDS_NO_MOVE: f64 = 0.95;

const fn colour(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "Black",
        Seat::Second => "White",
    }
}

fn branches(study: &Study) -> anyhow::Result<()> {
    let Study {
        tree,
        evaluation,
        exact,
        spread,
        ..
    } = study;
    let mut header = vec!["", "branch", "rate"];
    if spread.is_some() {
        header.extend(["with doubts", "best in"]);
    }
    header.push("");
    let mut rows = text_table(&header);
    for (at, branch) in evaluation.branches.iter().enumerate() {
        let rate = match exact {
            Some(exact) => Bounds::exactly(exact.branches[at]),
            None => branch.value,
        };
        let mut row = vec![
            (at + 1).to_string(),
            shortened(&tree.called(branch.node)),
            rate.to_string(),
        ];
        if let Some(spread) = spread {
            row.push(spread.branches[at].to_string());
            row.push(percent(spread.best[at]));
        }
        let chosen = at == study.chosen();
        row.push(if chosen {
            styled(GOOD, "chosen")
        } else {
            String::new()
        });
        rows.add_row(row);
    }
    outln!("{rows}");
    Ok(())
}

/// The chosen plan as an indented tree; with goals counted once, the goals it comes down to.
fn chosen(study: &Study) -> anyhow::Result<()> {
    let Study {
        tree,
        evaluation,
        exact,
        ..
    } = study;
    if let Some(exact) = exact {
        let independent = evaluation.value;
        let difference = 100.0 * (exact.value - independent.least);
        outln!(
            "\n{} {}, with every goal counted once; {independent} as if each place were another goal \
             ({difference:+.2} points)",
            styled(STRONG, "value"),
            percent(exact.value)
        );
        outln!("\n{}", styled(STRONG, "goals to achieve"));
        for &goal in &exact.goals {
            outln!("  {}", tree.goals()[goal]);
        }
        return Ok(());
    }
    outln!("\n{} {}", styled(STRONG, "value"), evaluation.value);
    if evaluation.value.most <= 0.0 {
        outln!("nothing here has a chance to succeed");
        return Ok(());
    }
    outln!("\n{}", styled(STRONG, "the plan"));
    let depth = |mut id: NodeId| {
        let mut depth = 0;
        while let Some(above) = tree.node(id).above {
            depth += 1;
            id = above;
        }
        depth
    };
    let top = evaluation.plan.first().map_or(0, |&id| depth(id));
    for &id in &evaluation.plan {
        let indent = "  ".repeat(depth(id) - top + 1);
        let plan = tree.node(id).plan.as_ref();
        let title = match plan {
            Some(plan) => format!("{plan}: {}", tree.title(id)),
            None => tree.title(id),
        };
        let value = match tree.node(id).kind {
            Kind::Fact { holds: true, .. } => "holds".to_owned(),
            Kind::Fact { holds: false, .. } => "does not hold".to_owned(),
            _ => evaluation.of(id).to_string(),
        };
        outln!("{indent}{title}  {}", styled(STRONG, value));
    }
    Ok(())
}

fn doubts(findings: &Findings) -> anyhow::Result<()> {
    let Study {
        evaluation,
        exact,
        spread,
        certainty,
        tree,
        ..
    } = &findings.study;
    if let Some(spread) = spread {
        outln!(
            "\nwith the doubts about the rates the value is {} ({} certainty)",
            spread.value,
            percent(*certainty)
        );
    }
    if findings.args.certainty.is_some() {
        let certain = if evaluation.decided {
            "certain enough"
        } else {
            "not that certain"
        };
        outln!(
            "the choice is {certain} ({} asked for)",
            percent(*certainty)
        );
    }
    let shared = tree.shared();
    if exact.is_none() && !shared.is_empty() {
        let goals: Vec<String> = shared.iter().map(ToString::to_string).collect();
        let note = format!(
            "in several places: {}; `--shared exact` counts each goal once",
            goals.join(", ")
        );
        outln!("{}", styled(FAINT, note));
    }
    Ok(())
}

fn leaves(findings: &Findings) -> anyhow::Result<()> {
    let Study {
        tree, evaluation, ..
    } = &findings.study;
    outln!(
        "\n{} of {} looked at, at a cost of {}",
        evaluation.evaluated(),
        counted(evaluation.leaves.len() as u64, "leaf", "leaves"),
        evaluation.cost
    );
    if findings.site.is_some() {
        let mut rows = text_table(&["looked at", "rate", "how", "cost", "begins with"]);
        for leaf in &evaluation.leaves {
            let Ok(estimate) = &leaf.found else { continue };
            rows.add_row([
                tree.title(leaf.node),
                with_doubt(estimate.rate),
                estimate.how.clone(),
                estimate.cost.to_string(),
                estimate.first.clone().unwrap_or_default(),
            ]);
        }
        outln!("{rows}");
    }
    let skipped: Vec<_> = evaluation.skipped().collect();
    if !skipped.is_empty() {
        let mut rows = text_table(&["not looked at", "because"]);
        for (leaf, why) in skipped {
            rows.add_row([tree.title(leaf.node), why.to_string()]);
        }
        outln!("{rows}");
    }
    Ok(())
}

/// More steps than this nobody reads at once.
const MOST_STEPS: usize = 40;

/// The order of development, as section 5 of the paper tells it.
fn steps(findings: &Findings) -> anyhow::Result<()> {
    let mut header = vec!["step", "branch", "developed", "found", "value"];
    let best_first = matches!(findings.args.order, OrderArg::BestFirst);
    if best_first {
        header.push("AND branches");
    }
    let mut rows = text_table(&header);
    let steps = findings.study.answer().steps;
    for (at, step) in steps.iter().enumerate().take(MOST_STEPS) {
        let found = match (step.rate, step.parts) {
            (Some(rate), _) => percent(rate),
            (None, parts) => counted(parts.unwrap_or(0) as u64, "part", "parts"),
        };
        let [least, most] = step.bounds;
        let mut row = vec![
            (at + 1).to_string(),
            step.branch.map_or(String::new(), |at| (at + 1).to_string()),
            shortened(&step.developed),
            found,
            Bounds { least, most }.to_string(),
        ];
        if best_first {
            let counts: Vec<String> = step.and_branches.iter().map(usize::to_string).collect();
            row.push(counts.join(", "));
        }
        rows.add_row(row);
    }
    outln!("\n{}", styled(STRONG, "step by step"));
    outln!("{rows}");
    if let Some(more) = steps.len().checked_sub(MOST_STEPS).filter(|more| *more > 0) {
        let note = format!("and {more} more; `--json` has all");
        outln!("{}", styled(FAINT, note));
    }
    Ok(())
}

fn compared(study: &Study) -> anyhow::Result<()> {
    if study.compared.is_empty() {
        return Ok(());
    }
    let mut rows = text_table(&["order", "leaves", "cost"]);
    for Compared { way, leaves, cost } in &study.compared {
        rows.add_row([way.name.to_owned(), leaves.to_string(), cost.to_string()]);
    }
    outln!("\n{rows}");
    Ok(())
}

/// A rate with where it lies in 95 of 100 cases, if it is not surely known.
fn with_doubt(rate: Rate) -> String {
    match rate {
        Rate::Known(rate) => percent(rate),
        _ => {
            let Bounds { least, most } = rate.interval(0.95);
            let [least, most] = [least, most].map(|end| 100.0 * end);
            format!("{} ({least:.0} to {most:.0}%)", percent(rate.mean()))
        }
    }
}

fn percent(rate: f64) -> String {
    Bounds::exactly(rate).to_string()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
