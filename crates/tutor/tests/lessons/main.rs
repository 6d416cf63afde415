//! Contests of tutors with students that are searches, at small and large games.

mod certificates;
mod four;
mod memory;
mod pupil;
mod school;

/// A number from the environment.
fn setting(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(usual, |text| text.parse().expect("a number"))
}
