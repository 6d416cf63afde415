//! Games in Portable Draughts Notation: tags, moves and a result, one game after the other.
//!
//! ```text
//! [Event "1981 World Championship Match"]
//! [Result "1-0"]
//! 1. 9-14 23-18 {a comment} 2. 14x23 27x18 (26x19 is a variation) ... 1-0
//! ```
//!
//! Comments, variations and marks such as `!` and `$2` are passed over. A game that does not begin at
//! the start has its position in the tag `FEN`.

use shido_core::{Game, Notation, NotationError, Outcome, Seat};

use super::{Draughts, Move, Position};

/// A game as it was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// Where the game began.
    pub start: Position,
    /// The moves, each legal in its turn.
    pub moves: Vec<Move>,
    /// How the game ended by its last word, or `None` for `*`: nobody knows.
    pub result: Option<Outcome>,
}

/// Text that is not a game, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct PdnError {
    /// The line, counted from one.
    pub line: usize,
    /// The column, counted from one and in characters.
    pub column: usize,
    /// What is wrong.
    pub problem: String,
    /// What would be right, if that can be said.
    pub help: Option<String>,
}

/// The words that end a game. English draughts writes the points of Black, who moves first, before
/// those of White.
const RESULTS: [(&str, Option<Outcome>); 7] = [
    ("1-0", Some(Outcome::win(Seat::First))),
    ("0-1", Some(Outcome::win(Seat::Second))),
    ("1/2-1/2", Some(Outcome::DRAW)),
    ("2-0", Some(Outcome::win(Seat::First))),
    ("0-2", Some(Outcome::win(Seat::Second))),
    ("1-1", Some(Outcome::DRAW)),
    ("*", None),
];

/// Reads the games of a file.
///
/// ```
/// use shido_games::draughts::pdn;
/// let games = pdn::read("[Event \"?\"] 1. 11-15 22-18 2. 15x22 *")?;
/// assert_eq!(games[0].moves.len(), 3);
///
/// let error = pdn::read("1. 11-15 22-19 *").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 10: `22-19` is not a legal move here");
/// # Ok::<(), pdn::PdnError>(())
/// ```
///
/// # Errors
/// At the first thing that cannot be read: a tag that is not closed, a move that is not legal, a
/// game without its result because the file was cut short.
pub fn read(text: &str) -> Result<Vec<Record>, PdnError> {
    let mut reader = Reader { text, at: 0 };
    let mut games = Vec::new();
    while reader.skip_blanks()?.is_some() {
        games.push(reader.game()?);
    }
    Ok(games)
}

struct Reader<'a> {
    text: &'a str,
    /// The byte to be read next.
    at: usize,
}

impl<'a> Reader<'a> {
    fn game(&mut self) -> Result<Record, PdnError> {
        let (tags, start) = self.tags()?;
        let mut position = start.clone();
        let mut moves = Vec::new();
        loop {
            match self.skip_blanks()? {
                None => {
                    let problem = "the text ends before the game does";
                    return Err(self.error(self.at, end_with_a_result(problem)));
                }
                Some('[') => {
                    let problem = "a new game begins before this one has ended";
                    return Err(self.error(self.at, end_with_a_result(problem)));
                }
                Some('(') => self.variation()?,
                Some(_) => {
                    let (from, word) = self.word();
                    if let Some((_, result)) = RESULTS.iter().find(|(name, _)| *name == word) {
                        return Ok(Record {
                            tags,
                            start,
                            moves,
                            result: *result,
                        });
                    }
                    let name = word.trim_end_matches(['!', '?', '*', '.']);
                    if is_mark(word) || name.is_empty() {
                        continue;
                    }
                    let mv = Draughts
                        .parse_move(&position, name)
                        .map_err(|error| self.error(from, error))?;
                    Draughts.play(&mut position, mv);
                    moves.push(mv);
                }
            }
        }
    }

