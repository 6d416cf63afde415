//! GNU Go's opinion on stones, over the Go Text Protocol.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use shido_core::{EngineNotation, Seat};
use shido_games::go::{Go, Point, Position};
use shido_tactics::Status;

use super::positions::Goal;

/// A running GNU Go.
pub(crate) struct GnuGo {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    /// Starts it. Its answers do not depend on time, and no random choice enters them.
    pub(crate) fn start() -> GnuGo {
        // Where Debian has games.
        let path = format!("{}:/usr/games", env::var("PATH").unwrap_or_default());
        let mut process = Command::new("gnugo")
            .args(["--mode", "gtp"])
            .env("PATH", path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("GNU Go is installed (scripts/install-engines)");
        let input = process.stdin.take().expect("it is piped");
        let output = BufReader::new(process.stdout.take().expect("it is piped"));
        GnuGo {
            process,
            input,
            output,
        }
    }

    /// Tells it a position. What it has read before is forgotten, so that answers do not depend on
    /// what was asked earlier.
    pub(crate) fn tell(&mut self, go: &Go, position: &Position) {
        for command in go.engine_setup(position).expect("any position can be told") {
            self.ask(&command);
        }
        self.ask("clear_cache");
        for seat in Seat::BOTH {
            let names = self.ask(&format!("list_stones {}", ["black", "white"][seat.index()]));
            let mut names: Vec<&str> = names.split_whitespace().collect();
            let stones = position.board().stones(seat);
            let mut told: Vec<String> = stones.iter().map(|stone| stone.to_string()).collect();
            names.sort_unstable();
            told.sort_unstable();
            assert_eq!(names, told, "GNU Go has understood where the stones are");
        }
    }

    /// Its answer to a question about the position it was told. Where the goal is not reached with
    /// the other side first, the side that wants to prevent it need not move.
    pub(crate) fn opinion(&mut self, position: &Position, goal: Goal, first: Seat) -> Status {
        let owns = |stone: Point| position.board().holder(stone) == Some(first);
        match goal {
            Goal::Kill(stone) => self.taken("owl_attack", "owl_defend", stone, owns(stone)),
            Goal::Capture(stone) => self.taken("attack", "defend", stone, owns(stone)),
            Goal::Connect(one, other) if owns(one) => {
                reached(self.code(&format!("connect {one} {other}")))
            }
            Goal::Connect(one, other) => prevented(self.code(&format!("disconnect {one} {other}"))),
        }
    }

    fn taken(&mut self, attack: &str, defend: &str, stone: Point, owner_first: bool) -> Status {
        let attacked = reached(self.code(&format!("{attack} {stone}")));
        if owner_first && attacked != Status::No {
            prevented(self.code(&format!("{defend} {stone}")))
        } else {
            attacked
        }
    }

    fn code(&mut self, command: &str) -> u8 {
        let answer = self.ask(command);
        let code = answer
            .split_whitespace()
            .next()
            .and_then(|code| code.parse().ok());
        code.unwrap_or_else(|| panic!("`{command}` was answered `{answer}`"))
    }

    fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").expect("GNU Go listens");
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("GNU Go answers");
            assert!(!line.is_empty(), "GNU Go ended at `{command}`");
            if line.trim().is_empty() {
                break;
            }
            answer.push_str(&line);
        }
        let answer = answer.trim();
        let Some(answer) = answer.strip_prefix('=') else {
            panic!("GNU Go refused `{command}`: {answer}");
        };
        answer.trim().to_owned()
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        // It may have ended by itself, which is as well.
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}

/// What a code means to the side that wants the goal: 1 is success, 2 and 3 a ko. With 4 and 5 only a
/// part of the stones is taken or saved.
fn reached(code: u8) -> Status {
    match code {
        1 => Status::Yes,
        2 | 3 => Status::Ko,
        _ => Status::No,
    }
}

/// What a code means for the goal if the other side is asked.
fn prevented(code: u8) -> Status {
    match code {
        0 => Status::Yes,
        2 | 3 => Status::Ko,
        _ => Status::No,
    }
}
