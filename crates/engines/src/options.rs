//! Which engine to run, in which protocol, and how it is to play.

use std::fmt;
use std::time::Duration;

use shido_arena::ThinkingLimits;

/// The language that an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Protocol {
    /// The Universal Chess Interface, spoken by nearly every chess engine of today.
    Uci,
    /// The Universal Shogi Interface: the same dialogue with other words.
    Usi,
    /// The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard.
    Xboard,
    /// The Go Text Protocol, version 2.
    Gtp,
}

impl Protocol {
    /// Every protocol.
    pub const ALL: [Protocol; 4] = [
        Protocol::Uci,
        Protocol::Usi,
        Protocol::Xboard,
        Protocol::Gtp,
    ];

    /// What the protocol is called in the name of a player.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Usi => "usi",
            Protocol::Xboard => "xboard",
            Protocol::Gtp => "gtp",
        }
    }

    /// The protocol of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Protocol> {
        Protocol::ALL
            .into_iter()
            .find(|protocol| protocol.name() == name)
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A second for a move where nothing else was said, since most engines would think for ever.
pub(crate) fn or_a_second(limits: ThinkingLimits) -> ThinkingLimits {
    match limits == ThinkingLimits::default() {
        true => ThinkingLimits {
            time: Some(Duration::from_secs(1)),
            ..limits
        },
        false => limits,
    }
}

/// Which program to run, and how it is to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// The program with its arguments, quoted as in a shell: `gnugo --mode gtp`. No shell is
    /// involved: variables and wildcards mean nothing.
    pub command: String,
    /// The language to speak with it.
    pub protocol: Protocol,
    /// How much it may think about a move; the first limit that is reached ends its search. Plies and
    /// positions are as the engine counts them. In UCI and USI every move has the time; in xboard and GTP,
    /// which think in clocks, it is the average: the engine gets 40 times as much for 40 moves.
    pub limits: ThinkingLimits,
    /// Settings of the engine itself, by name. UCI and USI: options that the engine declares, set by
    /// `setoption`. Xboard: options that it declares, set by `option`; other names are sent as a
    /// command, such as `memory 64`. GTP: commands, such as `boardsize 9`.
    pub options: Vec<(String, String)>,
    /// How long to wait for an answer beyond the time that the engine may think.
    pub timeout: Duration,
    /// How often in a contest a program that ends in the middle of it is started anew and asked again.
    pub restarts: u32,
}

impl EngineOptions {
    /// How long to wait unless told otherwise.
    pub const TIMEOUT: Duration = Duration::from_secs(10);

    /// This command, without limits or settings.
    pub fn new(protocol: Protocol, command: impl Into<String>) -> EngineOptions {
        EngineOptions {
            command: command.into(),
            protocol,
            limits: ThinkingLimits::default(),
            options: Vec::new(),
            timeout: EngineOptions::TIMEOUT,
            restarts: 0,
        }
    }
}
