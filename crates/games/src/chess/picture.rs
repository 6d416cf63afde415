//! Positions as pictures, with the letters of FEN for the pieces.

use cozy_chess::Square;
use shido_core::Depict;
use shido_core::picture::{Content, Picture, Place, Surface};

use super::fen::letter;
use super::{Chess, ChessPosition, seat};

impl Depict for Chess {
    fn picture(&self, position: &ChessPosition) -> Picture {
        let board = &position.0;
        let content = |square| match (board.piece_on(square), board.color_on(square)) {
            (Some(piece), Some(color)) => Content::Marker {
                seat: seat(color),
                symbol: letter(piece, color).to_string(),
            },
            _ => Content::Empty,
        };
        let place = |&square: &Square| Place {
            name: square.to_string(),
            at: [square.file() as u8, square.rank() as u8].map(f64::from),
            content: content(square),
        };
        Picture {
            surface: Surface::Cells,
            places: Square::ALL.iter().map(place).collect(),
            joins: Vec::new(),
            beside: [String::new(), String::new()],
            symbols: ["W".to_owned(), "B".to_owned()],
        }
    }
}
