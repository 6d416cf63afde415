//! What Python hands in, read once and checked where it comes in.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyInt;
use shido::{AnyPlayer, Ask, Request, Seat, Seats, Seed, Settings, Spec, ThinkingLimits, Turn};

use crate::errors::{argument, raised};
use crate::player::Player;

/// A player: its text, or one that was made before.
#[derive(FromPyObject)]
pub(crate) enum By<'py> {
    Made(Bound<'py, Player>),
    Text(String),
}

impl By<'_> {
    /// The player, or the text that names it.
    pub(crate) fn read(self) -> PyResult<Wanted> {
        match self {
            By::Made(player) => Ok(Wanted::Made(player.get().player.clone())),
            By::Text(text) => Ok(Wanted::Named(spec(&text)?)),
        }
    }
}

/// The player that is wanted.
#[derive(Clone)]
pub(crate) enum Wanted {
    Made(AnyPlayer),
    Named(Spec),
}

impl Wanted {
    /// The player itself, which may take long where a game has to be solved for it.
    pub(crate) fn get(
        self,
        game: &dyn shido::AnyGame,
        settings: &Settings,
        watch: shido::Watch<'_>,
    ) -> Result<AnyPlayer, shido::Error> {
        match self {
            Wanted::Made(player) => Ok(player),
            Wanted::Named(spec) => game.player(&spec, settings, watch),
        }
    }
}

/// A name with options.
pub(crate) fn spec(text: &str) -> PyResult<Spec> {
    text.parse().map_err(|error| raised(&error))
}

/// A side: `first` or `second`, or 0 or 1.
pub(crate) struct Side(pub(crate) Seat);

impl<'a, 'py> FromPyObject<'a, 'py> for Side {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Side> {
        let wrong = || {
            argument(format!(
                "{} is no side: write \"first\" or \"second\"",
                *given
            ))
        };
        if given.is_instance_of::<PyInt>() {
            let number: usize = given.extract().map_err(|_| wrong())?;
            return Seat::BOTH.get(number).copied().map(Side).ok_or_else(wrong);
        }
        match given.extract::<String>().map_err(|_| wrong())?.as_str() {
            "first" => Ok(Side(Seat::First)),
            "second" => Ok(Side(Seat::Second)),
            _ => Err(wrong()),
        }
    }
}

/// `first`, `second` or `chance`; nothing where it is over.
pub(crate) fn to_move(turn: Turn) -> Option<&'static str> {
    match turn {
        Turn::Of(Seat::First) => Some("first"),
        Turn::Of(Seat::Second) => Some("second"),
        Turn::Chance => Some("chance"),
        Turn::Over(_) => None,
    }
}

/// Whether players change seats.
pub(crate) fn seats(text: &str) -> PyResult<Seats> {
    match text {
        "fixed" => Ok(Seats::Fixed),
        "alternate" => Ok(Seats::Alternate),
        _ => Err(argument(format!(
            "`{text}` is no order of seats: write \"fixed\" or \"alternate\""
        ))),
    }
}

/// What is to be found out of the moves: the best one, every one, or so many of the best.
pub(crate) struct Moves(pub(crate) Ask);

impl<'a, 'py> FromPyObject<'a, 'py> for Moves {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Moves> {
        let wrong = || {
            argument(format!(
                "{} is not possible for `moves`: write \"every\", \"best\", or how many of the best",
                *given
            ))
        };
        if given.is_instance_of::<PyInt>() {
            let count: usize = given.extract().map_err(|_| wrong())?;
            let count = NonZeroUsize::new(count).ok_or_else(wrong)?;
            return Ok(Moves(Ask::Best(count)));
        }
        match given.extract::<String>().map_err(|_| wrong())?.as_str() {
            "every" => Ok(Moves(Ask::EveryMove)),
            "best" => Ok(Moves(Ask::BestMove)),
            _ => Err(wrong()),
        }
    }
}

/// How long to think at most.
pub(crate) fn limits(
    depth: Option<u32>,
    nodes: Option<u64>,
    seconds: Option<f64>,
) -> PyResult<ThinkingLimits> {
    let time = match seconds {
        None => None,
        Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(|_| {
            argument(format!(
                "{seconds} seconds are not possible: a time is a number that is not negative"
            ))
        })?),
    };
    Ok(ThinkingLimits { depth, nodes, time })
}

/// A question within limits, which a flag ends.
pub(crate) fn request(limits: ThinkingLimits, stop: &Arc<AtomicBool>) -> Request<'static> {
    Request {
        limits,
        cancel: Some(Arc::clone(stop)),
        ..Request::default()
    }
}

/// Where work is done: with this seed, on so many threads.
pub(crate) fn settings(
    kept: bool,
    seed: u64,
    threads: Option<usize>,
    memory: Option<u64>,
) -> PyResult<Settings> {
    let threads = match threads {
        None => None,
        Some(threads) => Some(NonZeroUsize::new(threads).ok_or_else(|| {
            argument(
                "0 threads do nothing: leave `threads` out for all processors, or write 1 or more",
            )
        })?),
    };
    let usual = match kept {
        true => Settings::for_user(),
        false => Settings::in_memory(),
    };
    Ok(Settings {
        seed: Seed(seed),
        threads,
        memory: memory.unwrap_or(usual.memory),
        ..usual
    })
}
