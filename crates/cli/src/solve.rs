//! `shido solve`.

use std::process::ExitCode;

use shido::{Catalog, EndgameSolution, Extent, Solution, SolutionKind};
use shido_core::Verdict;

use crate::args::SolveArgs;
use crate::terminal::{FAINT, STRONG, Watcher, counted, grouped, outln, styled};

/// Solves a game.
pub(crate) fn solve(args: &SolveArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    let watcher = Watcher::new(None);
    if let Some(endgame) = &args.endgame {
        let solution = game.solve_endgame(endgame, &args.common.settings(), &|event| {
            watcher.see(event);
        });
        watcher.done();
        match args.common.json {
            true => crate::terminal::print_json(&solution?)?,
            false => print_endgame(&game.about().title, &solution?)?,
        }
        return Ok(ExitCode::SUCCESS);
    }
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

fn print_endgame(title: &str, solution: &EndgameSolution) -> anyhow::Result<()> {
    let summary = &solution.summary;
    let longest = match summary.longest {
        0 => "nobody can force a win".to_owned(),
        plies => format!(
            "the longest win takes {} ({})",
            counted(u64::from(solution.longest_moves()), "move", "moves"),
            counted(u64::from(plies), "ply", "plies")
        ),
    };
    let name = format!("{title} {}", solution.endgame);
    outln!("{}: {longest}", styled(STRONG, name));
    let mut rows = counts(
        summary.positions,
        summary.positions_up_to_symmetry,
        [summary.terminal, summary.won, summary.drawn, summary.lost],
    );
    rows.extend((solution.longest_position.clone()).map(|position| ("from", position)));
    for (name, value) in rows {
        outln!("  {name:<24}{value}");
    }
    let size = summary.positions_up_to_symmetry.max(1) as f64;
    let how = match solution.from_cache {
        true => "read",
        false => "solved",
    };
    let done = format!(
        "{how} in {:.2} s, {:.1} MiB, {:.1} bytes a position",
        solution.seconds,
        solution.bytes as f64 / f64::from(1 << 20),
        solution.bytes as f64 / size
    );
    outln!("{}", styled(FAINT, done));
    if let Some(path) = &solution.table {
        outln!("{}", styled(FAINT, format!("kept in {}", path.display())));
    }
    Ok(())
}

/// How many positions there are of each kind: over, won, drawn and lost.
fn counts(positions: u64, orbits: u64, kinds: [u64; 4]) -> Vec<(&'static str, String)> {
    let [terminal, won, drawn, lost] = kinds.map(grouped);
    vec![
        ("positions", grouped(positions)),
        ("  up to symmetry", grouped(orbits)),
        ("  over", terminal),
        ("  won by the mover", won),
        ("  drawn", drawn),
        ("  lost by the mover", lost),
    ]
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
        SolutionKind::SolvedTable { summary, .. } => {
            let mut rows = counts(
                summary.positions,
                summary.positions_up_to_symmetry,
                [summary.terminal, summary.won, summary.drawn, summary.lost],
            );
            let longest = counted(u64::from(summary.longest), "ply", "plies");
            rows.extend([
                ("longest win", longest),
                ("winning openings", winning),
                ("drawing openings", drawing),
            ]);
            rows
        }
        SolutionKind::Proof { nodes } => vec![
            ("a winning opening", winning),
            ("a drawing opening", drawing),
            ("looked at", format!("{} positions", grouped(*nodes))),
        ],
    };
    rows.retain(|(_, value)| !value.is_empty());
    rows
}
