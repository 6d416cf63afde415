//! How fast games are solved, with one thread and with two.
//!
//! `cargo bench -p shido --bench solver`. Nothing is read from or kept in the cache.

use std::num::NonZeroUsize;
use std::time::Instant;

use shido::{Catalog, Extent, Settings, SolutionKind};

fn main() {
    let games = [
        "connect-four-4x4",
        "connect-four-5x4",
        "mnk-4x4x4",
        "six-mens-morris",
    ];
    println!(
        "{:<18} {:>8} {:>12} {:>12} {:>9} {:>14} {:>7}",
        "game", "threads", "positions", "up to symm.", "seconds", "positions/s", "bytes"
    );
    for name in games {
        for threads in [1, 2] {
            let game = Catalog::shipped().open(name).expect("the game is there");
            let settings = Settings {
                threads: NonZeroUsize::new(threads),
                ..Settings::in_memory()
            };
            let started = Instant::now();
            let solution = game
                .solve(Extent::Whole, &settings, &|_| {})
                .expect("it fits in memory");
            let seconds = started.elapsed().as_secs_f64();
            let SolutionKind::SolvedTable { summary, .. } = solution.kind else {
                unreachable!("only the value was not asked for")
            };
            println!(
                "{name:<18} {threads:>8} {:>12} {:>12} {seconds:>9.2} {:>14.0} {:>7.1}",
                summary.positions,
                summary.positions_up_to_symmetry,
                summary.positions as f64 / seconds,
                summary.peak_bytes as f64 / summary.positions_up_to_symmetry as f64,
            );
        }
    }
    println!("positions/s counts all reachable positions; bytes are the peak for each one kept");
}
