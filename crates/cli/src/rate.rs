//! `shido rate`.

use std::process::ExitCode;

use shido::{Catalog, Spec};
use shido_audit::{Decisions, Hypotheses, StrengthReport, rate};

use crate::args::RateArgs;
use crate::games::text_table;
use crate::interrupt;
use crate::terminal::{
    FAINT, STRONG, Watcher, counted, outln, percent, print_json, styled, tell_wrapped,
};

/// The people that are shown, those with most moves first.
const MOST_SHOWN: usize = 40;

/// Finds out how strong somebody is.
pub(crate) fn run(args: &RateArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    let settings = args.common.settings();
    let hypotheses = match &args.among[..] {
        [] => Hypotheses::people(),
        players => {
            let specs: Result<Vec<Spec>, shido::Error> =
                players.iter().map(|text| text.parse()).collect();
            Hypotheses::Among(specs?)
        }
    };
    let decisions = Decisions::read(&args.from, &game)?;
    let watcher = Watcher::new(Some(decisions.all.len() as u64));
    watcher.say("decisions".to_owned());
    let report = rate(
        &game,
        &hypotheses,
        &decisions,
        args.tempering,
        &settings,
        &|event| watcher.see(event),
    );
    watcher.done();
    let report = report?;
    match args.common.json {
        true => print_json(&report)?,
        false => print_text(&game.about().title, &report)?,
    }
    if interrupt::raised() {
        crate::report::warning("stopped early: this is what was found until then");
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

fn print_text(title: &str, report: &StrengthReport) -> anyhow::Result<()> {
    let people = counted(report.players.len() as u64, "person", "people");
    outln!(
        "{} {}",
        styled(STRONG, title),
        styled(FAINT, format!("({people})"))
    );
    let mut shown: Vec<_> = report.players.iter().collect();
    shown.sort_by_key(|rated| std::cmp::Reverse(rated.moves));
    shown.truncate(MOST_SHOWN);
    let ratings = shown.iter().any(|rated| rated.rating.is_some());
    let known = shown.iter().any(|rated| rated.elo.is_some());
    let mut header = vec!["player", "moves"];
    match ratings {
        true => header.extend(["rating", "80% interval"]),
        false => header.extend(["most likely", "probability"]),
    }
    if known {
        header.push("known as");
    }
    let mut rows = text_table(&header);
    for rated in &shown {
        let mut row = vec![
            rated.player.clone().unwrap_or_else(|| "all".to_owned()),
            rated.moves.to_string(),
        ];
        match rated.rating {
            Some(it) => row.extend([
                format!("{:.0}", it.mean),
                format!("{:.0} to {:.0}", it.low, it.high),
            ]),
            None => {
                let most = rated.posterior.iter().copied().fold(0.0, f64::max);
                row.extend([rated.most_likely.to_string(), percent(most)]);
            }
        }
        if known {
            row.push(rated.elo.map_or(String::new(), |elo| format!("{elo:.0}")));
        }
        rows.add_row(row);
    }
    outln!("{rows}");
    if report.players.len() > shown.len() {
        let rest = report.players.len() - shown.len();
        let text = format!("and {} with fewer moves; `--json` has them all", rest);
        outln!("{}", styled(FAINT, text));
    }
    if let Some(found) = &report.calibration {
        outln!(
            "\n{} {}",
            styled(STRONG, "Against ratings that are known"),
            styled(
                FAINT,
                format!("({} people, not those it was fitted to)", found.people)
            )
        );
        let mut rows = text_table(&[
            "moves",
            "people",
            "mean error",
            "guessing the mean",
            "80% hold",
        ]);
        for after in &found.after {
            rows.add_row([
                after.moves.to_string(),
                after.people.to_string(),
                format!("{:.0}", after.mean_error),
                format!("{:.0}", after.guessing_error),
                percent(after.held),
            ]);
        }
        outln!("{rows}");
    }
    if report.tempering != 1.0 {
        tell_wrapped(styled(
            FAINT,
            format!("each move counts {:.2} (docs/rate.md)", report.tempering),
        ));
    }
    Ok(())
}
