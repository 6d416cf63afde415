//! Experiments: runs, parts of runs, and what is refused.

mod broken;
mod parts;
mod runs;
mod training;
