//! The board as a picture, with Black at the bottom.

use haitaka::{Color, File, Piece, Rank, Square};
use shido_core::picture::{Cells, Content, Depict, Held, Picture, Place, Shape, Surface};
use shido_core::{Game, Seat, Touch, Touches};

use super::{Move, Origin, Position, Shogi, color, seat};

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
                    shape: wedge(piece.piece, piece.color),
                }),
            }
        });
        let dots = [2.5, 5.5].map(|right| [2.5, 5.5].map(|up| [right, up]));
        let surface = Surface::Cells(Cells::Wood {
            dots: dots.concat(),
        });
        let board = &position.0;
        let alarms = match board.checkers().is_empty() {
            true => Vec::new(),
            false => vec![board.king(board.side_to_move()).to_string()],
        };
        Picture {
            alarms,
            hands: Some(Seat::BOTH.map(|seat| position.hand(seat))),
            ..Picture::new(surface, places.collect(), ["☗", "☖"].map(str::to_owned))
        }
    }

    /// A square or a piece in hand, and where it goes; then whether it promotes, where it need not.
    fn touches(&self, position: &Position, _picture: &Picture, mv: Move) -> Touches {
        let from = match mv.origin {
            Origin::Board(square) => Touch::Place(square.to_string()),
            Origin::Hand(piece) => {
                Touch::Held(seat(position.0.side_to_move()), piece.to_str(Color::Black))
            }
        };
        let other = Move {
            promotes: !mv.promotes,
            ..mv
        };
        let mut optional = false;
        self.each_move(position, |legal| optional |= legal == other);
        let choice = match mv.promotes {
            true => "promote",
            false => "do not promote",
        };
        Touches {
            ways: vec![vec![from, Touch::Place(mv.to.to_string())]],
            choice: optional.then(|| choice.to_owned()),
        }
    }
}

impl Position {
    /// What a side has in hand; as text, such as `R 2G 3P`.
    fn hand(&self, seat: Seat) -> Vec<Held> {
        let held = HAND.into_iter().map(|piece| {
            let letter = piece.to_str(Color::Black);
            let count = self.0.num_in_hand(color(seat), piece);
            Held {
                name: letter.clone(),
                count,
                shape: wedge(piece, color(seat)),
                text: match count {
                    1 => letter,
                    _ => format!("{count}{letter}"),
                },
            }
        });
        held.filter(|held| held.count > 0).collect()
    }
}

/// A piece with the one character that diagrams have for it. The kings are two: Black's is the jewel.
fn wedge(piece: Piece, color: Color) -> Shape {
    let (text, promoted) = match piece {
        Piece::Pawn => ("歩", false),
        Piece::Lance => ("香", false),
        Piece::Knight => ("桂", false),
        Piece::Silver => ("銀", false),
        Piece::Gold => ("金", false),
        Piece::Bishop => ("角", false),
        Piece::Rook => ("飛", false),
        Piece::King if color == Color::Black => ("玉", false),
        Piece::King => ("王", false),
        Piece::Tokin => ("と", true),
        Piece::PLance => ("杏", true),
        Piece::PKnight => ("圭", true),
        Piece::PSilver => ("全", true),
        Piece::PBishop => ("馬", true),
        Piece::PRook => ("龍", true),
    };
    Shape::Wedge {
        text: text.to_owned(),
        promoted,
    }
}
