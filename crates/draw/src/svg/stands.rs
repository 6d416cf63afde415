//! Stands beside a board with the pieces that each side has in hand.

use shido_core::Seat;
use shido_core::picture::Held;

use super::pieces::Piece;
use super::{DARK, Drawing, SIDE};
use crate::look::in_hand;
use crate::sheet::{Anchor, escape};

/// How many kinds of pieces have room on a stand before they come closer together.
const KINDS: usize = 7;

impl Drawing<'_> {
    /// A stand at the right hand of each side, as long as the board: on the right and on the left of what is drawn.
    pub(super) fn stands(&mut self) {
        let Some(hands) = &self.picture.hands else {
            return;
        };
        let ((left, top), (right, bottom)) = self.sheet.bounds();
        let (width, gap) = (1.3 * SIDE, 0.22 * SIDE);
        let (height, y) = (bottom - top, (top + bottom) / 2.0);
        for seat in Seat::BOTH {
            let held = &hands[seat.index()];
            let (x, sign) = if self.picture.near == Some(seat.other()) {
                (left - gap - width / 2.0, -1.0)
            } else {
                (right + gap + width / 2.0, 1.0)
            };
            self.open_hand(seat, held);
            let paint =
                "rx=\"6\" fill=\"url(#<>kaya) #e3b870\" stroke=\"#8a632c\" stroke-width=\"2\"";
            self.sheet.rectangle((x, y), (width, height), paint);
            let kinds = held.len().max(KINDS) as f64;
            let step = (height / kinds).min(0.98 * SIDE * KINDS as f64 / kinds);
            for (number, kind) in (0_u8..).zip(held) {
                // From the middle of the table to the owner, as they read them.
                let along = sign * (height / 2.0 - step * (kinds - f64::from(number) - 0.5));
                let at = (x - sign * 0.14 * SIDE, y + along);
                let piece = Piece {
                    seat,
                    symbol: &kind.text,
                    shape: &kind.shape,
                    text: None,
                };
                let held = escape(&kind.name);
                self.sheet.open(&format!("data-held=\"{held}\""));
                self.piece(at, 0.4 * SIDE, &piece);
                if kind.count > 1 {
                    let beside = (x + sign * 0.42 * SIDE, at.1 + sign * 0.2 * SIDE);
                    let count = kind.count.to_string();
                    self.sheet.text(beside, Anchor::Middle, 32.0, DARK, &count);
                }
                self.sheet.close();
            }
            self.sheet.close();
        }
    }

    /// Starts the group of what a side has beside the board.
    pub(super) fn open_hand(&mut self, seat: Seat, held: &[Held]) {
        self.sheet.open_hand(seat, &in_hand(held));
    }
}
