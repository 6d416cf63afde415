//! What an exchange on one square wins or loses (static exchange evaluation).
//!
//! After a capture the sides take turns to recapture on the same square, each with its least
//! valuable piece, and each may stop when going on would cost it something. Pieces behind others
//! join in as the line opens. Pins, and what happens elsewhere on the board, are not seen.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::{captured, en_passant_square};

/// What a piece is worth in an exchange, in hundredths of a pawn. A king cannot be lost.
pub(super) const fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 320,
        Piece::Bishop => 330,
        Piece::Rook => 500,
        Piece::Queen => 950,
        Piece::King => 20_000,
    }
}

/// What a move that does not castle wins by exchanges on its target, in hundredths of a pawn.
pub(super) fn exchange(board: &Board, mv: Move) -> i32 {
    let mover = board.side_to_move();
    let mut won = captured(board, mv).map_or(0, worth);
    let Some(mut moved) = board.piece_on(mv.from) else {
        return won;
    };
    let mut occupied = board.occupied() ^ mv.from.bitboard();
    if moved == Piece::Pawn && Some(mv.to) == en_passant_square(board) {
        occupied ^= Square::new(mv.to.file(), Rank::Fifth.relative_to(mover)).bitboard();
    }
    if let Some(becomes) = mv.promotion {
        won += worth(becomes) - worth(moved);
        moved = becomes;
    }
    won - recapture(board, mv.to, occupied, !mover, moved)
}

/// What `side` wins by taking the piece that stands on the square, and not less than nothing, since
/// it need not.
pub(super) fn recapture(
    board: &Board,
    square: Square,
    occupied: BitBoard,
    side: Color,
    standing: Piece,
) -> i32 {
    let attackers = attackers(board, square, occupied);
    let own = attackers & board.colors(side);
    let least = Piece::ALL.iter().find_map(|&piece| {
        let from = (own & board.pieces(piece)).next_square()?;
        Some((piece, from))
    });
    match least {
        None => 0,
        // The king does not step into another attack.
        Some((Piece::King, _)) if !attackers.is_disjoint(board.colors(!side)) => 0,
        Some((piece, from)) => {
            let occupied = occupied ^ from.bitboard();
            let answer = recapture(board, square, occupied, !side, piece);
            (worth(standing) - answer).max(0)
        }
    }
}

/// The pieces of both sides among `occupied` that attack a square.
pub(super) fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let of = |piece| board.pieces(piece);
    let straight = of(Piece::Rook) | of(Piece::Queen);
    let diagonal = of(Piece::Bishop) | of(Piece::Queen);
    let pawns =
        |color: Color| get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn);
    let all = get_knight_moves(square) & of(Piece::Knight)
        | get_king_moves(square) & of(Piece::King)
        | get_bishop_moves(square, occupied) & diagonal
        | get_rook_moves(square, occupied) & straight
        | pawns(Color::White)
        | pawns(Color::Black);
    all & occupied
}

#[cfg(test)]
mod tests {
    use cozy_chess::{Board, Move};

    use super::exchange;

    /// Each sum was worked out by hand from the worths 1, 3.2, 3.3, 5 and 9.5.
    #[test]
    fn exchanges_are_counted_to_their_end() {
        let check = |fen: &str, mv: &str, won: i32| {
            let board: Board = fen.parse().expect("the position is legal");
            let mv: Move = mv.parse().expect("the move is well-formed");
            assert_eq!(exchange(&board, mv), won, "{mv} in {fen}");
        };
        // A pawn that nobody guards.
        check(
            "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
            "e1e5",
            100,
        );
        // A knight for a pawn: after Nxe5 Nxe5 White could go on (Rxe5 Qxe5) only to lose more.
        check(
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "d3e5",
            100 - 320,
        );
        // The queen takes a pawn that a pawn guards.
        check("4k3/8/3p4/4p3/8/8/4Q3/4K3 w - - 0 1", "e2e5", 100 - 950);
        // A pawn takes a guarded rook: at worst it is lost.
        check("4k3/8/3p4/4r3/3P4/8/8/4K3 w - - 0 1", "d4e5", 500 - 100);
        // Two rooks behind one another against one guard: the second takes back.
        check(
            "3r2k1/3p4/8/8/8/8/3R4/3RK3 w - - 0 1",
            "d2d7",
            100 - 500 + 500,
        );
        // A king guards only what is not attacked again.
        check("8/3pk3/8/8/8/8/3R4/3RK3 w - - 0 1", "d2d7", 100);
        check("8/3pk3/8/8/8/8/3R4/4K3 w - - 0 1", "d2d7", 100 - 500);
        // En passant, and the pawn is taken back.
        check("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100 - 100);
        // Promotion that a rook answers, and one that nothing does.
        check("r3k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", 950 - 100 - 950);
        check("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", 950 - 100);
        // A quiet move onto an attacked square loses the piece.
        check("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", -320);
    }
}
