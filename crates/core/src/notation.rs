//! Moves and positions as text.

use std::fmt;

use crate::{Game, Seat, Turn};

/// Text that does not name a move or a position, and what to write instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// What is wrong with the text.
    pub problem: String,
    /// Which rule a move breaks that is not legal, in a clause such as `it encloses no disc`.
    pub reason: Option<String>,
    /// The moves that the text may mean, where it is not clear which.
    pub could_be: Vec<String>,
    /// What would be right, if that can be said.
    pub help: Option<String>,
}

impl std::error::Error for NotationError {}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => write!(f, "{}: {reason}", self.problem),
            None => f.write_str(&self.problem),
        }
    }
}

impl NotationError {
    /// An error without advice.
    pub fn new(problem: impl Into<String>) -> NotationError {
        NotationError {
            problem: problem.into(),
            reason: None,
            could_be: Vec::new(),
            help: None,
        }
    }

    /// The error for a text that may mean each of these moves.
    #[must_use]
    pub fn ambiguous(text: &str, moves: Vec<String>) -> NotationError {
        let help = format!("write one of {}", moves.join(", "));
        NotationError {
            could_be: moves,
            ..NotationError::new(format!("`{text}` can mean several moves"))
        }
        .help(help)
    }

    /// The same error with the rule that the move would break, if that is known.
    #[must_use]
    pub fn because(mut self, reason: Option<String>) -> NotationError {
        self.reason = reason;
        self
    }

    /// The same error with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> NotationError {
        self.help = Some(help.into());
        self
    }

    /// The error for a text that names none of the moves that are legal.
    pub fn not_legal(text: &str, legal: &[&str]) -> NotationError {
        let error = NotationError::new(format!("`{text}` is not a legal move here"));
        if legal.is_empty() {
            error.help("the contest is over: there are no moves")
        } else {
            error.help(format!("legal moves: {}", list_some(legal, 24)))
        }
    }
}

/// Games whose moves and positions have a text form. Writing and parsing are inverse.
pub trait Notation: Game {
    /// The move as players of the game write it. Legal moves of one position are written differently.
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The position as text, on one line.
    fn write_position(&self, position: &Self::Position) -> String;

    /// Reads a position.
    ///
    /// # Errors
    /// Where the text is malformed or the position could not occur by the rules.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// What a side is called: `White`, `X`.
    fn side(&self, seat: Seat) -> String {
        format!("the {seat} player")
    }

    /// What is said when a move is made: a clause that lacks its subject, such as `plays e4` or `passes`;
    /// where chance moves, all of it, such as `White rolls 3-1`.
    fn tell_move(&self, position: &Self::Position, mv: Self::Move) -> String {
        let text = self.write_move(position, mv);
        match (self.turn(position), text.as_str()) {
            (Turn::Chance, _) => format!("chance brings {text}"),
            (_, "pass") => "passes".to_owned(),
            _ => format!("plays {text}"),
        }
    }

    /// The number of the move to come as it is written before it, such as `5.` and `5...`, where players count the
    /// moves of both sides as one; `None` where they count each.
    fn move_number(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// How a contest came to its end here, in a clause such as `checkmate` or `no move is left to White`.
    /// `None` where it is not over, or nothing is to be said beyond the result.
    fn ending(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// What each side has if it is counted here, the first side's first, where a count decides contests.
    fn points(&self, _position: &Self::Position) -> Option<[f64; 2]> {
        None
    }

    /// Which rule a move that is not legal would break, in a clause such as `it encloses no disc`. `None`
    /// where the text names no move at all, or nothing is to be said.
    fn why_illegal(&self, _position: &Self::Position, _text: &str) -> Option<String> {
        None
    }

    /// Reads a legal move; upper and lower case are the same where that is unambiguous.
    ///
    /// # Errors
    /// Where the text names no legal move; the advice lists what is legal. Where it names a move that
    /// breaks a rule, the error says which.
    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        let text = text.trim();
        let written: Vec<(String, Self::Move)> = self
            .moves(position)
            .into_iter()
            .map(|mv| (self.write_move(position, mv), mv))
            .collect();
        if let Some((_, mv)) = written.iter().find(|(name, _)| name == text) {
            return Ok(*mv);
        }
        let mut alike = written
            .iter()
            .filter(|(name, _)| name.eq_ignore_ascii_case(text));
        if let (Some((_, mv)), None) = (alike.next(), alike.next()) {
            return Ok(*mv);
        }
        let names: Vec<&str> = written.iter().map(|(name, _)| name.as_str()).collect();
        Err(NotationError::not_legal(text, &names).because(self.why_illegal(position, text)))
    }
}

/// Games with a second text form, the one that engines of the community speak among programs, such
/// as UCI for chess and USI for shogi. As provided it is the ordinary notation.
pub trait EngineNotation: Notation {
    /// The position as an engine reads it.
    fn engine_position(&self, position: &Self::Position) -> String {
        self.write_position(position)
    }

    /// What an engine has to be told before a contest that begins in `start`, in protocols that know no
    /// positions: commands that say how large the board is and what is on it. As provided there are none
    /// where a contest usually begins, and `None` elsewhere.
    fn engine_setup(&self, start: &Self::Position) -> Option<Vec<String>> {
        (*start == self.start()).then(Vec::new)
    }

    /// The move as an engine reads it.
    fn engine_move(&self, position: &Self::Position, mv: Self::Move) -> String {
        self.write_move(position, mv)
    }

    /// Reads a legal move that an engine wrote.
    ///
    /// # Errors
    /// Where the text names no legal move.
    fn parse_engine_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        self.parse_move(position, text)
    }
}

fn list_some(names: &[&str], most: usize) -> String {
    let shown = names[..names.len().min(most)].join(", ");
    match names.len().checked_sub(most) {
        Some(rest) if rest > 0 => format!("{shown} and {rest} more"),
        _ => shown,
    }
}
