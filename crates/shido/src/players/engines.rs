//! `uci`, `usi`, `xboard`, `gtp`: programs of others.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shido_arena::{Contest, Player, PlayerError, Thinking, ThinkingLimits};
use shido_core::{ForMover, Game, Notation, Turn};
use shido_engines::{Engine, EngineOptions, Protocol, Score, Scoring};
use shido_search::{Ask, Bound};

use super::mind::{Mind, ThoughtError, chosen};
use super::search::{ANY, PLIES, TIME, time};
use super::{Context, Need, PlayerKind, Prepared};
use crate::entry::{EnginePlayer, Entry, Playable};
use crate::options::{Declarations, Opt, Options, prefix, text, whole};
use crate::{Error, MoveThought, Odds, Thought};

const COMMAND: Opt<String> = text(
    "command",
    "`stockfish`",
    "the program with its arguments, such as `gnuchess --uci`",
)
.required();
const DEPTH: Opt<u32> = whole("depth", PLIES, "how many plies it may look ahead");
const NODES: Opt<u64> = whole("nodes", ANY, "how many positions it may visit");
const TIMEOUT: Opt<u64> = whole(
    "timeout",
    [1, 86_400],
    "seconds to wait for an answer beyond the time that it has",
)
.usually("10");
const RESTARTS: Opt<u32> = whole(
    "restarts",
    [0, 1_000_000],
    "how often in a contest a program that ended is started anew",
)
.usually("0");
const OWN: Opt<()> = prefix(
    "option.",
    "an option of the engine itself by its name, such as `option.Skill Level=3`",
);
const OPTIONS: Declarations = &[&COMMAND, &DEPTH, &NODES, &TIME, &TIMEOUT, &RESTARTS, &OWN];

macro_rules! engine {
    ($kind:ident, $name:literal, $protocol:expr, $about:literal) => {
        pub(crate) struct $kind;

        impl PlayerKind for $kind {
            const NAME: &'static str = $name;
            const ABOUT: &'static str = $about;
            const OPTIONS: Declarations = OPTIONS;
            const NEEDS: &'static [Need] = &[Need::Engines];
            const FIXED: Option<bool> = Some(false);

            fn build<G: Playable>(
                entry: &Entry<G>,
                options: &Options<'_>,
                context: Context<'_>,
            ) -> Result<Prepared<G>, Error> {
                build($protocol, entry, options, context)
            }
        }
    };
}

engine!(Uci, "uci", Protocol::Uci, "a chess engine that speaks UCI");
engine!(Usi, "usi", Protocol::Usi, "a shogi engine that speaks USI");
engine!(
    Xboard,
    "xboard",
    Protocol::Xboard,
    "an engine that speaks the protocol of xboard"
);
engine!(
    Gtp,
    "gtp",
    Protocol::Gtp,
    "an engine that speaks the Go Text Protocol, whatever the game"
);

/// An engine for each contest. One is started at once and dismissed, so that a program that is missing
/// or takes no such option is found out before anything is played.
fn build<G: Playable>(
    protocol: Protocol,
    entry: &Entry<G>,
    options: &Options<'_>,
    context: Context<'_>,
) -> Result<Prepared<G>, Error> {
    let engine = EngineOptions {
        limits: ThinkingLimits {
            depth: options.get(&DEPTH)?,
            nodes: options.get(&NODES)?,
            time: time(options)?,
        },
        options: options.with_prefix(&OWN),
        timeout: Duration::from_secs(options.need(&TIMEOUT)?),
        restarts: options.need(&RESTARTS)?,
        ..EngineOptions::new(protocol, options.need(&COMMAND)?)
    };
    let start = entry.engine_player.expect("the need for engines is met");
    let stop = Arc::clone(&context.settings.stop);
    Engine::spawn(&engine, Arc::clone(&stop)).map_err(|error| Error::Failed(error.to_string()))?;
    Ok(Prepared::new(move || {
        Box::new(Engaged {
            start,
            engine: engine.clone(),
            stop: Arc::clone(&stop),
            player: None,
        })
    }))
}

/// An engine in a contest. It tells what it thinks of the position where its protocol has words for it, and
/// nothing of the moves that it does not make.
struct Engaged<G: Game> {
    start: EnginePlayer<G>,
    engine: EngineOptions,
    stop: Arc<AtomicBool>,
    /// There once it was asked.
    player: Option<Box<dyn Scoring<G>>>,
}

impl<G: Game> Player<G> for Engaged<G> {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        let player = self
            .player
            .get_or_insert_with(|| (self.start)(self.engine.clone(), Arc::clone(&self.stop)));
        player.choose(contest, thinking)
    }
}

impl<G: Notation> Mind<G> for Engaged<G> {
    fn think(
        &mut self,
        contest: &Contest<'_, G>,
        _ask: Ask,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Thought<G::Move>, ThoughtError<G::Move>> {
        let Turn::Of(mover) = contest.turn() else {
            return Err(ThoughtError::Chance);
        };
        let mv = self.choose(contest, thinking)?;
        let (payoff, pawns, distance) = match self.player.as_ref().and_then(|player| player.score())
        {
            None => return Err(ThoughtError::Silent),
            Some(Score::Centipawns(score)) => {
                let pawns = f64::from(score) / 100.0;
                (winning_chances(pawns), Some(pawns), None)
            }
            Some(Score::Mate(moves)) => {
                let plies = 2 * moves.unsigned_abs() - u32::from(moves > 0);
                (f64::from(moves.signum()), None, Some(plies))
            }
        };
        let value = ForMover(payoff).for_first(mover);
        let advantage = pawns.map(|pawns| ForMover(pawns).for_first(mover).0);
        Ok(Thought {
            best: vec![mv],
            moves: vec![MoveThought {
                advantage,
                ..MoveThought::of(mv, value, Bound::Estimate)
            }],
            line: vec![mv],
            unit: Some("pawn".to_owned()),
            advantage,
            distance,
            ..Thought::of(value)
        })
    }

    fn odds(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Odds<G::Move>, ThoughtError<G::Move>> {
        let mv = self.choose(contest, thinking)?;
        Ok(chosen(contest, &[mv]))
    }
}

/// What an advantage pays on average, as people's games on Lichess have it: its winning chances from -1 to 1.
fn winning_chances(pawns: f64) -> f64 {
    2.0 / (1.0 + (-0.368_208 * pawns).exp()) - 1.0
}
