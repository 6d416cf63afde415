//! What is said of a contest in words: how it ended, and which rule a move would break.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};
use shido_core::Notation;

use super::motifs::called;
use super::san::Pattern;
use super::{Chess, ChessPosition, PLIES_WITHOUT_PROGRESS, can_move, en_passant_square, seat};

/// How the contest ended, if it has.
pub(super) fn ending(position: &ChessPosition) -> Option<String> {
    let board = &position.0;
    let can_move = can_move(board);
    let text = if !can_move && !board.checkers().is_empty() {
        "checkmate".to_owned()
    } else if !can_move {
        let stuck = Chess.side(seat(board.side_to_move()));
        format!("stalemate: {stuck} is not in check and has no move")
    } else if board.halfmove_clock() >= PLIES_WITHOUT_PROGRESS {
        "fifty moves without a capture or a pawn move".to_owned()
    } else if position.drawn_by_rule() {
        "neither side has enough pieces left to mate".to_owned()
    } else {
        return None;
    };
    Some(text)
}

/// Which rule the move would break that the text names, if a piece could make it otherwise.
pub(super) fn why_not(board: &Board, text: &str) -> Option<String> {
    let mover = board.side_to_move();
    let in_check = !board.checkers().is_empty();
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    if ["O-O", "O-O-O"].contains(&text.to_ascii_uppercase().replace('0', "O").as_str()) {
        let rights = board.castle_rights(mover);
        return Some(match (in_check, rights.short.or(rights.long)) {
            (true, _) => "castling is not allowed in check".to_owned(),
            (false, None) => "the king or the rook has moved before".to_owned(),
            (false, Some(_)) => {
                "there are pieces between king and rook, or the king would pass through check"
                    .to_owned()
            }
        });
    }
    let king = Chess.side(seat(mover));
    let reaches = |mv: &Move| reach(board, mv.from).has(mv.to);
    let meant = named(board, text);
    if !meant.iter().any(reaches) {
        return why_no_piece_can(board, &meant, text);
    }
    Some(match in_check {
        true => format!("{king} is in check, and this does not end it"),
        false => format!("it would leave {king}'s king in check"),
    })
}

/// Why no piece can make any of the moves that a text may mean, where it reads as a move at all.
fn why_no_piece_can(board: &Board, meant: &[Move], text: &str) -> Option<String> {
    let mover = board.side_to_move();
    let [side, other] = [mover, !mover].map(|color| Chess.side(seat(color)));
    let squares = text.to_ascii_lowercase().parse::<Move>().ok();
    let Some(to) = meant.first().map(|mv| mv.to) else {
        return match (squares, Pattern::parse(text)) {
            (Some(mv), _) if board.colors(!mover).has(mv.from) => {
                Some(format!("the piece on {} is {other}'s", mv.from))
            }
            (Some(mv), _) => Some(format!("there is no piece on {}", mv.from)),
            (None, Some(pattern))
                if (board.colors(mover) & board.pieces(pattern.piece)).is_empty() =>
            {
                Some(format!("{side} has no {}", called(pattern.piece)))
            }
            _ => None,
        };
    };
    if board.colors(mover).has(to) {
        return Some(format!("a piece of {side}'s own stands on {to}"));
    }
    let piece = called(board.piece_on(meant[0].from)?);
    Some(match meant {
        [only] => format!("the {piece} on {} cannot go to {to}", only.from),
        _ => format!("no {piece} of {side}'s can go to {to}"),
    })
}

/// The moves of the mover's pieces that a text may mean, whether or not they are legal.
fn named(board: &Board, text: &str) -> Vec<Move> {
    let own = board.colors(board.side_to_move());
    if let Ok(mv) = text.to_ascii_lowercase().parse::<Move>() {
        return Some(mv).filter(|mv| own.has(mv.from)).into_iter().collect();
    }
    let Some(pattern) = Pattern::parse(text) else {
        return Vec::new();
    };
    let pieces = own & board.pieces(pattern.piece);
    let moves = pieces.into_iter().map(|from| Move {
        from,
        to: pattern.to,
        promotion: None,
    });
    moves.filter(|mv| pattern.starts_from(mv.from)).collect()
}

/// Where the piece on a square could go if its own king did not matter.
fn reach(board: &Board, from: Square) -> BitBoard {
    let mover = board.side_to_move();
    let occupied = board.occupied();
    let Some(piece) = board.piece_on(from) else {
        return BitBoard::EMPTY;
    };
    let straight = || get_rook_moves(from, occupied);
    let diagonal = || get_bishop_moves(from, occupied);
    let to = match piece {
        Piece::Pawn => pawn_reach(board, from, mover),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => diagonal(),
        Piece::Rook => straight(),
        Piece::Queen => straight() | diagonal(),
        Piece::King => get_king_moves(from),
    };
    to & !board.colors(mover)
}

fn pawn_reach(board: &Board, from: Square, mover: Color) -> BitBoard {
    let passed = en_passant_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
    let captures = get_pawn_attacks(from, mover) & (board.colors(!mover) | passed);
    get_pawn_quiets(from, mover, board.occupied()) | captures
}
