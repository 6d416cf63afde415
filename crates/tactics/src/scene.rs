//! A position of Go to ask questions about.

use shido_core::picture::Picture;
use shido_core::{Depict, Notation, NotationError, Seat};
use shido_games::go::sgf::{self, SgfError};
use shido_games::go::{Go, GoError, Move, Point, Position};

/// A position of a game of Go, to ask questions about.
#[derive(Clone, Debug)]
pub struct Scene {
    go: Go,
    position: Position,
    /// How many moves were made before it, in a record.
    pub moves: usize,
    /// Where the last of them was made.
    pub last: Option<Point>,
}

/// A text that no position could be taken from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SceneError {
    /// The record cannot be read.
    #[error(transparent)]
    Record(#[from] SgfError),
    /// The record ends before.
    #[error("the record has {moves} moves, not {asked}")]
    Ended {
        /// How many there are.
        moves: usize,
        /// How many were asked for.
        asked: usize,
    },
    /// There is no board of as many rows.
    #[error(transparent)]
    Rules(#[from] GoError),
    /// The position cannot be read.
    #[error("{}{}", .0.problem, .0.help.as_ref().map_or(String::new(), |help| format!(": {help}")))]
    Position(NotationError),
}

impl Scene {
    /// The position of a game record in SGF after so many moves, or after all.
    ///
    /// # Errors
    /// Where the record cannot be read, or is shorter.
    pub fn of_record(text: &str, after: Option<usize>) -> Result<Scene, SceneError> {
        let record = sgf::read(text)?;
        let moves = after.unwrap_or(record.moves.len());
        let position = record.position(moves).ok_or(SceneError::Ended {
            moves: record.moves.len(),
            asked: moves,
        })?;
        let last = match record.moves[..moves].last() {
            Some(Move::Place(point)) => Some(*point),
            _ => None,
        };
        Ok(Scene {
            go: record.go,
            position,
            moves,
            last,
        })
    }

    /// A position as it is written for Go, row by row from the top; the number of rows is the size of
    /// the board.
    ///
    /// # Errors
    /// Where the text is none.
    pub fn of_text(text: &str) -> Result<Scene, SceneError> {
        let rows = text.split_whitespace().next().unwrap_or_default();
        let rows = rows.split('/').count();
        let go = Go::new(u8::try_from(rows).unwrap_or(u8::MAX))?;
        let position = go.parse_position(text).map_err(SceneError::Position)?;
        Ok(Scene {
            go,
            position,
            moves: 0,
            last: None,
        })
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position as text.
    #[must_use]
    pub fn text(&self) -> String {
        self.go.write_position(&self.position)
    }

    /// Who is to move.
    #[must_use]
    pub const fn mover(&self) -> Seat {
        self.position.mover()
    }

    /// The board as a picture.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.go.picture(&self.position)
    }
}
