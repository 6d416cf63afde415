//! Forsyth-Edwards notation, read field by field, so that an error says what is wrong.
//!
//! `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`: the ranks from the eighth to the
//! first, the side to move, the rights to castle, the square that a pawn has just passed over, the
//! plies since a capture or a pawn's move, and the number of the move. The last two may be left out.
//! The rights to castle are those of orthodox chess.

use cozy_chess::{
    Board, BoardBuilder, BoardBuilderError, CastleRights, Color, File, Piece, Rank, Square,
    get_king_moves,
};
use shido_core::NotationError;

use super::PLIES_WITHOUT_PROGRESS;

/// The letter of a piece: capital for White.
pub(super) fn letter(piece: Piece, color: Color) -> char {
    let letter = char::from(piece);
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    }
}

/// Reads a position that could stand on a board.
pub(super) fn parse(text: &str) -> Result<Board, NotationError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (board, mover, castling, en_passant, clocks) = match *fields.as_slice() {
        [board, mover, castling, en_passant] => (board, mover, castling, en_passant, ["0", "1"]),
        [board, mover, castling, en_passant, halfmoves, number] => {
            (board, mover, castling, en_passant, [halfmoves, number])
        }
        _ => {
            return wrong(
                format!("a FEN has 6 fields, and this text has {}", fields.len()),
                "the fields are the board, the side to move, castling, en passant, the halfmove \
                 clock and the move number; the last two may be left out: \
                 `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`",
            );
        }
    };
    let mut builder = BoardBuilder::empty();
    read_board(&mut builder, board)?;
    builder.side_to_move = match mover {
        "w" => Color::White,
        "b" => Color::Black,
        _ => {
            return wrong(
                format!("`{mover}` is not a side to move"),
                "write `w` for White or `b` for Black",
            );
        }
    };
    check_pieces(&builder)?;
    read_castling(&mut builder, castling)?;
    read_en_passant(&mut builder, en_passant)?;
    read_clocks(&mut builder, clocks)?;
    build(&builder, en_passant)
}

fn wrong<T>(problem: impl Into<String>, help: impl Into<String>) -> Result<T, NotationError> {
    Err(NotationError::new(problem).help(help))
}

fn read_board(builder: &mut BoardBuilder, text: &str) -> Result<(), NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != Rank::NUM {
        return wrong(
            format!("the board has {} ranks instead of 8", rows.len()),
            "write the ranks from the eighth to the first with `/` between them",
        );
    }
    for (row, &rank) in rows.iter().zip(Rank::ALL.iter().rev()) {
        let mut width = 0;
        for sign in row.chars() {
            if let Some(empty @ 1..=8) = sign.to_digit(10) {
                width += empty as usize;
                continue;
            }
            let Ok(piece) = Piece::try_from(sign.to_ascii_lowercase()) else {
                return wrong(
                    format!("`{sign}` in rank {rank} is no piece"),
                    "pieces are KQRBNP for White and kqrbnp for Black; digits count empty squares",
                );
            };
            let color = if sign.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            if let Some(file) = File::try_index(width) {
                *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
            }
            width += 1;
        }
        if width != File::NUM {
            return wrong(
                format!("rank {rank}, `{row}`, has {width} squares instead of 8"),
                "each piece is one square, and a digit is as many empty squares",
            );
        }
    }
    Ok(())
}

fn check_pieces(builder: &BoardBuilder) -> Result<(), NotationError> {
    for &color in &Color::ALL {
        let side = name(color);
        let squares = |wanted: Option<Piece>| {
            Square::ALL.iter().filter(move |square| {
                let found = builder.square(**square);
                found.is_some_and(|(piece, owner)| {
                    owner == color && wanted.is_none_or(|wanted| wanted == piece)
                })
            })
        };
        match squares(Some(Piece::King)).count() {
            1 => {}
            0 => {
                return wrong(
                    format!("{side} has no king"),
                    format!("put a `{}` on the board", letter(Piece::King, color)),
                );
            }
            kings => {
                return wrong(
                    format!("{side} has {kings} kings"),
                    "each side has exactly one king",
                );
            }
        }
        let pawns = squares(Some(Piece::Pawn)).count();
        if pawns > 8 {
            return wrong(format!("{side} has {pawns} pawns"), "a side has at most 8");
        }
        let pieces = squares(None).count();
        if pieces > 16 {
            return wrong(
                format!("{side} has {pieces} pieces"),
                "a side has at most 16, pawns and king included",
            );
        }
        let at_an_end = |square: &&Square| matches!(square.rank(), Rank::First | Rank::Eighth);
        if let Some(square) = squares(Some(Piece::Pawn)).find(at_an_end) {
            return wrong(
                format!("a pawn stands on {square}"),
                "pawns are on the ranks 2 to 7: on the last rank they become another piece",
            );
        }
    }
    Ok(())
}

