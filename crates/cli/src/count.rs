//! `shido count`.

use std::process::ExitCode;

use shido::{Catalog, Settings};

use crate::args::CountArgs;
use crate::games::text_table;
use crate::interrupt;
use crate::terminal::{STRONG, Watcher, grouped, outln, print_json, styled};

/// Counts the different positions by ply.
pub(crate) fn count(args: &CountArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    let settings = Settings {
        stop: interrupt::flag(),
        memory: args.memory,
        ..Settings::in_memory()
    };
    let watcher = Watcher::spinning("counting");
    let counts = game.count_by_ply(args.plies, &settings);
    watcher.done();
    if args.json {
        print_json(&counts)?;
    } else {
        outln!("{}", styled(STRONG, &game.about().title));
        let mut rows = text_table(&["ply", "positions"]);
        for (ply, count) in counts.positions_by_ply.iter().enumerate() {
            rows.add_row([ply.to_string(), grouped(*count)]);
        }
        outln!("{rows}");
    }
    if counts.too_many {
        anyhow::bail!(
            "the positions after {} plies do not fit in the memory: `--memory` allows more",
            counts.positions_by_ply.len()
        );
    }
    if counts.stopped {
        crate::report::warning("stopped early: these are the plies that were counted");
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}
