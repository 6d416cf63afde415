//! A running engine: it is told the contest and asked for moves.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shido_arena::{Contest, ThinkingLimits};
use shido_core::EngineNotation;

use crate::dialogue::{Answer, Dialogue, Record, Score};
use crate::gtp::Gtp;
use crate::process::Process;
use crate::uci::{Uci, Words};
use crate::xboard::Xboard;
use crate::{EngineError, EngineOptions, Protocol};

/// What an engine does with its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice<M> {
    /// It plays a legal move.
    Move(M),
    /// It gives the contest up.
    Resign,
}

/// A program that has been started, greeted and set up. Dropping it ends the program.
pub struct Engine {
    process: Process,
    protocol: Protocol,
    dialogue: Box<dyn Dialogue>,
    /// The contest as the engine knows it.
    told: Option<Record>,
    score: Option<Score>,
}

impl Engine {
    /// Starts an engine. Whenever `stop` becomes true, waiting for the engine ends with
    /// [`EngineError::Stopped`].
    ///
    /// # Errors
    /// Where the program cannot be run, does not answer as its protocol demands, or does not know an
    /// option; and where the protocol has no word for a limit of the limits.
    pub fn spawn(options: &EngineOptions, stop: Arc<AtomicBool>) -> Result<Engine, EngineError> {
        sayable(options.protocol, options.limits)?;
        let mut process = Process::spawn(&options.command, "quit", stop)?;
        let dialogue: Box<dyn Dialogue> = match options.protocol {
            Protocol::Uci => Box::new(Uci::greet(&mut process, Words::UCI, options)?),
            Protocol::Usi => Box::new(Uci::greet(&mut process, Words::USI, options)?),
            Protocol::Xboard => Box::new(Xboard::greet(&mut process, options)?),
            Protocol::Gtp => Box::new(Gtp::greet(&mut process, options)?),
        };
        Ok(Engine {
            process,
            protocol: options.protocol,
            dialogue,
            told: None,
            score: None,
        })
    }

    /// Takes another flag that ends waiting for the engine.
    pub fn heed(&mut self, stop: &Arc<AtomicBool>) {
        self.process.heed(stop);
    }

    /// What the engine thought of the position in which it chose last, if it said so.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.score
    }

    /// What the engine does in a contest, within these limits and its own. It is told the start and every
    /// move, so it knows of repetitions.
    ///
    /// # Errors
    /// Where the protocol has no word for a limit, the engine dies, does not answer, or answers with no legal move. It should not be used
    /// any more then: nobody knows what it will say next.
    pub fn choose<G: EngineNotation>(
        &mut self,
        contest: &Contest<'_, G>,
        limits: ThinkingLimits,
    ) -> Result<Choice<G::Move>, EngineError> {
        sayable(self.protocol, limits)?;
        let mut record = Record::of(contest)?;
        let news = record.since(self.told.as_ref());
        let reply = self
            .dialogue
            .ask_move(&mut self.process, &record, news, limits)?;
        self.score = reply.score;
        let (game, position) = (contest.game(), contest.position());
        match reply.answer {
            Answer::Resigns => Ok(Choice::Resign),
            // Some engines write some moves as people do: Phalanx castles with `O-O`.
            Answer::Move(text) => match game
                .parse_engine_move(position, &text)
                .or_else(|problem| game.parse_move(position, &text).map_err(|_| problem))
            {
                Ok(mv) => {
                    // Engines may spell their moves otherwise than the record does.
                    let spelled = game.engine_move(position, mv);
                    record.moves.push((record.to_move, spelled));
                    self.told = Some(record);
                    Ok(Choice::Move(mv))
                }
                Err(problem) => Err(EngineError::Illegal {
                    program: self.process.program().to_owned(),
                    asked: reply.asked,
                    received: reply.received,
                    position: game.engine_position(position),
                    problem: problem.to_string(),
                }),
            },
            Answer::Declines => Err(EngineError::Declined {
                program: self.process.program().to_owned(),
                asked: reply.asked,
                received: reply.received,
                position: game.engine_position(position),
            }),
        }
    }
}

/// Refuses limits that the protocol has no words for.
fn sayable(protocol: Protocol, limits: ThinkingLimits) -> Result<(), EngineError> {
    let what = match protocol {
        Protocol::Xboard | Protocol::Gtp if limits.nodes.is_some() => "how many nodes to search",
        Protocol::Gtp if limits.depth.is_some() => "how deep to search",
        _ => return Ok(()),
    };
    Err(EngineError::Unsayable { protocol, what })
}
