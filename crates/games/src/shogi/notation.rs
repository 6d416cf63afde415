//! Moves as in the Universal Shogi Interface, positions as SFEN.
//!
//! `haitaka` reads SFEN too, but says little of what is wrong with it and cannot bear all texts. So
//! everything is checked here first.

use haitaka::{Board, Color, File, Piece, Rank, Square};
use shido_core::{Game, Notation, NotationError, Seat, Turn};

use super::{LONGEST, Move, Position, Shogi, words};
use crate::colours::black_first;

/// Numbers of moves above this are not read: they would have been drawn long before.
const LAST_NUMBER: u16 = 9999;

impl Notation for Shogi {
    fn write_move(&self, _position: &Position, mv: Move) -> String {
        let usi: haitaka::Move = mv.into();
        usi.to_string()
    }

    fn write_position(&self, position: &Position) -> String {
        position.0.to_string()
    }

    /// The first player is Black, as everywhere outside Japan.
    fn side(&self, seat: Seat) -> String {
        black_first(seat)
    }

    fn ending(&self, position: &Position) -> Option<String> {
        let Turn::Over(_) = self.turn(position) else {
            return None;
        };
        Some(
            match (position.can_move(), position.0.checkers().is_empty()) {
                (true, _) => format!("{LONGEST} moves were played"),
                (false, false) => "checkmate".to_owned(),
                (false, true) => "no move is left".to_owned(),
            },
        )
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        words::why_not(position, text)
    }

    /// Reads SFEN, with or without the word `sfen` before it and the number of the move at its end;
    /// `startpos` is the start.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        if fields.first() == Some(&"sfen") {
            fields.remove(0);
        }
        let (board, mover, hands, number) = match fields[..] {
            ["startpos"] => return Ok(self.start()),
            [board, mover, hands] => (board, mover, hands, "1"),
            [board, mover, hands, number] => (board, mover, hands, number),
            _ => {
                return Err(NotationError::new(format!(
                    "a position has 3 or 4 parts, not {}",
                    fields.len()
                ))
                .help("write the board, `b` or `w` for who is to move, the hands and the number of the move, as in `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1`"));
            }
        };
        let mut count = [0; Piece::NUM];
        check_board(board, &mut count)?;
        if !["b", "w"].contains(&mover) {
            return Err(
                NotationError::new(format!("`{mover}` does not say who is to move"))
                    .help("write `b` for Black or `w` for White"),
            );
        }
        check_hands(hands, &mut count)?;
        for (piece, &most) in Piece::ALL.iter().zip(&Piece::MAX_HAND) {
            let found = count[*piece as usize];
            if found > u32::from(most) && *piece != Piece::King {
                return Err(NotationError::new(format!(
                    "there are {found} pieces `{}`, but a set has {most}",
                    letter(*piece)
                ))
                .help("count what has promoted and what is in hand as well"));
            }
        }
        if !(number.parse()).is_ok_and(|number: u16| (1..=LAST_NUMBER).contains(&number)) {
            return Err(
                NotationError::new(format!("`{number}` is not the number of a move"))
                    .help(format!("write a number from 1 to {LAST_NUMBER}")),
            );
        }
        Board::from_sfen(&format!("{board} {mover} {hands} {number}"))
            .map(Position)
            .map_err(|_| {
                NotationError::new("the position could not occur by the rules").help(
                    "who has just moved must not be in check, and nobody is ever in check from three pieces",
                )
            })
    }
}

