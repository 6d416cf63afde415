//! What people played, read from CSV: compressed by gzip or not, with a header.
//!
//! A row is a decision or a whole game:
//!
//! - a decision has `played`, and before it `moves_before` (from the start, with blanks between) or
//!   `position`; where known `elo` of who played and `opponent_elo`;
//! - a game has `moves` (or `moves_uci`) and where known the ratings `first_elo` and `second_elo` (or
//!   `white_elo` and `black_elo`); where it began with moves that nobody chose, such as a drawn opening,
//!   `first_ply` tells how many.
//!
//! Moves are in the notation of engines, or else as people write them. Where there are `player` and
//! `opponent`, or `first_id` and `second_id` (or `white_id` and `black_id`), they tell who played; `game`
//! tells rows of one game from others. A `speed` that says `bullet` or `ultrabullet` marks games too fast
//! to think. Other columns do not matter, and neither does their order.

use std::io::{BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use shido_core::{EngineNotation, Game, NotationError, Seat, Turn};
use xxhash_rust::xxh3::xxh3_64;

/// A row: a game, or the part of one that leads to a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<G: Game> {
    /// The line of the file, counted from 1.
    pub line: u64,
    /// Where it began.
    pub start: G::Position,
    /// All that was played from there.
    pub moves: Vec<G::Move>,
    /// The first of the moves that people are asked about; in a game that is the very first, unless the
    /// file says otherwise.
    pub first: usize,
    /// The ratings of the side that moves first in a contest, and of the other.
    pub ratings: [Option<f64>; 2],
    /// A number for each player by the same seats, if the file says who they are.
    pub players: [Option<u64>; 2],
    /// A number for the game; rows of a file that names no games are games of their own.
    pub game: u64,
    /// Whether it was played too fast to think.
    pub hasty: bool,
}

impl<G: Game> Played<G> {
    /// The rating of a side and that of its opponent.
    #[must_use]
    pub fn ratings_for(&self, seat: Seat) -> (Option<f64>, Option<f64>) {
        (
            self.ratings[seat.index()],
            self.ratings[seat.other().index()],
        )
    }
}

/// Why a file of decisions cannot be read, and where.
#[derive(Debug, thiserror::Error)]
pub enum DecisionsError {
    /// The file does not have what is needed.
    #[error(
        "line 1: the columns `{missing}` are missing (there are: {found}); a row needs `played` with `moves_before` or `position`, or else `moves`"
    )]
    Columns {
        /// What is missing.
        missing: String,
        /// What is there.
        found: String,
    },
    /// A move that is none.
    #[error("line {line}, column `{column}`: {problem}")]
    Move {
        /// The line, counted from 1.
        line: u64,
        /// The column's name.
        column: String,
        /// What is wrong, and which move it is.
        problem: String,
        /// The error of the notation, with its advice.
        source: Box<NotationError>,
    },
    /// A position that is none.
    #[error("line {line}, column `position`: {source}")]
    Position {
        /// The line, counted from 1.
        line: u64,
        /// The error of the notation, with its advice.
        source: Box<NotationError>,
    },
    /// A rating that is no number.
    #[error(
        "line {line}, column `{column}`: `{text}` is no rating: write a number from 0 to 5000, or nothing"
    )]
    Rating {
        /// The line, counted from 1.
        line: u64,
        /// The column's name.
        column: String,
        /// What is there instead.
        text: String,
    },
    /// Nobody chooses where a decision is said to have been made.
    #[error("line {line}, column `{column}`: nobody is to move there")]
    NoChoice {
        /// The line, counted from 1.
        line: u64,
        /// The column's name.
        column: String,
    },
    /// A row that is not whole, or text that cannot be decoded.
    #[error("line {line}: {problem}")]
    Row {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
}

/// Where the columns are.
struct Columns {
    names: Vec<String>,
    position: Option<usize>,
    before: Option<usize>,
    played: Option<usize>,
    moves: Option<usize>,
    ratings: [Option<usize>; 2],
    players: [Option<usize>; 2],
    game: Option<usize>,
    speed: Option<usize>,
    first_ply: Option<usize>,
}

