//! Moves and positions as text.

use shido_core::{Notation, NotationError, Seat};

use super::points::{Point, PointSet};
use super::{Board, Go, Move, Position};
use crate::colours::black_first;

const SYMBOLS: [char; 2] = ['X', 'O'];

impl Notation for Go {
    fn write_move(&self, _position: &Position, mv: Move) -> String {
        match mv {
            Move::Place(point) => point.to_string(),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let named = match text.eq_ignore_ascii_case("pass") {
            true => Some(Move::Pass),
            false => self.point(text).map(Move::Place),
        };
        let Some(mv) = named else {
            let last = Point::at(self.size() - 1, self.size() - 1);
            return Err(
                NotationError::new(format!("`{text}` is not a point of the board")).help(format!(
                    "points are A1 to {last}, and there is no column I; `pass` passes"
                )),
            );
        };
        if self.is_legal(position, mv) {
            return Ok(mv);
        }
        let error = NotationError::new(format!("`{text}` is not a legal move here"));
        Err(error.because(self.why_illegal(position, text)))
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        let point = self.point(text)?;
        let reason = if position.passes() == 2 {
            "the contest is over"
        } else if position.board().holder(point).is_some() {
            "there is a stone already"
        } else if position.forbidden().contains(point) {
            "the board would be what it was before (ko)"
        } else {
            "the stone would have no liberty (suicide)"
        };
        Some(reason.to_owned())
    }

    fn side(&self, seat: Seat) -> String {
        black_first(seat)
    }

    /// The count after two passes.
    fn ending(&self, position: &Position) -> Option<String> {
        if position.passes() < 2 {
            return None;
        }
        let [black, white] = self.points(position)?;
        let komi = self.komi().points();
        let given = match komi == 0.0 {
            true => String::new(),
            false => format!(", {komi} of them komi"),
        };
        Some(format!(
            "both passed; Black has {black} points, White {white}{given}"
        ))
    }

    /// Stones and enclosed points, and for White the komi. All stones count as alive.
    fn points(&self, position: &Position) -> Option<[f64; 2]> {
        let [black, white] = position.board().areas().map(|area| f64::from(area.len()));
        Some([black, white + self.komi().points()])
    }

    fn write_position(&self, position: &Position) -> String {
        let rows = (0..self.size()).rev();
        let board: Vec<String> = rows.map(|row| write_row(position.board(), row)).collect();
        let forbidden = position.forbidden().iter();
        let forbidden: Vec<String> = forbidden.map(|point| point.to_string()).collect();
        format!(
            "{} {} {} {}",
            board.join("/"),
            SYMBOLS[position.mover().index()],
            position.passes(),
            match forbidden.is_empty() {
                true => "-".to_owned(),
                false => forbidden.join(","),
            }
        )
    }

    /// The passes and the forbidden points may be left out if there are none. `B`, `#` and `*` are Black
    /// as well, `W` White, `.`, `-` and `_` empty.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let mut words = text.split_whitespace();
        let (Some(board), Some(side)) = (words.next(), words.next()) else {
            let problem = "the position does not say who is to move";
            return Err(NotationError::new(problem).help(self.form()));
        };
        let stones = self.parse_board(board)?;
        let mover =
            side_named(side).ok_or_else(|| self.wrong(format!("`{side}` is not a side")))?;
        let passes = match words.next() {
            None => 0,
            Some(word) => word
                .parse()
                .ok()
                .filter(|passes| *passes <= 2)
                .ok_or_else(|| self.wrong(format!("`{word}` is not how many passes were made")))?,
        };
        let mut position = self.set_up(stones, mover).ok_or_else(|| {
            NotationError::new("the stones cannot lie like this")
                .help("every chain of stones has an empty point next to it")
        })?;
        position.passes = passes;
        position.forbidden = match words.next() {
            None | Some("-") => PointSet::EMPTY,
            Some(points) => self.parse_forbidden(&position, points)?,
        };
        if let Some(word) = words.next() {
            return Err(self.wrong(format!("`{word}` is more than a position has")));
        }
        Ok(position)
    }
}

impl Go {
    /// The point of this name, if the board has it.
    #[must_use]
    pub fn point(&self, name: &str) -> Option<Point> {
        let point: Point = name.parse().ok()?;
        (point.column() < self.size() && point.row() < self.size()).then_some(point)
    }

    fn form(&self) -> String {
        format!(
            "write the {size} rows from the top with `/` between them, `X` for Black, `O` for White and a \
             number for empty points, then who is to move, `X` or `O`: `{}`",
            self.write_position(&shido_core::Game::start(self)),
            size = self.size()
        )
    }

    fn wrong(&self, problem: impl Into<String>) -> NotationError {
        NotationError::new(problem).help(self.form())
    }

    fn parse_board(&self, text: &str) -> Result<[PointSet; 2], NotationError> {
        let size = self.size();
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(size) {
            return Err(self.wrong(format!("the board has {size} rows, not {}", rows.len())));
        }
        let mut stones = [PointSet::EMPTY; 2];
        for (row, symbols) in (0..size).rev().zip(rows) {
            let mut column = 0_usize;
            let mut rest = symbols;
            while let Some(symbol) = rest.chars().next() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                if digits > 0 {
                    let (run, after) = rest.split_at(digits);
                    let run = run.parse().unwrap_or(usize::MAX);
                    column = column.saturating_add(run);
                    rest = after;
                    continue;
                }
                if let Some(seat) = stone_named(symbol) {
                    if column < usize::from(size) {
                        stones[seat.index()].insert(Point::at(column as u8, row));
                    }
                } else if !".-_".contains(symbol) {
                    return Err(self.wrong(format!(
                        "`{symbol}` in row {} is neither a stone nor a number of empty points",
                        row + 1
                    )));
                }
                column = column.saturating_add(1);
                rest = &rest[symbol.len_utf8()..];
            }
            if column != usize::from(size) {
                return Err(self.wrong(format!("row {} has {column} points, not {size}", row + 1)));
            }
        }
        Ok(stones)
    }

    fn parse_forbidden(&self, position: &Position, text: &str) -> Result<PointSet, NotationError> {
        let empty = position.board().empty();
        text.split(',')
            .map(|name| {
                self.point(name)
                    .filter(|point| empty.contains(*point))
                    .ok_or_else(|| self.wrong(format!("`{name}` is not an empty point")))
            })
            .collect()
    }
}

fn write_row(board: &Board, row: u8) -> String {
    let mut text = String::new();
    let mut run = 0;
    for column in 0..board.size() {
        match board.holder(Point::at(column, row)) {
            None => run += 1,
            Some(seat) => {
                if run > 0 {
                    text.push_str(&run.to_string());
                    run = 0;
                }
                text.push(SYMBOLS[seat.index()]);
            }
        }
    }
    if run > 0 {
        text.push_str(&run.to_string());
    }
    text
}

fn stone_named(symbol: char) -> Option<Seat> {
    match symbol.to_ascii_lowercase() {
        'x' | 'b' | '#' | '*' | '●' => Some(Seat::First),
        'o' | 'w' | '○' => Some(Seat::Second),
        _ => None,
    }
}

fn side_named(word: &str) -> Option<Seat> {
    let mut symbols = word.chars();
    match (symbols.next(), symbols.next()) {
        (Some(symbol), None) => stone_named(symbol),
        _ if word.eq_ignore_ascii_case("black") => Some(Seat::First),
        _ if word.eq_ignore_ascii_case("white") => Some(Seat::Second),
        _ => None,
    }
}
