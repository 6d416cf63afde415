//! Positions and moves as text, and the board as a picture.

use shido_core::picture::{Cells, Figure, Picture, Shape};
use shido_core::{Depict, Game, Notation, NotationError, Seat};

use super::{Breakthrough, Move, Position};
use crate::colours::white_first;
use crate::grid::{FirstRow, Square};

const SYMBOLS: [char; 2] = ['w', 'b'];

impl Notation for Breakthrough {
    fn write_move(&self, position: &Position, mv: Move) -> String {
        let captures = self.captures(position, mv);
        format!("{}{}{}", mv.from, if captures { "x" } else { "" }, mv.to)
    }

    fn side(&self, seat: Seat) -> String {
        white_first(seat)
    }

    fn ending(&self, position: &Position) -> Option<String> {
        let winner = self.winner(position)?;
        let [winning, losing] = [winner, winner.other()].map(|seat| self.side(seat));
        Some(match position.pawns[winner.other().index()] {
            0 => format!("{losing} has no pawn left"),
            _ => format!("{winning} has a pawn on the last row"),
        })
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        let squares = text.to_ascii_lowercase().replace(['x', '-'], "");
        if !squares.starts_with(|sign: char| sign.is_ascii_lowercase()) {
            return None;
        }
        let (from, to) = squares.split_at_checked(2)?;
        let all = || {
            let columns = move |row| (0..self.width()).map(move |column| Square::at(column, row));
            (0..self.height()).flat_map(columns)
        };
        let square = |name: &str| all().find(|square| square.to_string() == name);
        for name in [from, to] {
            let named = name.len() == 2 && name.as_bytes()[1].is_ascii_digit();
            if named && square(name).is_none() {
                return Some(format!("there is no square {name} on this board"));
            }
        }
        let (Some(from), Some(to)) = (square(from), square(to)) else {
            let alone = to.is_empty() && square(from).is_some();
            return alone.then(|| "a move names two squares, where from and where to".to_owned());
        };
        let side = self.side(position.mover);
        let own = position.pawns[position.mover.index()];
        Some(if own & from.bit() == 0 {
            format!("{side} has no pawn on {from}")
        } else if own & to.bit() != 0 {
            format!("a pawn of {side}'s own stands on {to}")
        } else {
            "a pawn goes one square forward, straight or slanting, and takes only slanting"
                .to_owned()
        })
    }

    fn write_position(&self, position: &Position) -> String {
        let rows: Vec<String> = (0..self.height())
            .rev()
            .map(|row| self.write_row(position, row))
            .collect();
        format!("{} {}", rows.join("/"), SYMBOLS[position.mover.index()])
    }

    /// Empty squares may be dots as well; upper and lower case are the same.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let form = format!(
            "a position looks like `{}`",
            self.write_position(&self.start())
        );
        let error = |problem: String| NotationError::new(problem).help(&form);
        let words: Vec<&str> = text.split_whitespace().collect();
        let (board, side) = match words[..] {
            [board, side] => (board, side),
            [_] => return Err(error("the position does not say who is to move".to_owned())),
            [] => return Err(error("there is no position".to_owned())),
            [_, _, more, ..] => {
                return Err(error(format!(
                    "`{more}` comes after the end of the position"
                )));
            }
        };
        let mover = match side.to_ascii_lowercase().as_str() {
            "w" | "white" => Seat::First,
            "b" | "black" => Seat::Second,
            _ => {
                let error = NotationError::new(format!("`{side}` is not a side"));
                return Err(error.help("the sides are `w` and `b`"));
            }
        };
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(self.height()) {
            let problem = format!("the board has {} rows, not {}", self.height(), rows.len());
            return Err(error(problem));
        }
        let mut pawns = [0; 2];
        for (row, text) in (0..self.height()).rev().zip(rows) {
            let row_pawns = self.parse_row(row, text).map_err(&error)?;
            for seat in Seat::BOTH {
                pawns[seat.index()] |= row_pawns[seat.index()];
            }
        }
        let position = Position { pawns, mover };
        match self.impossible(&position) {
            None => Ok(position),
            Some(reason) => {
                Err(NotationError::new("the pawns cannot stand like this").help(reason))
            }
        }
    }
}

impl Breakthrough {
    fn write_row(&self, position: &Position, row: u8) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for column in 0..self.width() {
            let bit = Square::at(column, row).bit();
            let owner = position.pawns.iter().position(|pawns| pawns & bit != 0);
            match owner {
                None => empty += 1,
                Some(side) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(SYMBOLS[side]);
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    }

    /// The pawns of both sides in a row, or what is wrong with its text.
    fn parse_row(&self, row: u8, text: &str) -> Result<[u64; 2], String> {
        let mut pawns = [0; 2];
        let mut columns = 0;
        for symbol in text.chars() {
            let (taken, owner) = match symbol.to_ascii_lowercase() {
                'w' => (1, Some(Seat::First)),
                'b' => (1, Some(Seat::Second)),
                '.' | '-' => (1, None),
                digit @ '1'..='8' => (digit as usize - '0' as usize, None),
                _ => {
                    return Err(format!(
                        "`{symbol}` in row {} is neither a pawn nor a number of empty squares",
                        row + 1
                    ));
                }
            };
            if let Some(seat) = owner
                && columns < usize::from(self.width())
            {
                pawns[seat.index()] |= Square::at(columns as u8, row).bit();
            }
            columns += taken;
        }
        if columns == usize::from(self.width()) {
            Ok(pawns)
        } else {
            Err(format!(
                "row {} has {columns} squares, not {}",
                row + 1,
                self.width()
            ))
        }
    }
}

impl Depict for Breakthrough {
    fn picture(&self, position: &Position) -> Picture {
        self.grid.picture(
            position.pawns,
            ["W", "B"],
            FirstRow::Bottom,
            Cells::Checkered,
            &Shape::Figure(Figure::Pawn),
        )
    }
}