fn letter(piece: Piece) -> String {
    piece.to_str(Color::Black).to_string()
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Checks the first part of a SFEN and counts its pieces as what they were before promotion.
fn check_board(text: &str, count: &mut [u32; Piece::NUM]) -> Result<(), NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != Rank::NUM {
        return Err(
            NotationError::new(format!("the board has {} ranks, not 9", rows.len()))
                .help("write the ranks from the top, with `/` between them; an empty one is `9`"),
        );
    }
    let mut kings = [0; Color::NUM];
    let mut pawns = [[false; File::NUM]; Color::NUM];
    for (row, rank) in rows.into_iter().zip(Rank::ALL) {
        for (color, piece, square) in squares(row, rank)? {
            count[piece.unpromote() as usize] += 1;
            if piece == Piece::King {
                kings[color as usize] += 1;
            }
            if piece.must_promote(color, square) {
                return Err(NotationError::new(format!(
                    "`{}` of {} on {square} could never move",
                    letter(piece),
                    name(color)
                )));
            }
            let file = &mut pawns[color as usize][square.file() as usize];
            if piece == Piece::Pawn && std::mem::replace(file, true) {
                return Err(NotationError::new(format!(
                    "{} has two pawns on file {}",
                    name(color),
                    square.file()
                ))
                .help("only promoted pawns may share a file"));
            }
        }
    }
    for color in [Color::Black, Color::White] {
        match kings[color as usize] {
            1 => {}
            0 => {
                let king = Piece::King.to_str(color);
                return Err(NotationError::new(format!("{} has no king", name(color)))
                    .help(format!("put a `{king}` on the board")));
            }
            more => {
                return Err(
                    NotationError::new(format!("{} has {more} kings", name(color)))
                        .help("each side has exactly one king"),
                );
            }
        }
    }
    Ok(())
}

/// What stands where on a rank, if it fills nine squares.
fn squares(row: &str, rank: Rank) -> Result<Vec<(Color, Piece, Square)>, NotationError> {
    let mut found = Vec::new();
    let mut filled = 0;
    let mut promoted = false;
    for sign in row.chars() {
        let was_promoted = std::mem::take(&mut promoted);
        match (sign, Piece::try_from_char(sign)) {
            ('+', _) if !was_promoted => promoted = true,
            ('1'..='9', _) if !was_promoted => filled += sign as usize - '0' as usize,
            (_, Some((piece, color))) if !was_promoted || piece.is_promotable() => {
                filled += 1;
                let piece = if was_promoted { piece.promote() } else { piece };
                let file = File::NUM.checked_sub(filled).and_then(File::try_index);
                let square = file.map(|file| Square::new(file, rank));
                found.extend(square.map(|square| (color, piece, square)));
            }
            _ => {
                let plus = if was_promoted { "+" } else { "" };
                return Err(NotationError::new(format!(
                    "`{plus}{sign}` on rank {rank} is not a piece"
                ))
                .help("pieces are P, L, N, S, G, B, R and K, small ones for White; `+` promotes P, L, N, S, B and R; a digit stands for empty squares"));
            }
        }
    }
    if promoted {
        return Err(
            NotationError::new(format!("nothing follows the `+` on rank {rank}"))
                .help("a `+` stands before the piece that is promoted"),
        );
    }
    if filled != File::NUM {
        return Err(
            NotationError::new(format!("rank {rank} has {filled} squares, not 9"))
                .help("each piece is one square, and a digit is as many empty squares"),
        );
    }
    Ok(found)
}

/// Checks the third part of a SFEN and counts its pieces.
fn check_hands(text: &str, count: &mut [u32; Piece::NUM]) -> Result<(), NotationError> {
    let wrong = |problem: String| {
        NotationError::new(problem).help(
            "write `-` for empty hands, or letters with their numbers before them, as in `RB2Gn3p`",
        )
    };
    if text == "-" {
        return Ok(());
    }
    let mut number = String::new();
    let mut seen = [[false; Piece::NUM]; Color::NUM];
    for sign in text.chars() {
        if sign.is_ascii_digit() {
            number.push(sign);
            continue;
        }
        let (piece, color) = Piece::try_from_char(sign)
            .filter(|(piece, _)| *piece != Piece::King)
            .ok_or_else(|| wrong(format!("`{sign}` cannot be in hand")))?;
        if std::mem::replace(&mut seen[color as usize][piece as usize], true) {
            return Err(wrong(format!("`{sign}` is in hand twice")));
        }
        let held = if number.is_empty() { "1" } else { &number };
        count[piece as usize] += (held.parse().ok())
            .filter(|held: &u32| (1..=18).contains(held))
            .ok_or_else(|| wrong(format!("there cannot be {held} of `{sign}` in hand")))?;
        number.clear();
    }
    if !number.is_empty() {
        return Err(wrong(format!("nothing follows the {number} in hand")));
    }
    Ok(())
}
