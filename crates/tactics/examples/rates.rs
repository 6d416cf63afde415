//! Learns from games how often goals succeed that come about so often in playouts, and writes the rates.
//!
//! `cargo run --release -p shido-tactics --example rates -- DIRECTORY > rates.toml`

use std::error::Error;
use std::path::PathBuf;

use shido_core::Seed;
use shido_games::go::sgf;
use shido_tactics::{Sampling, Situation, frequency, learn};

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("which directory?")?;
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "sgf"));
    paths.sort();
    let mut records = Vec::new();
    for path in &paths {
        records.push(sgf::read(&std::fs::read_to_string(path)?)?);
    }
    let sampling = Sampling {
        every: 10,
        ..Sampling::default()
    };
    let rates = learn(&records, &sampling, Seed(1), |case| {
        let situation = Situation::of(&case.position, case.position.mover());
        Some(frequency(&situation, case.aim, 400, Seed(2))?.class())
    });
    print!("{}", rates.write());
    Ok(())
}