/// The rows of a file, one after the other.
///
/// ```
/// use shido_games::chess::Chess;
/// use shido_people::Decisions;
///
/// let file = "moves_before,played,elo\ne2e4 e7e5,g1f3,1500\n";
/// let rows: Result<Vec<_>, _> = Decisions::new(&Chess, file.as_bytes())?.collect();
/// let row = &rows?[0];
/// assert_eq!((row.moves.len(), row.first, row.ratings), (3, 2, [Some(1500.0), None]));
/// # Ok::<(), shido_people::DecisionsError>(())
/// ```
pub struct Decisions<'a, G> {
    game: &'a G,
    columns: Columns,
    rows: csv::Reader<Box<dyn Read + Send + 'a>>,
    row: csv::StringRecord,
}

impl<'a, G: EngineNotation> Decisions<'a, G> {
    /// Begins to read.
    ///
    /// # Errors
    /// Where the file has no header with the columns that are needed, or cannot be read.
    pub fn new(game: &'a G, file: impl Read + Send + 'a) -> Result<Self, DecisionsError> {
        let mut file = BufReader::new(file);
        let start = file.fill_buf().map_err(|error| DecisionsError::Row {
            line: 1,
            problem: error.to_string(),
        })?;
        let text: Box<dyn Read + Send + 'a> = match start {
            [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(file)),
            _ => Box::new(file),
        };
        let mut rows = csv::ReaderBuilder::new()
            .buffer_capacity(1 << 16)
            .from_reader(text);
        let header = rows.headers().map_err(|error| row_error(&error, 1))?;
        let columns = Columns::find(header)?;
        Ok(Decisions {
            game,
            columns,
            rows,
            row: csv::StringRecord::new(),
        })
    }

    fn read(&mut self) -> Result<Option<Played<G>>, DecisionsError> {
        let line = self.rows.position().line();
        let read = self.rows.read_record(&mut self.row);
        if !read.map_err(|error| row_error(&error, line))? {
            return Ok(None);
        }
        let line = self.row.position().map_or(line, csv::Position::line);
        let columns = &self.columns;
        let field = |column: Option<usize>| {
            let text = column.and_then(|column| self.row.get(column));
            text.map(str::trim).filter(|text| !text.is_empty())
        };
        let start = match field(columns.position) {
            Some(text) => {
                let parsed = self.game.parse_position(text);
                parsed.map_err(|error| DecisionsError::Position {
                    line,
                    source: Box::new(error),
                })?
            }
            None => self.game.start(),
        };
        let mut position = start.clone();
        let mut moves = Vec::new();
        let before = columns.moves.or(columns.before);
        for (column, text) in [before, columns.played]
            .into_iter()
            .flatten()
            .map(|column| (column, self.row.get(column).unwrap_or_default()))
        {
            // A single move may have blanks in it, as in backgammon.
            let single = Some(column) == columns.played;
            let words = text.split(|letter: char| !single && letter.is_whitespace());
            for word in words.map(str::trim).filter(|word| !word.is_empty()) {
                let game = self.game;
                let mv = game.parse_engine_move(&position, word).or_else(|error| {
                    let mv = game.parse_move(&position, word);
                    mv.map_err(|_| error)
                });
                let mv = mv.map_err(|source| DecisionsError::Move {
                    line,
                    column: columns.names[column].clone(),
                    problem: format!("move {}: {source}", moves.len() + 1),
                    source: Box::new(source),
                })?;
                game.play(&mut position, mv);
                moves.push(mv);
            }
        }
        let mut first = match field(columns.first_ply) {
            None => 0,
            Some(text) => text.parse().map_err(|_| DecisionsError::Row {
                line,
                problem: format!("column `first_ply`: `{text}` is no number of plies"),
            })?,
        };
        let mut seats = [0, 1];
        if let Some(played) = columns.played {
            let column = || columns.names[played].clone();
            if field(Some(played)).is_none() {
                let source = NotationError::new("there is no move");
                return Err(DecisionsError::Move {
                    line,
                    column: column(),
                    problem: source.to_string(),
                    source: Box::new(source),
                });
            }
            first = moves.len().saturating_sub(1);
            let mut position = start.clone();
            for mv in &moves[..first] {
                self.game.play(&mut position, *mv);
            }
            let Turn::Of(seat) = self.game.turn(&position) else {
                return Err(DecisionsError::NoChoice {
                    line,
                    column: column(),
                });
            };
            // The columns are those of who played, and of the other.
            seats = [seat.index(), seat.other().index()];
        }
        let mut ratings = [None; 2];
        let mut players = [None; 2];
        for (seat, (rating, player)) in seats
            .into_iter()
            .zip(columns.ratings.into_iter().zip(columns.players))
        {
            if let (Some(column), Some(text)) = (rating, field(rating)) {
                let number = text.parse().ok();
                let number = number.filter(|number| (0.0..=5000.0).contains(number));
                ratings[seat] = Some(number.ok_or_else(|| DecisionsError::Rating {
                    line,
                    column: columns.names[column].clone(),
                    text: text.to_owned(),
                })?);
            }
            players[seat] = field(player).map(|text| xxh3_64(text.as_bytes()));
        }
        let hasty = field(columns.speed).is_some_and(|speed| speed.ends_with("bullet"));
        let game = field(columns.game).map_or(line, |text| xxh3_64(text.as_bytes()));
        Ok(Some(Played {
            line,
            start,
            moves,
            first,
            ratings,
            players,
            game,
            hasty,
        }))
    }
}

