//! `shido predict`.

use std::process::ExitCode;

use shido::{Catalog, OddsKind};
use shido_audit::{Decisions, Prediction, PredictionReport, predict};

use crate::args::PredictArgs;
use crate::games::text_table;
use crate::interrupt;
use crate::terminal::{FAINT, STRONG, Watcher, grouped, outln, percent, print_json, styled};

/// Asks a player about what people played.
pub(crate) fn run(args: &PredictArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    let by = args.by.parse()?;
    let decisions = Decisions::read(&args.from, &game)?;
    // Not before: while a large file is read nothing listens, so that Ctrl-C ends the program at once.
    let settings = args.common.settings();
    let watcher = Watcher::new(Some(decisions.all.len() as u64));
    watcher.say("decisions".to_owned());
    let report = predict(&game, &by, &decisions, &settings, &|event| {
        watcher.see(event)
    });
    watcher.done();
    let report = report?;
    match args.common.json {
        true => print_json(&report)?,
        false => print_text(&game.about().title, &report)?,
    }
    if interrupt::raised() {
        crate::report::warning("stopped early: this is what was measured until then");
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

fn print_text(title: &str, report: &PredictionReport) -> anyhow::Result<()> {
    outln!(
        "{} {}",
        styled(STRONG, format!("{title}: {}", report.by)),
        styled(
            FAINT,
            format!("({} decisions of people)", grouped(report.all.positions))
        )
    );
    let mut rows = text_table(&["rating", "decisions", "predicted", "log-loss (nats)"]);
    let row = |name: String, found: &Prediction| {
        let loss = found
            .log_loss
            .map_or("∞".to_owned(), |loss| format!("{loss:.4}"));
        [name, grouped(found.positions), percent(found.top1), loss]
    };
    for band in &report.bands {
        let name = format!("{} to {}", band.band, band.band + 99);
        rows.add_row(row(name, &band.prediction));
    }
    rows.add_row(row("all".to_owned(), &report.all));
    for column in 1..4 {
        if let Some(column) = rows.column_mut(column) {
            column.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
    }
    outln!("{rows}");
    if let Some(doubt) = report.doubt {
        let fitted = grouped(report.fitted);
        outln!(
            "{}",
            styled(
                FAINT,
                match report.kind {
                    OddsKind::Chosen => format!(
                        "it tells its move alone: any other is taken to be made in {} of cases, which \
                         fits {fitted} other decisions best",
                        percent(doubt)
                    ),
                    _ => format!(
                        "its values are taken through a soft-max: a temperature of {doubt:.4} fits \
                         {fitted} other decisions best"
                    ),
                }
            )
        );
    }
    if report.all.impossible > 0 {
        outln!(
            "{}",
            styled(
                FAINT,
                format!(
                    "{} of the moves played are ones that it never makes",
                    grouped(report.all.impossible)
                )
            )
        );
    }
    Ok(())
}
