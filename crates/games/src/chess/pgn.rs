//! Portable game notation: the text in which chess games are passed on.
//!
//! A game is its tags, such as `[White "Anderssen"]`, then the moves in algebraic notation with
//! their numbers, and the result. Comments, annotations and variations are skipped in reading. A
//! game that does not begin in the usual position has a tag `FEN`.
//!
//! Players need not claim a draw, so games are read on where [`Chess`] would have ended them by the
//! fifty-move rule.

use std::fmt;

use shido_core::{Game, Notation, Outcome, Seat};

use super::san::{self, SanError};
use super::{Chess, ChessMove, ChessPosition, notation};

/// Where the text of moves is broken into lines.
const WIDTH: usize = 80;

/// A game that was played, with what is told of it.
///
/// ```
/// use shido_core::{Outcome, Seat};
/// use shido_games::chess::pgn;
///
/// let games = pgn::read("[White \"A\"]\n\n1. f3 e5 2. g4?? {Oh no!} Qh4# 0-1")?;
/// assert_eq!(games[0].moves.len(), 4);
/// assert_eq!(games[0].result, Some(Outcome::win(Seat::Second)));
/// assert!(games[0].to_string().ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"));
/// # Ok::<(), pgn::PgnError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct PgnGame {
    /// Names and values of the tags in order, without those that say what the other fields do:
    /// `Result`, `SetUp` and `FEN`. Names are letters, digits and underscores.
    pub tags: Vec<(String, String)>,
    /// Where the game begins.
    pub start: ChessPosition,
    /// The moves from there.
    pub moves: Vec<ChessMove>,
    /// How it ended; `None` where it was not finished, or nobody knows.
    pub result: Option<Outcome>,
}

/// A mistake in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}{}: {problem}", .at_move.as_ref().map_or(String::new(), |at| format!(", move {at}")))]
pub struct PgnError {
    /// The line, counted from one.
    pub line: usize,
    /// The number of the move where the mistake is, `12.` for White's and `12...` for Black's; `None`
    /// before the moves.
    pub at_move: Option<String>,
    /// What is wrong.
    pub problem: String,
    /// What would be right.
    pub help: String,
}

/// Reads the games of a text, of which there is at least one.
///
/// # Errors
/// Where a game is cut short, has a move that is not legal, or is no game at all.
pub fn read(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    let mut reader = Reader {
        text,
        at: 0,
        at_move: None,
    };
    let mut games = Vec::new();
    while let Some(game) = reader.game()? {
        games.push(game);
    }
    if games.is_empty() {
        return reader.wrong(
            0,
            "there is no game in the text",
            "a game is moves and a result: `1. e4 e5 *`",
        );
    }
    Ok(games)
}

enum Token<'t> {
    Tag(String, String),
    /// A move, its number, a result or an annotation.
    Word(&'t str),
    Open,
    Close,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// The number of the move that comes next.
    at_move: Option<String>,
}

