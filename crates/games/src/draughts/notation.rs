//! Moves and positions in Portable Draughts Notation.
//!
//! A step is `11-15`, a capture `15x22`. A capture of several pieces names its first and last square
//! unless another capture does too; then it names all it touches: `15x22x29`. A position is a FEN
//! such as `B:W18,24,K10:B12,16,K22`: who is to move, and where the men and the kings (`K`) are. If
//! the last plies have been quiet, their number follows: `:H12`.

use shido_core::{Game, Notation, NotationError, Seat};

use super::board::{Square, each, king_row};
use super::{DRAWN_AFTER, Draughts, Move, Position};

const MOST_PIECES: u32 = 12;

impl Notation for Draughts {
    fn write_move(&self, position: &Position, mv: Move) -> String {
        if mv.captured == 0 {
            return format!("{}-{}", mv.from, mv.to);
        }
        let mut ambiguous = false;
        self.each_move(position, |other| {
            ambiguous |= other != mv && (other.from, other.to) == (mv.from, mv.to);
        });
        if ambiguous {
            write_route(position, mv)
        } else {
            format!("{}x{}", mv.from, mv.to)
        }
    }

    /// Captures are read with all their squares or with the first and last only; `:` is an `x`.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let squares = squares(text).ok_or_else(|| {
            NotationError::new(format!("`{text}` is not a move"))
                .help("write the squares of the move, as in `11-15` or `15x22`")
        })?;
        let legal = self.moves(position);
        let takes = |mv: &&Move| position.routes(**mv).contains(&squares);
        if let Some(mv) = legal.iter().filter(|mv| mv.captured != 0).find(takes) {
            return Ok(*mv);
        }
        let mut meant = legal.iter().filter(|mv| squares == [mv.from, mv.to]);
        match (meant.next(), meant.next()) {
            (Some(mv), None) => Ok(*mv),
            (Some(_), Some(_)) => {
                let meant = legal.iter().filter(|mv| squares == [mv.from, mv.to]);
                let routes: Vec<String> = meant.map(|mv| write_route(position, *mv)).collect();
                Err(
                    NotationError::new(format!("`{text}` could be more than one capture"))
                        .help(format!("write one of {}", routes.join(", "))),
                )
            }
            _ => {
                let names: Vec<String> = legal
                    .iter()
                    .map(|mv| self.write_move(position, *mv))
                    .collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let error = NotationError::not_legal(text, &names);
                Err(error.because(why_not(position, &squares)))
            }
        }
    }

    fn side(&self, seat: Seat) -> String {
        name(seat).to_owned()
    }

    fn ending(&self, position: &Position) -> Option<String> {
        let mover = name(position.mover);
        if position.pieces[position.mover.index()] == 0 {
            Some(format!("{mover} has no piece left"))
        } else if !position.can_move() {
            Some(format!("{mover} cannot move"))
        } else {
            let moves = DRAWN_AFTER / 2;
            position
                .is_drawn_by_quiet()
                .then(|| format!("{moves} moves each without a capture or a move of a man"))
        }
    }

    fn write_position(&self, position: &Position) -> String {
        let side = |seat: Seat| {
            let men = each(position.men(seat)).map(|square| square.to_string());
            let kings = each(position.kings(seat)).map(|square| format!("K{square}"));
            let pieces: Vec<String> = men.chain(kings).collect();
            format!("{}{}", letter(seat), pieces.join(","))
        };
        let mover = letter(position.mover);
        let mut text = format!("{mover}:{}:{}", side(Seat::Second), side(Seat::First));
        if position.quiet > 0 {
            text.push_str(&format!(":H{}", position.quiet));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        parse_position(text.trim()).map_err(|error| match error.help {
            Some(_) => error,
            None => error.help("a position is written like `B:W18,24,K10:B12,16,K22`"),
        })
    }
}

/// Which rule the move along these squares would break.
fn why_not(position: &Position, squares: &[Square]) -> Option<String> {
    let (from, to) = (squares.first()?.bit(), squares.last()?.bit());
    let own = position.pieces[position.mover.index()];
    let reason = if position.enemy() & from != 0 {
        "that piece is the other side's"
    } else if own & from == 0 {
        "there is no piece"
    } else if (own | position.enemy()) & to != 0 {
        "the square is taken"
    } else if position.must_capture() {
        "a capture must be made, to its end"
    } else {
        return None;
    };
    Some(reason.to_owned())
}

