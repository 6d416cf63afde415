//! What people played, as text: rows of CSV, compressed by gzip or not, with a header.
//!
//! A row is a decision or a whole game:
//!
//! - a decision has `played`, and before it `moves_before` (from the usual start, with blanks between) or
//!   `position`; where known `elo` of who played and `opponent_elo`;
//! - a game has `moves` (or `moves_uci`) and where known the ratings of both sides, `first_elo` and
//!   `second_elo`, or by what they are called, such as `white_elo` and `black_elo`, and `result`; where it
//!   began with moves that nobody chose, such as a drawn opening, `first_ply` tells how many.
//!
//! Where there are `player` and `opponent`, or `first_id` and `second_id` (or `white_id` and `black_id`), they
//! tell who played; `game` tells rows of one game from others. A `speed` that says `bullet` or `ultrabullet`
//! marks games too fast to think. A game may have `evaluations`, what a referee says after each ply:
//! hundredths of a pawn as the first side sees it, `#3` where it mates in three and `#-3` where it is mated.
//! Other columns do not matter, and neither does their order.

use std::io::{BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

/// What people played somewhere: a decision, or a whole game.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The line of the file, counted from 1.
    pub line: u64,
    /// Where it began, unless that is where contests usually do.
    pub start: Option<String>,
    /// The moves before the decision, or all moves of the game.
    pub moves: Vec<String>,
    /// The decision; `None` where the row is a game.
    pub played: Option<String>,
    /// The ratings: of a decision those of who made it and of the other side, of a game those of the side that
    /// moves first and of the other.
    pub elos: [Option<f64>; 2],
    /// Who they are, in the same order.
    pub players: [Option<String>; 2],
    /// Which game it is.
    pub game: Option<String>,
    /// Whether it was played too fast to think.
    pub hasty: bool,
    /// How many moves at the beginning of a game nobody chose.
    pub first_ply: usize,
    /// How a game ended: what the first side got, from 0 to 1.
    pub score: Option<f64>,
    /// What the first side could expect of a game after each ply, from 0 to 1, as far as it is told.
    pub expected: Vec<f32>,
}

/// A mistake in a file, and what to do about it.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("line {line}{}: {problem}", column.as_ref().map(|name| format!(", column `{name}`")).unwrap_or_default())]
pub struct RowError {
    /// The line on which the row begins, counted from 1.
    pub line: u64,
    /// The column, where it is about one.
    pub column: Option<String>,
    /// What is wrong.
    pub problem: String,
    /// What to write instead.
    pub help: String,
}

/// Where the columns are.
struct Columns {
    names: Vec<String>,
    position: Option<usize>,
    moves: Option<usize>,
    played: Option<usize>,
    elos: [Option<usize>; 2],
    players: [Option<usize>; 2],
    game: Option<usize>,
    speed: Option<usize>,
    first_ply: Option<usize>,
    result: Option<usize>,
    evaluations: Option<usize>,
}

/// The rows of a file, one after the other.
pub struct Rows<'a> {
    columns: Columns,
    reader: csv::Reader<Box<dyn Read + Send + 'a>>,
    record: csv::StringRecord,
}

impl<'a> Rows<'a> {
    /// Begins to read; `sides` are what the side that moves first and the other are called.
    ///
    /// # Errors
    /// Where the file has no header with the columns that are needed, or cannot be read.
    pub fn new(file: impl Read + Send + 'a, sides: [&str; 2]) -> Result<Rows<'a>, RowError> {
        let mut file = BufReader::new(file);
        let unreadable = |error: std::io::Error| not_csv(1, format!("cannot be read: {error}"));
        let text: Box<dyn Read + Send + 'a> = match file.fill_buf().map_err(unreadable)? {
            [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(file)),
            _ => Box::new(file),
        };
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .buffer_capacity(1 << 16)
            .from_reader(text);
        let header = reader.headers().map_err(|error| wrong_row(&error, 1))?;
        let columns = Columns::find(header, sides)?;
        Ok(Rows {
            columns,
            reader,
            record: csv::StringRecord::new(),
        })
    }

    /// The column that moves, or those before a decision, are in, as the file calls it.
    #[must_use]
    pub fn moves_column(&self) -> &str {
        let columns = &self.columns;
        (columns.moves.or(columns.position)).map_or("moves", |place| &columns.names[place])
    }

