//! Positions as pictures, with the letters of FEN for the pieces.

use cozy_chess::{Move, Piece, Square};
use shido_core::picture::{Cells, Content, Figure, Picture, Place, Shape, Surface};
use shido_core::{Depict, Touches};

use super::fen::letter;
use super::{Chess, ChessMove, ChessPosition, seat};

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
        let alarms = match board.checkers().is_empty() {
            true => Vec::new(),
            false => vec![board.king(board.side_to_move()).to_string()],
        };
        Picture {
            alarms,
            ..Picture::new(Surface::Cells(Cells::Checkered), places, symbols)
        }
    }

    /// The squares that the piece leaves and reaches, of castling those of the king; then what a pawn becomes.
    fn touches(&self, position: &ChessPosition, _picture: &Picture, mv: ChessMove) -> Touches {
        let uci = self.write_uci(position, mv);
        let touches = Touches::of_places([&uci[..2], &uci[2..4]]);
        match Move::from(mv).promotion {
            Some(piece) => touches.choosing(figure(piece).to_string()),
            None => touches,
        }
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
