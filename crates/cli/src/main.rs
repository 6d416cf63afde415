//! `shido`, the command line: parses arguments, calls the catalog, prints.

mod analyze;
mod args;
mod bench;
mod check;
mod count;
mod deliberation;
mod games;
mod interrupt;
mod lab;
mod matches;
mod plan;
mod play;
mod rates;
mod recorded;
mod report;
mod show;
mod solve;
mod terminal;
mod tournament;
mod train;
mod tune;
mod whole_file;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(code) => code,
        Err(error) if terminal::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report::error(&error);
            if interrupt::raised() {
                ExitCode::from(interrupt::EXIT_CODE)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Command::Games(args) => games::games(args),
        Command::Players(args) => games::players(args),
        Command::Frame(args) => check::frame(args),
        Command::Play(args) => play::play(args),
        Command::Show(args) => show::show(args),
        Command::Analyze(args) => analyze::analyze(args),
        Command::Solve(args) => solve::solve(args),
        Command::Match(args) => matches::contest_match(args),
        Command::Tournament(args) => tournament::tournament(args),
        Command::Lab(args) => lab::lab(args),
        Command::Replay(args) => show::replay(args),
        Command::Count(args) => count::count(args),
        Command::Tune(args) => tune::tune(args),
        Command::Train(args) => train::train(args),
        Command::Plan(args) => plan::plan(args),
        Command::Rates(args) => rates::rates(args),
        Command::Bench(args) => bench::bench(args),
        Command::Completions(args) => args::completions(args),
    }
}
