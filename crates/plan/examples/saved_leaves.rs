//! How many leaves each way of evaluating looks at, on random strategies: the distribution of the
//! share that is saved.
//!
//! ```sh
//! cargo run --profile dist -p shido-plan --example saved_leaves
//! ```

use rand::RngExt;
use shido_core::{Rng, Seed};
use shido_plan::random::{Shape, strategy};
use shido_plan::{Estimate, Given, Goal, Guess, Leaves, NoRate, OrRule, evaluate, ways};

/// The given rates, with guesses that are off.
struct Guessed<'a> {
    given: Given<'a>,
    /// How far, at most.
    off: f64,
    rng: Rng,
}

impl Leaves for Guessed<'_> {
    type Error = NoRate;

    fn facts(&mut self, goal: &Goal) -> Result<Option<Vec<Vec<String>>>, NoRate> {
        self.given.facts(goal)
    }

    fn rate(&mut self, goal: &Goal) -> Result<Estimate, NoRate> {
        self.given.rate(goal)
    }

    fn check(&mut self, goal: &Goal) -> Result<(), NoRate> {
        self.given.check(goal)
    }

    fn guess(&mut self, goal: &Goal) -> Guess {
        let Guess { rate, cost } = self.given.guess(goal);
        let off = self.off * (2.0 * self.rng.random::<f64>() - 1.0);
        let rate = (rate + off).clamp(0.01, 0.99);
        Guess { rate, cost }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const TREES: u64 = 5_000;
    let shape = Shape {
        depth: 5,
        width: 4,
        shared: 0.0,
        certain: 0.05,
    };
    for off in [0.0, 0.3, 1.0] {
        let ways = ways(OrRule::Maximum);
        let mut saved: Vec<Vec<f64>> = vec![Vec::new(); ways.len()];
        let mut leaves = 0;
        for index in 0..TREES {
            let seed = Seed(6).derive(index);
            let file = strategy(&shape, &mut seed.rng());
            let mut guessed = Guessed {
                given: Given::new(&file),
                off,
                rng: seed.derive(1).rng(),
            };
            let tree = file.ground(&[], &mut guessed)?;
            let total = tree.leaves().count();
            leaves += total;
            for (way, saved) in ways.iter().zip(&mut saved) {
                let evaluated = evaluate(&tree, &mut guessed, &way.options)?.evaluated();
                saved.push(1.0 - evaluated as f64 / total as f64);
            }
        }
        println!("guesses off by up to {off}; {TREES} trees, {leaves} leaves; saved, in percent:");
        println!("{:24} mean   10%   25%   50%   75%   90%", "");
        for (way, mut saved) in ways.iter().zip(saved) {
            saved.sort_by(f64::total_cmp);
            let mean = saved.iter().sum::<f64>() / saved.len() as f64;
            print!("{:24} {:4.0}", way.name, 100.0 * mean);
            for quantile in [10, 25, 50, 75, 90] {
                print!("  {:4.0}", 100.0 * saved[saved.len() * quantile / 100]);
            }
            println!();
        }
        println!();
    }
    Ok(())
}