impl<'t> Reader<'t> {
    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut start = Chess.start();
        let mut position = start.clone();
        let mut moves = Vec::new();
        let mut variations = Vec::new();
        self.at_move = None;
        loop {
            self.skip_blank()?;
            let here = self.at;
            let Some(token) = self.token()? else {
                break;
            };
            match token {
                Token::Tag(name, value) if self.at_move.is_none() => match name.as_str() {
                    "FEN" => {
                        start = self.starting_position(here, &value)?;
                        position = start.clone();
                    }
                    "Result" => {
                        self.result(here, &value)?;
                    }
                    "SetUp" => {}
                    _ => tags.push((name, value)),
                },
                Token::Tag(..) => {
                    return self.wrong(
                        here,
                        "the next game begins before this one has a result",
                        "a game ends with `1-0`, `0-1`, `1/2-1/2` or `*`",
                    );
                }
                Token::Open => variations.push(here),
                Token::Close if variations.pop().is_some() => {}
                Token::Close => {
                    return self.wrong(here, "`)` closes nothing", "leave it out");
                }
                Token::Word(_) if !variations.is_empty() => {}
                Token::Word(word) => {
                    self.at_move.get_or_insert_with(|| number(&position));
                    if looks_like_result(word) {
                        let result = self.result(here, word)?;
                        return Ok(Some(PgnGame {
                            tags,
                            start,
                            moves,
                            result,
                        }));
                    }
                    let san = without_number(word);
                    if san.trim_matches(['!', '?']).is_empty() || san == "e.p." {
                        continue;
                    }
                    let mv = self.legal_move(here, &position, san)?;
                    Chess.play(&mut position, mv);
                    moves.push(mv);
                    self.at_move = Some(number(&position));
                }
            }
        }
        if let Some(&open) = variations.last() {
            return self.wrong(
                open,
                "the text ends inside a variation",
                "close it with `)`; is the file cut short?",
            );
        }
        if self.at_move.is_none() && tags.is_empty() && start == Chess.start() {
            return Ok(None);
        }
        self.wrong(
            self.text.trim_end().len(),
            "the text ends before the game has a result",
            "a game ends with `1-0`, `0-1`, `1/2-1/2` or `*`; is the file cut short?",
        )
    }

    fn starting_position(&self, here: usize, fen: &str) -> Result<ChessPosition, PgnError> {
        Chess.parse_position(fen).or_else(|error| {
            self.wrong(
                here,
                format!("the starting position is wrong: {}", error.problem),
                error.help.unwrap_or_default(),
            )
        })
    }

    fn result(&self, here: usize, text: &str) -> Result<Option<Outcome>, PgnError> {
        match text {
            "1-0" => Ok(Some(Outcome::win(Seat::First))),
            "0-1" => Ok(Some(Outcome::win(Seat::Second))),
            "1/2-1/2" => Ok(Some(Outcome::DRAW)),
            "*" => Ok(None),
            _ => self.wrong(
                here,
                format!("`{text}` is no result"),
                "results are `1-0`, `0-1`, `1/2-1/2` and `*`",
            ),
        }
    }

    fn legal_move(
        &self,
        here: usize,
        position: &ChessPosition,
        text: &str,
    ) -> Result<ChessMove, PgnError> {
        let board = position.board();
        match san::read(board, text) {
            Ok(mv) => Ok(mv.into()),
            Err(SanError::NotLegal) => self.wrong(
                here,
                format!("`{text}` is not a legal move"),
                format!("the position is `{}`", Chess.write_position(position)),
            ),
            Err(SanError::Ambiguous(moves)) => {
                let error = notation::ambiguous(board, text, &moves);
                self.wrong(here, error.problem, error.help.unwrap_or_default())
            }
        }
    }

    /// Skips spaces, comments, the numbers of annotations and lines that begin with `%`.
    fn skip_blank(&mut self) -> Result<(), PgnError> {
        loop {
            let here = self.at;
            let rest = &self.text[here..];
            let Some(first) = rest.chars().next() else {
                return Ok(());
            };
            let starts_line = here == 0 || self.text[..here].ends_with('\n');
            let skipped = match first {
                ';' => rest.find('\n').unwrap_or(rest.len()),
                '%' if starts_line => rest.find('\n').unwrap_or(rest.len()),
                '{' => match rest.find('}') {
                    Some(end) => end + 1,
                    None => {
                        return self.wrong(
                            here,
                            "the text ends inside a comment",
                            "close it with `}`; is the file cut short?",
                        );
                    }
                },
                '$' => {
                    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit);
                    1 + digits.count()
                }
                space if space.is_whitespace() || space == '\u{feff}' => space.len_utf8(),
                _ => return Ok(()),
            };
            self.at += skipped;
        }
    }

    fn token(&mut self) -> Result<Option<Token<'t>>, PgnError> {
        let here = self.at;
        let rest = &self.text[here..];
        let token = match rest.chars().next() {
            None => return Ok(None),
            Some('[') => {
                let (name, value) = self.tag()?;
                return Ok(Some(Token::Tag(name, value)));
            }
            Some('(') => Token::Open,
            Some(')') => Token::Close,
            Some(sign @ (']' | '}')) => {
                return self.wrong(here, format!("`{sign}` closes nothing"), "leave it out");
            }
            Some(_) => {
                let ends = |c: char| c.is_whitespace() || "[](){};$".contains(c);
                let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
                self.at += word.len();
                return Ok(Some(Token::Word(word)));
            }
        };
        self.at += 1;
        Ok(Some(token))
    }

    /// A tag such as `[White "Anderssen"]`; in its value `\` stands before `"` and `\`.
    fn tag(&mut self) -> Result<(String, String), PgnError> {
        let here = self.at;
        let malformed = "this is no tag";
        let help = "a tag is a name and a value in quotes: `[White \"Anderssen\"]`";
        let inside = &self.text[here + 1..];
        let Some((name, quoted)) = inside.split_once('"') else {
            return self.wrong(here, malformed, help);
        };
        let name = name.trim();
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(word) {
            return self.wrong(here, malformed, help);
        }
        let mut value = String::new();
        let mut signs = quoted.char_indices();
        let mut escaped = false;
        let end = loop {
            match signs.next() {
                None | Some((_, '\n' | '\r')) => {
                    return self.wrong(here, "the value of the tag has no end", help);
                }
                Some((_, sign)) if escaped => {
                    value.push(sign);
                    escaped = false;
                }
                Some((end, '"')) => break end + 1,
                Some((_, '\\')) => escaped = true,
                Some((_, sign)) => value.push(sign),
            }
        };
        let after = quoted[end..].trim_start();
        if !after.starts_with(']') {
            return self.wrong(here, "the tag is not closed", help);
        }
        self.at = self.text.len() - after.len() + 1;
        Ok((name.to_owned(), value))
    }

    fn wrong<T>(
        &self,
        at: usize,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> Result<T, PgnError> {
        Err(PgnError {
            line: 1 + self.text[..at].matches('\n').count(),
            at_move: self.at_move.clone(),
            problem: problem.into(),
            help: help.into(),
        })
    }
}