    /// The tags of a game and the position that they set up.
    fn tags(&mut self) -> Result<(Vec<(String, String)>, Position), PdnError> {
        let mut tags = Vec::new();
        let mut start = Draughts.start();
        while self.skip_blanks()? == Some('[') {
            let from = self.at;
            let (name, value) = self.tag().ok_or_else(|| {
                let error = NotationError::new("the tag is not complete");
                self.error(from, error.help("write it like `[Event \"name\"]`"))
            })?;
            if name == "FEN" {
                start = Draughts
                    .parse_position(&value)
                    .map_err(|error| self.error(from, error))?;
            }
            tags.push((name, value));
        }
        Ok((tags, start))
    }

    /// The tag that begins here, if it is one.
    fn tag(&mut self) -> Option<(String, String)> {
        let inside = self.rest().strip_prefix('[')?;
        let (name, after) = inside.split_once('"')?;
        let name = name.trim();
        if name.is_empty() || name.contains(|c: char| !c.is_alphanumeric() && c != '_') {
            return None;
        }
        let mut value = String::new();
        let mut chars = after.chars();
        loop {
            match chars.next()? {
                '"' => break,
                '\n' => return None,
                '\\' => value.push(chars.next()?),
                c => value.push(c),
            }
        }
        let rest = chars.as_str().trim_start().strip_prefix(']')?;
        self.at = self.text.len() - rest.len();
        Some((name.to_owned(), value))
    }

    /// Passes over what stands between parentheses, which may be nested.
    fn variation(&mut self) -> Result<(), PdnError> {
        let from = self.at;
        let mut depth = 0_usize;
        loop {
            match self.skip_blanks()? {
                None => {
                    let problem = "this variation is not closed";
                    return Err(self.error(from, NotationError::new(problem).help("write a `)`")));
                }
                Some('(') => {
                    self.at += 1;
                    depth += 1;
                }
                Some(')') => {
                    self.at += 1;
                    depth -= 1;
                    if depth == 0 {
                        return Ok(());
                    }
                }
                Some(_) => {
                    self.word();
                }
            }
        }
    }

    /// Passes over spaces and comments, and tells what comes then.
    fn skip_blanks(&mut self) -> Result<Option<char>, PdnError> {
        loop {
            let rest = self.rest();
            let Some(next) = rest.chars().next() else {
                return Ok(None);
            };
            self.at += match next {
                '{' => match rest.find('}') {
                    Some(end) => end + 1,
                    None => {
                        let problem = "this comment is not closed";
                        let error = NotationError::new(problem).help("write a `}`");
                        return Err(self.error(self.at, error));
                    }
                },
                ';' => rest.find('\n').unwrap_or(rest.len()),
                // Some editors begin a file with a byte order mark.
                c if c.is_whitespace() || c == '\u{feff}' => c.len_utf8(),
                _ => return Ok(Some(next)),
            };
        }
    }

    /// What is written here up to the next blank, and where it begins. It is never empty, and a move
    /// number ends it: `1.11-15` is two words.
    fn word(&mut self) -> (usize, &'a str) {
        let from = self.at;
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || "()[]{};".contains(c);
        let mut length = rest.find(ends).unwrap_or(rest.len());
        if let Some(stop) = rest[..length].rfind('.') {
            length = stop + 1;
        }
        if length == 0 {
            length = rest.chars().next().map_or(0, char::len_utf8);
        }
        self.at += length;
        (from, &rest[..length])
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, at: usize, error: NotationError) -> PdnError {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        PdnError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            problem: error.problem,
            help: error.help,
        }
    }
}

/// Whether the word is a move number or an annotation.
fn is_mark(word: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.trim_end_matches('.');
    (number.len() < word.len() && digits(number)) || word.strip_prefix('$').is_some_and(digits)
}

fn end_with_a_result(problem: &str) -> NotationError {
    let names: Vec<&str> = RESULTS.iter().map(|(name, _)| *name).collect();
    NotationError::new(problem).help(format!("end it with its result: {}", names.join(", ")))
}
