//! Little engines, written as shell scripts and run as the real processes they are.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use shido_arena::{Contest, ThinkingLimits};
use shido_core::Notation;
use shido_engines::{Choice, Engine, EngineError, EngineOptions, Protocol};
use shido_frame::{Compiled, Frame, FrameGame, FrameMove};
use tempfile::TempDir;

/// A script in a folder of its own, which it may write to: `$LOG` is a file for what it is told.
pub(crate) struct Script {
    folder: TempDir,
    protocol: Protocol,
}

impl Script {
    pub(crate) fn new(protocol: Protocol, body: &str) -> Script {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let log = folder.path().join("log");
        let text = format!("LOG='{}'\n{body}", log.display());
        std::fs::write(folder.path().join("engine"), text).expect("the folder can be written");
        Script { folder, protocol }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("engine")
    }

    /// Options that run the script.
    pub(crate) fn options(&self) -> EngineOptions {
        EngineOptions::new(self.protocol, self.command())
    }

    fn command(&self) -> String {
        format!("sh '{}'", self.path().display())
    }

    /// What an error says, with the command, which it must name, for short.
    pub(crate) fn told(&self, error: &impl std::fmt::Display) -> String {
        let said = error.to_string();
        assert!(said.contains(&self.command()), "{said}");
        said.replace(&self.command(), "engine")
    }

    /// The same for a script that will not answer, with a second for what it does say.
    pub(crate) fn hasty(&self) -> EngineOptions {
        EngineOptions {
            timeout: Duration::from_secs(1),
            ..self.options()
        }
    }

    pub(crate) fn spawn(&self) -> Result<Engine, EngineError> {
        Engine::spawn(&self.options(), Arc::default())
    }

    /// What the script wrote to its log, line by line.
    pub(crate) fn log(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.folder.path().join("log"));
        let text = text.expect("the engine keeps a log");
        text.lines().map(str::to_owned).collect()
    }
}

/// Tic-tac-toe, from its frame.
pub(crate) fn tic_tac_toe() -> FrameGame<u64> {
    let text = include_str!("../../../../frames/tic-tac-toe.toml");
    let frame = Frame::read("tic-tac-toe.toml", text, &[]).expect("the shipped frame is sound");
    match Compiled::new(&frame) {
        Compiled::Small(game) => game,
        Compiled::Large(_) => panic!("nine points fit in 64 bits"),
    }
}

/// A contest after these moves.
pub(crate) fn contest<'g>(game: &'g FrameGame<u64>, moves: &[&str]) -> Contest<'g, FrameGame<u64>> {
    let mut contest = Contest::new(game);
    for text in moves {
        let mv = game.parse_move(contest.position(), text);
        let mv = mv.expect("a test plays legal moves");
        contest.play(mv).expect("a test plays legal moves");
    }
    contest
}

/// What the engine chooses after these moves, as text.
pub(crate) fn choose(engine: &mut Engine, moves: &[&str]) -> Result<String, EngineError> {
    choose_within(engine, moves, ThinkingLimits::default())
}

/// The same within limits for this move.
pub(crate) fn choose_within(
    engine: &mut Engine,
    moves: &[&str],
    limits: ThinkingLimits,
) -> Result<String, EngineError> {
    let game = tic_tac_toe();
    let contest = contest(&game, moves);
    let choice: Choice<FrameMove> = engine.choose(&contest, limits)?;
    Ok(match choice {
        Choice::Move(mv) => game.write_move(contest.position(), mv),
        Choice::Resign => "resign".to_owned(),
    })
}