fn write_route(position: &Position, mv: Move) -> String {
    let routes = position.routes(mv);
    let route = routes.first().map_or(&[][..], Vec::as_slice);
    let numbers: Vec<String> = route.iter().map(Square::to_string).collect();
    numbers.join("x")
}

/// The squares of a move as it is written: at least two.
fn squares(text: &str) -> Option<Vec<Square>> {
    let numbers = text.split(['-', 'x', 'X', ':']);
    let squares: Option<Vec<Square>> = numbers.map(square).collect();
    squares.filter(|squares| squares.len() >= 2)
}

fn square(number: &str) -> Option<Square> {
    let number = number.trim();
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    digits
        .then(|| number.parse().ok())?
        .and_then(Square::numbered)
}

const fn letter(seat: Seat) -> char {
    match seat {
        Seat::First => 'B',
        Seat::Second => 'W',
    }
}

fn seat(letter: &str) -> Option<Seat> {
    match letter {
        "B" | "b" => Some(Seat::First),
        "W" | "w" => Some(Seat::Second),
        _ => None,
    }
}

const fn name(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "Black",
        Seat::Second => "White",
    }
}

fn parse_position(text: &str) -> Result<Position, NotationError> {
    // Portable Draughts Notation allows a full stop at the end.
    let mut fields = text.strip_suffix('.').unwrap_or(text).split(':');
    let first = fields.next().unwrap_or_default().trim();
    let mover = seat(first).ok_or_else(|| {
        NotationError::new(format!("`{first}` does not say who is to move"))
            .help("begin with `B:` or `W:`, for Black or White to move")
    })?;
    let mut position = Position {
        pieces: [0; 2],
        kings: 0,
        mover,
        quiet: 0,
    };
    let mut seen = [false; 2];
    for field in fields {
        let field = field.trim();
        let head = field.chars().next().map_or(0, char::len_utf8);
        let (head, rest) = field.split_at(head);
        if let Some(seat) = seat(head) {
            if std::mem::replace(&mut seen[seat.index()], true) {
                return Err(NotationError::new(format!(
                    "the pieces of {} are listed twice",
                    name(seat)
                )));
            }
            place(&mut position, seat, rest)?;
        } else if head.eq_ignore_ascii_case("h") {
            position.quiet = rest
                .parse()
                .ok()
                .filter(|quiet| *quiet <= DRAWN_AFTER)
                .ok_or_else(|| {
                    NotationError::new(format!("`{rest}` is not a number of quiet plies"))
                        .help(format!("write a number up to {DRAWN_AFTER} after `H`"))
                })?;
        } else {
            return Err(NotationError::new(format!(
                "`{field}` is neither a list of pieces nor a count of quiet plies"
            )));
        }
    }
    for seat in Seat::BOTH {
        if !seen[seat.index()] {
            return Err(NotationError::new(format!(
                "the pieces of {} are missing",
                name(seat)
            )));
        }
    }
    if position.enemy() == 0 {
        let (lost, mover) = (name(mover.other()), name(mover));
        return Err(NotationError::new(format!(
            "{lost} has no pieces, so {mover} cannot be to move"
        ))
        .help(format!("{lost} has lost: let it be to move")));
    }
    Ok(position)
}

/// Puts a side's listed pieces on the board.
fn place(position: &mut Position, seat: Seat, list: &str) -> Result<(), NotationError> {
    let pieces = list.split(',').map(str::trim);
    for piece in pieces.filter(|_| !list.trim().is_empty()) {
        let number = piece.strip_prefix(['K', 'k']);
        let square = square(number.unwrap_or(piece)).ok_or_else(|| {
            NotationError::new(format!("`{piece}` is not a piece of {}", name(seat))).help(
                "write the number of a square, 1 to 32, with a `K` before it if a king is there",
            )
        })?;
        if square.bit() & !position.empty() != 0 {
            return Err(NotationError::new(format!(
                "there are two pieces on square {square}"
            )));
        }
        position.pieces[seat.index()] |= square.bit();
        if number.is_some() {
            position.kings |= square.bit();
        } else if square.bit() & king_row(seat) != 0 {
            return Err(NotationError::new(format!(
                "a man of {} on square {square} would be a king",
                name(seat)
            ))
            .help(format!("write `K{square}`")));
        }
    }
    let count = position.pieces[seat.index()].count_ones();
    if count > MOST_PIECES {
        return Err(NotationError::new(format!(
            "{} has {count} pieces, but nobody has more than {MOST_PIECES}",
            name(seat)
        )));
    }
    Ok(())
}
