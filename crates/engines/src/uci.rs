//! The Universal Chess Interface, and the Universal Shogi Interface, which is the same dialogue with
//! other words.

use std::time::Duration;

use shido_arena::ThinkingLimits;
use shido_core::nearest;

use crate::dialogue::{Answer, Dialogue, Ply, Record, Reply, Score};
use crate::options::or_a_second;
use crate::process::Process;
use crate::{EngineError, EngineOptions};

/// More options than any engine has: one that declares them without end is not remembered for ever.
const MOST_OPTIONS: usize = 1000;

/// The words in which the two dialects differ.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    hello: &'static str,
    hello_back: &'static str,
    new_game: &'static str,
    /// Before a position that is not the starting one.
    position: &'static str,
    time: fn(u128) -> String,
}

impl Words {
    pub(crate) const UCI: Words = Words {
        hello: "uci",
        hello_back: "uciok",
        new_game: "ucinewgame",
        position: "fen",
        time: |milliseconds| format!("movetime {milliseconds}"),
    };

    /// Shogi has no time for a move but byoyomi, the time for each move once the clock is empty; so
    /// the clocks are empty from the start.
    pub(crate) const USI: Words = Words {
        hello: "usi",
        hello_back: "usiok",
        new_game: "usinewgame",
        position: "sfen",
        time: |milliseconds| format!("btime 0 wtime 0 byoyomi {milliseconds}"),
    };
}

pub(crate) struct Uci {
    words: Words,
    limits: ThinkingLimits,
    timeout: Duration,
}

impl Uci {
    pub(crate) fn greet(
        process: &mut Process,
        words: Words,
        options: &EngineOptions,
    ) -> Result<Uci, EngineError> {
        let hello = process.ask(words.hello, options.timeout);
        let mut declared = Vec::new();
        process.hear_until(&hello, |line| {
            if declared.len() < MOST_OPTIONS {
                declared.extend(DeclaredOption::parse(line));
            }
            (line == words.hello_back).then_some(())
        })?;
        for (name, value) in &options.options {
            process.tell(set_option(process.program(), &declared, name, value)?);
        }
        let uci = Uci {
            words,
            limits: options.limits,
            timeout: options.timeout,
        };
        uci.ready(process)?;
        Ok(uci)
    }

    fn ready(&self, process: &mut Process) -> Result<(), EngineError> {
        let question = process.ask("isready", self.timeout);
        process.hear_until(&question, |line| (line == "readyok").then_some(()))
    }
}

impl Dialogue for Uci {
    fn ask_move(
        &mut self,
        process: &mut Process,
        record: &Record,
        news: Option<&[Ply]>,
        limits: ThinkingLimits,
    ) -> Result<Reply, EngineError> {
        if news.is_none() {
            process.tell(self.words.new_game);
            self.ready(process)?;
        }
        process.tell(position(self.words, record));
        let limits = or_a_second(limits.within(self.limits));
        let patience = self.timeout + limits.time.unwrap_or_default();
        let question = process.ask(go(self.words, limits), patience);
        let mut score = None;
        let (received, mv) = process.hear_until(&question, |line| {
            score = told_score(line).or(score);
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove"))
                .then(|| (line.to_owned(), words.next().unwrap_or_default().to_owned()))
        })?;
        let answer = match mv.as_str() {
            "resign" => Answer::Resigns,
            // `win` is how a shogi engine declares that it has entered the enemy's camp.
            "" | "(none)" | "none" | "0000" | "win" => Answer::Declines,
            _ => Answer::Move(mv),
        };
        Ok(Reply {
            asked: question.asked,
            received,
            answer,
            score,
        })
    }
}

fn position(words: Words, record: &Record) -> String {
    let mut line = match &record.start {
        None => "position startpos".to_owned(),
        Some(start) => format!("position {} {start}", words.position),
    };
    if !record.moves.is_empty() {
        line += " moves";
    }
    for (_, mv) in &record.moves {
        line += " ";
        line += mv;
    }
    line
}

