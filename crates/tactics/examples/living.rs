//! How well playouts foretell which stones live, on games that were played: the Brier score, which is the
//! mean square of the difference between the rate and what came about (1 or 0).
//!
//! `cargo run --release -p shido-tactics --example living -- DIRECTORY`

use std::error::Error;
use std::path::PathBuf;

use shido_core::Seed;
use shido_games::go::{Playouts, sgf};
use shido_tactics::{Aim, Sampling, Situation, cases, frequency};

const MOVES: [usize; 3] = [20, 30, 40];
const PLAYOUTS: u32 = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("which directory?")?;
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "sgf"));
    paths.sort();
    let sampling = Sampling {
        every: 1,
        ..Sampling::default()
    };
    let mut scores = [[Score::default(); 3]; MOVES.len()];
    for (index, path) in (0..).zip(&paths) {
        let record = sgf::read(&std::fs::read_to_string(path)?)?;
        let Some(cases) = cases(&record, &sampling, Seed(1)) else {
            continue;
        };
        for case in cases {
            let at = MOVES.iter().position(|moves| *moves == case.moves);
            let (Some(at), Aim::Live(stone)) = (at, case.aim) else {
                continue;
            };
            let seed = Seed(2).derive(index).derive(case.moves as u64);
            let lives = |playouts: Playouts| {
                let mut rng = seed.rng();
                let kept = (0..PLAYOUTS)
                    .filter(|_| playouts.run_keeping(&[stone], &mut rng).is_some())
                    .count();
                kept as f64 / f64::from(PLAYOUTS)
            };
            let plain = Playouts::new(&case.position);
            let situation = Situation::of(&case.position, case.position.mover());
            let chosen = || {
                let found = frequency(&situation, case.aim, PLAYOUTS, seed)?;
                Some(f64::from(found.successes) / f64::from(found.trials))
            };
            let [plainly, answering, choosing] = &mut scores[at];
            plainly.add(case.succeeded, lives(plain.clone()));
            answering.add(case.succeeded, lives(plain.answering()));
            choosing.add(case.succeeded, chosen().unwrap_or(0.5));
        }
    }
    println!("move  stones  lived  always the mean  plain   answering  first move chosen");
    for (moves, [plain, answering, chosen]) in MOVES.into_iter().zip(&scores) {
        let mean = plain.lived / plain.count;
        println!(
            "{moves:>4}  {:>6}  {:>4.0}%  {:>15.3}  {:.3}  {:>9.3}  {:>17.3}",
            plain.count,
            100.0 * mean,
            mean * (1.0 - mean),
            plain.brier(),
            answering.brier(),
            chosen.brier(),
        );
    }
    Ok(())
}

#[derive(Clone, Copy, Default)]
struct Score {
    squares: f64,
    count: f64,
    lived: f64,
}

impl Score {
    fn add(&mut self, lived: bool, rate: f64) {
        let outcome = f64::from(u8::from(lived));
        self.squares += (rate - outcome).powi(2);
        self.lived += outcome;
        self.count += 1.0;
    }

    fn brier(&self) -> f64 {
        self.squares / self.count
    }
}
