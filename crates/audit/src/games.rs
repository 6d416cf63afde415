//! Whole contests: from a file, or played for the purpose.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use flate2::read::MultiGzDecoder;
use shido::{AnyGame, RecordFormat, Saved, Seat, Settings, read_records};
use shido_people::{Row, RowError, Rows};

use crate::AuditError;
use crate::decisions::{Decision, play_on};

/// More than any collection of games that fits in memory: a compressed file can hold anything.
const MOST_BYTES: u64 = 4 << 30;

/// A contest, and who played it. Of the two sides the first is that which moves first in the game.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct GameRecord {
    /// The line of the file, or its number.
    pub line: u64,
    /// Where it began; empty where contests usually do.
    pub start: String,
    /// All moves.
    pub moves: Vec<String>,
    /// The ratings of both sides.
    pub elos: [Option<f64>; 2],
    /// Who they are.
    pub names: [Option<String>; 2],
    /// What the first side got, from 0 to 1.
    pub score: Option<f64>,
    /// How many moves at the beginning nobody chose.
    pub first_ply: usize,
    /// The sides that are looked at.
    pub subjects: Vec<Seat>,
    /// Whether it went on to the bitter end, as contests of players do: people resign.
    pub played_out: bool,
}

/// The contests of a file: PGN, SGF, transcripts, or CSV as [`Rows`] has it with a column `moves`.
///
/// # Errors
/// Where it cannot be read, lacks the moves or has a rating that is no number.
pub fn read_games(file: &Path, game: &Arc<dyn AnyGame>) -> Result<Vec<GameRecord>, AuditError> {
    let name = file.display().to_string();
    let games: Vec<GameRecord> = match read(file, game)? {
        Contents::Games(games) => games,
        Contents::Rows(rows) => {
            if let Some(row) = rows.iter().find(|row| row.played.is_some()) {
                return Err(AuditError::Row {
                    file: name,
                    line: row.line,
                    column: Some("played".to_owned()),
                    problem: "this is a decision, not a game".to_owned(),
                    help: "whole games are wanted: a column `moves` and none `played`".to_owned(),
                });
            }
            rows.into_iter().flat_map(of_row).collect()
        }
    };
    match games.is_empty() {
        true => Err(AuditError::Unable {
            what: format!("{name} has no games"),
            help: "below the header comes a row for each".to_owned(),
        }),
        false => Ok(games),
    }
}

/// What a file has.
pub(crate) enum Contents {
    /// A record of contests.
    Games(Vec<GameRecord>),
    /// Decisions, or games in a table.
    Rows(Vec<Row>),
}

/// Reads a file of games or decisions.
pub(crate) fn read(file: &Path, game: &Arc<dyn AnyGame>) -> Result<Contents, AuditError> {
    let bytes = read_bytes(file)?;
    let text = std::str::from_utf8(&bytes).ok();
    if let Some(text) = text.filter(|text| RecordFormat::of(text).is_some()) {
        let numbered = (1..).zip(read_records(text)?);
        let games = numbered.map(|(number, saved)| of_record(number, saved));
        return Ok(Contents::Games(games.collect()));
    }
    let session = Arc::clone(game).session(None, &Settings::in_memory())?;
    let [first, second] = Seat::BOTH.map(|seat| session.side(seat));
    let rows = Rows::new(&bytes[..], [&first, &second]).and_then(Iterator::collect);
    let wrong = |error: RowError| AuditError::Row {
        file: file.display().to_string(),
        line: error.line,
        column: error.column,
        problem: error.problem,
        help: error.help,
    };
    rows.map(Contents::Rows).map_err(wrong)
}

/// The bytes of a file, unpacked where it is compressed.
pub(crate) fn read_bytes(file: &Path) -> Result<Vec<u8>, AuditError> {
    let unreadable = |source| AuditError::File {
        path: file.to_owned(),
        source,
    };
    let bytes = shido::files::read_bytes(file, MOST_BYTES).map_err(unreadable)?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut text = Vec::new();
    let decoder = MultiGzDecoder::new(&bytes[..]);
    let read = decoder.take(MOST_BYTES).read_to_end(&mut text);
    read.map(|_| text).map_err(unreadable)
}

fn of_record(number: u64, saved: Saved) -> GameRecord {
    GameRecord {
        line: number,
        start: saved.start,
        moves: saved.moves,
        elos: [None; 2],
        names: [None, None],
        score: (saved.ended).map(|end| (1.0 + end.outcome().payoff().0) / 2.0),
        first_ply: 0,
        subjects: Seat::BOTH.to_vec(),
        played_out: false,
    }
}

/// A row that is a game; none where somebody resigned before the first move.
pub(crate) fn of_row(row: Row) -> Option<GameRecord> {
    (!row.moves.is_empty()).then(|| GameRecord {
        line: row.line,
        start: row.start.unwrap_or_default(),
        moves: row.moves,
        elos: row.elos,
        names: row.players,
        score: row.score,
        first_ply: row.first_ply,
        subjects: Seat::BOTH.to_vec(),
        played_out: false,
    })
}

/// The decisions of the subjects of games.
pub(crate) fn decisions_of<'g>(
    games: impl IntoIterator<Item = &'g GameRecord>,
    game: &Arc<dyn AnyGame>,
) -> Result<Vec<Decision>, AuditError> {
    let settings = Settings::in_memory();
    let mut all = Vec::new();
    for record in games {
        let start = Some(record.start.as_str()).filter(|start| !start.is_empty());
        let mut session = Arc::clone(game).session(start, &settings)?;
        for (ply, played) in record.moves.iter().enumerate() {
            if let shido::Turn::Of(seat) = session.turn()
                && ply >= record.first_ply
                && record.subjects.contains(&seat)
            {
                all.push(Decision {
                    line: record.line,
                    start: record.start.clone(),
                    elo: record.elos[seat.index()],
                    opponent_elo: record.elos[seat.other().index()],
                    player: match &record.names[seat.index()] {
                        None => Some(session.side(seat)),
                        named => named.clone(),
                    },
                    ..Decision::new(record.moves[..ply].to_vec(), played.clone())
                });
            }
            let played = play_on(&mut session, game, &settings, played);
            played.map_err(|error| illegal(record, ply, &error))?;
        }
    }
    Ok(all)
}

/// That a move of a game is none.
pub(crate) fn illegal(record: &GameRecord, ply: usize, error: &shido::Error) -> AuditError {
    AuditError::Unable {
        what: format!(
            "line {}, column `moves`, move {}: {error}",
            record.line,
            ply + 1
        ),
        help: error.help().unwrap_or_default(),
    }
}
