//! Whole commands with mutated files, positions, players and options: whatever a user gives, the program
//! ends soon, with a status of its own, and does not panic.
//!
//! A case is told by a seed and a number alone. A few cases are run with the other tests; for more
//! ([CONTRIBUTING.md](../../../../CONTRIBUTING.md)):
//!
//! ```sh
//! ABUSE_CASES=20000 ABUSE_SEED=7 cargo test -p shido-cli --test abuse -- --nocapture
//! ABUSE_CASE=4711 ABUSE_SEED=7 cargo test -p shido-cli --test abuse -- --nocapture
//! ```
#![cfg(unix)]

mod case;
mod corpus;
mod mutation;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::case::Case;
use crate::corpus::Corpus;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn nothing_that_is_given_breaks_a_command() {
    let corpus = Corpus::read();
    let seed = setting("ABUSE_SEED").unwrap_or(0);
    let numbers = match setting("ABUSE_CASE") {
        Some(one) => one..one + 1,
        None => 0..setting("ABUSE_CASES").unwrap_or(100),
    };
    let next = AtomicU64::new(numbers.start);
    let failures = Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return;
            }
            let folder = tempfile::tempdir().expect("a temporary folder can be made");
            let case = Case::new(&corpus, seed, number, folder.path());
            if let Err(problem) = case.run(folder.path()) {
                let told = describe(&case, seed, number, folder.path(), &problem);
                println!("{told}");
                failures.lock().expect("nobody panics").push(told);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().expect("nobody panics");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What to do to see it again.
fn describe(case: &Case, seed: u64, number: u64, folder: &Path, problem: &str) -> String {
    let command = case.arguments.join(" ");
    let shown: String = command.chars().take(400).collect();
    let kept = std::env::temp_dir().join(format!("shido-abuse-{seed}-{number}"));
    // Only for whoever looks into it; the case can be made again without.
    let _ = std::fs::rename(folder, &kept);
    format!("ABUSE_SEED={seed} ABUSE_CASE={number}: shido {shown}\n  {problem}")
}
