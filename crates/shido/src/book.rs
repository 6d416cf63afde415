//! Opening books in files.

use std::path::PathBuf;

use shido_core::Notation;
use shido_search::Book;

use crate::Error;
use crate::files::{RECORDED, read_text};

/// Reads a book: each row a line of moves from the start, written as the game writes them and separated
/// by spaces; what follows a `#` is a comment.
pub(crate) fn read_book<G: Notation>(game: &G, file: &str) -> Result<Book<G>, Error> {
    let path = PathBuf::from(file);
    let text = match read_text(&path, RECORDED) {
        Ok(text) => text,
        Err(source) => return Err(Error::File { path, source }),
    };
    let mut book = Book::default();
    for (row, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let mut position = game.start();
        let mut moves = Vec::new();
        for word in line.split_whitespace() {
            let mv = game.parse_move(&position, word).map_err(|error| {
                let help = error.help.unwrap_or_default();
                Error::Unable {
                    what: format!("{file}, line {}: {}", row + 1, error.problem),
                    help,
                }
            })?;
            game.play(&mut position, mv);
            moves.push(mv);
        }
        book.add(game, &moves);
    }
    if book.is_empty() {
        return Err(Error::Unable {
            what: format!("{file} has no openings"),
            help: "write one line of moves a row, from the start".to_owned(),
        });
    }
    Ok(book)
}
