//! Contests as files that people and other programs read: PGN for chess, SGF for Go, and for every other
//! game a transcript that names it.

use std::sync::Arc;

use serde::Serialize;
use shido_arena::{Contest, EarlyEnd, End};
use shido_core::{Game, Notation, Outcome, Seat, Turn};
use shido_games::chess::pgn::{self, PgnGame};
use shido_games::chess::{Chess, ChessMove};
use shido_games::go::sgf;

use crate::sources::{go_of, go_spec};
use crate::{AnySession, Date, Error, Saved, Settings, Spec};

/// In which form contests of a game are passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum RecordFormat {
    /// Tags such as `[Game "connect-four"]`, then a move a line.
    #[default]
    Transcript,
    /// Portable game notation, of chess.
    Pgn,
    /// Smart game format, of Go.
    Sgf,
}

impl RecordFormat {
    /// The form that a text has, by how it begins. `None` for anything else, the lines of `match
    /// --transcripts` among it.
    #[must_use]
    pub fn of(text: &str) -> Option<RecordFormat> {
        let start = text.trim_start_matches('\u{feff}').trim_start();
        if start.starts_with("[Game \"") {
            Some(RecordFormat::Transcript)
        } else if start.starts_with(['(', ';']) {
            Some(RecordFormat::Sgf)
        } else if start.starts_with(['[', '{', '%']) || start.starts_with("1.") {
            Some(RecordFormat::Pgn)
        } else {
            None
        }
    }

    /// How files of this form usually end.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            RecordFormat::Transcript => "txt",
            RecordFormat::Pgn => "pgn",
            RecordFormat::Sgf => "sgf",
        }
    }
}

/// What a record tells of a contest beside its moves.
#[derive(Clone, Copy, Debug)]
pub struct RecordHead<'a> {
    /// Who played it, the first player first.
    pub names: [&'a str; 2],
    /// When it began, where that is known.
    pub date: Option<Date>,
}

/// A contest in the form of its game.
///
/// ```
/// # use shido::{Catalog, RecordHead, Settings, read_records, write_record};
/// let game = Catalog::shipped().open("connect-four")?;
/// let mut session = game.session(None, &Settings::in_memory())?;
/// session.play("d")?;
/// let head = RecordHead { names: ["me", "you"], date: None };
/// let text = write_record(&*session, &head)?;
/// assert!(text.starts_with("[Game \"connect-four\"]\n[First \"me\"]"));
/// assert_eq!(read_records(&text)?[0].moves, ["d"]);
/// # Ok::<(), shido::Error>(())
/// ```
///
/// # Errors
/// Where a move was made that the rules do not allow, which would be a mistake in the game.
pub fn write_record(session: &dyn AnySession, head: &RecordHead<'_>) -> Result<String, Error> {
    let saved = session.save();
    match session.game().about().record {
        RecordFormat::Pgn => write_pgn(&saved, head),
        RecordFormat::Sgf => write_sgf(&saved, head),
        RecordFormat::Transcript => write_transcript(session, &saved, head),
    }
}

/// The contests of a text, whichever of the forms it has.
///
/// # Errors
/// Where the text is in none of the forms, or has a mistake; the error says where.
pub fn read_records(text: &str) -> Result<Vec<Saved>, Error> {
    match RecordFormat::of(text) {
        Some(RecordFormat::Transcript) => read_transcripts(text),
        Some(RecordFormat::Pgn) => read_pgn(text),
        Some(RecordFormat::Sgf) => read_sgf(text),
        None => Err(Error::Unable {
            what: "this is neither PGN nor SGF nor a transcript that names its game".to_owned(),
            help: "a transcript begins with a line such as [Game \"connect-four\"]".to_owned(),
        }),
    }
}

fn saved(game: String, start: String, moves: Vec<String>, ended: Option<EarlyEnd>) -> Saved {
    Saved {
        game,
        start,
        moves,
        ended,
        players: [None, None],
    }
}

fn chess_moves(saved: &Saved) -> Result<Contest<'static, Chess>, Error> {
    let start = Chess.parse_position(&saved.start)?;
    let mut contest = Contest::from_position(&Chess, start);
    for text in &saved.moves {
        let mv = Chess.parse_move(contest.position(), text)?;
        let played = contest.play(mv);
        played.map_err(|error| Error::Failed(error.to_string()))?;
    }
    if let Some(end) = saved.ended {
        contest.end_early(end);
    }
    Ok(contest)
}

fn write_pgn(saved: &Saved, head: &RecordHead<'_>) -> Result<String, Error> {
    let contest = chess_moves(saved)?;
    let [white, black] = head.names;
    let date = head.date.map(|date| date.to_string().replace('-', "."));
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let game = PgnGame {
        tags: vec![
            tag("Event", "?"),
            tag("Site", "?"),
            tag("Date", date.as_deref().unwrap_or("????.??.??")),
            tag("Round", "?"),
            tag("White", white),
            tag("Black", black),
        ],
        start: contest.start().clone(),
        moves: contest.moves().to_vec(),
        result: match contest.turn() {
            Turn::Over(outcome) => Some(outcome),
            Turn::Of(_) | Turn::Chance => None,
        },
    };
    Ok(game.to_string())
}

fn read_pgn(text: &str) -> Result<Vec<Saved>, Error> {
    let games = pgn::read(text).map_err(|error| Error::Unable {
        what: format!("this is no chess game that could be read: {error}"),
        help: error.help,
    })?;
    let written = games.into_iter().map(|game| {
        let mut position = game.start.clone();
        let write = |mv: &ChessMove| {
            let text = Chess.write_move(&position, *mv);
            Chess.play(&mut position, *mv);
            text
        };
        let moves = game.moves.iter().map(write).collect();
        // A result that the board does not show was agreed on or given up.
        let over = matches!(Chess.turn(&position), Turn::Over(_));
        let ended = game.result.filter(|_| !over).map(ended_with);
        let start = Chess.write_position(&game.start);
        saved("chess".to_owned(), start, moves, ended)
    });
    Ok(written.collect())
}

