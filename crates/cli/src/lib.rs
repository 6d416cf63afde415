//! The command line `shido`: parses arguments, asks the catalog, prints.
//!
//! A program with a catalog of its own gets the whole command line for it:
//!
//! ```no_run
//! let mut catalog = shido::Catalog::shipped();
//! // catalog.add_game(...)?;
//! shido_cli::main(catalog);
//! ```

mod analyze;
mod args;
mod audit;
mod bench;
mod count;
mod deliberation;
mod engine;
mod feature_sum;
mod forecast;
mod frame;
mod games;
mod interrupt;
mod lab;
mod matches;
mod overview;
mod plan;
mod play;
mod practice;
mod predict;
mod question;
mod rate;
mod rates;
mod recorded;
mod remembered;
mod report;
mod review;
mod serve;
mod show;
mod solve;
mod start;
mod student;
mod terminal;
mod tournament;
mod train;
mod tune;
mod whole_file;

use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches};
use shido::Catalog;
use shido_protocols::Protocol;

use crate::args::{Arguments, Command};

/// What was typed; where that is no command of ours, it is said, and the program ends.
fn arguments() -> Arguments {
    let program = overview::grouped(Arguments::command());
    let read = Arguments::from_arg_matches(&program.get_matches());
    read.unwrap_or_else(|error| error.exit())
}

/// Does what the arguments of the program ask for, with the games and players of a catalog.
#[must_use]
pub fn main(catalog: Catalog) -> ExitCode {
    let arguments = arguments();
    match run(&arguments, &Arc::new(catalog)) {
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

fn run(arguments: &Arguments, catalog: &Arc<Catalog>) -> anyhow::Result<ExitCode> {
    let Some(command) = &arguments.command else {
        return games::greet();
    };
    match command {
        Command::Games(args) => games::games(args, catalog),
        Command::Players(args) => games::players(args, catalog),
        Command::Frame(args) => frame::frame(args),
        Command::Serve(args) => serve::run(args, catalog),
        Command::Play(args) => play::play(args, catalog),
        Command::Practice(args) => practice::practice(args, catalog),
        Command::Student(args) => student::student(args),
        Command::Show(args) => show::show(args, catalog),
        Command::Analyze(args) => analyze::analyze(args, catalog),
        Command::Solve(args) => solve::solve(args, catalog),
        Command::Match(args) => matches::contest_match(args, catalog),
        Command::Tournament(args) => tournament::tournament(args, catalog),
        Command::Lab(args) => lab::lab(args, catalog),
        Command::Replay(args) => show::replay(args, catalog),
        Command::Count(args) => count::count(args, catalog),
        Command::Tune(args) => tune::tune(args, catalog),
        Command::Train(args) => train::train(args, catalog),
        Command::Plan(args) => plan::plan(args),
        Command::Predict(args) => predict::run(args, catalog),
        Command::Rate(args) => rate::run(args, catalog),
        Command::Audit(args) => audit::run(args, catalog),
        Command::Review(args) => review::run(args, catalog),
        Command::Rates(args) => rates::rates(args),
        Command::Uci(args) => engine::run(Protocol::Uci, args, catalog),
        Command::Usi(args) => engine::run(Protocol::Usi, args, catalog),
        Command::Gtp(args) => engine::run(Protocol::Gtp, args, catalog),
        Command::Bench(args) => bench::bench(args, catalog),
        Command::Completions(args) => args::completions(args),
    }
}
