//! What matters in a position of shogi: material on the board and in hand, and the kings' safety.

use haitaka::{
    BitBoard, Color, Piece, get_bishop_moves, get_rook_moves, gold_attacks, king_attacks,
    prom_zone, silver_attacks,
};
use shido_core::{Features, Seat};

use super::picture::HAND;
use super::{Position, Shogi, color};

/// The pieces that can be lost, as they stand on the board.
const ON_BOARD: [(Piece, &str); 13] = [
    (Piece::Pawn, "pawn"),
    (Piece::Lance, "lance"),
    (Piece::Knight, "knight"),
    (Piece::Silver, "silver"),
    (Piece::Gold, "gold"),
    (Piece::Bishop, "bishop"),
    (Piece::Rook, "rook"),
    (Piece::Tokin, "promoted pawn"),
    (Piece::PLance, "promoted lance"),
    (Piece::PKnight, "promoted knight"),
    (Piece::PSilver, "promoted silver"),
    (Piece::PBishop, "promoted bishop"),
    (Piece::PRook, "promoted rook"),
];

/// A number that is counted for each side alone.
type Count = fn(&Position, Color) -> u32;

/// What else is counted, after the pieces.
const COUNTS: [(&str, Count); 10] = [
    ("generals by the own king", |position, side| {
        let board = &position.0;
        let generals = board.pseudo_golds() | board.pieces(Piece::Silver);
        (position.around_king(side) & board.colors(side) & generals).len()
    }),
    ("others by the own king", |position, side| {
        let board = &position.0;
        let generals = board.pseudo_golds() | board.pieces(Piece::Silver);
        (position.around_king(side) & board.colors(side) & !generals).len()
    }),
    ("pieces by the enemy king", |position, side| {
        (position.around_king(!side) & position.0.colors(side)).len()
    }),
    ("attacks around the enemy king", |position, side| {
        let ring = position.around_king(!side);
        position
            .reach(side)
            .map(|reached| (reached & ring).len())
            .sum()
    }),
    // A drop needs a free square, so these holes matter the more, the more there is to drop.
    (
        "holes by the own king times enemy hand",
        |position, side| {
            let holes = (position.around_king(side) & !position.0.occupied()).len();
            let hand: u32 = HAND
                .iter()
                .filter(|piece| **piece != Piece::Pawn)
                .map(|piece| u32::from(position.0.num_in_hand(!side, *piece)))
                .sum();
            holes * hand
        },
    ),
    ("king's distance from home", |position, side| {
        let rank = position.0.king(side).rank().relative_to(side) as u32;
        8 - rank
    }),
    ("advance of pawns", |position, side| {
        let pawns = position.0.colored_pieces(side, Piece::Pawn);
        pawns
            .into_iter()
            .map(|pawn| 6_u32.saturating_sub(pawn.rank().relative_to(side) as u32))
            .sum()
    }),
    ("pieces in the enemy camp", |position, side| {
        (position.0.colors(side) & prom_zone(side)).len()
    }),
    ("reach of rooks", |position, side| {
        let rooks = position.0.pieces(Piece::Rook) | position.0.pieces(Piece::PRook);
        (rooks & position.0.colors(side))
            .into_iter()
            .map(|rook| get_rook_moves(side, rook, position.0.occupied()).len())
            .sum()
    }),
    ("reach of bishops", |position, side| {
        let bishops = position.0.pieces(Piece::Bishop) | position.0.pieces(Piece::PBishop);
        (bishops & position.0.colors(side))
            .into_iter()
            .map(|bishop| get_bishop_moves(side, bishop, position.0.occupied()).len())
            .sum()
    }),
];

const TO_MOVE: &str = "to move";

impl Features for Shogi {
    fn feature_names(&self) -> Vec<String> {
        let on_board = ON_BOARD.iter().map(|(_, name)| (*name).to_owned());
        let in_hand = ON_BOARD[..Piece::HAND_NUM].iter();
        let in_hand = in_hand.map(|(_, name)| format!("{name} in hand"));
        let counted = COUNTS.iter().map(|(name, _)| (*name).to_owned());
        on_board
            .chain(in_hand)
            .chain(counted)
            .chain([TO_MOVE.to_owned()])
            .collect()
    }

    fn each_feature(&self, position: &Position, mut visit: impl FnMut(usize, f64)) {
        let board = &position.0;
        let mut next = 0;
        let mut tell = |counts: [u32; 2]| {
            if counts[0] != counts[1] {
                visit(next, f64::from(counts[0]) - f64::from(counts[1]));
            }
            next += 1;
        };
        let sides = Seat::BOTH.map(color);
        for (piece, _) in ON_BOARD {
            tell(sides.map(|side| board.colored_pieces(side, piece).len()));
        }
        for (piece, _) in &ON_BOARD[..Piece::HAND_NUM] {
            tell(sides.map(|side| u32::from(board.num_in_hand(side, *piece))));
        }
        for (_, count) in COUNTS {
            tell(sides.map(|side| count(position, side)));
        }
        tell(sides.map(|side| u32::from(board.side_to_move() == side)));
    }
}

impl Position {
    fn around_king(&self, side: Color) -> BitBoard {
        king_attacks(side, self.0.king(side))
    }

    /// The squares that each general and each rook and bishop of a side reaches.
    fn reach(&self, side: Color) -> impl Iterator<Item = BitBoard> {
        let board = &self.0;
        let own = move |pieces: BitBoard| (pieces & board.colors(side)).into_iter();
        let golds = own(board.pseudo_tokins()).map(move |at| gold_attacks(side, at));
        let silvers = own(board.pieces(Piece::Silver)).map(move |at| silver_attacks(side, at));
        let rooks = own(board.pieces(Piece::Rook) | board.pieces(Piece::PRook))
            .map(move |at| get_rook_moves(side, at, board.occupied()));
        let bishops = own(board.pieces(Piece::Bishop) | board.pieces(Piece::PBishop))
            .map(move |at| get_bishop_moves(side, at, board.occupied()));
        golds.chain(silvers).chain(rooks).chain(bishops)
    }
}
