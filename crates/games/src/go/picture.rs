//! The board as a picture.

use shido_core::picture::{Content, Picture, Place, Shape, Surface};
use shido_core::{Depict, Seat};

use super::{Go, PointSet, Position, handicap};

const SYMBOLS: [&str; 2] = ["Black", "White"];

/// Lines with the stones on their crossings. Beside the board is what each side would have if the
/// contest were counted now.
impl Depict for Go {
    fn picture(&self, position: &Position) -> Picture {
        let board = position.board();
        let places = board.points().iter().map(|point| Place {
            name: point.to_string(),
            at: [f64::from(point.column()), f64::from(point.row())],
            content: board
                .holder(point)
                .map_or(Content::Empty, |seat| Content::Marker {
                    seat,
                    symbol: SYMBOLS[seat.index()].to_owned(),
                    shape: Shape::Plain,
                }),
        });
        let stars: PointSet = handicap::stars(self.size).into_iter().collect();
        let points = board.points().iter().enumerate();
        let stars = points.filter(|(_, point)| stars.contains(*point));
        let stars = stars.map(|(number, _)| number).collect();
        let joins = self.drawing.adjacent.iter().enumerate();
        let joins = joins.flat_map(|(from, next)| {
            let further = next.iter().filter(move |to| from < **to);
            further.map(move |to| (from, *to))
        });
        let areas = board.areas();
        let beside = Seat::BOTH.map(|seat| {
            let area = areas[seat.index()].len();
            match seat {
                Seat::First => format!("area {area}"),
                Seat::Second => format!("area {area}, komi {}", self.komi()),
            }
        });
        let surface = Surface::Crossings { stars };
        Picture {
            joins: joins.collect(),
            beside,
            ..Picture::new(surface, places.collect(), SYMBOLS.map(str::to_owned))
        }
    }
}
