//! The Chess Engine Communication Protocol, version 2, of XBoard and WinBoard. Whoever has the first
//! seat is White.
//!
//! # Time
//!
//! The protocol has `st` for a time per move, in whole seconds, and engines read it differently:
//! Fairy-Max 5.0b takes `st 1` for a clock with one second on it and plans with a fifteenth of that,
//! Phalanx XXV takes it for an average and also reads `st 0.1`. A clock they all understand. So the
//! time per move is told as 40 moves in 40 times as much (`level 40 0:04 0` for a tenth of a second),
//! and before every move the engine hears what is left on its clock (`time`, in hundredths).
//!
//! # Turns
//!
//! The engine is kept in `force` mode, in which it only follows the moves, and told to `go` when its
//! turn comes. It then makes one move, whether or not the sides alternate. What it says about
//! results afterwards is ignored: the rules of the game decide.

use std::time::{Duration, Instant};

use shido_arena::ThinkingLimits;
use shido_core::Seat;

use crate::clock::{Clock, SESSION};
use crate::dialogue::{Answer, Dialogue, Ply, Record, Reply};
use crate::process::Process;
use crate::{EngineError, EngineOptions};

/// How long an engine has to say what it can do, unless it asks for more.
const FEATURES: Duration = Duration::from_secs(2);

/// As deep as any engine looks, for one that was told a depth and is to forget it.
const NO_DEPTH: u32 = 100;

/// Commands that an engine may refuse without harm.
const COURTESIES: [&str; 7] = [
    "accepted", "easy", "nopost", "otim", "protover", "rejected", "xboard",
];

pub(crate) struct Xboard {
    features: Features,
    limits: ThinkingLimits,
    /// The depth that the engine was told last.
    told_depth: Option<u32>,
    clock: Option<Clock>,
    options: Vec<String>,
    timeout: Duration,
    pings: u32,
}

/// What the engine can do, as far as it matters here.
#[derive(Default)]
struct Features {
    usermove: bool,
    setboard: bool,
    ping: bool,
    options: Vec<String>,
}

impl Xboard {
    pub(crate) fn greet(
        process: &mut Process,
        options: &EngineOptions,
    ) -> Result<Xboard, EngineError> {
        let features = hear_features(process, options.timeout)?;
        let commands = options
            .options
            .iter()
            .map(|(name, value)| {
                if features.options.contains(name) {
                    format!("option {name}={value}")
                } else {
                    format!("{name} {value}").trim_end().to_owned()
                }
            })
            .collect();
        let limits = crate::options::or_a_second(options.limits);
        let mut xboard = Xboard {
            features,
            limits,
            told_depth: None,
            clock: limits.time.map(Clock::new),
            options: commands,
            timeout: options.timeout,
            pings: 0,
        };
        let sent = xboard.new_game(process);
        xboard.settle(process, &sent)?;
        Ok(xboard)
    }

    /// Sets the board up for a new contest. Returns what an engine must not refuse.
    fn new_game(&mut self, process: &Process) -> Vec<String> {
        for courtesy in ["new", "force", "easy", "nopost"] {
            process.tell(courtesy);
        }
        let mut sent = Vec::new();
        match &mut self.clock {
            Some(clock) => {
                clock.reset();
                sent.push(level(clock.allotment()));
            }
            // Ten hours for a game: the depth alone is to end the search.
            None => sent.push("level 0 600 0".to_owned()),
        }
        self.told_depth = self.limits.depth;
        if let Some(depth) = self.told_depth {
            sent.push(format!("sd {depth}"));
        }
        sent.extend(self.options.iter().cloned());
        for command in &sent {
            process.tell(command.as_str());
        }
        sent
    }