fn read_castling(builder: &mut BoardBuilder, text: &str) -> Result<(), NotationError> {
    if text == "-" {
        return Ok(());
    }
    for sign in text.chars() {
        let color = if sign.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let file = match sign.to_ascii_lowercase() {
            'k' => File::H,
            'q' => File::A,
            _ => {
                return wrong(
                    format!("`{sign}` is no right to castle"),
                    "rights are K and Q for White, k and q for Black, or `-` for none",
                );
            }
        };
        let back_rank = Rank::First.relative_to(color);
        let home = Square::new(File::E, back_rank);
        let corner = Square::new(file, back_rank);
        let stands = |square, piece| builder.square(square) == Some((piece, color));
        if !stands(home, Piece::King) || !stands(corner, Piece::Rook) {
            return wrong(
                format!(
                    "the right to castle `{sign}` needs {}'s king on {home} and a rook on {corner}",
                    name(color)
                ),
                "leave the right out, or write `-` if none is left",
            );
        }
        let CastleRights { short, long } = builder.castle_rights_mut(color);
        let right = if file == File::H { short } else { long };
        if right.replace(file).is_some() {
            return wrong(
                format!("the right to castle `{sign}` is told twice"),
                "name each right once",
            );
        }
    }
    Ok(())
}

fn read_en_passant(builder: &mut BoardBuilder, text: &str) -> Result<(), NotationError> {
    if text == "-" {
        return Ok(());
    }
    let rank = Rank::Sixth.relative_to(builder.side_to_move);
    match text.parse::<Square>() {
        Ok(square) if square.rank() == rank => {
            builder.en_passant = Some(square);
            Ok(())
        }
        _ => wrong(
            format!("`{text}` is no square to capture en passant on"),
            format!(
                "with {} to move it is a square of rank {rank}, or `-` for none",
                name(builder.side_to_move)
            ),
        ),
    }
}

fn read_clocks(
    builder: &mut BoardBuilder,
    [halfmoves, number]: [&str; 2],
) -> Result<(), NotationError> {
    builder.halfmove_clock = match halfmoves.parse() {
        Ok(plies) if plies <= PLIES_WITHOUT_PROGRESS => plies,
        _ => {
            return wrong(
                format!("`{halfmoves}` is no halfmove clock"),
                "it counts the plies since a capture or a pawn's move, from 0 to 100, where the \
                 fifty-move rule ends the game",
            );
        }
    };
    builder.fullmove_number = match number.parse() {
        Ok(number) if number > 0 => number,
        _ => {
            return wrong(
                format!("`{number}` is no move number"),
                "moves are numbered from 1 to 65535",
            );
        }
    };
    Ok(())
}

/// What is left to check is how the pieces stand to one another.
fn build(builder: &BoardBuilder, en_passant: &str) -> Result<Board, NotationError> {
    let mover = name(builder.side_to_move);
    let board = match builder.build() {
        Ok(board) => board,
        Err(BoardBuilderError::InvalidEnPassant) => {
            return wrong(
                format!("no pawn can just have passed over {en_passant}"),
                "behind the square stands the pawn that moved two squares, the two squares it came \
                 over are empty, and no other check was there before; write `-` for none",
            );
        }
        Err(_) => {
            return wrong(
                format!(
                    "{} is in check, and it is {mover}'s move",
                    name(!builder.side_to_move)
                ),
                "the side that has just moved cannot have left its king in check: is the other side \
                 to move?",
            );
        }
    };
    if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
        return wrong(
            "the kings stand side by side",
            "neither king may step next to the other",
        );
    }
    let checkers = board.checkers().len();
    if checkers > 2 {
        return wrong(
            format!("{mover} is in check by {checkers} pieces"),
            "one move gives check by two pieces at most",
        );
    }
    Ok(board)
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
