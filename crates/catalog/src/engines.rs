//! External programs as players.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shido_arena::Player;
use shido_core::{EngineNotation, Game};
use shido_engines::{Budget, Engine, EngineOptions, EnginePlayer, Protocol};

use crate::held::Held;
use crate::players::{Entrance, seconds};
use crate::spec::Options;
use crate::{CatalogError, Settings};

/// What all engines take.
pub(crate) const OPTIONS: &[(&str, &str)] = &[
    (
        "command",
        "the program with its arguments, such as `gnuchess --uci`; required",
    ),
    ("depth", "how many plies it may look ahead"),
    ("nodes", "how many positions it may visit"),
    ("time", "seconds for each move, such as 0.1"),
    ("timeout", "seconds to wait for an answer beyond that (10)"),
    (
        "restarts",
        "how often in a contest a program that ended is started anew (0)",
    ),
    (
        "option.NAME",
        "an option of the engine itself, such as `option.Skill Level=3`",
    ),
];

/// Makes players of an engine, for a game that engines understand.
pub(crate) type Hire<G> = fn(EngineOptions, Arc<AtomicBool>) -> Box<dyn Player<G>>;

pub(crate) fn hire<G: EngineNotation>(
    options: EngineOptions,
    stop: Arc<AtomicBool>,
) -> Box<dyn Player<G>> {
    Box::new(EnginePlayer::new(options, stop))
}

/// Engines of a protocol for each contest. One is started at once and dismissed, so that a program that
/// is missing or takes no such option is found out before anything is played.
pub(crate) fn entrance<G: Game + 'static>(
    held: &Held<G>,
    options: &Options<'_>,
    settings: &Settings,
) -> Result<Entrance<G>, CatalogError> {
    let protocol = Protocol::named(options.name()).expect("the caller knows the protocols");
    let wanted = "the program, such as `uci:command=stockfish,depth=4`";
    let command = options
        .text("command")
        .ok_or_else(|| options.missing("command", wanted))?;
    let budget = Budget {
        depth: options.number("depth", "a number of plies")?,
        nodes: options.number("nodes", "a number of positions")?,
        time: seconds(options)?,
    };
    let timeout = options.number("timeout", "a number of seconds, such as 10")?;
    let restarts = options.number("restarts", "a number, such as 3")?;
    let own = options.with_prefix("option.");
    options.finish()?;
    let Some(hire) = held.hire else {
        return Err(CatalogError::Unable {
            what: format!("no engine plays {}", held.about().title),
            help: "engines play games of two players without chance".to_owned(),
        });
    };
    let engine = EngineOptions {
        budget,
        options: own,
        timeout: timeout.map_or(EngineOptions::TIMEOUT, Duration::from_secs),
        restarts: restarts.unwrap_or(0),
        ..EngineOptions::new(protocol, command)
    };
    let stop = Arc::clone(&settings.stop);
    Engine::spawn(&engine, Arc::clone(&stop))
        .map_err(|error| CatalogError::Failed(error.to_string()))?;
    Ok(Arc::new(move || hire(engine.clone(), Arc::clone(&stop))))
}
