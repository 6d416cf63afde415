//! Positions as 64-bit numbers.

use shido_core::{Pack, Seat};

use crate::bits::Bits;
use crate::frame::{Rules, Stage};
use crate::game::{FrameGame, FramePosition};
use crate::ledger::Ledger;
use crate::symmetry::Permutation;

/// The fields of a packed position, from the lowest bit: the boards, the side to move, the markers in
/// hand where they do not follow from the board, the ply where the rules limit it.
///
/// The boards are the first side's points and the second side's. Where markers rest in columns the
/// height of each is enough beside the first side's points: a mark on the point above the topmost
/// marker, in a board with one row more. That takes little more than half the bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    points: u32,
    /// How many columns there are, where markers rest in them.
    columns: Option<u32>,
    hand: u32,
    ply: u32,
}

impl Layout {
    pub(crate) fn new(rules: &Rules, hands: [u8; 2]) -> Layout {
        let most_in_hand = hands.into_iter().max().unwrap_or(0);
        let drops = rules.stages.first() == Some(&Stage::Drop);
        Layout {
            points: rules.board.points.len() as u32,
            columns: rules.board.column_stride.filter(|_| drops),
            hand: if rules.removes() {
                bits_for(u32::from(most_in_hand))
            } else {
                0
            },
            ply: rules.ply_limit.map_or(0, bits_for),
        }
    }

    /// What symmetries make of packed boards, but for the first, which is the identity. Where markers rest in columns, a
    /// symmetry that keeps the rows moves the marks above them along.
    pub(crate) fn images<B: Bits>(
        &self,
        symmetries: &[Permutation<B>],
    ) -> Option<Vec<Permutation<u64>>> {
        let columns = self.columns? as usize;
        let others = symmetries[1..].iter();
        others.map(|it| it.with_another_row(columns)).collect()
    }

    fn board_bits(&self) -> u32 {
        self.points + self.columns.unwrap_or(self.points)
    }

    fn bits(&self) -> u32 {
        self.board_bits() + 1 + 2 * self.hand + self.ply
    }

    #[inline]
    fn pack_boards<B: Bits>(&self, boards: [B; 2]) -> u64 {
        let (first, second) = (boards[0].low(), boards[1].low());
        match self.columns {
            None => first | second << self.points,
            Some(columns) => {
                let occupied = first | second;
                first | (occupied << columns | low_bits(columns)) & !occupied
            }
        }
    }

    fn unpack_boards(&self, packed: u64) -> Option<[u64; 2]> {
        let Some(columns) = self.columns else {
            let boards = [packed & low_bits(self.points), packed >> self.points];
            return (boards[0] & boards[1] == 0).then_some(boards);
        };
        // The topmost bit of each column is its mark; all below it is occupied.
        let mut below = packed >> columns;
        let mut distance = columns;
        while distance < self.points {
            below |= below >> distance;
            distance *= 2;
        }
        let marks = packed & !below;
        let first = packed & below;
        (marks.count_ones() == columns).then_some([first, below & !first])
    }

    /// What symmetries do not change, above the boards.
    #[inline]
    fn pack_ledger(&self, ledger: Ledger) -> u64 {
        let mut packed = 0;
        let mut shift = self.board_bits();
        let mut put = |value: u64, bits: u32| {
            if bits > 0 {
                packed |= value << shift;
                shift += bits;
            }
        };
        put(ledger.mover().index() as u64, 1);
        put(u64::from(ledger.hand(Seat::First)), self.hand);
        put(u64::from(ledger.hand(Seat::Second)), self.hand);
        put(u64::from(ledger.ply()), self.ply);
        packed
    }
}

fn bits_for(largest: u32) -> u32 {
    u32::BITS - largest.leading_zeros()
}

fn low_bits(count: u32) -> u64 {
    (1 << count) - 1
}

impl<B: Bits> Pack for FrameGame<B> {
    fn packed_bits(&self) -> u32 {
        self.layout.bits()
    }

    fn pack(&self, position: &FramePosition<B>) -> u64 {
        self.assert_packs();
        self.layout.pack_boards(position.boards) | self.layout.pack_ledger(position.ledger)
    }

    fn unpack(&self, packed: u64) -> Option<FramePosition<B>> {
        let layout = &self.layout;
        if layout.bits() > 64 || packed.checked_shr(layout.bits()).unwrap_or(0) != 0 {
            return None;
        }
        let mut rest = packed;
        let mut take = |bits: u32| {
            let value = rest & low_bits(bits);
            rest >>= bits;
            value
        };
        let boards = layout.unpack_boards(take(layout.board_bits()))?;
        let mover = if take(1) == 0 {
            Seat::First
        } else {
            Seat::Second
        };
        let mut hands = [take(layout.hand) as u8, take(layout.hand) as u8];
        let ply = take(layout.ply) as u16;
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
        position.ledger.set_course(self.course_of(&position));
        Some(position)
    }

    #[inline]
    fn pack_canonical(&self, position: &FramePosition<B>) -> u64 {
        self.assert_packs();
        let packed = self.layout.pack_boards(position.boards);
        let mut smallest = packed;
        if let Some(images) = &self.packed_images {
            for image in images {
                smallest = smallest.min(image.board(packed));
            }
        } else {
            // The first symmetry is the identity.
            for symmetry in &self.symmetries[1..] {
                let [first, second] = position.boards;
                let image = [symmetry.board(first), symmetry.board(second)];
                smallest = smallest.min(self.layout.pack_boards(image));
            }
        }
        smallest | self.layout.pack_ledger(position.ledger)
    }
}

impl<B: Bits> FrameGame<B> {
    #[inline]
    fn assert_packs(&self) {
        assert!(
            self.layout.bits() <= u64::BITS,
            "positions of this game do not fit in 64 bits"
        );
    }
}