    fn read(&mut self) -> Result<Option<Row>, RowError> {
        let line = self.reader.position().line();
        let read = self.reader.read_record(&mut self.record);
        if !read.map_err(|error| wrong_row(&error, line))? {
            return Ok(None);
        }
        let line = self.record.position().map_or(line, csv::Position::line);
        let columns = &self.columns;
        let field = |column: Option<usize>| {
            let text = self.record.get(column?)?.trim();
            (!text.is_empty()).then_some(text)
        };
        let text = |column: Option<usize>| field(column).map(str::to_owned);
        let wrong = |column: Option<usize>, problem: String, help: &str| RowError {
            line,
            column: column.map(|place| columns.names[place].clone()),
            problem,
            help: help.to_owned(),
        };
        let played = text(columns.played);
        if columns.played.is_some() && played.is_none() {
            let help = "write the move that was played";
            return Err(wrong(columns.played, "there is no move".to_owned(), help));
        }
        let moves = field(columns.moves).map_or(Vec::new(), |moves| {
            moves.split_whitespace().map(str::to_owned).collect()
        });
        let mut elos = [None; 2];
        for (elo, column) in elos.iter_mut().zip(columns.elos) {
            let Some(text) = field(column).filter(|text| *text != "?") else {
                continue;
            };
            let number = text.parse().ok();
            *elo = number.filter(|number| (0.0..=5000.0).contains(number));
            if elo.is_none() {
                let problem = format!("`{}` is no rating", shortened(text, 40));
                let help = "write a number from 0 to 5000, or nothing where it is not known";
                return Err(wrong(column, problem, help));
            }
        }
        let first_ply = match field(columns.first_ply) {
            None => 0,
            Some(text) => text.parse().map_err(|_| {
                let problem = format!("`{}` is no number of plies", shortened(text, 40));
                let help = "write how many moves at the beginning nobody chose";
                wrong(columns.first_ply, problem, help)
            })?,
        };
        let evaluations = field(columns.evaluations).unwrap_or_default();
        let expected = evaluations.split_whitespace().map(|text| {
            expected_score(text).ok_or_else(|| {
                let problem = format!("`{}` is no evaluation", shortened(text, 40));
                let help = "write hundredths of a pawn such as -35, or a mate such as #3";
                wrong(columns.evaluations, problem, help)
            })
        });
        let expected = expected.collect::<Result<Vec<f32>, RowError>>()?;
        Ok(Some(Row {
            line,
            expected,
            // A decision that has both has moves that lead to the position.
            start: text(columns.position).filter(|_| moves.is_empty() || played.is_none()),
            moves,
            played,
            elos,
            players: columns.players.map(text),
            game: text(columns.game),
            hasty: field(columns.speed).is_some_and(|speed| speed.ends_with("bullet")),
            first_ply,
            score: match field(columns.result) {
                Some("1-0") => Some(1.0),
                Some("0-1") => Some(0.0),
                Some("1/2-1/2") => Some(0.5),
                _ => None,
            },
        }))
    }
}

impl Iterator for Rows<'_> {
    type Item = Result<Row, RowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

impl Columns {
    fn find(header: &csv::StringRecord, sides: [&str; 2]) -> Result<Columns, RowError> {
        let plain = |name: &str| name.trim_start_matches('\u{feff}').trim().to_owned();
        let names: Vec<String> = header.iter().map(plain).collect();
        let place = |wanted: &str| {
            let mut names = names.iter();
            names.position(|name| name.eq_ignore_ascii_case(wanted))
        };
        let played = place("played");
        let (position, before) = (place("position"), place("moves_before"));
        let moves = place("moves").or_else(|| place("moves_uci"));
        let missing = match (played, moves, before.or(position)) {
            (Some(_), _, Some(_)) | (None, Some(_), _) => None,
            (Some(_), _, None) => Some("position` or `moves_before"),
            (None, None, _) => Some("played"),
        };
        if let Some(missing) = missing {
            return Err(RowError {
                line: 1,
                column: None,
                problem: format!("there is no column `{missing}`"),
                help: match names.is_empty() {
                    true => "the file is empty; its first line names the columns".to_owned(),
                    false => format!(
                        "a row has `played` with `moves_before` or `position`, or else `moves`; the columns \
                         are: {}",
                        shortened(&names.join(", "), 200)
                    ),
                },
            });
        }
        let of_sides = |what: &str| {
            [("first", sides[0]), ("second", sides[1])].map(|(by_place, by_name)| {
                let named = |name: &str| place(&format!("{name}_{what}"));
                named(by_place).or_else(|| named(by_name))
            })
        };
        let decisions = played.is_some();
        Ok(Columns {
            moves: if decisions { before } else { moves },
            elos: match decisions {
                true => [place("elo"), place("opponent_elo")],
                false => of_sides("elo"),
            },
            players: match decisions {
                true => [place("player"), place("opponent")],
                false => of_sides("id"),
            },
            position,
            played,
            game: place("game"),
            speed: place("speed"),
            first_ply: place("first_ply"),
            result: place("result"),
            evaluations: place("evaluations").filter(|_| !decisions),
            names,
        })
    }
}

/// The score that the first side can expect: hundredths of a pawn through the logistic curve that fits
/// people's games (Lichess states 0.00368208), a mate as certain.
fn expected_score(text: &str) -> Option<f32> {
    match text.strip_prefix('#') {
        Some(mate) => Some(if mate.parse::<i32>().ok()? < 0 {
            0.0
        } else {
            1.0
        }),
        None => {
            let hundredths = text.parse::<f32>().ok().filter(|value| value.is_finite())?;
            Some(1.0 / (1.0 + (-0.003_682_08 * hundredths).exp()))
        }
    }
}

fn wrong_row(error: &csv::Error, line: u64) -> RowError {
    let line = error.position().map_or(line, csv::Position::line);
    let problem = match error.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("{len} fields, where the header has {expected_len}"),
        csv::ErrorKind::Utf8 { .. } => "this is no text (UTF-8)".to_owned(),
        csv::ErrorKind::Io(error) => format!("cannot be read: {error}"),
        _ => error.to_string(),
    };
    not_csv(line, problem)
}

fn not_csv(line: u64, problem: String) -> RowError {
    RowError {
        line,
        column: None,
        problem,
        help: "the file is CSV: a header, then a row for each decision or game".to_owned(),
    }
}

/// The beginning of a text, as much of it as a message can hold.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}
