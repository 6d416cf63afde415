//! What a position records beside its boards.

use shido_core::{Outcome, Seat};

/// Markers in hand, the side to move, whether the contest goes on, and the plies made, in one word.
///
/// Kept as separate bytes, these are written one by one and read back as one when the position is
/// copied, for which the processor has to wait; a third of the time of counting Connect Four went
/// there.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ledger(u64);

/// Whether the contest goes on. It follows from the rest of the position and is kept because
/// everybody asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Course {
    Ongoing,
    Won(Seat),
    Drawn,
}

const MOVER: u32 = 16;
const COURSE: u32 = 17;
const PLY: u32 = 32;

impl Ledger {
    pub(crate) fn new(hands: [u8; 2], mover: Seat, ply: u16) -> Ledger {
        let [first, second] = hands.map(u64::from);
        Ledger(first | second << 8 | (mover as u64) << MOVER | u64::from(ply) << PLY)
    }

    /// All of it as a number, for mixing into a key.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) fn hand(self, seat: Seat) -> u8 {
        (self.0 >> (8 * seat.index())) as u8
    }

    pub(crate) fn hands(self) -> [u8; 2] {
        Seat::BOTH.map(|seat| self.hand(seat))
    }

    #[inline]
    pub(crate) fn same_hands(self, other: Ledger) -> bool {
        self.0 as u16 == other.0 as u16
    }

    #[inline]
    pub(crate) fn take_from_hand(&mut self, seat: Seat) {
        debug_assert!(self.hand(seat) > 0, "only legal moves are played");
        self.0 = self.0.wrapping_sub(1 << (8 * seat.index()));
    }

    #[inline]
    pub(crate) fn mover(self) -> Seat {
        if self.0 >> MOVER & 1 == 0 {
            Seat::First
        } else {
            Seat::Second
        }
    }

    #[inline]
    pub(crate) fn change_mover(&mut self) {
        self.0 ^= 1 << MOVER;
    }

    #[inline]
    pub(crate) fn course(self) -> Course {
        match self.0 >> COURSE & 3 {
            0 => Course::Ongoing,
            1 => Course::Won(Seat::First),
            2 => Course::Won(Seat::Second),
            _ => Course::Drawn,
        }
    }

    #[inline]
    pub(crate) fn is_over(self) -> bool {
        self.0 >> COURSE & 3 != 0
    }

    /// How a contest that is over has ended. Out of line, so that those who ask whose turn it is take a
    /// branch that is easily foretold, not one in four.
    #[inline(never)]
    pub(crate) fn outcome(self) -> Outcome {
        match self.course() {
            Course::Won(seat) => Outcome::win(seat),
            Course::Ongoing | Course::Drawn => Outcome::DRAW,
        }
    }

    #[inline]
    pub(crate) fn set_course(&mut self, course: Course) {
        let code = match course {
            Course::Ongoing => 0,
            Course::Won(Seat::First) => 1,
            Course::Won(Seat::Second) => 2,
            Course::Drawn => 3,
        };
        self.0 = self.0 & !(3 << COURSE) | code << COURSE;
    }

    /// Plies made, where the rules limit them; zero elsewhere, so that positions can be equal.
    #[inline]
    pub(crate) fn ply(self) -> u16 {
        (self.0 >> PLY) as u16
    }

    pub(crate) fn forget_plies(&mut self) {
        self.0 &= !(u64::from(u16::MAX) << PLY);
    }

    #[inline]
    pub(crate) fn count_ply(&mut self) {
        self.0 = self.0.wrapping_add(1 << PLY);
    }
}

impl std::fmt::Debug for Ledger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ledger")
            .field("hands", &self.hands())
            .field("mover", &self.mover())
            .field("course", &self.course())
            .field("ply", &self.ply())
            .finish()
    }
}
