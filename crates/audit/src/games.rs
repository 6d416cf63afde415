//! Whole contests: from a file, or played for the purpose.

use std::path::Path;
use std::sync::Arc;

use shido::{AnyGame, Saved, Seat, Settings, read_records};

use crate::AuditError;
use crate::decisions::{Decision, play_on, recorded};
use crate::table::{Table, read_bytes};

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
    /// The sides that are looked at.
    pub subjects: Vec<Seat>,
}

/// The contests of a file: PGN, SGF, transcripts, or CSV, compressed by gzip or not, with a column `moves` (or
/// `moves_uci`) and where known the ratings of both sides: `first_elo` and `second_elo`, or by what the sides
/// are called, such as `white_elo` and `black_elo`; likewise `white_id` and `black_id`; and `result`.
///
/// # Errors
/// Where it cannot be read, lacks the moves or has a rating that is no number.
pub fn read_games(file: &Path, game: &Arc<dyn AnyGame>) -> Result<Vec<GameRecord>, AuditError> {
    let name = file.display().to_string();
    let bytes = read_bytes(file)?;
    let games = match recorded(&bytes) {
        Some(text) => (1..)
            .zip(read_records(text)?)
            .map(|(number, saved)| of_record(number, saved))
            .collect(),
        None => of_table(&Table::parse(&name, &bytes)?, game)?,
    };
    match games.is_empty() {
        true => Err(AuditError::Unable {
            what: format!("{name} has no games"),
            help: "below the header comes a row for each".to_owned(),
        }),
        false => Ok(games),
    }
}

fn of_record(number: u64, saved: Saved) -> GameRecord {
    GameRecord {
        line: number,
        start: saved.start,
        moves: saved.moves,
        elos: [None; 2],
        names: [None, None],
        score: saved.resigned.map(|loser| match loser {
            Seat::First => 0.0,
            Seat::Second => 1.0,
        }),
        subjects: Seat::BOTH.to_vec(),
    }
}

/// Whether a table has games and not decisions.
pub(crate) fn has_games(table: &Table) -> bool {
    table.column(&["played"]).is_none() && table.column(&["moves", "moves_uci"]).is_some()
}

pub(crate) fn of_table(
    table: &Table,
    game: &Arc<dyn AnyGame>,
) -> Result<Vec<GameRecord>, AuditError> {
    let moves = table.need(&["moves", "moves_uci"])?;
    let session = Arc::clone(game).session(None, &Settings::in_memory())?;
    let column = |seat: Seat, what: &str| {
        let place = ["first", "second"][seat.index()];
        let [by_place, by_side] = [place, &session.side(seat)].map(|it| format!("{it}_{what}"));
        table.column(&[&by_place, &by_side])
    };
    let elos = Seat::BOTH.map(|seat| column(seat, "elo"));
    let ids = Seat::BOTH.map(|seat| column(seat, "id"));
    let result = table.column(&["result"]);
    let mut games = Vec::with_capacity(table.rows.len());
    for row in &table.rows {
        let Some(text) = row.get(&moves) else {
            // Somebody resigned before the first move.
            continue;
        };
        let mut rated = [None; 2];
        for (elo, column) in rated.iter_mut().zip(&elos) {
            if let Some(column) = column {
                *elo = table.number(row, column)?;
            }
        }
        let id = |seat: usize| Some(row.get(ids[seat].as_ref()?)?.to_owned());
        games.push(GameRecord {
            line: row.line,
            start: String::new(),
            moves: text.split_whitespace().map(str::to_owned).collect(),
            elos: rated,
            names: [id(0), id(1)],
            score: match result.as_ref().and_then(|column| row.get(column)) {
                Some("1-0") => Some(1.0),
                Some("0-1") => Some(0.0),
                Some("1/2-1/2") => Some(0.5),
                _ => None,
            },
            subjects: Seat::BOTH.to_vec(),
        });
    }
    Ok(games)
}

/// The decisions of the subjects of games.
pub(crate) fn decisions_of(
    games: &[GameRecord],
    game: &Arc<dyn AnyGame>,
) -> Result<Vec<Decision>, AuditError> {
    let settings = Settings::in_memory();
    let mut all = Vec::new();
    for record in games {
        let start = Some(record.start.as_str()).filter(|start| !start.is_empty());
        let mut session = Arc::clone(game).session(start, &settings)?;
        for (ply, played) in record.moves.iter().enumerate() {
            if let shido::Turn::Of(seat) = session.turn()
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
