//! The Go Text Protocol, version 2. Whoever has the first seat is Black.

use std::time::{Duration, Instant};

use shido_arena::ThinkingLimits;
use shido_core::{Seat, nearest};

use crate::clock::{Clock, SESSION};
use crate::dialogue::{Answer, Dialogue, Ply, Record, Reply};
use crate::process::{Process, Question};
use crate::{EngineError, EngineOptions};

/// More lines than any answer has that is read here, the longest being the list of commands.
const MOST_LINES: usize = 1000;

pub(crate) struct Gtp {
    clock: Option<Clock>,
    timeout: Duration,
}

impl Gtp {
    pub(crate) fn greet(
        process: &mut Process,
        options: &EngineOptions,
    ) -> Result<Gtp, EngineError> {
        let timeout = options.timeout;
        let known = obeyed(process, "list_commands", timeout)?;
        for (name, value) in &options.options {
            if !known.iter().any(|command| command == name) {
                return Err(EngineError::UnknownOption {
                    program: process.program().to_owned(),
                    option: name.clone(),
                    nearest: nearest(name, known.iter().map(String::as_str)).map(str::to_owned),
                    known,
                });
            }
            obeyed(process, format!("{name} {value}").trim_end(), timeout)?;
        }
        let clock = options.limits.time.map(Clock::new);
        if let Some(clock) = &clock {
            let seconds = whole_seconds(clock.allotment());
            let settings = format!("time_settings 0 {seconds} {SESSION}");
            obeyed(process, &settings, timeout)?;
        }
        Ok(Gtp { clock, timeout })
    }
}

impl Dialogue for Gtp {
    fn ask_move(
        &mut self,
        process: &mut Process,
        record: &Record,
        news: Option<&[Ply]>,
        limits: ThinkingLimits,
    ) -> Result<Reply, EngineError> {
        let Some(setup) = &record.setup else {
            return Err(EngineError::Unsupported {
                program: process.program().to_owned(),
                what: "starting from a given position",
            });
        };
        let news = match news {
            Some(news) => news,
            None => {
                obeyed(process, "clear_board", self.timeout)?;
                for command in setup {
                    obeyed(process, command, self.timeout)?;
                }
                if let Some(clock) = &mut self.clock {
                    clock.reset();
                }
                &record.moves
            }
        };
        for (seat, mv) in news {
            let play = format!("play {} {mv}", colour(*seat));
            obeyed(process, &play, self.timeout)?;
        }
        let colour = colour(record.to_move);
        let mut patience = self.timeout;
        let own = record.own_moves();
        let left = self
            .clock
            .as_mut()
            .map(|clock| (clock.start(own), Clock::moves_left(own)));
        // Time for this move alone is a clock with one move to go.
        let asked = limits.time.map(|time| (time, 1));
        if let Some((left, moves)) = [left, asked].into_iter().flatten().min() {
            patience += left;
            let seconds = whole_seconds(left);
            // Engines need not know how much time is left, so a refusal does not matter.
            let time_left = format!("time_left {colour} {seconds} {moves}");
            let _ = answer(process, &time_left, self.timeout)?;
        }
        let asked = format!("genmove {colour}");
        let since = Instant::now();
        let lines = obeyed(process, &asked, patience)?;
        if let Some(clock) = &mut self.clock {
            clock.stop(since.elapsed());
        }
        let mv = lines.into_iter().next().unwrap_or_default();
        let received = format!("= {mv}");
        let answer = match mv.to_ascii_lowercase().as_str() {
            "resign" => Answer::Resigns,
            "" => Answer::Declines,
            _ => Answer::Move(mv),
        };
        Ok(Reply {
            asked,
            received,
            answer,
            score: None,
        })
    }
}

fn colour(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "black",
        Seat::Second => "white",
    }
}

/// The protocol counts in seconds, and takes none for no limit at all.
fn whole_seconds(time: Duration) -> u64 {
    (time.as_secs_f64().round() as u64).max(1)
}

/// The lines of an answer, where a refusal is an error.
fn obeyed(
    process: &mut Process,
    command: &str,
    patience: Duration,
) -> Result<Vec<String>, EngineError> {
    answer(process, command, patience)?.map_err(|received| EngineError::Refused {
        program: process.program().to_owned(),
        sent: command.to_owned(),
        received,
    })
}

/// An answer begins with `=`, a refusal with `?`, and both end with an empty line. What comes before
/// is none of ours.
fn answer(
    process: &mut Process,
    command: &str,
    patience: Duration,
) -> Result<Result<Vec<String>, String>, EngineError> {
    let question = process.ask(command, patience);
    let first = process.hear_until(&question, |line| {
        line.starts_with(['=', '?']).then(|| line.to_owned())
    })?;
    let rest = rest_of_answer(process, &question)?;
    if first.starts_with('?') {
        return Ok(Err(first));
    }
    let first = first.trim_start_matches('=').trim().to_owned();
    let lines = std::iter::once(first).filter(|line| !line.is_empty());
    Ok(Ok(lines.chain(rest).collect()))
}

fn rest_of_answer(process: &mut Process, question: &Question) -> Result<Vec<String>, EngineError> {
    let mut lines = Vec::new();
    process.hear_until(question, |line| {
        if line.is_empty() {
            return Some(());
        }
        if lines.len() < MOST_LINES {
            lines.push(line.to_owned());
        }
        None
    })?;
    Ok(lines)
}
