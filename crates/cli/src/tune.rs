//! `shido tune`.

mod network;
mod people;
mod probcut;

use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use shido::{Catalog, TuneCurve, TuneMethod, TuneOrder, TuneReport};
use shido_draw::{Chart, Series};

use crate::args::{MethodArg, TuneArgs};
use crate::interrupt;
use crate::terminal::{FAINT, STRONG, Watcher, grouped, outln, percent, print_json, styled};
use crate::whole_file;

/// Contests where nothing else is asked for. Those of temporal differences are short work.
const TD_GAMES: u64 = 20_000;
const RESULTS_GAMES: u64 = 2_000;
const MOST_RESULTS: u64 = 1_000_000;

/// How temporal differences learn where nothing else is asked for.
const LAMBDA: f64 = 0.7;
const EXPLORATION: f64 = 0.1;

/// The weights that are shown, those that changed most first.
const MOST_SHOWN: usize = 24;

/// Learns weights.
pub(crate) fn tune(args: &TuneArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    if !args.people.is_empty() {
        return people::learn(args, &*game);
    }
    if args.method == MethodArg::Network {
        return network::learn(args, &*game);
    }
    if args.hidden.is_some() {
        anyhow::bail!("`--hidden` is for `--method network`: leave it out");
    }
    if args.method == MethodArg::ProbCut {
        return probcut::measure(args, &*game);
    }
    let td = args.method == MethodArg::Td;
    if !td && (args.lambda.is_some() || args.exploration.is_some()) {
        anyhow::bail!(
            "`--lambda` and `--exploration` are for `--method td` and `--method network`: leave them out"
        );
    }
    if !td && args.games.is_some_and(|games| games > MOST_RESULTS) {
        anyhow::bail!(
            "`--method results` keeps the positions of all contests: `--games` is at most {MOST_RESULTS}"
        );
    }
    let order = TuneOrder {
        method: match args.method {
            MethodArg::Td => TuneMethod::Td {
                lambda: args.lambda.unwrap_or(LAMBDA),
                exploration: args.exploration.unwrap_or(EXPLORATION),
            },
            MethodArg::Results | MethodArg::ProbCut | MethodArg::Network => TuneMethod::Results,
        },
        games: args
            .games
            .unwrap_or(if td { TD_GAMES } else { RESULTS_GAMES }),
        depth: args.depth.unwrap_or(if td { 1 } else { 4 }),
        rate: args.rate,
        opening_plies: args.opening_plies,
        weights: args.weights.clone(),
    };
    // Better now than after an hour.
    for file in [&args.out, &args.curve].into_iter().flatten() {
        whole_file::check(file, args.force)?;
    }
    let watcher = Watcher::new(Some(order.games));
    let report = game.tune(&order, &args.common.settings(), &|event| watcher.see(event));
    watcher.done();
    let report = report?;
    let title = &game.about().title;
    let found = Found {
        report: &report,
        text: &report.text,
        called: "the weights",
        curve: Some(chart(title, &report.curve)),
    };
    found.hand_over(args, || print_text(title, &report))
}

/// What was learned or measured.
struct Found<'a, R> {
    report: &'a R,
    /// What `--out` keeps, and what it is called.
    text: &'a str,
    called: &'a str,
    /// What `--curve` draws.
    curve: Option<Chart>,
}