/// What a line such as `info depth 9 score cp 31 nodes 4711 pv e2e4` says of the position. Where several
/// lines are told only the first counts, and bounds do not.
fn told_score(line: &str) -> Option<Score> {
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    let mut score = None;
    while let Some(word) = words.next() {
        match word {
            "multipv" if words.next()? != "1" => return None,
            "lowerbound" | "upperbound" => return None,
            "score" => {
                let (unit, number) = (words.next()?, words.next()?.parse().ok()?);
                score = match unit {
                    "cp" => Some(Score::Centipawns(number)),
                    "mate" => Some(Score::Mate(number)),
                    _ => None,
                };
            }
            // What follows is moves, or anything at all.
            "pv" | "string" => break,
            _ => {}
        }
    }
    score
}

fn go(words: Words, limits: ThinkingLimits) -> String {
    let mut line = "go".to_owned();
    if let Some(depth) = limits.depth {
        line += &format!(" depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        line += &format!(" nodes {nodes}");
    }
    if let Some(time) = limits.time {
        line += " ";
        line += &(words.time)(time.as_millis().max(1));
    }
    line
}

struct DeclaredOption {
    name: String,
    is_button: bool,
}

impl DeclaredOption {
    /// Reads `option name Skill Level type spin default 20`. Names may contain spaces.
    fn parse(line: &str) -> Option<DeclaredOption> {
        let (name, kind) = line.strip_prefix("option name ")?.split_once(" type ")?;
        Some(DeclaredOption {
            name: name.trim().to_owned(),
            is_button: kind.trim() == "button",
        })
    }
}

/// The command that sets an option. Upper and lower case are the same in their names.
fn set_option(
    program: &str,
    declared: &[DeclaredOption],
    name: &str,
    value: &str,
) -> Result<String, EngineError> {
    match declared
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(name))
    {
        Some(option) if option.is_button => Ok(format!("setoption name {}", option.name)),
        Some(option) => Ok(format!("setoption name {} value {value}", option.name)),
        None => {
            let known: Vec<String> = declared.iter().map(|option| option.name.clone()).collect();
            Err(EngineError::UnknownOption {
                program: program.to_owned(),
                option: name.to_owned(),
                nearest: nearest(name, known.iter().map(String::as_str)).map(str::to_owned),
                known,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shido_core::Seat;

    use super::{ThinkingLimits, Words, go, position, told_score};
    use crate::dialogue::{Record, Score};

    /// Lines as the description of the protocol has them.
    #[test]
    fn scores_are_understood() {
        let rows = [
            (
                "info depth 2 score cp 214 time 1242 nodes 2124 nps 34928 pv e2e4 e7e5",
                Some(Score::Centipawns(214)),
            ),
            (
                "info depth 12 seldepth 3 multipv 1 score mate -2 nodes 9",
                Some(Score::Mate(-2)),
            ),
            ("info depth 12 multipv 2 score cp 20 nodes 9", None),
            ("info score cp 13 lowerbound nodes 9", None),
            ("info nodes 120000 nps 116391 hashfull 104", None),
            ("info string score cp 3", None),
            ("info score cp", None),
            ("bestmove e2e4", None),
        ];
        for (line, expected) in rows {
            assert_eq!(told_score(line), expected, "{line}");
        }
    }

    #[test]
    fn positions_are_told_by_start_and_moves() {
        let mut record = Record {
            start: None,
            setup: Some(vec![]),
            moves: vec![],
            to_move: Seat::First,
        };
        assert_eq!(position(Words::UCI, &record), "position startpos");
        record.moves = vec![
            (Seat::First, "e2e4".to_owned()),
            (Seat::Second, "e7e5".to_owned()),
        ];
        assert_eq!(
            position(Words::UCI, &record),
            "position startpos moves e2e4 e7e5"
        );
        record.start = Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
        assert_eq!(
            position(Words::USI, &record),
            "position sfen 8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4 e7e5"
        );
    }

    #[test]
    fn limits_are_told_in_the_words_of_the_dialect() {
        let limits = ThinkingLimits {
            depth: Some(4),
            nodes: Some(1000),
            time: Some(Duration::from_millis(250)),
        };
        assert_eq!(go(Words::UCI, limits), "go depth 4 nodes 1000 movetime 250");
        assert_eq!(
            go(Words::USI, limits),
            "go depth 4 nodes 1000 btime 0 wtime 0 byoyomi 250"
        );
    }
}
