//! What a search should know of the tactics of shogi.

use haitaka::{Piece, PieceMoves, prom_zone};
use shido_core::{Game, Guide, Turn};

use super::{Move, Origin, Position, Shogi};

/// What a piece is worth, roughly and in pawns, in the order of [`Piece`].
const WORTH: [i32; Piece::NUM] = [1, 3, 4, 5, 8, 10, 6, 30, 7, 6, 6, 6, 10, 12];

const fn worth(piece: Piece) -> i32 {
    WORTH[piece as usize]
}

impl Guide for Shogi {
    /// The most valuable victim first and by the least valuable attacker; promotions by what they
    /// gain; drops and other quiet moves at zero.
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let Origin::Board(from) = mv.origin else {
            return 0;
        };
        let board = &position.0;
        let captures = board.occupied().has(mv.to);
        if !captures && !mv.promotes {
            return 0;
        }
        let Some(piece) = board.piece_on(from) else {
            return 0;
        };
        let mut promise = 0;
        if let Some(victim) = board.piece_on(mv.to).filter(|_| captures) {
            promise += 100 + 16 * worth(victim) - worth(piece);
        }
        if mv.promotes {
            promise += 16 * (worth(piece.promote()) - worth(piece));
        }
        promise
    }

    fn noisy(&self, position: &Position, mv: Move) -> bool {
        mv.promotes || position.0.occupied().has(mv.to)
    }

    fn each_noisy(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if position.is_drawn_by_length() {
            return;
        }
        let enemies = position.0.colors(!position.0.side_to_move());
        position.any_board_group(&mut |group| {
            if let PieceMoves::BoardMoves {
                color,
                piece,
                from,
                to,
                prom_status,
            } = group
            {
                let zone = prom_zone(color);
                let to = if !piece.is_promotable() {
                    to & enemies
                } else if zone.has(from) {
                    to
                } else {
                    to & (enemies | zone)
                };
                let candidates = PieceMoves::BoardMoves {
                    color,
                    piece,
                    from,
                    to,
                    prom_status,
                };
                for mv in candidates.into_iter().map(Move::from) {
                    if mv.promotes || enemies.has(mv.to) {
                        visit(mv);
                    }
                }
            }
            false
        });
    }

    fn at_ease(&self, position: &Position) -> bool {
        position.0.checkers().is_empty()
    }

    /// Zugzwang hardly occurs, since there is nearly always something to drop.
    fn pass(&self, position: &Position) -> Option<Position> {
        let passed = self
            .at_ease(position)
            .then(|| position.passed())
            .flatten()?;
        matches!(self.turn(&passed), Turn::Of(_)).then_some(passed)
    }

    fn late_moves_are_poor(&self) -> bool {
        true
    }
}
