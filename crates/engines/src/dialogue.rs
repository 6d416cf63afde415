//! What the protocols have in common.

use shido_arena::{Contest, ThinkingLimits};
use shido_core::{EngineNotation, Seat, Turn};

use crate::EngineError;
use crate::process::Process;

/// A protocol with an engine that has been greeted and set up.
pub(crate) trait Dialogue: Send {
    /// Tells the engine how the contest stands and asks for its move. `news` are the moves at the end
    /// of the record that the engine has not seen yet, or `None` where this contest is new to it. The
    /// limits are for this move alone, beside those that the engine has for all.
    fn ask_move(
        &mut self,
        process: &mut Process,
        record: &Record,
        news: Option<&[Ply]>,
        limits: ThinkingLimits,
    ) -> Result<Reply, EngineError>;
}

/// What the engine was asked in the end, what it answered, and what that means.
pub(crate) struct Reply {
    pub(crate) asked: String,
    pub(crate) received: String,
    pub(crate) answer: Answer,
    /// What the engine thinks of its position, where it says so.
    pub(crate) score: Option<Score>,
}

/// What an engine thinks of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An advantage, in hundredths of a pawn.
    Centipawns(i32),
    /// It gives mate in so many moves, or is mated in as many if negative.
    Mate(i32),
}

pub(crate) enum Answer {
    Move(String),
    Resigns,
    /// The engine sees no move, or says that the contest is over.
    Declines,
}

/// A move with the side that made it.
pub(crate) type Ply = (Seat, String);

/// A contest in the words of engines.
pub(crate) struct Record {
    /// The position it began in, unless that is the one in which the game begins.
    pub(crate) start: Option<String>,
    /// The commands that bring an engine there, where the game has them.
    pub(crate) setup: Option<Vec<String>>,
    pub(crate) moves: Vec<Ply>,
    pub(crate) to_move: Seat,
}

impl Record {
    pub(crate) fn of<G: EngineNotation>(contest: &Contest<'_, G>) -> Result<Record, EngineError> {
        let game = contest.game();
        let start = contest.start();
        let mut moves = Vec::with_capacity(contest.moves().len());
        for (position, &mv) in contest.positions().iter().zip(contest.moves()) {
            moves.push((mover(game.turn(position))?, game.engine_move(position, mv)));
        }
        Ok(Record {
            start: (*start != game.start()).then(|| game.engine_position(start)),
            setup: game.engine_setup(start),
            moves,
            to_move: mover(contest.turn())?,
        })
    }

    /// The moves that follow `earlier` in this contest, or `None` if this is another contest.
    pub(crate) fn since(&self, earlier: Option<&Record>) -> Option<&[Ply]> {
        let earlier = earlier?;
        (self.start == earlier.start)
            .then(|| self.moves.strip_prefix(earlier.moves.as_slice()))
            .flatten()
    }

    /// How many moves the side to move has made.
    pub(crate) fn own_moves(&self) -> u32 {
        let own = self.moves.iter().filter(|(seat, _)| *seat == self.to_move);
        u32::try_from(own.count()).unwrap_or(u32::MAX)
    }
}

fn mover(turn: Turn) -> Result<Seat, EngineError> {
    match turn {
        Turn::Of(seat) => Ok(seat),
        Turn::Chance => Err(EngineError::Chance),
        Turn::Over(_) => Err(EngineError::Over),
    }
}
