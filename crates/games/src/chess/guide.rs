//! What chess knows of its tactics before anything is searched.

use cozy_chess::{BitBoard, Board, Move, Piece, get_king_moves};
use shido_core::{Game, Guide, Turn};

use super::exchange::{exchange, worth};
use super::{
    Chess, ChessMove, ChessPosition, LAST_RANKS, captured, castles, each_group, en_passant_square,
    seat,
};

/// Captures and promotions to a queen are noisy. Other promotions are nearly always worse than the
/// queen, so that looking at them outside a full search is not worth the time.
impl Guide for Chess {
    /// The most valuable victim first, and among these the least valuable attacker; but a capture
    /// that loses material in the exchange has the loss as its promise.
    fn promise(&self, position: &ChessPosition, mv: ChessMove) -> i32 {
        const CASTLING: i32 = 10;
        const LESSER_PROMOTION: i32 = -50;
        /// Large enough for the victim to come before the attacker.
        const VICTIM: i32 = 10;

        let board = &position.0;
        let mv = Move::from(mv);
        if mv.promotion.is_some_and(|piece| piece != Piece::Queen) {
            return LESSER_PROMOTION;
        }
        let victim = captured(board, mv);
        let Some(attacker) = board.piece_on(mv.from) else {
            return 0;
        };
        let gain = match (victim, mv.promotion) {
            (None, None) => return if castles(board, mv) { CASTLING } else { 0 },
            (victim, promotion) => victim.map_or(0, worth) + promotion.map_or(0, worth),
        };
        // Whoever takes something at least as valuable as itself cannot lose by it.
        if worth(attacker) > victim.map_or(0, worth) {
            let won = exchange(board, mv);
            if won < 0 {
                return won;
            }
        }
        VICTIM * gain - attacker as i32
    }

    fn noisy(&self, position: &ChessPosition, mv: ChessMove) -> bool {
        match mv.promotion() {
            Some(piece) => piece == Piece::Queen,
            None => captured(&position.0, mv.into()).is_some(),
        }
    }

    fn each_noisy(&self, position: &ChessPosition, mut visit: impl FnMut(ChessMove)) {
        if position.drawn_by_rule() {
            return;
        }
        let board = &position.0;
        let mover = board.side_to_move();
        let theirs = board.colors(!mover);
        let passed_over =
            en_passant_square(board).map_or(BitBoard::EMPTY, |square| square.bitboard());
        let pawn_targets = theirs | passed_over | LAST_RANKS;
        let mut pieces = board.colors(mover);
        // The safety of the squares around the king is the dear part of generating moves.
        let king = board.king(mover);
        if get_king_moves(king).is_disjoint(theirs) {
            pieces ^= king.bitboard();
        }
        each_group(board, pieces, &mut |moves| {
            let pawn = moves.piece == Piece::Pawn;
            for to in moves.to & if pawn { pawn_targets } else { theirs } {
                let promotion = (pawn && LAST_RANKS.has(to)).then_some(Piece::Queen);
                visit(
                    Move {
                        from: moves.from,
                        to,
                        promotion,
                    }
                    .into(),
                );
            }
            false
        });
    }

    fn at_ease(&self, position: &ChessPosition) -> bool {
        position.0.checkers().is_empty()
    }

    /// Not in check, nor where the mover has only pawns left, since then zugzwang is common.
    fn pass(&self, position: &ChessPosition) -> Option<ChessPosition> {
        let board = &position.0;
        if !has_pieces(board) {
            return None;
        }
        let mut passed = board.null_move()?;
        passed.set_halfmove_clock(board.halfmove_clock());
        let passed = ChessPosition(passed);
        let other = seat(board.side_to_move()).other();
        (self.turn(&passed) == Turn::Of(other)).then_some(passed)
    }

    fn late_moves_are_poor(&self) -> bool {
        true
    }
}

/// Whether the mover has more than pawns beside the king.
fn has_pieces(board: &Board) -> bool {
    let plain = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
    !(board.colors(board.side_to_move()) & !plain).is_empty()
}
