//! `shido rates`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use rayon::prelude::*;
use serde_json::{Value, json};
use shido::Event;
use shido_core::Seed;
use shido_tactics::{Effort, OnBoard, Rates, Record, Sampling, learn, read_record};

use crate::args::RatesArgs;
use crate::games::table;
use crate::interrupt;
use crate::plan::board::record;
use crate::report::warning;
use crate::terminal::{FAINT, Watcher, counted, outln, percent, styled, tell};
use crate::whole_file;

/// What the records came to.
struct Learned {
    rates: Rates,
    /// How many records there were, how many of them were played to the end, and how many were looked at
    /// before the work was interrupted.
    records: usize,
    ended: usize,
    seen: usize,
}

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
    // Nought threads are as many as there are processors.
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.unwrap_or(0).into())
        .build()?;
    interrupt::flag();
    let learned = threads.install(|| look(args, &records));
    if args.json {
        outln!("{}", as_json(&learned));
    } else {
        show(args, &learned)?;
    }
    if let Some(file) = &args.out {
        let origin = format!(
            "# How often goals succeeded in {} games of Go, of which every {} moves a position was taken;\n\
             # with {} nodes and {} playouts a goal, seed {}.\n\n",
            learned.ended, args.every, args.nodes, args.playouts, args.seed
        );
        whole_file::write(file, &(origin + &learned.rates.write()))?;
    }
    Ok(match interrupt::raised() {
        true => ExitCode::from(interrupt::EXIT_CODE),
        false => ExitCode::SUCCESS,
    })
}

fn read(file: &Path) -> anyhow::Result<Record> {
    let text = record(file)?;
    read_record(&text).with_context(|| file.display().to_string())
}

fn look(args: &RatesArgs, records: &[Record]) -> Learned {
    let sampling = Sampling {
        every: args.every as usize,
        ..Sampling::default()
    };
    let effort = Effort {
        nodes: args.nodes,
        playouts: args.playouts,
    };
    let seed = Seed(args.seed);
    let watcher = Watcher::new(Some(records.len() as u64));
    let done = std::sync::atomic::AtomicU64::new(0);
    let learned = records.par_iter().enumerate().map(|(index, record)| {
        if interrupt::raised() {
            return None;
        }
        let seed = seed.derive(index as u64);
        let rates = learn([record], &sampling, seed, |case| {
            let found = OnBoard::new(&case.position, effort, seed).find(&case.goal);
            found.ok().map(|finding| finding.class)
        });
        let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        watcher.see(Event::Contests(done + 1));
        Some(rates)
    });
    let learned: Vec<Option<Rates>> = learned.collect();
    watcher.done();
    let seen = || {
        let pairs = learned.iter().zip(records);
        pairs.filter(|(rates, _)| rates.is_some())
    };
    let mut rates = Rates::default();
    learned.iter().flatten().for_each(|some| rates.merge(some));
    Learned {
        rates,
        records: records.len(),
        ended: seen().filter(|(_, record)| record.is_played_out()).count(),
        seen: seen().count(),
    }
}

fn show(args: &RatesArgs, learned: &Learned) -> anyhow::Result<()> {
    let mut rows = table(&["goal", "as it looked", "succeeded", "of", "rate"]);
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
    let note = format!("{records}, {} of them played to the end", learned.ended);
    outln!("{}", styled(FAINT, note));
    if learned.seen < learned.records {
        tell(format_args!("interrupted after {} of them", learned.seen));
    }
    if let Some(file) = &args.out {
        outln!(
            "{}",
            styled(FAINT, format!("written to {}", file.display()))
        );
    }
    Ok(())
}

fn as_json(learned: &Learned) -> Value {
    let classes = learned
        .rates
        .iter()
        .map(|(goal, class, (successes, trials))| {
            json!({
                "goal": goal,
                "class": class,
                "successes": successes,
                "trials": trials,
            })
        });
    json!({
        "records": learned.records,
        "played_to_the_end": learned.ended,
        "looked_at": learned.seen,
        "rates": classes.collect::<Vec<_>>(),
    })
}
