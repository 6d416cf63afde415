//! `shido solve`.

use std::process::ExitCode;

use shido::{Catalog, Extent, Solution, SolutionKind};
use shido_core::Verdict;

use crate::args::SolveArgs;
use crate::terminal::{FAINT, STRONG, Watcher, counted, grouped, outln, styled};

/// Solves a game.
pub(crate) fn solve(args: &SolveArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    let watcher = Watcher::new(None);
    let extent = match (args.value_only, args.distance) {
        (false, _) => Extent::Whole,
        (true, false) => Extent::Value,
        (true, true) => Extent::Distance,
    };
    let solution = game.solve(extent, &args.common.settings(), &|event| watcher.see(event));
    watcher.done();
    let solution = solution?;
    let about = game.about();
    if args.common.json {
        crate::terminal::print_json(&solution)?;
    } else {
        outln!("{}: {}", styled(STRONG, &about.title), sentence(&solution));
        print_details(&solution)?;
    }
    Ok(ExitCode::SUCCESS)
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

fn print_details(solution: &Solution) -> anyhow::Result<()> {
    for (name, value) in rows(solution) {
        outln!("  {name:<24}{value}");
    }
    let seconds = solution.seconds;
    match &solution.kind {
        SolutionKind::SolvedTable {
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
    let winning = solution.winning_openings.join(", ");
    let drawing = solution.drawing_openings().join(", ");
    let mut rows = match &solution.kind {
        SolutionKind::SolvedTable { summary, .. } => vec![
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
