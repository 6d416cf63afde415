//! `shido solve`.

use std::process::ExitCode;
use std::time::Instant;

use anstream::println;
use serde_json::json;
use shido_catalog::{Solution, SolutionKind, open};
use shido_core::{ForFirst, Verdict};

use crate::args::SolveArgs;
use crate::terminal::{FAINT, STRONG, Watcher, grouped, styled};

/// Solves a game.
pub(crate) fn solve(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let game = open(&args.game)?;
    let watcher = Watcher::new(None);
    let started = Instant::now();
    let solution = game.solve(args.value_only, &args.common.settings(), &|event| {
        watcher.see(event)
    });
    watcher.done();
    let solution = solution?;
    let seconds = started.elapsed().as_secs_f64();
    let about = game.about();
    if args.common.json {
        print_json(&about.name, &solution, seconds);
    } else {
        println!("{}: {}", styled(STRONG, &about.title), sentence(&solution));
        print_details(&solution, seconds);
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
    let plies = solution.distance.unwrap_or_default();
    match solution.value.0 {
        Verdict::Win => format!("the first player wins in {plies} plies"),
        Verdict::Draw => "a draw".to_owned(),
        Verdict::Loss => format!("the second player wins in {plies} plies"),
    }
}

fn print_details(solution: &Solution, seconds: f64) {
    let row = |name: &str, value: String| println!("  {name:<24}{value}");
    match &solution.kind {
        SolutionKind::Table {
            summary,
            loaded,
            kept,
        } => {
            row("positions", grouped(summary.positions));
            row(
                "  up to symmetry",
                grouped(summary.positions_up_to_symmetry),
            );
            row("  over", grouped(summary.terminal));
            row("  won by the mover", grouped(summary.won));
            row("  drawn", grouped(summary.drawn));
            row("  lost by the mover", grouped(summary.lost));
            row("longest win", format!("{} plies", summary.longest));
            openings(solution, row);
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
            println!("{}", styled(FAINT, source));
            if let (false, Some(path)) = (loaded, kept) {
                println!("{}", styled(FAINT, format!("kept in {}", path.display())));
            }
        }
        SolutionKind::Proof { nodes } => {
            openings(solution, row);
            row("searched", format!("{} positions", grouped(*nodes)));
            println!(
                "{}",
                styled(FAINT, format!("{seconds:.2} s, no table kept"))
            );
        }
    }
}

fn openings(solution: &Solution, row: impl Fn(&str, String)) {
    for (name, moves) in [
        ("winning openings", &solution.winning_openings),
        ("drawing openings", &solution.drawing_openings),
    ] {
        if !moves.is_empty() {
            row(name, moves.join(", "));
        }
    }
}

fn print_json(name: &str, solution: &Solution, seconds: f64) {
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
    println!("{object}");
}
