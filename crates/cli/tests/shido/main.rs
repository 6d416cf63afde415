//! The program from outside: what it prints, what it refuses, and what it leaves behind.

mod board_plan;
mod boards;
mod coach;
mod commands;
mod endgames;
mod engines;
mod evaluation;
mod files;
mod frames;
mod hoyle;
mod lab;
mod measuring;
mod mistakes;
#[cfg(target_os = "linux")]
mod no_threads;
mod opponents;
mod plan;
mod play;
mod program;
mod ranges;
mod searches;
mod signature;
#[cfg(unix)]
mod stopping;
mod students;
#[cfg(target_os = "linux")]
mod terminal;
mod tutor;
