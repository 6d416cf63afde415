//! What the sides are called in games that are played with white and black pieces.

use shido_core::Seat;

/// White begins.
pub(crate) fn white_first(seat: Seat) -> String {
    match seat {
        Seat::First => "White".to_owned(),
        Seat::Second => "Black".to_owned(),
    }
}

/// Black begins.
pub(crate) fn black_first(seat: Seat) -> String {
    white_first(seat.other())
}