impl<G: EngineNotation> Iterator for Decisions<'_, G> {
    type Item = Result<Played<G>, DecisionsError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

impl Columns {
    fn find(header: &csv::StringRecord) -> Result<Columns, DecisionsError> {
        let names: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
        let find = |wanted: &[&str]| {
            let mut wanted = wanted.iter();
            wanted.find_map(|wanted| names.iter().position(|name| name == wanted))
        };
        let (moves, played) = (find(&["moves", "moves_uci"]), find(&["played"]));
        let (position, before) = (find(&["position"]), find(&["moves_before"]));
        let missing = match (moves, played, position.or(before)) {
            (Some(_), None, _) | (_, Some(_), Some(_)) => None,
            (_, Some(_), None) => Some("moves_before` or `position"),
            (None, None, Some(_)) => Some("played"),
            (None, None, None) => Some("played` and `moves_before"),
        };
        if let Some(missing) = missing {
            return Err(DecisionsError::Columns {
                missing: missing.to_owned(),
                found: names.join(", "),
            });
        }
        let by_seat = [
            [
                find(&["first_elo", "white_elo"]),
                find(&["second_elo", "black_elo"]),
            ],
            [
                find(&["first_id", "white_id"]),
                find(&["second_id", "black_id"]),
            ],
        ];
        let by_turn = [
            [find(&["elo"]), find(&["opponent_elo"])],
            [find(&["player"]), find(&["opponent"])],
        ];
        let [ratings, players] = if played.is_some() { by_turn } else { by_seat };
        Ok(Columns {
            position,
            before: before.filter(|_| played.is_some()),
            played,
            moves: moves.filter(|_| played.is_none()),
            ratings,
            players,
            game: find(&["game"]),
            speed: find(&["speed"]),
            first_ply: find(&["first_ply"]),
            names,
        })
    }
}

fn row_error(error: &csv::Error, line: u64) -> DecisionsError {
    let line = error.position().map_or(line, csv::Position::line);
    let problem = match error.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("{len} fields, but the header has {expected_len}"),
        csv::ErrorKind::Utf8 { .. } => "not UTF-8 text".to_owned(),
        csv::ErrorKind::Io(error) => format!("cannot be read: {error}"),
        _ => error.to_string(),
    };
    DecisionsError::Row { line, problem }
}

#[cfg(test)]
mod tests {
    use shido_games::backgammon::Backgammon;
    use shido_games::othello::Othello;

    use super::Decisions;

    /// 24/18 and 13/10 with one roll are one move.
    #[test]
    fn a_single_move_may_have_blanks() {
        let file = "position,played,elo\n-b----E-C---eE---c-e----B- first 63,24/18 13/10,2000\n";
        let mut rows = Decisions::new(&Backgammon, file.as_bytes()).expect("a header");
        let row = rows.next().expect("a row").expect("a legal play");
        assert_eq!((row.moves.len(), row.first), (1, 0));
        assert_eq!(row.ratings, [Some(2000.0), None]);
    }

    #[test]
    fn moves_that_nobody_chose_are_told() {
        let read = |first: &str| {
            let file = format!("moves,first_ply\nf5 d6 c3,{first}\n");
            let othello = Othello::default();
            let mut rows = Decisions::new(&othello, file.as_bytes()).expect("a header");
            rows.next().expect("a row").map(|row| row.first)
        };
        assert_eq!(read("2").expect("a row"), 2);
        assert_eq!(read("").expect("a row"), 0);
        assert_eq!(
            read("two").expect_err("no number").to_string(),
            "line 2: column `first_ply`: `two` is no number of plies"
        );
    }
}
