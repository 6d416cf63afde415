//! What a network sees of a position: where the pawns stand, and the features.

use shido_core::{Features, Inputs, Seat};

use super::{Breakthrough, Position};

/// First the pawns of the side whose turn it is and then those of the other, square by square, from the home row of
/// that side on. After that the features as that side sees them.
impl Inputs for Breakthrough {
    fn inputs(&self) -> usize {
        2 * self.squares() + self.feature_names().len()
    }

    fn each_input(&self, position: &Position, mut visit: impl FnMut(usize, f32)) -> Seat {
        let viewer = position.mover;
        let sign = match viewer {
            Seat::First => 1.0,
            Seat::Second => -1.0,
        };
        for (side, seat) in [viewer, viewer.other()].into_iter().enumerate() {
            let mut pawns = position.pawns[seat.index()];
            while pawns != 0 {
                let square = pawns.trailing_zeros() as usize;
                pawns &= pawns - 1;
                let row = match viewer {
                    Seat::First => square / 8,
                    Seat::Second => usize::from(self.height()) - 1 - square / 8,
                };
                let index = row * usize::from(self.width()) + square % 8;
                visit(side * self.squares() + index, 1.0);
            }
        }
        self.each_feature(position, |index, value| {
            if value != 0.0 {
                visit(2 * self.squares() + index, sign * value as f32);
            }
        });
        viewer
    }
}

impl Breakthrough {
    fn squares(&self) -> usize {
        usize::from(self.width()) * usize::from(self.height())
    }
}
