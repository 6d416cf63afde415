//! The board as a picture.

use shido_core::picture::{Cells, Content, Depict, Picture, Place, Shape, Surface};
use shido_core::{Seat, Touch, Touches};

use super::board::{ALL, Square, each};
use super::{Draughts, Move, Position};

/// Men are small letters, kings capitals.
const MEN: [&str; 2] = ["b", "w"];
const KINGS: [&str; 2] = ["B", "W"];

impl Depict for Draughts {
    /// The dark squares go by their numbers. The light ones have none, since nothing ever happens
    /// there: they are blank.
    fn picture(&self, position: &Position) -> Picture {
        let dark = each(ALL).map(|square| {
            let (row, column) = square.place();
            Place {
                name: square.to_string(),
                at: [f64::from(column), f64::from(7 - row)],
                content: position.content(square),
            }
        });
        let light = (0..8).flat_map(|row| (0..4).map(move |pair| (row, 2 * pair + row % 2)));
        let light = light.map(|(row, column)| Place {
            name: format!("light {}{}", row + 1, column + 1),
            at: [f64::from(column), f64::from(7 - row)],
            content: Content::Label(" ".to_owned()),
        });
        let places = dark.chain(light).collect();
        Picture {
            // Squares are counted from Black's side, which diagrams have above.
            near: Some(Seat::Second),
            ..Picture::new(
                Surface::Cells(Cells::Checkered),
                places,
                MEN.map(str::to_owned),
            )
        }
    }

    /// All squares of the way.
    fn touches(&self, position: &Position, _picture: &Picture, mv: Move) -> Touches {
        let routes = match mv.captured {
            0 => vec![vec![mv.from, mv.to]],
            _ => position.routes(mv),
        };
        let place = |square: Square| Touch::Place(square.to_string());
        let routes = routes.into_iter();
        Touches {
            ways: routes
                .map(|route| route.into_iter().map(place).collect())
                .collect(),
            choice: None,
        }
    }
}

impl Position {
    fn content(&self, square: Square) -> Content {
        let stands = |squares: u64| squares & square.bit() != 0;
        let (letters, shape) = if stands(self.kings) {
            (KINGS, Shape::Crowned)
        } else {
            (MEN, Shape::Plain)
        };
        Seat::BOTH
            .into_iter()
            .find(|seat| stands(self.pieces[seat.index()]))
            .map_or(Content::Empty, |seat| Content::Marker {
                seat,
                symbol: letters[seat.index()].to_owned(),
                shape,
            })
    }
}
