//! `shido tune --method probcut`.

use std::process::ExitCode;

use shido::{AnyGame, ProbCutOrder, ProbCutReport};

use super::Found;
use crate::args::TuneArgs;
use crate::terminal::{STRONG, Watcher, grouped, outln, styled};
use crate::whole_file;

/// Contests and plies where nothing else is asked for.
const GAMES: u64 = 100;
const DEPTH: u32 = 8;
/// With fewer plies there is nothing that a shallow search could tell of a deep one.
const LEAST_DEPTH: u32 = 3;

/// Measures how far shallow searches are from deep ones.
pub(super) fn measure(args: &TuneArgs, game: &dyn AnyGame) -> anyhow::Result<ExitCode> {
    if args.lambda.is_some()
        || args.exploration.is_some()
        || args.rate.is_some()
        || args.curve.is_some()
    {
        anyhow::bail!(
            "`--lambda`, `--exploration`, `--rate` and `--curve` are for learning weights: leave them out"
        );
    }
    let depth = args.depth.unwrap_or(DEPTH);
    if depth < LEAST_DEPTH {
        anyhow::bail!("`--depth {depth}` is too shallow to compare: write {LEAST_DEPTH} or more");
    }
    let order = ProbCutOrder {
        games: args.games.unwrap_or(GAMES),
        depth,
        opening_plies: args.opening_plies,
        weights: args.weights.clone(),
    };
    if let Some(file) = &args.out {
        whole_file::check(file, args.force)?;
    }
    let watcher = Watcher::new(Some(order.games));
    let report = game.measure_probcut(&order, &args.common.settings(), &|event| watcher.see(event));
    watcher.done();
    let report = report?;
    let found = Found {
        report: &report,
        text: &report.text,
        called: "the measurement",
        curve: None,
    };
    found.hand_over(args, || print_text(&game.about().title, &report))
}

fn print_text(title: &str, report: &ProbCutReport) -> anyhow::Result<()> {
    outln!(
        "{}: {} positions of {} contests",
        styled(STRONG, title),
        grouped(report.positions as u64),
        grouped(report.games)
    );
    outln!(" deep  shallow  from  slope  offset  deviation  positions");
    for it in &report.regressions {
        outln!(
            " {:>4}  {:>7}  {:>4}  {:>5.3}  {:>6.3}  {:>9.3}  {:>9}",
            it.deep,
            it.shallow,
            it.from,
            it.slope,
            it.offset,
            it.deviation,
            it.positions
        );
    }
    Ok(())
}
