//! `shido solve`.

use std::process::ExitCode;
use std::time::Instant;

use serde_json::json;
use shido_catalog::{Extent, Solution, SolutionKind, open};
use shido_core::{ForFirst, Verdict};

use crate::args::SolveArgs;
use crate::terminal::{FAINT, STRONG, Watcher, counted, grouped, outln, styled};

/// Solves a game.
pub(crate) fn solve(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let game = open(&args.game)?;
    let watcher = Watcher::new(None);
    let started = Instant::now();
    let extent = match (args.value_only, args.distance) {
        (false, _) => Extent::Whole,
        (true, false) => Extent::Value,
        (true, true) => Extent::Distance,
    };
    let solution = game.solve(extent, &args.common.settings(), &|event| watcher.see(event));
    watcher.done();
    let solution = solution?;
    let seconds = started.elapsed().as_secs_f64();
    let about = game.about();
    if args.common.json {
        print_json(&about.name, &solution, seconds)?;
    } else {
        outln!("{}: {}", styled(STRONG, &about.title), sentence(&solution));
        print_details(&solution, seconds)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn value_word(value: ForFirst<Verdict>) -> &'static str {
    match value.0 {
        Verdict::Win => "first",
        Verdict::Draw => "draw",
        Verdict::Loss => "second",
    }
}

fn sentence(solution: &Solution) -> String {
    let winner = match solution.value.0 {
        Verdict::Win => "first",
        Verdict::Draw => return "a draw".to_owned(),
        Verdict::Loss => "second",
    };
    match solution.distance {
        Some(plies) => {
            let plies = counted(u64::from(plies), "ply", "plies");
            format!("the {winner} player wins in {plies}")
        }
        None => format!("the {winner} player wins"),
    }
}

fn print_details(solution: &Solution, seconds: f64) -> anyhow::Result<()> {
    for (name, value) in rows(solution) {
        outln!("  {name:<24}{value}");
    }
    match &solution.kind {
        SolutionKind::Table {
            summary,
            loaded,
            kept,
        } => {
            let rate = summary.positions_up_to_symmetry as f64 / seconds;
            let source = match (loaded, kept) {
                (true, Some(path)) => format!("read from {} in {seconds:.2} s", path.display()),
                (true, None) => format!("already solved, {seconds:.2} s"),
                (false, _) => format!(
                    "solved in {seconds:.2} s, {} positions/s, {:.1} bytes a position",
                    grouped(rate as u64),
                    summary.peak_bytes as f64 / summary.positions_up_to_symmetry as f64
                ),
            };
            outln!("{}", styled(FAINT, source));
            if let (false, Some(path)) = (loaded, kept) {
                outln!("{}", styled(FAINT, format!("kept in {}", path.display())));
            }
        }
        SolutionKind::Proof { .. } => {
            outln!(
                "{}",
                styled(FAINT, format!("{seconds:.2} s, no table kept"))
            );
        }
    }
    Ok(())
}

fn rows(solution: &Solution) -> Vec<(&'static str, String)> {
    let openings = [&solution.winning_openings, &solution.drawing_openings];
    let [winning, drawing] = openings.map(|moves| moves.join(", "));
    let mut rows = match &solution.kind {
        SolutionKind::Table { summary, .. } => vec![
            ("positions", grouped(summary.positions)),
            (
                "  up to symmetry",
                grouped(summary.positions_up_to_symmetry),
            ),
            ("  over", grouped(summary.terminal)),
            ("  won by the mover", grouped(summary.won)),
            ("  drawn", grouped(summary.drawn)),
            ("  lost by the mover", grouped(summary.lost)),
            (
                "longest win",
                counted(u64::from(summary.longest), "ply", "plies"),
            ),
            ("winning openings", winning),
            ("drawing openings", drawing),
        ],
        SolutionKind::Proof { nodes } => vec![
            ("a winning opening", winning),
            ("a drawing opening", drawing),
            ("looked at", format!("{} positions", grouped(*nodes))),
        ],
    };
    rows.retain(|(_, value)| !value.is_empty());
    rows
}

fn print_json(name: &str, solution: &Solution, seconds: f64) -> anyhow::Result<()> {
    let unlost = [&solution.winning_openings[..], &solution.drawing_openings].concat();
    let mut object = json!({
        "game": name,
        "value": value_word(solution.value),
        "distance": solution.distance,
        "positions": null,
        "positions_up_to_symmetry": null,
        "terminal": null,
        "won": null,
        "drawn": null,
        "lost": null,
        "drawing_or_winning_openings": unlost,
        "winning_openings": solution.winning_openings,
        "seconds": seconds,
    });
    match &solution.kind {
        SolutionKind::Table {
            summary,
            loaded,
            kept,
        } => {
            object["positions"] = json!(summary.positions);
            object["positions_up_to_symmetry"] = json!(summary.positions_up_to_symmetry);
            object["terminal"] = json!(summary.terminal);
            object["won"] = json!(summary.won);
            object["drawn"] = json!(summary.drawn);
            object["lost"] = json!(summary.lost);
            object["longest"] = json!(summary.longest);
            object["peak_bytes"] = json!(summary.peak_bytes);
            object["from_cache"] = json!(loaded);
            object["table"] = json!(kept);
        }
        SolutionKind::Proof { nodes } => object["nodes"] = json!(nodes),
    }
    outln!("{object}");
    Ok(())
}
