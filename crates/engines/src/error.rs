//! What can go wrong with an engine.

use std::time::Duration;

use crate::Protocol;

/// Why an engine did not play.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The command has an open quote, or nothing in it.
    #[error("`{command}` is not a command: {problem}")]
    Command {
        /// The command as given.
        command: String,
        /// What is wrong with it.
        problem: String,
    },
    /// There is no such program.
    #[error(
        "the program `{program}` was not found: it is not installed, or its folder is not in PATH"
    )]
    Missing {
        /// The first word of the command.
        program: String,
    },
    /// The program is there but could not be started.
    #[error("`{program}` cannot be run: {error}")]
    Unrunnable {
        /// The first word of the command.
        program: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// The protocol has no word for something.
    #[error("{protocol} engines cannot be told {what}")]
    Unsayable {
        /// The protocol.
        protocol: Protocol,
        /// What cannot be said.
        what: &'static str,
    },
    /// This engine lacks something that its protocol has.
    #[error("`{program}` does not support {what}")]
    Unsupported {
        /// The command.
        program: String,
        /// What it lacks.
        what: &'static str,
    },
    /// The engine has no option of that name.
    #[error(
        "`{program}` has no option `{option}`{}; it has {}",
        .nearest.as_ref().map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default(),
        if .known.is_empty() { "none".to_owned() } else { .known.join(", ") }
    )]
    UnknownOption {
        /// The command.
        program: String,
        /// The name that it does not know.
        option: String,
        /// The name that is spelled most alike.
        nearest: Option<String>,
        /// The names that it declared.
        known: Vec<String>,
    },
    /// The process ended.
    #[error("`{program}` {how} when asked `{asked}`{}", quote_tail(.stderr))]
    Ended {
        /// The command.
        program: String,
        /// How it ended, such as `exited with code 1`.
        how: String,
        /// What it was asked last.
        asked: String,
        /// The last lines it wrote to its standard error.
        stderr: String,
    },
    /// There was no answer in time.
    #[error(
        "`{program}` did not answer `{asked}` within {:.1} s{}{}",
        .waited.as_secs_f64(),
        match .last { Some(line) => format!(" (the last it said was `{line}`)"), None => String::new() },
        quote_tail(.stderr)
    )]
    Silent {
        /// The command.
        program: String,
        /// What it was asked.
        asked: String,
        /// How long it was waited for.
        waited: Duration,
        /// The last line it did write, if any.
        last: Option<String>,
        /// The last lines it wrote to its standard error.
        stderr: String,
    },
    /// A line without an end.
    #[error("`{program}` wrote a line of more than {limit} bytes when asked `{asked}`")]
    LongLine {
        /// The command.
        program: String,
        /// What it was asked.
        asked: String,
        /// How long a line may be.
        limit: usize,
    },
    /// The engine refused something that must be.
    #[error("`{program}` was told `{sent}` and refused: `{received}`")]
    Refused {
        /// The command.
        program: String,
        /// What it was told.
        sent: String,
        /// What it answered.
        received: String,
    },
    /// The answer was no legal move.
    #[error("`{program}` answered `{received}` to `{asked}` in `{position}`: {problem}")]
    Illegal {
        /// The command.
        program: String,
        /// What it was asked.
        asked: String,
        /// What it answered.
        received: String,
        /// The position, as it was told to the engine.
        position: String,
        /// What is wrong with the move.
        problem: String,
    },
    /// The engine made no move though the contest is not over.
    #[error("`{program}` answered `{received}` to `{asked}` in `{position}`, where it has to move")]
    Declined {
        /// The command.
        program: String,
        /// What it was asked.
        asked: String,
        /// What it answered.
        received: String,
        /// The position, as it was told to the engine.
        position: String,
    },
    /// Chance moves in the game, which no protocol here can tell.
    #[error("engines cannot play games with chance")]
    Chance,
    /// There is nothing to choose.
    #[error("there is no move to choose: the contest is over")]
    Over,
    /// The caller wanted no more of it.
    #[error("the engine was stopped")]
    Stopped,
}

fn quote_tail(stderr: &str) -> String {
    if stderr.is_empty() {
        String::new()
    } else {
        format!("; its last words on standard error:\n{stderr}")
    }
}
