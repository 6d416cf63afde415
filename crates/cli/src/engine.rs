//! `shido uci`, `shido usi`, `shido gtp`: an engine for other programs' boards.

use std::io::BufReader;
use std::process::ExitCode;

use anyhow::Context;
use shido::{Catalog, Settings};
use shido_core::Seed;
use shido_protocols::{Protocol, Service, ServiceError, serve};

use crate::args::EngineArgs;
use crate::play::any_seed;

/// Speaks with the board at the other end of the standard input and output.
pub(crate) fn run(
    protocol: Protocol,
    args: &EngineArgs,
    catalog: &Catalog,
) -> anyhow::Result<ExitCode> {
    let usual = match protocol {
        Protocol::Uci => "chess",
        Protocol::Usi => "shogi",
        Protocol::Gtp => "go",
    };
    let service = Service {
        catalog,
        game: args.game.as_deref().unwrap_or(usual).to_owned(),
        player: args.player.clone(),
        settings: Settings {
            seed: Seed(args.seed.unwrap_or_else(any_seed)),
            ..crate::remembered::settings()
        },
    };
    let input = BufReader::new(std::io::stdin());
    match serve(protocol, service, input, std::io::stdout().lock()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(ServiceError::Shido(error)) => Err(error.into()),
        Err(ServiceError::Io(error)) => Err(error).context("the board does not listen any more"),
    }
}
