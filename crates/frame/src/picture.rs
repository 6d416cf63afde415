//! Positions as pictures.

use shido_core::picture::{Content, Depict, Picture, Place};
use shido_core::{Game, Seat};

use crate::bits::Bits;
use crate::frame::Point;
use crate::game::{FrameGame, FramePosition};

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
        Picture {
            surface: board.surface.clone(),
            places: places.collect(),
            joins: joins
                .map(|(a, b)| (usize::from(*a), usize::from(*b)))
                .collect(),
            beside,
            symbols: symbols.clone(),
        }
    }
}
