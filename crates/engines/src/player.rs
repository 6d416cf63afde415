//! An engine as a player.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shido_arena::{Contest, Player, PlayerError, Thinking, ThinkingLimits};
use shido_core::{EngineNotation, Game};

use crate::{Choice, Engine, EngineError, EngineOptions, Score};

/// An engine as a player. The program is started when the first move is wanted, and ended when the
/// player is dropped or the engine fails. A program that ends by itself is started anew as often as its
/// options allow.
///
/// The random numbers of the contest do not reach the engine. Contests with engines can be repeated
/// as far as the engine itself is deterministic, which by depth or nodes many are, and by time none.
pub struct EnginePlayer {
    options: EngineOptions,
    stop: Arc<AtomicBool>,
    engine: Option<Engine>,
    restarts_left: u32,
}

impl EnginePlayer {
    /// A player who will start this engine. When `stop` becomes true the player quits at once, unless
    /// whoever asks for a move brings a flag of their own.
    #[must_use]
    pub fn new(options: EngineOptions, stop: Arc<AtomicBool>) -> EnginePlayer {
        EnginePlayer {
            restarts_left: options.restarts,
            options,
            stop,
            engine: None,
        }
    }

    fn ask<G: EngineNotation>(
        &mut self,
        contest: &Contest<'_, G>,
        limits: ThinkingLimits,
        stop: &Arc<AtomicBool>,
    ) -> Result<Choice<G::Move>, EngineError> {
        loop {
            // An engine that fails is not put back: nobody knows what it would say next.
            let mut engine = match self.engine.take() {
                Some(engine) => engine,
                None => Engine::spawn(&self.options, Arc::clone(stop))?,
            };
            engine.heed(stop);
            match engine.choose(contest, limits) {
                Err(EngineError::Ended { .. }) if self.restarts_left > 0 => {
                    self.restarts_left -= 1;
                }
                Err(error) => return Err(error),
                Ok(choice) => {
                    self.engine = Some(engine);
                    return Ok(choice);
                }
            }
        }
    }
}

/// A player that may tell what it thinks of a position.
pub trait Scoring<G: Game>: Player<G> {
    /// What it thought of the position in which it chose last, if it said so.
    fn score(&self) -> Option<Score>;
}

impl<G: EngineNotation> Scoring<G> for EnginePlayer {
    fn score(&self) -> Option<Score> {
        self.engine.as_ref()?.score()
    }
}

impl<G: EngineNotation> Player<G> for EnginePlayer {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        let stop = Arc::clone(thinking.stop.unwrap_or(&self.stop));
        match self.ask(contest, thinking.limits, &stop) {
            Ok(Choice::Move(mv)) => Ok(mv),
            Ok(Choice::Resign) => Err(PlayerError::Resigned),
            Err(EngineError::Over) => Err(PlayerError::Over),
            Err(EngineError::Stopped) => Err(PlayerError::Quit),
            Err(error) => Err(PlayerError::Failed(error.to_string())),
        }
    }
}
