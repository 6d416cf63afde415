//! `shido rate`.

use std::process::ExitCode;

use shido::{Catalog, Spec};
use shido_audit::{
    Accuracy, Decisions, Hypotheses, StrengthReport, Yardstick, fit_yardstick, rate,
};

use crate::args::RateArgs;
use crate::games::text_table;
use crate::terminal::{FAINT, STRONG, Watcher, counted, outln, percent, print_json, styled};
use crate::{interrupt, whole_file};

/// The people that are shown, those with most moves first.
const MOST_SHOWN: usize = 40;

/// The bytes that a yardstick has at most.
const LONGEST: u64 = 1 << 16;

/// Finds out how strong somebody is.
pub(crate) fn run(args: &RateArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    if let Some(file) = &args.fit {
        whole_file::check(file, args.force)?;
    }
    let hypotheses = hypotheses(args, &game.about().name)?;
    let decisions = Decisions::read(&args.from, &game)?;
    // Not before: while a large file is read nothing listens, so that Ctrl-C ends the program at once.
    let settings = args.common.settings();
    let watcher = Watcher::new(Some(decisions.all.len() as u64));
    watcher.say("decisions".to_owned());
    let watch = |event| watcher.see(event);
    if let Some(file) = &args.fit {
        let people = Spec::plain("people");
        let fitted = fit_yardstick(&game, &people, &decisions, &settings, &watch);
        watcher.done();
        let fitted = fitted?;
        if interrupt::raised() {
            anyhow::bail!("stopped before all moves were looked at: nothing was fitted");
        }
        let text = fitted.yardstick.write();
        whole_file::write(file, &text)?;
        match args.common.json {
            true => print_json(&fitted)?,
            false => {
                outln!("{}", text.trim_end());
                print_accuracy(
                    "Of each fifth of the people, by what fits the others",
                    &fitted.accuracy,
                )?;
            }
        }
        return Ok(ExitCode::SUCCESS);
    }
    let report = rate(&game, &hypotheses, &decisions, &settings, &watch);
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

/// What somebody may be, as it was asked.
fn hypotheses(args: &RateArgs, game: &str) -> anyhow::Result<Hypotheses> {
    if !args.among.is_empty() {
        let specs: Result<Vec<Spec>, shido::Error> =
            args.among.iter().map(|text| text.parse()).collect();
        return Ok(Hypotheses::Among(specs?, args.tempering.unwrap_or(1.0)));
    }
    let mut yardstick = match &args.yardstick {
        None => Yardstick::of(game),
        Some(file) => {
            let text = shido::files::read_text(file, LONGEST).map_err(|source| {
                let path = file.clone();
                shido::Error::File { path, source }
            })?;
            Yardstick::read(&file.display().to_string(), &text)?
        }
    };
    if let Some(tempering) = args.tempering {
        yardstick.tempering = tempering;
    }
    Ok(Hypotheses::People(Spec::plain("people"), yardstick))
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
    print_accuracy("Against ratings that are known", &report.accuracy)
}

/// How good estimates are, where it is known.
fn print_accuracy(title: &str, accuracy: &[Accuracy]) -> anyhow::Result<()> {
    if accuracy.is_empty() {
        return Ok(());
    }
    outln!("\n{}", styled(STRONG, title));
    let header = [
        "moves",
        "people",
        "mean error",
        "guessing the mean",
        "80% hold",
        "width",
    ];
    let mut rows = text_table(&header);
    for after in accuracy {
        rows.add_row([
            after.moves.to_string(),
            after.people.to_string(),
            format!("{:.0}", after.mean_error),
            format!("{:.0}", after.guessing_error),
            percent(after.held),
            format!("{:.0}", after.width),
        ]);
    }
    outln!("{rows}");
    Ok(())
}
