//! Positions as 64-bit numbers.

use shido_core::{Pack, Seat};

use crate::bits::Bits;
use crate::game::{FrameGame, FramePosition};
use crate::ledger::Ledger;

/// The fields of a packed position, from the lowest bit: the first side's points, the second side's,
/// the side to move, the markers in hand where they do not follow from the board, the ply where the
/// rules limit it.
struct Layout {
    points: u32,
    hand: u32,
    ply: u32,
}

fn bits_for(largest: u32) -> u32 {
    u32::BITS - largest.leading_zeros()
}

impl<B: Bits> FrameGame<B> {
    fn layout(&self) -> Layout {
        let most_in_hand = self.start.ledger.hands().into_iter().max().unwrap_or(0);
        Layout {
            points: self.rules.board.points.len() as u32,
            hand: if self.rules.removes() {
                bits_for(u32::from(most_in_hand))
            } else {
                0
            },
            ply: self.rules.ply_limit.map_or(0, bits_for),
        }
    }

    /// What symmetries do not change, above the boards.
    fn pack_ledger(&self, layout: &Layout, position: &FramePosition<B>) -> u64 {
        let mut packed = 0;
        let mut shift = 2 * layout.points;
        let mut put = |value: u64, bits: u32| {
            if bits > 0 {
                packed |= value << shift;
                shift += bits;
            }
        };
        put(position.ledger.mover().index() as u64, 1);
        put(u64::from(position.ledger.hand(Seat::First)), layout.hand);
        put(u64::from(position.ledger.hand(Seat::Second)), layout.hand);
        put(u64::from(position.ledger.ply()), layout.ply);
        packed
    }
}

#[inline]
fn pack_boards<B: Bits>(layout: &Layout, boards: [B; 2]) -> u64 {
    boards[0].low() | boards[1].low() << layout.points
}

impl<B: Bits> Pack for FrameGame<B> {
    fn packed_bits(&self) -> u32 {
        let layout = self.layout();
        2 * layout.points + 1 + 2 * layout.hand + layout.ply
    }

    fn pack(&self, position: &FramePosition<B>) -> u64 {
        assert!(
            self.packed_bits() <= 64,
            "positions of this game do not fit in 64 bits"
        );
        let layout = self.layout();
        pack_boards(&layout, position.boards) | self.pack_ledger(&layout, position)
    }

    fn unpack(&self, packed: u64) -> Option<FramePosition<B>> {
        let layout = self.layout();
        if self.packed_bits() > 64 || packed.checked_shr(self.packed_bits()).unwrap_or(0) != 0 {
            return None;
        }
        let mut rest = packed;
        let mut take = |bits: u32| {
            let value = rest & ((1_u64 << bits) - 1);
            rest >>= bits;
            value
        };
        let boards = [take(layout.points), take(layout.points)];
        let mover = if take(1) == 0 {
            Seat::First
        } else {
            Seat::Second
        };
        let mut hands = [take(layout.hand) as u8, take(layout.hand) as u8];
        let ply = take(layout.ply) as u16;
        if boards[0] & boards[1] != 0 {
            return None;
        }
        if !self.rules.removes() {
            for side in 0..2 {
                let owned = self.rules.markers[side].count;
                hands[side] = owned.checked_sub(boards[side].count_ones())? as u8;
            }
        }
        let mut position = FramePosition {
            boards: boards.map(B::from_low),
            ledger: Ledger::new(hands, mover, ply),
        };
        position.ledger.set_status(self.status_of(&position));
        Some(position)
    }

    fn pack_canonical(&self, position: &FramePosition<B>) -> u64 {
        assert!(
            self.packed_bits() <= 64,
            "positions of this game do not fit in 64 bits"
        );
        let layout = self.layout();
        let images = self.symmetries.iter().map(|symmetry| {
            pack_boards(&layout, position.boards.map(|board| symmetry.board(board)))
        });
        let smallest = images.min().expect("the identity is a symmetry");
        smallest | self.pack_ledger(&layout, position)
    }
}
