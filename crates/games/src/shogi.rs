//! Shogi, on the rules of the crate `haitaka`.
//!
//! Who cannot move has lost, whether in check or not. A contest is drawn when a position occurs for
//! the fourth time (*sennichite*) and after 500 moves, as among professionals. Two rules need more
//! than a position and are left to the players: that perpetual check loses instead of drawing, and
//! the counting of points when both kings have entered the enemy's camp.
//!
//! Black (*sente*) moves first. Moves are written as in the Universal Shogi Interface (`7g7f`,
//! `8h2b+`, `P*5e`) and positions as SFEN, so what people read is what engines read.

mod features;
mod guide;
mod moves;
mod notation;
mod picture;
mod words;

use std::hash::{Hash, Hasher};

use haitaka::{Board, Color, Piece, Square};
use rand::RngExt;
use shido_core::{EngineNotation, Game, Markers, Outcome, Rng, Seat, Symmetry, Turn};

/// A contest is drawn when this many moves have been played.
pub const LONGEST: u16 = 500;

/// The rules of shogi.
///
/// ```
/// use shido_core::{Game, Notation};
/// use shido_games::shogi::Shogi;
///
/// let mut position = Shogi.start();
/// for text in ["7g7f", "3c3d", "8h2b+"] {
///     let mv = Shogi.parse_move(&position, text)?;
///     Shogi.play(&mut position, mv);
/// }
/// assert_eq!(
///     Shogi.write_position(&position),
///     "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4"
/// );
/// # Ok::<(), shido_core::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shogi;

/// The board, the hands, who is to move, and the number of that move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position(Board);

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash());
        state.write_u16(self.0.move_number());
    }
}

/// A move on the board or a drop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    origin: Origin,
    to: Square,
    promotes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Origin {
    Board(Square),
    Hand(Piece),
}

impl From<haitaka::Move> for Move {
    fn from(mv: haitaka::Move) -> Move {
        match mv {
            haitaka::Move::Drop { piece, to } => Move {
                origin: Origin::Hand(piece),
                to,
                promotes: false,
            },
            haitaka::Move::BoardMove {
                from,
                to,
                promotion,
            } => Move {
                origin: Origin::Board(from),
                to,
                promotes: promotion,
            },
        }
    }
}

impl From<Move> for haitaka::Move {
    fn from(mv: Move) -> haitaka::Move {
        match mv.origin {
            Origin::Hand(piece) => haitaka::Move::Drop { piece, to: mv.to },
            Origin::Board(from) => haitaka::Move::BoardMove {
                from,
                to: mv.to,
                promotion: mv.promotes,
            },
        }
    }
}

const fn seat(color: Color) -> Seat {
    match color {
        Color::Black => Seat::First,
        Color::White => Seat::Second,
    }
}

const fn color(seat: Seat) -> Color {
    match seat {
        Seat::First => Color::Black,
        Seat::Second => Color::White,
    }
}

impl Position {
    fn is_drawn_by_length(&self) -> bool {
        self.0.move_number() > LONGEST
    }

    /// Whether nothing worse than a rule would be broken: the piece is there, and what stands in
    /// its way can be captured.
    fn is_playable(&self, mv: Move) -> bool {
        let mover = self.0.side_to_move();
        match mv.origin {
            Origin::Hand(piece) => {
                self.0.has_in_hand(mover, piece) && !self.0.occupied().has(mv.to)
            }
            Origin::Board(from) => {
                self.0.colors(mover).has(from)
                    && !self.0.colors(mover).has(mv.to)
                    && !self.0.pieces(Piece::King).has(mv.to)
            }
        }
    }
}

impl Game for Shogi {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position(Board::startpos())
    }

    fn turn(&self, position: &Position) -> Turn {
        let mover = seat(position.0.side_to_move());
        if !position.can_move() {
            Turn::Over(Outcome::win(mover.other()))
        } else if position.is_drawn_by_length() {
            Turn::Over(Outcome::DRAW)
        } else {
            Turn::Of(mover)
        }
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        if !position.is_drawn_by_length() {
            position.each_group(&mut |group| group.into_iter().for_each(|mv| visit(mv.into())));
        }
    }

    fn count_moves(&self, position: &Position) -> usize {
        let mut count = 0;
        if !position.is_drawn_by_length() {
            position.each_group(&mut |group| count += group.into_iter().len());
        }
        count
    }

    fn random_move(&self, position: &Position, rng: &mut Rng) -> Option<Move> {
        if position.is_drawn_by_length() {
            return None;
        }
        let mut groups = Vec::with_capacity(48);
        let mut count = 0;
        position.each_group(&mut |group| {
            groups.push(group);
            count += group.into_iter().len();
        });
        let mut drawn = (count > 0).then(|| rng.random_range(0..count))?;
        for group in groups {
            let size = group.into_iter().len();
            if drawn < size {
                return group.into_iter().nth(drawn).map(Move::from);
            }
            drawn -= size;
        }
        None
    }

    /// Plays a legal move; one that makes no sense at all changes nothing.
    fn play(&self, position: &mut Position, mv: Move) {
        if position.is_playable(mv) {
            position.0.play_unchecked(mv.into());
        }
    }

    /// The number of the move is left out.
    fn key(&self, position: &Position) -> u64 {
        position.0.hash()
    }

    fn repetition_limit(&self) -> Option<u32> {
        Some(4)
    }

    /// The position as if it were the first of a contest.
    fn recurs_as(&self, position: &Position) -> Position {
        let mut form = position.clone();
        form.0.set_move_number(1);
        form
    }
}

/// The ordinary notation is that of engines already: USI.
impl EngineNotation for Shogi {}

/// Turned around, the board has the colours exchanged, and then the other side would have to move;
/// mirrored, rook and bishop have changed places.
impl Symmetry for Shogi {}

impl Markers for Shogi {
    fn holders(&self, position: &Position) -> Vec<Option<Seat>> {
        let holder = |square| position.0.color_on(square).map(seat);
        Square::ALL.into_iter().map(holder).collect()
    }

    fn turned(&self, position: &Position) -> Option<Position> {
        position.passed()
    }
}
