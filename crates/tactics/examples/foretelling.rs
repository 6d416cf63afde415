//! How well the rates of goals foretell what becomes of them in games: the Brier score, which is the mean
//! square of the difference between the rate and what came about (1 or 0). Less is better.
//!
//! `cargo run --profile dist -p shido-tactics --example foretelling -- games/*.sgf`

use std::collections::BTreeMap;
use std::error::Error;

use shido_core::Seed;
use shido_games::go::{Playouts, Point};
use shido_tactics::{
    Aim, Case, Effort, OnBoard, Rates, Record, Sampling, Situation, cases, frequency, read_record,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut records = Vec::new();
    for file in std::env::args().skip(1) {
        records.push(read_record(&std::fs::read_to_string(file)?)?);
    }
    which_playouts(&records);
    what_is_learned(&records);
    Ok(())
}

/// A rate that foretells, over many cases.
#[derive(Clone, Copy, Default)]
struct Score {
    squares: f64,
    count: f64,
    came_about: f64,
}

impl Score {
    fn add(&mut self, came_about: bool, rate: f64) {
        let outcome = f64::from(u8::from(came_about));
        self.squares += (rate - outcome).powi(2);
        self.came_about += outcome;
        self.count += 1.0;
    }

    fn brier(&self) -> f64 {
        self.squares / self.count
    }

    /// What always saying the mean would score.
    fn of_the_mean(&self) -> f64 {
        let mean = self.came_about / self.count;
        mean * (1.0 - mean)
    }
}

/// Whether stones live, by plain playouts, by answering ones, and with the first move chosen.
fn which_playouts(records: &[Record]) {
    const MOVES: [usize; 3] = [20, 30, 40];
    const PLAYOUTS: u32 = 1000;
    let every_move = Sampling {
        every: 1,
        ..Sampling::default()
    };
    let mut scores = [[Score::default(); 3]; MOVES.len()];
    for (index, record) in (0..).zip(records) {
        for case in cases(record, &every_move, Seed(1)).unwrap_or_default() {
            let at = MOVES.iter().position(|moves| *moves == case.moves);
            let (Some(at), Aim::Capture(stone)) = (at, case.aim) else {
                continue;
            };
            let seed = Seed(2).derive(index).derive(case.moves as u64);
            let situation = Situation::of(&case.position, case.position.mover());
            let chosen = frequency(&situation, Aim::Live(stone), PLAYOUTS, seed);
            let chosen = chosen.expect("there is a stone");
            let plain = Playouts::new(&case.position);
            let rates = [
                kept(&plain, stone, PLAYOUTS, seed),
                kept(&plain.answering(), stone, PLAYOUTS, seed),
                f64::from(chosen.successes) / f64::from(chosen.trials),
            ];
            for (score, rate) in scores[at].iter_mut().zip(rates) {
                score.add(!case.succeeded, rate);
            }
        }
    }
    println!("| move | stones | lived | always the mean | plain | answering | first move chosen |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (moves, [plain, answering, chosen]) in MOVES.into_iter().zip(&scores) {
        println!(
            "| {moves} | {} | {:.0}% | {:.3} | {:.3} | {:.3} | {:.3} |",
            plain.count,
            100.0 * plain.came_about / plain.count,
            plain.of_the_mean(),
            plain.brier(),
            answering.brier(),
            chosen.brier(),
        );
    }
}

/// The share of playouts in which a stone is kept.
fn kept(playouts: &Playouts, stone: Point, count: u32, seed: Seed) -> f64 {
    let mut rng = seed.rng();
    let kept = (0..count).filter(|_| playouts.run_keeping(&[stone], &mut rng).is_some());
    kept.count() as f64 / f64::from(count)
}

/// A goal as the board tells it, and what became of it.
struct Told {
    goal: &'static str,
    class: String,
    rate: f64,
    succeeded: bool,
}

/// What the board tells of goals, and what rates make of it that were learned from the other half of the
/// games.
fn what_is_learned(records: &[Record]) {
    let sampling = Sampling {
        every: 10,
        ..Sampling::default()
    };
    let effort = Effort {
        nodes: 10_000,
        playouts: 400,
    };
    let told = |case: Case| {
        let found = OnBoard::new(&case.position, effort, Seed(4)).find(&case.goal);
        let found = found.ok()?;
        Some(Told {
            goal: case.kind.name(),
            class: found.class,
            rate: found.estimate.rate.mean(),
            succeeded: case.succeeded,
        })
    };
    let mut halves: [Vec<Told>; 2] = Default::default();
    for (index, record) in (0..).zip(records) {
        let cases = cases(record, &sampling, Seed(3).derive(index)).unwrap_or_default();
        halves[index as usize % 2].extend(cases.into_iter().filter_map(told));
    }
    let learned = [&halves[1], &halves[0]].map(|half| {
        let mut rates = Rates::default();
        for told in half {
            rates.add(told.goal, &told.class, told.succeeded);
        }
        rates
    });
    let mut scores: BTreeMap<(&str, bool), [Score; 2]> = BTreeMap::new();
    for (half, rates) in halves.iter().zip(&learned) {
        for told in half {
            let read = !told.class.starts_with("playouts");
            let (successes, trials) = rates.rate(told.goal, &told.class).unwrap_or((0, 0));
            let rate = f64::from(successes + 1) / f64::from(trials + 2);
            let [board, games] = scores.entry((told.goal, read)).or_default();
            board.add(told.succeeded, told.rate);
            games.add(told.succeeded, rate);
        }
    }
    println!("\n| goal | by | cases | succeeded | always the mean | as told | as learned |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for ((goal, read), [board, games]) in scores {
        println!(
            "| `{goal}` | {} | {} | {:.0}% | {:.3} | {:.3} | {:.3} |",
            if read { "sight or reading" } else { "playouts" },
            board.count,
            100.0 * board.came_about / board.count,
            board.of_the_mean(),
            board.brier(),
            games.brier(),
        );
    }
}
