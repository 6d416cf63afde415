//! Learns from games how often goals succeed that come about so often in playouts, and writes the rates.
//! Beside that it tells how well they foretell: the Brier score of rates learned from every second game on
//! the others, and the other way round.
//!
//! `cargo run --release -p shido-tactics --example rates -- DIRECTORY > rates.toml`

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;

use shido_core::Seed;
use shido_games::go::sgf::{self, Record};
use shido_tactics::{Case, Frequency, Sampling, Situation, cases, frequency, learn};

const PLAYOUTS: u32 = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("which directory?")?;
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "sgf"));
    paths.sort();
    let mut halves: [Vec<Record>; 2] = Default::default();
    for (index, path) in paths.iter().enumerate() {
        halves[index % 2].push(sgf::read(&std::fs::read_to_string(path)?)?);
    }
    let sampling = Sampling {
        every: 10,
        ..Sampling::default()
    };
    let class = |case: &Case| Some(counted(case)?.class());
    let mut learned = [Seed(1), Seed(2)]
        .into_iter()
        .zip(&halves)
        .map(|(seed, half)| learn(half, &sampling, seed, class));
    let [Some(mut one), Some(other)] = [learned.next(), learned.next()] else {
        unreachable!("there are two halves");
    };

    let mut scores: BTreeMap<&str, [f64; 3]> = BTreeMap::new();
    for (rates, half) in [&other, &one].into_iter().zip(&halves) {
        for (index, record) in (0..).zip(half) {
            let cases = cases(record, &sampling, Seed(3).derive(index));
            for case in cases.unwrap_or_default() {
                let Some(counted) = counted(&case) else {
                    continue;
                };
                let goal = case.kind.name();
                let learned = rates.rate(goal, &counted.class()).unwrap_or((0, 0));
                let outcome = f64::from(u8::from(case.succeeded));
                let score = |(successes, trials): (u32, u32)| {
                    let rate = f64::from(successes + 1) / f64::from(trials + 2);
                    (rate - outcome).powi(2)
                };
                let [count, plain, better] = scores.entry(goal).or_default();
                *count += 1.0;
                *plain += score((counted.successes, counted.trials));
                *better += score(learned);
            }
        }
    }
    eprintln!("goal              cases  playouts  learned");
    for (goal, [count, plain, learned]) in scores {
        let [plain, learned] = [plain / count, learned / count];
        eprintln!("{goal:<16}  {count:>5}  {plain:>8.3}  {learned:>7.3}");
    }
    one.merge(&other);
    print!("{}", one.write());
    Ok(())
}

fn counted(case: &Case) -> Option<Frequency> {
    let situation = Situation::of(&case.position, case.position.mover());
    frequency(&situation, case.aim, PLAYOUTS, Seed(4))
}
