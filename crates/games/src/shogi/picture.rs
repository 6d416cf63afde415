//! The board as a picture, with Black at the bottom.

use haitaka::{Color, File, Piece, Rank, Square};
use shido_core::Seat;
use shido_core::picture::{Content, Depict, Picture, Place, Surface};

use super::{Position, Shogi, color, seat};

/// The pieces that can be in a hand, in the order in which SFEN lists them.
pub(super) const HAND: [Piece; Piece::HAND_NUM] = [
    Piece::Rook,
    Piece::Bishop,
    Piece::Gold,
    Piece::Silver,
    Piece::Knight,
    Piece::Lance,
    Piece::Pawn,
];

impl Depict for Shogi {
    /// Pieces are the letters of SFEN: Black's are capitals, and a plus stands before what has
    /// promoted.
    fn picture(&self, position: &Position) -> Picture {
        let ranks = Rank::ALL.into_iter();
        let squares = ranks.flat_map(|rank| File::ALL.map(|file| Square::new(file, rank)));
        let places = squares.map(|square| {
            let piece = position.0.colored_piece_on(square);
            Place {
                name: square.to_string(),
                at: [
                    f64::from(8 - square.file() as u8),
                    f64::from(8 - square.rank() as u8),
                ],
                content: piece.map_or(Content::Empty, |piece| Content::Marker {
                    seat: seat(piece.color),
                    symbol: piece.to_string(),
                }),
            }
        });
        Picture {
            surface: Surface::Cells,
            places: places.collect(),
            joins: Vec::new(),
            beside: Seat::BOTH.map(|seat| position.hand(seat)),
            symbols: ["☗", "☖"].map(str::to_owned),
        }
    }
}

impl Position {
    /// What a side has in hand, such as `R 2G 3P`.
    fn hand(&self, seat: Seat) -> String {
        let held = HAND.into_iter().filter_map(|piece| {
            let letter = piece.to_str(Color::Black);
            match self.0.num_in_hand(color(seat), piece) {
                0 => None,
                1 => Some(letter.to_string()),
                count => Some(format!("{count}{letter}")),
            }
        });
        held.collect::<Vec<String>>().join(" ")
    }
}
