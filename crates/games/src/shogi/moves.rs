//! Legal moves, by the attacks, pins and checks that `haitaka` knows of.
//!
//! `haitaka` 0.3 has a generator of its own, which is not used because a pawn must not be dropped to give mate,
//! and it looks at one of the squares where a pawn can be dropped, and at none when in check. The order of moves
//! is that of `haitaka`. The reach of rooks and bishops is calculated (its feature `qugiy`): the other way is a
//! table of 8 MB, and no faster here. Those who take a visitor take it as `dyn`, so that they are compiled once.

use haitaka::{
    BitBoard, Color, Move, Piece, PieceMoves, PromotionStatus, Square, bishop_pseudo_attacks,
    drop_zone, get_between_rays, get_bishop_moves, get_lance_moves, get_rook_moves, gold_attacks,
    king_attacks, knight_attacks, lance_pseudo_attacks, line_ray, pawn_attacks,
    rook_pseudo_attacks, silver_attacks,
};

use super::Position;

/// All pieces but the king, in the order in which their moves are listed.
const COMMONERS: [Piece; 13] = [
    Piece::Pawn,
    Piece::Lance,
    Piece::Knight,
    Piece::Silver,
    Piece::Gold,
    Piece::Tokin,
    Piece::PLance,
    Piece::PKnight,
    Piece::PSilver,
    Piece::Bishop,
    Piece::Rook,
    Piece::PBishop,
    Piece::PRook,
];

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

/// Where a piece on this square could go if it were alone with what is in its way.
#[inline(always)]
fn reach(piece: Piece, side: Color, from: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => pawn_attacks(side, from),
        Piece::Lance => get_lance_moves(side, from, occupied),
        Piece::Knight => knight_attacks(side, from),
        Piece::Silver => silver_attacks(side, from),
        Piece::Gold | Piece::Tokin | Piece::PLance | Piece::PKnight | Piece::PSilver => {
            gold_attacks(side, from)
        }
        Piece::Bishop => get_bishop_moves(side, from, occupied),
        Piece::Rook => get_rook_moves(side, from, occupied),
        Piece::PBishop => get_bishop_moves(side, from, occupied) | gold_attacks(side, from),
        Piece::PRook => get_rook_moves(side, from, occupied) | silver_attacks(side, from),
        Piece::King => king_attacks(side, from),
    }
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
        let board = &self.0;
        let color = board.side_to_move();
        let king = board.king(color);
        let (own, occupied) = (board.colors(color), board.occupied());
        let (checkers, pinned) = (board.checkers(), board.pinned());
        let mut offer = |piece: Piece, from, to: BitBoard| {
            let prom_status = match piece.is_promotable() {
                true => PromotionStatus::Undecided,
                false => PromotionStatus::CannotPromote,
            };
            !to.is_empty()
                && holds(PieceMoves::BoardMoves {
                    color,
                    piece,
                    from,
                    to,
                    prom_status,
                })
        };
        if checkers.len() < 2 {
            let targets = !own
                & match checkers.next_square() {
                    None => BitBoard::FULL,
                    // It is captured, or something is put between.
                    Some(checker) => get_between_rays(checker, king) | checker.bitboard(),
                };
            for piece in COMMONERS {
                let pieces = board.colored_pieces(color, piece);
                for from in pieces & !pinned {
                    if offer(piece, from, reach(piece, color, from, occupied) & targets) {
                        return true;
                    }
                }
                // What is pinned can move in line with its king, but not parry another check.
                if checkers.is_empty() {
                    for from in pieces & pinned {
                        let to = reach(piece, color, from, occupied) & line_ray(king, from);
                        if offer(piece, from, to & targets) {
                            return true;
                        }
                    }
                }
            }
        }
        let mut to = king_attacks(color, king) & !own;
        for square in to {
            if self.is_attacked(square) {
                to &= !square.bitboard();
            }
        }
        offer(Piece::King, king, to)
    }

    /// Whether the piece of the side to move on a square could go to another if no king mattered and nothing
    /// of its own stood there.
    #[inline(never)]
    pub(super) fn reaches(&self, from: Square, to: Square) -> bool {
        let board = &self.0;
        let (side, occupied) = (board.side_to_move(), board.occupied());
        let piece = board.piece_on(from);
        piece.is_some_and(|piece| reach(piece, side, from, occupied).has(to))
    }

    /// Whether the other side would attack the king of the side to move on this square.
    fn is_attacked(&self, square: Square) -> bool {
        let board = &self.0;
        let color = board.side_to_move();
        let theirs = board.colors(!color);
        let kings = board.pieces(Piece::King);
        let bishops = board.pieces(Piece::Bishop) | board.pieces(Piece::PBishop);
        let rooks = board.pieces(Piece::Rook) | board.pieces(Piece::PRook);
        let steps = gold_attacks(color, square) & (board.pseudo_golds() | kings)
            | silver_attacks(color, square) & (board.pseudo_silvers() | kings)
            | knight_attacks(color, square) & board.pieces(Piece::Knight)
            | pawn_attacks(color, square) & board.pieces(Piece::Pawn);
        if !(steps & theirs).is_empty() {
            return true;
        }
        let occupied =
            (board.occupied() & !board.colored_pieces(color, Piece::King)) | square.bitboard();
        let bishops = bishop_pseudo_attacks(square) & bishops & theirs;
        let rooks = rook_pseudo_attacks(square) & rooks & theirs;
        let lances = lance_pseudo_attacks(color, square) & board.pieces(Piece::Lance) & theirs;
        // Most squares are in line with nothing, which is quickly seen.
        (!bishops.is_empty() && !(bishops & get_bishop_moves(color, square, occupied)).is_empty())
            || (!rooks.is_empty() && !(rooks & get_rook_moves(color, square, occupied)).is_empty())
            || (!lances.is_empty()
                && !(lances & get_lance_moves(color, square, occupied)).is_empty())
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
    pub(super) fn drop_targets(&self) -> BitBoard {
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
