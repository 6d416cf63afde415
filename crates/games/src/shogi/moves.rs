//! Legal moves: those of `haitaka`, with drops of pawns done here.
//!
//! A pawn must not be dropped to give mate. `haitaka` 0.3 looks at one of the squares where a pawn
//! can be dropped, and at none when in check.

use haitaka::{BitBoard, Move, Piece, PieceMoves, drop_zone, get_between_rays, pawn_attacks};

use super::Position;

impl Position {
    /// Visits the legal moves in groups: those of one piece on the board, or the drops of one kind.
    pub(super) fn each_group(&self, mut visit: impl FnMut(PieceMoves)) {
        self.0.generate_board_moves(|group| {
            visit(group);
            false
        });
        self.each_drop_group(visit);
    }

    fn each_drop_group(&self, mut visit: impl FnMut(PieceMoves)) {
        let color = self.0.side_to_move();
        if self.0.is_hand_empty(color) {
            return;
        }
        let to = self.pawn_drops();
        if !to.is_empty() {
            let piece = Piece::Pawn;
            visit(PieceMoves::Drops { color, piece, to });
        }
        self.0.generate_drops(|group| {
            if !matches!(group, PieceMoves::Drops { piece, .. } if piece == Piece::Pawn) {
                visit(group);
            }
            false
        });
    }

    pub(super) fn can_move(&self) -> bool {
        self.0.generate_board_moves(|_| true) || {
            let mut can_drop = false;
            self.each_drop_group(|_| can_drop = true);
            can_drop
        }
    }

    /// Where the side to move may drop a pawn.
    fn pawn_drops(&self) -> BitBoard {
        let board = &self.0;
        let mover = board.side_to_move();
        let checkers = board.checkers();
        if !board.has_in_hand(mover, Piece::Pawn) || checkers.len() > 1 {
            return BitBoard::EMPTY;
        }
        let mut to = drop_zone(mover, Piece::Pawn) & !board.occupied();
        if let Some(checker) = checkers.next_square() {
            to &= get_between_rays(checker, board.king(mover));
        }
        for pawn in board.colored_pieces(mover, Piece::Pawn) {
            to &= !pawn.file().bitboard();
        }
        let checking = pawn_attacks(!mover, board.king(!mover)) & to;
        if self.mates_by_pawn(checking) {
            to &= !checking;
        }
        to
    }

    /// Whether a pawn dropped on the square before the enemy king, if it can be, leaves no answer.
    /// Nothing can be put between the two, so only moves on the board are answers.
    fn mates_by_pawn(&self, checking: BitBoard) -> bool {
        checking.next_square().is_some_and(|to| {
            let piece = Piece::Pawn;
            let mut after = self.0.clone();
            after.play_unchecked(Move::Drop { piece, to });
            !after.generate_board_moves(|_| true)
        })
    }

    /// The same position with the other side to move, which must not be in check.
    ///
    /// `haitaka` 0.3 has a null move, but one that looks for pins at the wrong king. Here a rook that
    /// stands nowhere else is dropped onto itself, which takes it off the board again: all that
    /// remains is what every move does, with the pins found anew.
    pub(super) fn passed(&self) -> Option<Position> {
        let mut board = self.0.clone();
        let color = board.side_to_move();
        let (piece, number) = (Piece::Rook, board.move_number());
        let to = (!board.occupied()).next_square()?;
        let rooks = board.num_in_hand(color, piece);
        board.unchecked_set_hand(color, piece, rooks + 1);
        board.unchecked_put(color, piece, to);
        board.play_unchecked(Move::Drop { piece, to });
        board.set_move_number(number);
        Some(Position(board))
    }
}
