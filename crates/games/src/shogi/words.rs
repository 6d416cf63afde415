//! Which rule a move would break.

use haitaka::{Board, Move, Piece, Square, drop_zone, prom_zone};
use shido_core::Notation;

use super::{Position, Shogi, seat};

/// Which rule the move would break that the text names, where it reads as a move at all.
pub(super) fn why_not(position: &Position, text: &str) -> Option<String> {
    match read(text)? {
        Move::BoardMove {
            from,
            to,
            promotion,
        } => why_not_moved(position, from, to, promotion),
        Move::Drop { piece, to } => why_not_dropped(position, piece, to),
    }
}

/// Pieces in hand are written in capitals, squares in small letters.
fn read(text: &str) -> Option<Move> {
    let text = text.trim().to_ascii_lowercase();
    let text = match text.split_once('*') {
        Some((piece, to)) => format!("{}*{to}", piece.to_ascii_uppercase()),
        None => text,
    };
    text.is_ascii().then(|| text.parse().ok()).flatten()
}

fn why_not_moved(position: &Position, from: Square, to: Square, promotes: bool) -> Option<String> {
    let board = &position.0;
    let mover = board.side_to_move();
    let [side, other] = [mover, !mover].map(|color| Shogi.side(seat(color)));
    let Some(piece) = board.piece_on(from) else {
        return Some(format!("there is no piece on {from}"));
    };
    let name = called(piece);
    let zone = prom_zone(mover);
    Some(if board.colors(!mover).has(from) {
        format!("the piece on {from} is {other}'s")
    } else if board.colors(mover).has(to) {
        format!("a piece of {side}'s own stands on {to}")
    } else if !position.reaches(from, to) {
        format!("the {name} on {from} cannot go to {to}")
    } else if promotes && !piece.is_promotable() {
        format!("a {name} does not promote")
    } else if promotes && !zone.has(from) && !zone.has(to) {
        "a piece promotes only on a move that begins or ends on the three furthest ranks".to_owned()
    } else if !promotes && piece.must_promote(mover, to) {
        format!("the {name} has to promote there ({from}{to}+): it could never move again")
    } else {
        unsafe_king(board, &side)
    })
}

fn why_not_dropped(position: &Position, piece: Piece, to: Square) -> Option<String> {
    let board = &position.0;
    let mover = board.side_to_move();
    let side = Shogi.side(seat(mover));
    let name = called(piece);
    let mut pawns = board.colored_pieces(mover, Piece::Pawn).into_iter();
    Some(if !board.has_in_hand(mover, piece) {
        format!("{side} has no {name} in hand")
    } else if board.occupied().has(to) {
        format!("a piece stands on {to}, and drops go to empty squares")
    } else if piece == Piece::Pawn && pawns.any(|pawn| pawn.file() == to.file()) {
        format!("{side} has an unpromoted pawn on that file already")
    } else if !drop_zone(mover, piece).has(to) {
        format!("a {name} on {to} could never move")
    } else if !position.drop_targets().has(to) {
        unsafe_king(board, &side)
    } else if piece == Piece::Pawn {
        "a pawn must not be dropped to give mate".to_owned()
    } else {
        return None;
    })
}

fn unsafe_king(board: &Board, side: &str) -> String {
    match board.checkers().is_empty() {
        false => format!("{side} is in check, and this does not end it"),
        true => format!("it would leave {side}'s king in check"),
    }
}

const fn called(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Lance => "lance",
        Piece::Knight => "knight",
        Piece::Silver => "silver",
        Piece::Gold => "gold",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::King => "king",
        Piece::Tokin => "promoted pawn",
        Piece::PLance => "promoted lance",
        Piece::PKnight => "promoted knight",
        Piece::PSilver => "promoted silver",
        Piece::PBishop => "promoted bishop",
        Piece::PRook => "promoted rook",
    }
}
