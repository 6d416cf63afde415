//! `shido rates`.

use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use shido::Event;
use shido_core::{Seed, parallel};
use shido_tactics::{Effort, LearnedRates, Record, Sampling, learn_all, read_record};

use crate::args::RatesArgs;
use crate::games::text_table;
use crate::interrupt;
use crate::plan::board::record;
use crate::report::warning;
use crate::terminal::{FAINT, Watcher, counted, outln, percent, print_json, styled};
use crate::whole_file;

/// Learns how often goals succeed.
pub(crate) fn rates(args: &RatesArgs) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.out {
        whole_file::check(file, args.force)?;
    }
    let mut records = Vec::new();
    for file in &args.records {
        match read(file) {
            Ok(record) => records.push(record),
            // One that cannot be read does not spoil the others.
            Err(error) if args.records.len() > 1 => warning(&format!("{error:#}")),
            Err(error) => return Err(error),
        }
    }
    if !records.iter().any(Record::is_played_out) {
        anyhow::bail!("there is nothing to learn from: in no record both sides passed in the end");
    }
    let learned = look(args, &records)?;
    // Whatever becomes of the file, the result is printed.
    let mut kept = Ok(());
    if let Some(file) = &args.out {
        let origin = format!(
            "# How often goals succeeded in {} of Go, of which every {} moves a position was taken;\n\
             # with {} nodes and {} playouts a goal, seed {}.\n\n",
            counted(learned.played_to_the_end as u64, "game", "games"),
            args.every,
            args.nodes,
            args.playouts,
            args.seed
        );
        kept = whole_file::write(file, &(origin + &learned.rates.write()));
    }
    match args.json {
        true => print_json(&learned)?,
        false => show(&learned)?,
    }
    kept?;
    if let (Some(file), false) = (&args.out, args.json) {
        let note = format!("written to {}", file.display());
        outln!("{}", styled(FAINT, note));
    }
    if learned.stopped {
        let looked_at = learned.looked_at;
        warning(&format!("stopped early: after {looked_at} of the records"));
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

fn read(file: &Path) -> anyhow::Result<Record> {
    let text = record(file)?;
    read_record(&text).with_context(|| file.display().to_string())
}

fn look(args: &RatesArgs, records: &[Record]) -> anyhow::Result<LearnedRates> {
    let sampling = Sampling {
        every: args.every as usize,
        ..Sampling::default()
    };
    let effort = Effort {
        nodes: args.nodes,
        playouts: args.playouts,
    };
    let threads = NonZeroUsize::new(args.threads.unwrap_or(0).into());
    let (seed, stop) = (Seed(args.seed), interrupt::flag());
    let watcher = Watcher::new(Some(records.len() as u64));
    let done = |count| watcher.see(Event::Contests(count));
    let learned = parallel::on_threads(threads, || {
        learn_all(records, &sampling, effort, seed, &stop, &done)
    });
    watcher.done();
    Ok(learned)
}

fn show(learned: &LearnedRates) -> anyhow::Result<()> {
    let mut rows = text_table(&["goal", "as it looked", "succeeded", "of", "rate"]);
    let mut before = "";
    for (goal, class, (successes, trials)) in learned.rates.iter() {
        let shown = if goal == before { "" } else { goal };
        before = goal;
        rows.add_row([
            shown.to_owned(),
            class.to_owned(),
            successes.to_string(),
            trials.to_string(),
            percent(f64::from(successes) / f64::from(trials.max(1))),
        ]);
    }
    outln!("{rows}\n");
    let records = counted(learned.records as u64, "record", "records");
    let note = format!(
        "{records}, {} of them played to the end",
        learned.played_to_the_end
    );
    outln!("{}", styled(FAINT, note));
    Ok(())
}
