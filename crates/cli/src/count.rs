//! `shido count`.

use std::process::ExitCode;

use shido::{Catalog, Settings};

use crate::args::CountArgs;
use crate::games::text_table;
use crate::interrupt;
use crate::terminal::{STRONG, Watcher, grouped, outln, print_json, styled};

/// More positions than this at one ply would take more memory than most machines have.
const MOST: usize = 100_000_000;

/// Counts the different positions by ply.
pub(crate) fn count(args: &CountArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    let settings = Settings {
        stop: interrupt::flag(),
        ..Settings::in_memory()
    };
    let watcher = Watcher::spinning("counting");
    let counts = game.count_by_ply(args.plies, MOST, &settings);
    watcher.done();
    let counts = counts?;
    if args.json {
        print_json(&counts)?;
        return Ok(ExitCode::SUCCESS);
    }
    outln!("{}", styled(STRONG, &game.about().title));
    let mut rows = text_table(&["ply", "positions"]);
    for (ply, count) in counts.positions_by_ply.iter().enumerate() {
        rows.add_row([ply.to_string(), grouped(*count)]);
    }
    outln!("{rows}");
    Ok(ExitCode::SUCCESS)
}