    /// Waits until the engine has dealt with everything that was sent, if it can tell, so that what
    /// it says next is about what comes next.
    fn settle(&mut self, process: &mut Process, sent: &[String]) -> Result<(), EngineError> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let question = process.ask(format!("ping {}", self.pings), self.timeout);
        let pong = format!("pong {}", self.pings);
        let refusal = process.hear_until(&question, |line| {
            if line == pong {
                Some(None)
            } else {
                refused(line).then(|| Some(line.to_owned()))
            }
        })?;
        match refusal {
            None => Ok(()),
            Some(received) => Err(refusal_of(process, sent, received)),
        }
    }

    fn user_move(&self, mv: &str) -> String {
        if self.features.usermove {
            format!("usermove {mv}")
        } else {
            mv.to_owned()
        }
    }
}

impl Dialogue for Xboard {
    fn ask_move(
        &mut self,
        process: &mut Process,
        record: &Record,
        news: Option<&[Ply]>,
        limits: ThinkingLimits,
    ) -> Result<Reply, EngineError> {
        let mut sent = Vec::new();
        match (news, &record.start) {
            (Some(_), _) => {}
            (None, None) => sent = self.new_game(process),
            (None, Some(start)) if self.features.setboard => {
                sent = self.new_game(process);
                let setboard = format!("setboard {start}");
                process.tell(setboard.as_str());
                sent.push(setboard);
            }
            (None, Some(_)) => {
                return Err(EngineError::Unsupported {
                    program: process.program().to_owned(),
                    what: "starting from a given position",
                });
            }
        }
        process.tell("force");
        for (_, mv) in news.unwrap_or(&record.moves) {
            let user_move = self.user_move(mv);
            process.tell(user_move.as_str());
            sent.push(user_move);
        }
        self.settle(process, &sent)?;

        let depth = limits.within(self.limits).depth;
        if depth != self.told_depth {
            let deepest = depth.unwrap_or(NO_DEPTH);
            process.tell(format!("sd {deepest}"));
            self.told_depth = depth;
        }
        let mut patience = self.timeout;
        let left = self
            .clock
            .as_mut()
            .map(|clock| clock.start(record.own_moves()));
        if let Some(left) = [left, limits.time].into_iter().flatten().min() {
            patience += left;
            // Both clocks show the same, so that an engine sees no reason to hurry.
            for whose in ["time", "otim"] {
                process.tell(format!("{whose} {}", (left.as_millis() / 10).max(1)));
            }
        }
        let since = Instant::now();
        let question = process.ask("go", patience);
        sent.push(question.asked.clone());
        let (received, answer) = process.hear_until(&question, |line| {
            answer(line, record.to_move).map(|answer| (line.to_owned(), answer))
        })?;
        if let Some(clock) = &mut self.clock {
            clock.stop(since.elapsed());
        }
        let Some(answer) = answer else {
            return Err(refusal_of(process, &sent, received));
        };
        Ok(Reply {
            asked: question.asked,
            received,
            answer,
            score: None,
        })
    }
}

/// Hears what the engine can do, until it is done or has had its time.
fn hear_features(process: &mut Process, timeout: Duration) -> Result<Features, EngineError> {
    process.tell("xboard");
    let mut question = process.ask("protover 2", FEATURES.min(timeout));
    let mut features = Features::default();
    let mut some = false;
    loop {
        let line = match process.hear(&question) {
            // Engines need not say that they are done.
            Err(EngineError::Silent { .. }) if some => return Ok(features),
            heard => heard?,
        };
        let Some(list) = line.strip_prefix("feature ") else {
            continue;
        };
        for (name, value) in feature_list(list) {
            some = true;
            let known = match name {
                "usermove" => set(&mut features.usermove, value),
                "setboard" => set(&mut features.setboard, value),
                "ping" => set(&mut features.ping, value),
                "option" => {
                    // `Resign Threshold -spin 800 200 1200`
                    let name = value.split(" -").next().unwrap_or(value);
                    if features.options.len() < MOST_OPTIONS {
                        features.options.push(name.to_owned());
                    }
                    true
                }
                "done" if value == "1" => return Ok(features),
                "done" => {
                    question.patience = timeout;
                    true
                }
                // Refused because moves are written as squares here.
                "san" => false,
                _ => true,
            };
            let verdict = if known { "accepted" } else { "rejected" };
            process.tell(format!("{verdict} {name}"));
        }
    }
}

