//! Positions as pictures.

use shido_core::picture::{Cells, Content, Depict, Picture, Place, Shape, Surface};
use shido_core::{Game, Seat, Touch, Touches};

use crate::bits::Bits;
use crate::frame::{self, Point, Stage};
use crate::game::{FrameGame, FrameMove, FramePosition, NOWHERE};

impl<B: Bits> Depict for FrameGame<B> {
    fn picture(&self, position: &FramePosition<B>) -> Picture {
        let board = &self.rules.board;
        let symbols = [0, 1].map(|side: usize| self.rules.markers[side].symbol.to_string());
        let content = |point: usize| {
            let owner = Seat::BOTH
                .into_iter()
                .find(|seat| position.boards[seat.index()].contains(point as Point));
            match owner {
                None => Content::Empty,
                Some(seat) => Content::Marker {
                    seat,
                    symbol: symbols[seat.index()].clone(),
                    shape: Shape::Plain,
                },
            }
        };
        let places = board
            .points
            .iter()
            .enumerate()
            .map(|(number, point)| Place {
                name: point.name.clone(),
                at: point.at,
                content: content(number),
            });
        // In games that only ever place, the board itself shows how many markers are left.
        let tells = self.progress(position).is_none();
        let beside = position.ledger.hands().map(|hand| match hand {
            0 => String::new(),
            _ if !tells => String::new(),
            _ => format!("{hand} to place"),
        });
        let joins = board.adjacent.iter();
        let surface = match board.surface {
            frame::Surface::Points => Surface::Points,
            frame::Surface::Cells if self.falls_down() => Surface::Cells(Cells::Rack),
            frame::Surface::Cells => Surface::Cells(Cells::Paper),
        };
        // What falls must not fall upwards.
        let near = (surface != Surface::Cells(Cells::Rack)).then_some(Seat::First);
        Picture {
            joins: joins
                .map(|(a, b)| (usize::from(*a), usize::from(*b)))
                .collect(),
            beside,
            near,
            ..Picture::new(surface, places.collect(), symbols.clone())
        }
    }

    /// The points that a marker leaves and reaches, and that of the one that is removed. What is dropped into a
    /// column goes there by any of its points.
    fn touches(&self, _position: &FramePosition<B>, _picture: &Picture, mv: FrameMove) -> Touches {
        if mv.to == NOWHERE {
            return Touches::button("pass");
        }
        let points = &self.rules.board.points;
        let drops = mv.from == NOWHERE && self.drops();
        let to = usize::from(mv.to);
        // A marker that falls may be let go anywhere above or below: where it comes to lie is told first.
        let column = (0..points.len())
            .filter(|&point| drops && point != to && points[point].column == points[to].column);
        let reached = std::iter::once(to).chain(column);
        let way = |reached: usize| {
            let touched = [mv.from, reached as Point, mv.removed].into_iter();
            let touched = touched.filter(|point| *point != NOWHERE);
            touched
                .map(|point| Touch::Place(self.point_name(point).to_owned()))
                .collect()
        };
        Touches {
            ways: reached.map(way).collect(),
            choice: None,
        }
    }
}

impl<B: Bits> FrameGame<B> {
    /// Whether markers fall, and straight down on the drawing: not through layers that are drawn
    /// side by side.
    fn falls_down(&self) -> bool {
        let board = &self.rules.board;
        let stride = board.column_stride.unwrap_or(0) as usize;
        let mut above = board.points.iter().zip(board.points.iter().skip(stride));
        self.rules.stages.contains(&Stage::Drop) && above.all(|(low, high)| low.at[0] == high.at[0])
    }
}