impl<R: Serialize> Found<'_, R> {
    /// Keeps it and prints it, for people by `print_text`. Whatever becomes of the files, the result is printed.
    fn hand_over(
        &self,
        args: &TuneArgs,
        print_text: impl FnOnce() -> anyhow::Result<()>,
    ) -> anyhow::Result<ExitCode> {
        let mut kept = Ok(());
        if let Some(file) = &args.out {
            kept = whole_file::write(file, self.text);
        }
        if let (Some(file), Some(chart)) = (&args.curve, &self.curve) {
            kept = kept.and(whole_file::write(file, &chart.figure().document()));
        }
        if args.common.json {
            print_json(&Printed {
                report: self.report,
                out: args.out.as_deref(),
            })?;
        } else {
            print_text()?;
        }
        kept?;
        if !args.common.json {
            let told = match &args.out {
                Some(file) => format!("kept in {}", file.display()),
                None => format!("not kept: `--out FILE` writes {}", self.called),
            };
            outln!("{}", styled(FAINT, told));
        }
        if interrupt::raised() {
            crate::report::warning("stopped early: this is what was found until then");
            return Ok(ExitCode::from(interrupt::EXIT_CODE));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Printed<'a, R> {
    #[serde(flatten)]
    report: &'a R,
    out: Option<&'a Path>,
}

/// The curve as a chart.
fn chart(title: &str, curve: &TuneCurve) -> Chart {
    let series = |name: &str, points: Vec<(f64, f64)>| Series::through(name, points);
    match curve {
        TuneCurve::Td(points) => Chart {
            title: format!("{title}: learning by temporal differences"),
            across: "contests".to_owned(),
            up: "score against the start, and squared error".to_owned(),
            series: vec![
                series(
                    "score against the weights at the start",
                    points
                        .iter()
                        .map(|point| (point.games as f64, point.against_start.score()))
                        .collect(),
                ),
                series(
                    "error of predictions",
                    points
                        .iter()
                        .map(|point| (point.games as f64, point.error))
                        .collect(),
                ),
            ],
            reference: Some(0.5),
        },
        TuneCurve::Results { points, .. } => {
            let by = |value: fn(&shido::TuningPoint) -> f64| {
                points
                    .iter()
                    .map(|point| (f64::from(point.epoch), value(point)))
                    .collect()
            };
            Chart {
                title: format!("{title}: tuning on results"),
                across: "epochs".to_owned(),
                up: "cross-entropy, nats a position".to_owned(),
                series: vec![
                    series("learned from", by(|point| point.training)),
                    series("held out", by(|point| point.held_out)),
                ],
                reference: None,
            }
        }
    }
}

fn print_text(title: &str, report: &TuneReport) -> anyhow::Result<()> {
    let how = match &report.curve {
        TuneCurve::Td(_) => format!("{} contests", grouped(report.games)),
        TuneCurve::Results { positions, .. } => format!(
            "{} positions of {} contests",
            grouped(*positions as u64),
            grouped(report.games)
        ),
    };
    outln!(
        "{} {}",
        styled(STRONG, title),
        styled(FAINT, format!("({how})"))
    );
    let mut rows: Vec<(&String, f64, f64)> = report
        .names
        .iter()
        .zip(&report.before.values)
        .zip(&report.after.values)
        .map(|((name, before), after)| (name, *before, *after))
        .collect();
    let all = rows.len();
    if all > MOST_SHOWN {
        rows.sort_by(|a, b| (b.2 - b.1).abs().total_cmp(&(a.2 - a.1).abs()));
        rows.truncate(MOST_SHOWN);
    }
    let width = rows.iter().map(|row| row.0.chars().count()).max();
    let width = width.unwrap_or(0).max(5);
    let header = format!("  {:<width$} {:>10} {:>10}", "", "before", "after");
    outln!("{}", styled(FAINT, header));
    for (name, before, after) in &rows {
        outln!("  {name:<width$} {before:>10.4} {after:>10.4}");
    }
    outln!(
        "  {:<width$} {:>10.4} {:>10.4}",
        "scale",
        report.before.scale,
        report.after.scale
    );
    if all > rows.len() {
        let rest = format!(
            "  and {} that changed less",
            grouped((all - rows.len()) as u64)
        );
        outln!("{}", styled(FAINT, rest));
    }
    let Some(against_start) = report.against_start else {
        outln!("not tried against the start");
        return Ok(());
    };
    let interval = against_start.interval();
    outln!(
        "score against the start {}   {}",
        percent(against_start.score()),
        styled(
            FAINT,
            format!(
                "95% interval {} to {}",
                percent(interval.low),
                percent(interval.high)
            )
        )
    );
    Ok(())
}