/// More options than any engine has: one that declares them without end is not remembered for ever.
const MOST_OPTIONS: usize = 1000;

fn set(feature: &mut bool, value: &str) -> bool {
    *feature = value == "1";
    true
}

/// Reads `ping=1 myname="Fairy-Max 5.0b" done=0`.
fn feature_list(mut list: &str) -> Vec<(&str, &str)> {
    let mut features = Vec::new();
    while let Some((name, rest)) = list.trim_start().split_once('=') {
        let (value, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        features.push((name, value));
        list = rest;
    }
    features
}

/// 40 moves in this time. Seconds are whole; the exact time is told before each move.
fn level(allotment: Duration) -> String {
    let seconds = (allotment.as_secs_f64().round() as u64).max(1);
    format!("level {SESSION} {}:{:02} 0", seconds / 60, seconds % 60)
}

/// What a line means after `go`: nothing (`None`), a refusal (`Some(None)`) or an answer.
fn answer(line: &str, seat: Seat) -> Option<Option<Answer>> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let lost = match seat {
        Seat::First => "0-1",
        Seat::Second => "1-0",
    };
    match word {
        "move" => Some(Some(Answer::Move(rest.trim().to_owned()))),
        "resign" => Some(Some(Answer::Resigns)),
        "1-0" | "0-1" if word == lost => Some(Some(Answer::Resigns)),
        "1-0" | "0-1" | "1/2-1/2" => Some(Some(Answer::Declines)),
        _ => refused(line).then_some(None),
    }
}

/// Whether a line says that something was not understood or not allowed, and that matters.
fn refused(line: &str) -> bool {
    let complaint = ["Illegal move", "Invalid move", "Error"]
        .iter()
        .any(|complaint| line.starts_with(complaint));
    let about = line.split_once(':').map_or("", |(_, about)| about.trim());
    let command = about.split_whitespace().next().unwrap_or_default();
    complaint && !COURTESIES.contains(&command)
}

/// The refusal of the command that it names, or else of the last one.
fn refusal_of(process: &Process, sent: &[String], received: String) -> EngineError {
    let about = received
        .split_once(':')
        .map_or("", |(_, about)| about.trim());
    let named = |command: &&String| !about.is_empty() && command.contains(about);
    let culprit = sent.iter().rfind(named).or(sent.last());
    EngineError::Refused {
        program: process.program().to_owned(),
        sent: culprit.cloned().unwrap_or_default(),
        received,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{feature_list, level, refused};

    #[test]
    fn features_have_values_with_and_without_quotes() {
        assert_eq!(
            feature_list("myname=\"Fairy-Max 5.0b\" ping=1  option=\"A -spin 1 0 2\" done=0"),
            [
                ("myname", "Fairy-Max 5.0b"),
                ("ping", "1"),
                ("option", "A -spin 1 0 2"),
                ("done", "0")
            ]
        );
        assert_eq!(feature_list("myname=\"cut sho"), [("myname", "cut sho")]);
        assert_eq!(feature_list("nonsense"), []);
    }

    #[test]
    fn forty_moves_are_told_in_minutes_and_seconds() {
        assert_eq!(level(Duration::from_secs(4)), "level 40 0:04 0");
        assert_eq!(level(Duration::from_secs(400)), "level 40 6:40 0");
        assert_eq!(level(Duration::from_millis(10)), "level 40 0:01 0");
    }

    /// Lines that Fairy-Max, Phalanx and GNU Chess write.
    #[test]
    fn complaints_matter_unless_they_are_about_a_courtesy() {
        assert!(refused("Illegal move: e2e5"));
        assert!(refused("Invalid move: sd 3"));
        assert!(refused("Error (unknown command): usermove"));
        assert!(refused("Illegal move"));
        assert!(!refused("Error (unknown command): accepted"));
        assert!(!refused("move e2e4"));
    }
}
