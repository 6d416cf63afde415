//! `shido tune --method network`.

use std::process::ExitCode;

use shido::{AnyGame, NetworkOrder, NetworkPoint, NetworkReport};
use shido_draw::{Chart, Series};

use super::Found;
use crate::args::TuneArgs;
use crate::terminal::{FAINT, STRONG, Watcher, grouped, outln, percent, styled};
use crate::whole_file;

/// What is asked for where nothing else is.
const GAMES: u64 = 100_000;
const HIDDEN: u16 = 40;
const LAMBDA: f64 = 0.7;
/// Dice, or the random opening, show the learner enough that it would not try.
const EXPLORATION: f64 = 0.0;

/// Teaches a network.
pub(super) fn learn(args: &TuneArgs, game: &dyn AnyGame) -> anyhow::Result<ExitCode> {
    if args.depth.is_some_and(|depth| depth != 1) {
        anyhow::bail!("a network learns from looking one ply ahead: leave `--depth` out");
    }
    if args.hidden.is_some() && args.weights.is_some() {
        anyhow::bail!(
            "`--hidden` is for a new network, and `--weights` has its own: leave one of them out"
        );
    }
    let order = NetworkOrder {
        games: args.games.unwrap_or(GAMES),
        hidden: usize::from(args.hidden.unwrap_or(HIDDEN)),
        lambda: args.lambda.unwrap_or(LAMBDA),
        exploration: args.exploration.unwrap_or(EXPLORATION),
        rate: args.rate,
        opening_plies: args.opening_plies,
        network: args.weights.clone(),
    };
    for file in [&args.out, &args.curve].into_iter().flatten() {
        whole_file::check(file, args.force)?;
    }
    let watcher = Watcher::new(Some(order.games));
    let report = game.learn_network(&order, &args.common.settings(), &|event| watcher.see(event));
    watcher.done();
    let report = report?;
    let title = &game.about().title;
    let found = Found {
        report: &report,
        text: &report.text,
        called: "the network",
        curve: Some(chart(title, &report.curve)),
    };
    found.hand_over(args, || print_text(title, &report))
}

/// The curve as a chart.
fn chart(title: &str, curve: &[NetworkPoint]) -> Chart {
    let through = |name: &str, value: fn(&NetworkPoint) -> f64| {
        let points = curve.iter();
        let points = points.map(|point| (point.games as f64, value(point)));
        Series::through(name, points.collect::<Vec<_>>())
    };
    Chart {
        title: format!("{title}: a network learns by temporal differences"),
        across: "contests".to_owned(),
        up: "score, and squared error".to_owned(),
        series: vec![
            through("score against the weights set by hand", |point| {
                point.against_weights.score()
            }),
            through("error of predictions", |point| point.error),
        ],
        reference: Some(0.5),
    }
}

fn print_text(title: &str, report: &NetworkReport) -> anyhow::Result<()> {
    outln!(
        "{} {}",
        styled(STRONG, title),
        styled(FAINT, format!("({} contests)", grouped(report.games)))
    );
    outln!(
        "{} inputs, {} hidden units, {} weights",
        grouped(report.inputs as u64),
        grouped(report.hidden as u64),
        grouped(report.weights as u64)
    );
    let header = format!("  {:>10} {:>8} {:>13}", "contests", "error", "against hand");
    outln!("{}", styled(FAINT, header));
    for point in &report.curve {
        let score = percent(point.against_weights.score());
        let games = grouped(point.games);
        outln!("  {games:>10} {:>8.4} {score:>13}", point.error);
    }
    let Some(against_hand) = report.against_hand() else {
        outln!("not tried against the weights set by hand");
        return Ok(());
    };
    let interval = against_hand.interval();
    let range = format!(
        "95% interval {} to {}",
        percent(interval.low),
        percent(interval.high)
    );
    outln!(
        "score against the weights set by hand, one ply ahead, {}   {}",
        percent(against_hand.score()),
        styled(FAINT, range)
    );
    Ok(())
}
