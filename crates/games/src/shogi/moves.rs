//! Legal moves: those of `haitaka` on the board, and drops done here.
//!
//! A pawn must not be dropped to give mate. `haitaka` 0.3 looks at one of the squares where a pawn
//! can be dropped, and at none when in check.
//!
//! `haitaka` keeps the reach of rooks and bishops in a table of 8 MB that is copied into every unit of
//! code that asks for it. So all of this crate asks here, by functions that are compiled once: those
//! that take a visitor take it as `dyn`, and none is inlined elsewhere. For the same reason drops do not
//! come from `haitaka`: its code for them would bring a copy along.

use haitaka::{
    BitBoard, Color, Move, Piece, PieceMoves, Square, drop_zone, get_between_rays,
    get_bishop_moves, get_rook_moves, pawn_attacks,
};

use super::Position;

/// The pieces that can be dropped, in the order in which their drops are listed. Pawns come first, and
/// have more to heed.
const OTHER_DROPS: [Piece; 6] = [
    Piece::Lance,
    Piece::Knight,
    Piece::Silver,
    Piece::Gold,
    Piece::Rook,
    Piece::Bishop,
];

/// Where a rook on this square could go.
#[inline(never)]
pub(super) fn rook_reach(side: Color, from: Square, occupied: BitBoard) -> BitBoard {
    get_rook_moves(side, from, occupied)
}

/// Where a bishop on this square could go.
#[inline(never)]
pub(super) fn bishop_reach(side: Color, from: Square, occupied: BitBoard) -> BitBoard {
    get_bishop_moves(side, from, occupied)
}

impl Position {
    /// Visits the legal moves in groups: those of one piece on the board, or the drops of one kind.
    pub(super) fn each_group(&self, visit: &mut dyn FnMut(PieceMoves)) {
        self.any_board_group(&mut |group| {
            visit(group);
            false
        });
        self.each_drop_group(visit);
    }

    /// Whether this holds for any of the groups of moves on the board. None is tried after the first
    /// for which it does.
    #[inline(never)]
    pub(super) fn any_board_group(&self, holds: &mut dyn FnMut(PieceMoves) -> bool) -> bool {
        self.0.generate_board_moves(holds)
    }

    fn each_drop_group(&self, visit: &mut dyn FnMut(PieceMoves)) {
        let board = &self.0;
        let color = board.side_to_move();
        if board.is_hand_empty(color) {
            return;
        }
        let targets = self.drop_targets();
        let mut offer = |piece, to: BitBoard| {
            if !to.is_empty() {
                visit(PieceMoves::Drops { color, piece, to });
            }
        };
        offer(Piece::Pawn, self.pawn_drops(targets));
        for piece in OTHER_DROPS {
            if board.has_in_hand(color, piece) {
                offer(piece, drop_zone(color, piece) & targets);
            }
        }
    }

    pub(super) fn can_move(&self) -> bool {
        self.any_board_group(&mut |_| true) || {
            let mut can_drop = false;
            self.each_drop_group(&mut |_| can_drop = true);
            can_drop
        }
    }

    /// The free squares where something dropped leaves no check.
    fn drop_targets(&self) -> BitBoard {
        let board = &self.0;
        let checkers = board.checkers();
        let free = !board.occupied();
        match checkers.next_square() {
            None => free,
            Some(_) if checkers.len() > 1 => BitBoard::EMPTY,
            Some(checker) => free & get_between_rays(checker, board.king(board.side_to_move())),
        }
    }

    /// Where of these squares the side to move may drop a pawn.
    fn pawn_drops(&self, targets: BitBoard) -> BitBoard {
        let board = &self.0;
        let mover = board.side_to_move();
        if !board.has_in_hand(mover, Piece::Pawn) {
            return BitBoard::EMPTY;
        }
        let mut to = drop_zone(mover, Piece::Pawn) & targets;
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
            !Position(after).any_board_group(&mut |_| true)
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
