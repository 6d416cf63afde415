//! Shido beside its peers, in one run.
//!
//! Each comparison first checks that both sides count the same, then times them in turns (ours,
//! theirs, ours, ...), so that a noisy machine disturbs both alike. What counts is the ratio of the
//! medians. The table goes into `docs/benchmarks.md`, wins and losses alike.

mod connect_four;
mod first_move;
mod go_playouts;
mod measure;
mod monte_carlo;
mod openspiel;
mod page;
mod perft;
mod random_games;
mod rivals;
mod solving;
mod table;

use std::path::PathBuf;

use anyhow::ensure;
use clap::Parser;

use crate::openspiel::OpenSpiel;
use crate::table::Row;

/// Measures Shido beside its peers and writes the table into a page.
#[derive(Parser)]
struct Args {
    /// How often each side is timed.
    #[arg(long, default_value_t = 11)]
    repetitions: usize,
    /// Measure only what has this in the name of its group, and leave the page as it is.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// The page that the table goes into.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/benchmarks.md"))]
    page: PathBuf,
}

/// What every comparison has at hand.
struct Bench {
    repetitions: usize,
    openspiel: OpenSpiel,
}

type Group = (&'static str, fn(&mut Bench) -> anyhow::Result<Vec<Row>>);

const GROUPS: &[Group] = &[
    ("random games", random_games::rows),
    ("go playouts", go_playouts::rows),
    ("first move", first_move::rows),
    ("monte carlo", monte_carlo::rows),
    ("perft", perft::rows),
    ("connect four", connect_four::rows),
    ("solving", solving::rows),
];

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    ensure!(
        args.repetitions >= 5,
        "a median of fewer than five repetitions says little"
    );
    let mut bench = Bench {
        repetitions: args.repetitions,
        openspiel: OpenSpiel::start()?,
    };
    let wanted = |name: &str| args.only.as_deref().is_none_or(|text| name.contains(text));
    let mut rows = Vec::new();
    for (name, group) in GROUPS.iter().filter(|(name, _)| wanted(name)) {
        eprintln!("{name}");
        for row in group(&mut bench)? {
            eprintln!("  {row}");
            rows.push(row);
        }
    }
    if args.only.is_none() {
        page::write(&args.page, &rows, args.repetitions)?;
        eprintln!("written to {}", args.page.display());
    }
    Ok(())
}
