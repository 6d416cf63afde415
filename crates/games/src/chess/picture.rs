//! Positions as pictures, with the letters of FEN for the pieces.

use cozy_chess::{Piece, Square};
use shido_core::Depict;
use shido_core::picture::{Cells, Content, Figure, Picture, Place, Shape, Surface};

use super::fen::letter;
use super::{Chess, ChessPosition, seat};

impl Depict for Chess {
    fn picture(&self, position: &ChessPosition) -> Picture {
        let board = &position.0;
        let content = |square| match (board.piece_on(square), board.color_on(square)) {
            (Some(piece), Some(color)) => Content::Marker {
                seat: seat(color),
                symbol: letter(piece, color).to_string(),
                shape: Shape::Figure(figure(piece)),
            },
            _ => Content::Empty,
        };
        let place = |&square: &Square| Place {
            name: square.to_string(),
            at: [square.file() as u8, square.rank() as u8].map(f64::from),
            content: content(square),
        };
        let places = Square::ALL.iter().map(place).collect();
        let symbols = ["W", "B"].map(str::to_owned);
        Picture::new(Surface::Cells(Cells::Checkered), places, symbols)
    }
}

const fn figure(piece: Piece) -> Figure {
    match piece {
        Piece::Pawn => Figure::Pawn,
        Piece::Knight => Figure::Knight,
        Piece::Bishop => Figure::Bishop,
        Piece::Rook => Figure::Rook,
        Piece::Queen => Figure::Queen,
        Piece::King => Figure::King,
    }
}
