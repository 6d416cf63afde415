//! Moves as the Universal Chess Interface writes them: `e2e4`, `e7e8q`, castling as `e1g1`.

use cozy_chess::{Board, Move, util};

/// A legal move as text.
pub(super) fn write(board: &Board, mv: Move) -> String {
    util::display_uci_move(board, mv).to_string()
}

/// The legal move that the text names. Castling may also be written as the king taking its rook.
pub(super) fn read(board: &Board, text: &str) -> Option<Move> {
    // The library ignores what follows a move and pieces that no pawn becomes.
    let well_formed = match text.as_bytes() {
        [_, _, _, _] => true,
        [_, _, _, _, becomes] => b"nbrq".contains(becomes),
        _ => false,
    };
    let mv = util::parse_uci_move(board, text).ok()?;
    (well_formed && board.is_legal(mv)).then_some(mv)
}
