//! Positions and moves as text, and the board as a picture.

use shido_core::picture::{Cells, Picture, Shape};
use shido_core::{Depict, Notation, NotationError, Seat};

use super::{Move, Othello, Position};
use crate::colours::black_first;
use crate::grid::{FirstRow, Square, squares};

const SYMBOLS: [char; 2] = ['X', 'O'];

impl Notation for Othello {
    fn write_move(&self, _position: &Position, mv: Move) -> String {
        match mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn write_position(&self, position: &Position) -> String {
        let [black, white] = position.discs();
        let symbol = |square: Square| match square.bit() {
            bit if black & bit != 0 => SYMBOLS[0],
            bit if white & bit != 0 => SYMBOLS[1],
            _ => '-',
        };
        let board: String = squares(self.board).map(symbol).collect();
        format!("{board} {}", SYMBOLS[position.mover.index()])
    }

    fn side(&self, seat: Seat) -> String {
        black_first(seat)
    }

    fn ending(&self, position: &Position) -> Option<String> {
        let [black, white] = position.counts();
        position
            .over
            .then(|| format!("{black} discs are black, {white} white"))
    }

    fn points(&self, position: &Position) -> Option<[f64; 2]> {
        Some(position.counts().map(f64::from))
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        if text.eq_ignore_ascii_case("pass") {
            return (!position.over).then(|| "you can move, so you must".to_owned());
        }
        let square = squares(self.board).find(|square| {
            let name = square.to_string();
            name.eq_ignore_ascii_case(text)
        })?;
        let occupied = position.own | position.other;
        Some(match occupied & square.bit() != 0 {
            true => "there is a disc already".to_owned(),
            false => "it encloses no disc of the other side".to_owned(),
        })
    }

    /// Rows may be set apart by spaces or strokes. `x`, `b` and `*` are Black as well, `o`, `w` and
    /// `0` White, `.` and `_` empty.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let size = usize::from(self.size());
        let form = format!(
            "write the {} squares row by row from the top, `X` for Black, `O` for White and `-` for \
             an empty one, then a space and who is to move, `X` or `O`",
            size * size
        );
        let text = text.trim().trim_end_matches(';').trim_end();
        let Some((board, side)) = text.rsplit_once(char::is_whitespace) else {
            return Err(NotationError::new("the position does not say who is to move").help(form));
        };
        let mover = side_named(side)
            .ok_or_else(|| NotationError::new(format!("`{side}` is not a side")).help(&form))?;
        let symbols: Vec<char> = board
            .chars()
            .filter(|symbol| !symbol.is_whitespace() && *symbol != '/')
            .collect();
        if symbols.len() != size * size {
            let problem = format!(
                "the board has {} squares, not {}",
                size * size,
                symbols.len()
            );
            return Err(NotationError::new(problem).help(form));
        }
        let mut discs = [0; 2];
        for (square, symbol) in squares(self.board).zip(symbols) {
            if let Some(seat) = disc_named(symbol) {
                discs[seat.index()] |= square.bit();
            } else if !"-._".contains(symbol) {
                let problem =
                    format!("`{symbol}` on {square} is neither a disc nor an empty square");
                return Err(NotationError::new(problem).help(form));
            }
        }
        if let Some(reason) = self.impossible(discs) {
            return Err(NotationError::new("the discs cannot lie like this").help(reason));
        }
        let [own, other] = [mover, mover.other()].map(|seat| discs[seat.index()]);
        Ok(self.position(own, other, mover))
    }
}

fn disc_named(symbol: char) -> Option<Seat> {
    match symbol.to_ascii_lowercase() {
        'x' | 'b' | '*' | '●' => Some(Seat::First),
        'o' | 'w' | '0' | '○' => Some(Seat::Second),
        _ => None,
    }
}

fn side_named(word: &str) -> Option<Seat> {
    let mut symbols = word.chars();
    match (symbols.next(), symbols.next()) {
        (Some(symbol), None) => disc_named(symbol),
        _ if word.eq_ignore_ascii_case("black") => Some(Seat::First),
        _ if word.eq_ignore_ascii_case("white") => Some(Seat::Second),
        _ => None,
    }
}

impl Othello {
    /// The dots two squares from the corners, where the board is large enough for them to be four.
    fn dots(&self) -> Vec<[f64; 2]> {
        let [width, height] = [self.grid.width, self.grid.height].map(f64::from);
        if width.min(height) < 6.0 {
            return Vec::new();
        }
        let corners = [(1.5, 1.5), (1.5, height - 2.5)];
        let corners = corners.into_iter();
        let dots = corners
            .flat_map(|(across, down)| [across, width - across - 1.0].map(|right| [right, -down]));
        dots.collect()
    }
}

impl Depict for Othello {
    fn picture(&self, position: &Position) -> Picture {
        let mut picture = self.grid.picture(
            position.discs(),
            ["B", "W"],
            FirstRow::Top,
            Cells::Felt { dots: self.dots() },
            &Shape::Plain,
        );
        picture.beside = position.counts().map(|count| match count {
            1 => "1 disc".to_owned(),
            _ => format!("{count} discs"),
        });
        picture
    }
}