/// The number of the move to come as it is written before it.
pub(super) fn number(position: &ChessPosition) -> String {
    let board = position.board();
    let dots = match super::seat(board.side_to_move()) {
        Seat::First => ".",
        Seat::Second => "...",
    };
    format!("{}{dots}", board.fullmove_number())
}

/// Whether a word is meant as a result. Castling with zeros is none.
fn looks_like_result(word: &str) -> bool {
    let castling = word.starts_with("0-0");
    let score = |sign: char| sign.is_ascii_digit() || matches!(sign, '/' | '-' | '½' | '.');
    let joined = word.contains(['-', '/', '½']);
    word == "*" || !castling && joined && word.chars().all(score)
}

/// The word without a move number before the move: `12...Nf6` and `12.` have one.
fn without_number(word: &str) -> &str {
    let unnumbered = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if unnumbered.is_empty() || unnumbered.starts_with('.') {
        unnumbered.trim_start_matches('.')
    } else {
        word
    }
}

/// The game as text that [`read`] reads back.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.result.map(Outcome::winner) {
            None => "*",
            Some(None) => "1/2-1/2",
            Some(Some(Seat::First)) => "1-0",
            Some(Some(Seat::Second)) => "0-1",
        };
        for (name, value) in &self.tags {
            write_tag(f, name, value)?;
        }
        write_tag(f, "Result", result)?;
        if self.start != Chess.start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &Chess.write_position(&self.start))?;
        }
        let mut words = Vec::new();
        let mut position = self.start.clone();
        for (index, &mv) in self.moves.iter().enumerate() {
            let number = number(&position);
            if index == 0 || !number.ends_with("...") {
                words.push(number);
            }
            words.push(Chess.write_move(&position, mv));
            Chess.play(&mut position, mv);
        }
        words.push(result.to_owned());
        writeln!(f)?;
        let mut column = 0;
        for word in words {
            if column > 0 && column + 1 + word.len() >= WIDTH {
                writeln!(f)?;
                column = 0;
            }
            if column > 0 {
                write!(f, " ")?;
                column += 1;
            }
            write!(f, "{word}")?;
            column += word.len();
        }
        writeln!(f)
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    // A value stays on its line.
    writeln!(f, "[{name} \"{}\"]", escaped.replace(['\r', '\n'], " "))
}