/// How a contest was ended that has a result which the board does not show: somebody won because the other
/// gave up, and a draw was agreed on.
fn ended_with(result: Outcome) -> EarlyEnd {
    match result.winner() {
        Some(winner) => EarlyEnd::Resigned(winner.other()),
        None => EarlyEnd::Agreed,
    }
}

fn write_sgf(saved: &Saved, head: &RecordHead<'_>) -> Result<String, Error> {
    let spec: Spec = saved.game.parse()?;
    let go = go_of(&spec)?;
    let start = go.parse_position(&saved.start)?;
    let mut contest = Contest::from_position(&go, start);
    for text in &saved.moves {
        let mv = go.parse_move(contest.position(), text)?;
        let played = contest.play(mv);
        played.map_err(|error| Error::Failed(error.to_string()))?;
    }
    let record = sgf::Record {
        start: contest.start().clone(),
        moves: contest.moves().to_vec(),
        players: head.names.map(|name| Some(name.to_owned())),
        date: head.date.map(|date| date.to_string()),
        result: saved.ended.map(|end| {
            let winner = |loser| match loser {
                Seat::First => "W",
                Seat::Second => "B",
            };
            match end {
                EarlyEnd::Resigned(loser) => format!("{}+R", winner(loser)),
                EarlyEnd::OutOfTime(loser) => format!("{}+T", winner(loser)),
                EarlyEnd::Agreed => "Draw".to_owned(),
            }
        }),
        go: go.clone(),
    };
    Ok(sgf::write(&record))
}

fn read_sgf(text: &str) -> Result<Vec<Saved>, Error> {
    let records = sgf::read_all(text).map_err(|error| Error::Unable {
        what: error.to_string(),
        help: "SGF files of Go games can be read; the mistake is in the file".to_owned(),
    })?;
    let written = records.into_iter().map(|record| {
        let go = &record.go;
        let mut position = record.start.clone();
        let write = |mv: &shido_games::go::Move| {
            let text = go.write_move(&position, *mv);
            go.play(&mut position, *mv);
            text
        };
        let moves: Vec<String> = record.moves.iter().map(write).collect();
        let over = matches!(go.turn(&position), Turn::Over(_));
        let ended = record.outcome().filter(|_| !over).map(ended_with);
        let start = go.write_position(&record.start);
        saved(go_spec(go), start, moves, ended)
    });
    Ok(written.collect())
}

fn write_transcript(
    session: &dyn AnySession,
    saved: &Saved,
    head: &RecordHead<'_>,
) -> Result<String, Error> {
    let [first, second] = head.names;
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let game = session.game();
    let settings = Settings::in_memory();
    let usual = Arc::clone(&game).session(None, &settings)?.position();
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text += &format!("[{name} \"{}\"]\n", quoted(value));
    };
    tag("Game", &saved.game);
    tag("First", first);
    tag("Second", second);
    if let Some(date) = head.date {
        tag("Date", &date.to_string());
    }
    if saved.start != usual {
        tag("Start", &saved.start);
    }
    let end = match (saved.ended, session.turn()) {
        (Some(end), _) => End::Early(end),
        (None, Turn::Over(outcome)) => End::Played(outcome),
        (None, Turn::Of(_) | Turn::Chance) => End::Unfinished,
    };
    tag("Result", &end.to_string());
    text.push('\n');
    let mut again = game.session(Some(&saved.start), &settings)?;
    let digits = saved.moves.len().to_string().len();
    for (number, mv) in (1..).zip(&saved.moves) {
        let who = match again.turn() {
            Turn::Of(seat) => again.side(seat),
            Turn::Chance | Turn::Over(_) => "chance".to_owned(),
        };
        text += &format!("{number:>digits$}. {who}: {mv}\n");
        again.play(mv)?;
    }
    Ok(text)
}

fn read_transcripts(text: &str) -> Result<Vec<Saved>, Error> {
    let mut records: Vec<Saved> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let wrong = |problem: &str| Error::Unable {
            what: format!("line {number} of the record: {problem}"),
            help:
                "a record has tags such as [Game \"connect-four\"], then a move a line: `1. X: d`"
                    .to_owned(),
        };
        if line.is_empty() {
            continue;
        }
        if let Some(tag) = line.strip_prefix('[') {
            let tag = tag
                .strip_suffix("\"]")
                .and_then(|tag| tag.split_once(" \""));
            let (name, value) = tag.ok_or_else(|| wrong("this is no tag"))?;
            let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
            if name == "Game" {
                records.push(saved(value, String::new(), Vec::new(), None));
                continue;
            }
            let record = records
                .last_mut()
                .ok_or_else(|| wrong("the game is not named yet"))?;
            match name {
                "Start" => record.start = value,
                "Result" => {
                    let end: End = value.parse().map_err(|_| wrong("this is no result"))?;
                    record.ended = match end {
                        End::Early(end) => Some(end),
                        End::Played(_) | End::Unfinished => None,
                    };
                }
                // What else is told of a contest does not change how it went.
                _ => {}
            }
            continue;
        }
        let record = records
            .last_mut()
            .ok_or_else(|| wrong("the game is not named yet"))?;
        let mv = line
            .split_once(". ")
            .and_then(|(_, rest)| rest.split_once(": "));
        let (_, mv) = mv.ok_or_else(|| wrong("this is no move"))?;
        record.moves.push(mv.trim().to_owned());
    }
    Ok(records)
}
