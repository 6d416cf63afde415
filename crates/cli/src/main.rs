//! The program `shido`, with the games and players that come with it.

use std::process::ExitCode;

fn main() -> ExitCode {
    shido_cli::main(shido::Catalog::shipped())
}
