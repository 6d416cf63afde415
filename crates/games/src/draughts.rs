//! English draughts, which Americans call checkers.
//!
//! Men step and jump forward, kings one square in all directions. Who can capture must, and must go
//! on as long as the same piece can; which of several captures is free. A man that reaches the far
//! row becomes a king and its turn ends. Who cannot move has lost. A contest is drawn when a position
//! occurs for the third time, and when neither side has captured or moved a man for forty moves.
//!
//! Black moves first. Squares are numbered and games are written as in Portable Draughts Notation:
//! Black starts on 1 to 12, White on 21 to 32.

mod board;
mod features;
mod guide;
mod motifs;
mod moves;
mod notation;
pub mod pdn;
mod perception;
mod picture;

use std::hash::{Hash, Hasher};

use rand::RngExt;
use shido_core::{EngineNotation, Game, Markers, Outcome, Rng, Seat, Symmetry, Turn, spread};

use crate::grid::holders;
pub use board::Square;
use board::{king_row, row};

/// How many plies without a capture and without a move of a man make a draw.
pub const DRAWN_AFTER: u8 = 80;

/// The rules of English draughts.
///
/// ```
/// use shido_core::{Game, Notation};
/// use shido_games::draughts::Draughts;
///
/// let mut position = Draughts.start();
/// for text in ["11-15", "22-18", "15x22"] {
///     let mv = Draughts.parse_move(&position, text)?;
///     Draughts.play(&mut position, mv);
/// }
/// let answers = Draughts.moves(&position);
/// let answers = answers.iter().map(|&mv| Draughts.write_move(&position, mv));
/// assert_eq!(answers.collect::<Vec<_>>(), ["25x18", "26x17"]);
/// # Ok::<(), shido_core::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draughts;

/// What stands where, who is to move, and for how long nothing irrevocable has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The squares of each side's pieces.
    pieces: [u64; 2],
    /// Those of them with kings.
    kings: u64,
    mover: Seat,
    /// Plies since the last capture or move of a man, at most [`DRAWN_AFTER`].
    quiet: u8,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.pieces[0] | u64::from(self.quiet) << 40);
        state.write_u64(self.pieces[1] | (self.mover as u64) << 40);
        state.write_u64(self.kings);
    }
}

/// A step or a whole capture. Captures of the same pieces that end on the same square are one move,
/// whichever way a king takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    from: Square,
    to: Square,
    /// The squares of what is captured.
    captured: u64,
}

impl Move {
    /// Where the piece comes from.
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where the piece ends, which can be where it came from.
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The squares of the pieces that it captures.
    pub fn captured(self) -> impl Iterator<Item = Square> {
        board::each(self.captured)
    }
}

impl Position {
    fn is_drawn_by_quiet(&self) -> bool {
        self.quiet >= DRAWN_AFTER
    }

    fn men(&self, seat: Seat) -> u64 {
        self.pieces[seat.index()] & !self.kings
    }

    fn kings(&self, seat: Seat) -> u64 {
        self.pieces[seat.index()] & self.kings
    }
}

impl Game for Draughts {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position {
            pieces: Seat::BOTH.map(|seat| row(seat, 1) | row(seat, 2) | row(seat, 3)),
            kings: 0,
            mover: Seat::First,
            quiet: 0,
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if !position.can_move() {
            Turn::Over(Outcome::win(position.mover.other()))
        } else if position.is_drawn_by_quiet() {
            Turn::Over(Outcome::DRAW)
        } else {
            Turn::Of(position.mover)
        }
    }

    #[inline]
    fn each_move(&self, position: &Position, visit: impl FnMut(Move)) {
        if position.is_drawn_by_quiet() {
            return;
        }
        if position.must_capture() {
            position.each_capture(visit);
        } else {
            position.each_step(visit);
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        if position.is_drawn_by_quiet() {
            0
        } else if position.must_capture() {
            let mut count = 0;
            position.each_capture(|_| count += 1);
            count
        } else {
            position.count_steps(position.mover) as usize
        }
    }

    fn random_move(&self, position: &Position, rng: &mut Rng) -> Option<Move> {
        if position.is_drawn_by_quiet() {
            return None;
        }
        if !position.must_capture() {
            let count = position.count_steps(position.mover);
            return (count > 0)
                .then(|| rng.random_range(0..count))
                .and_then(|number| position.nth_step(number));
        }
        // There is seldom more than one capture. Each takes the place of those before it with the
        // probability that makes all equally likely.
        let mut chosen = None;
        let mut count = 0_u32;
        position.each_capture(|mv| {
            count += 1;
            if count == 1 || rng.random_range(0..count) == 0 {
                chosen = Some(mv);
            }
        });
        chosen
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let (from, to) = (mv.from.bit(), mv.to.bit());
        let mover = position.mover;
        let was_king = position.kings & from != 0;
        let own = &mut position.pieces[mover.index()];
        *own = *own & !from | to;
        position.pieces[mover.other().index()] &= !mv.captured;
        position.kings &= !(from | mv.captured);
        if was_king {
            position.kings |= to;
        } else {
            position.kings |= to & king_row(mover);
        }
        position.quiet = if was_king && mv.captured == 0 {
            position.quiet.saturating_add(1)
        } else {
            0
        };
        position.mover = mover.other();
    }

    fn key(&self, position: &Position) -> u64 {
        let [first, second] = position.pieces;
        let kings = position.kings << 1 | position.mover as u64;
        spread(first ^ spread(second ^ spread(kings)))
    }

    fn repetition_limit(&self) -> Option<u32> {
        Some(3)
    }

    /// The position without its count of quiet plies.
    fn recurs_as(&self, position: &Position) -> Position {
        Position {
            quiet: 0,
            ..position.clone()
        }
    }
}

/// Engines write draughts as people do.
impl EngineNotation for Draughts {}

/// The board looks the same only when it is turned and the colours are exchanged, and then the other
/// side would have to move.
impl Symmetry for Draughts {}

impl Markers for Draughts {
    fn holders(&self, position: &Position) -> Vec<Option<Seat>> {
        holders(position.pieces)
    }

    fn turned(&self, position: &Position) -> Option<Position> {
        Some(Position {
            mover: position.mover.other(),
            ..*position
        })
    }
}
