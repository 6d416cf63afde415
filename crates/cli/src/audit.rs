//! `shido audit`.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;

use shido::{Catalog, Spec};
use shido_audit::{AuditOrder, AuditReport, Subject, audit, audit_page, lines, write_measured};

use crate::args::AuditArgs;
use crate::games::text_table;
use crate::terminal::{FAINT, STRONG, Watcher, outln, print_json, styled};
use crate::{interrupt, whole_file};

/// Looks at a player or at games.
pub(crate) fn run(args: &AuditArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    for file in [&args.html, &args.measured].into_iter().flatten() {
        whole_file::check(file, args.force)?;
    }
    let specs: Result<Vec<Spec>, shido::Error> = args.ladder.iter().map(|it| it.parse()).collect();
    let order = AuditOrder {
        subject: match Path::new(&args.subject).is_file() {
            true => Subject::Games(args.subject.clone().into()),
            false => Subject::Player(args.subject.parse()?),
        },
        games: args.games as usize,
        ladder: specs?,
        referee: args.referee.as_ref().map(|it| it.parse()).transpose()?,
        people: args.people.clone(),
        level: args.level,
    };
    let watcher = Mutex::new(Watcher::new(None));
    let shown = || {
        watcher
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    };
    let report = audit(
        &game,
        &order,
        &args.common.settings(),
        &|event| shown().see(event),
        &|what, count| {
            let mut watcher = shown();
            watcher.done();
            *watcher = Watcher::new(Some(count as u64));
            watcher.say(what.to_owned());
        },
    );
    shown().done();
    let report = report?;
    // Whatever becomes of the files, the result is printed.
    let mut kept = Ok(());
    if let Some(file) = &args.html {
        let command = format!("shido audit {} --game {}", report.player, report.game);
        kept = whole_file::write(file, &audit_page(&report, &command));
    }
    if let Some(file) = &args.measured {
        let table = write_measured(&report.measured, &report.referee)?;
        kept = kept.and(whole_file::write(file, &table));
    }
    match args.common.json {
        true => print_json(&report)?,
        false => print_text(&game.about().title, &report)?,
    }
    kept?;
    if interrupt::raised() {
        crate::report::warning("stopped early: this is what was measured until then");
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

fn print_text(title: &str, report: &AuditReport) -> anyhow::Result<()> {
    outln!(
        "{} {}",
        styled(STRONG, format!("{title}: {}", report.player)),
        styled(FAINT, format!("(judged by {})", report.referee))
    );
    let mut rows = text_table(&["", "found", "people", ""]);
    for line in lines(report) {
        rows.add_row([line.name, line.ours, line.people, styled(FAINT, line.about)]);
    }
    for column in 1..3 {
        if let Some(column) = rows.column_mut(column) {
            column.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
    }
    outln!("{rows}");
    Ok(())
}
