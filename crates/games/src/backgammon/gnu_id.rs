//! The ids by which GNU Backgammon names positions.
//!
//! A *position id* such as `4HPwATDgc/ABMA` holds the checkers as seen by the side on roll: for the
//! opponent and then for that side, for each of its points and the bar, a one for each checker and
//! a zero. A *match id* such as `cIkSAAAAAAAA` holds the rest; of it we need who is on roll, the
//! dice and whether the game has begun. Both are bits, lowest first, in base 64.
//!
//! GNU Backgammon's player 0 is [`Seat::First`] and its player 1 [`Seat::Second`].

use shido_core::{NotationError, Seat};

use super::board::{Board, Misplaced};
use super::{Dice, Phase, Position};

const POSITION_BYTES: usize = 10;
const MATCH_BYTES: usize = 9;
/// The points and the bar.
const PLACES: usize = 25;

impl Position {
    /// The position as GNU Backgammon names it: position id, colon, match id.
    ///
    /// ```
    /// use shido_core::Game;
    /// use shido_games::backgammon::Backgammon;
    ///
    /// assert_eq!(Backgammon.start().gnu_id(), "4HPwATDgc/ABMA:MAAAAAAAAAAA");
    /// ```
    #[must_use]
    pub fn gnu_id(&self) -> String {
        let on_roll = self.on_turn().unwrap_or(Seat::First);
        let mut checkers = Bits::new(POSITION_BYTES);
        for seat in [on_roll.other(), on_roll] {
            for point in 1..=PLACES as u8 {
                let count = self.board.checkers(seat, point);
                checkers.push((1 << count) - 1, usize::from(count) + 1);
            }
        }
        format!("{}:{}", to_base64(&checkers.bytes), self.match_id(on_roll))
    }

    fn match_id(&self, on_roll: Seat) -> String {
        let state = match self.phase {
            _ if self.board.winner().is_some() => State::Over,
            Phase::Opening => State::NotBegun,
            _ => State::Playing,
        };
        let (high, low) = match self.phase {
            Phase::ToPlay(_, dice) => dice.faces(),
            _ => (0, 0),
        };
        let mut bits = Bits::new(MATCH_BYTES);
        bits.push(0, 4); // the cube shows 2^0
        bits.push(0b11, 2); // and belongs to nobody
        bits.push(on_roll.index() as u32, 1);
        bits.push(0, 1); // not the Crawford game
        bits.push(state as u32, 3);
        bits.push(on_roll.index() as u32, 1); // the decision is also theirs
        bits.push(0, 1); // no double is offered
        bits.push(0, 2); // nobody resigns
        bits.push(u32::from(high), 3);
        bits.push(u32::from(low), 3);
        // The length of the match and the score stay zero: money play.
        to_base64(&bits.bytes)
    }

    /// Reads a position id, alone or with a match id after a colon. The cube and the score are
    /// passed over.
    ///
    /// Alone, the id of the starting position means the start of a contest, and any other that
    /// [`Seat::First`] is to roll.
    ///
    /// # Errors
    /// Where an id is malformed, or a side has more than 15 checkers or stands with the other on a
    /// point.
    pub fn from_gnu_id(text: &str) -> Result<Position, NotationError> {
        let (position, rest) = match text.trim().split_once(':') {
            Some((position, rest)) => (position, Some(rest)),
            None => (text.trim(), None),
        };
        let rest = rest.map(parse_match_id).transpose()?;
        let on_roll = rest.map_or(Seat::First, |rest| rest.on_roll);
        let board = parse_position_id(position, on_roll)?;
        let begun = match rest {
            Some(rest) => rest.begun,
            None => board != Board::START,
        };
        let phase = match rest.and_then(|rest| rest.dice) {
            Some(dice) => Phase::ToPlay(on_roll, dice),
            None if begun || board != Board::START => Phase::ToRoll(on_roll),
            None => Phase::Opening,
        };
        Ok(Position { board, phase }.settled())
    }
}

/// Whether a game goes on, as numbered in match ids.
#[derive(Clone, Copy)]
enum State {
    NotBegun = 0,
    Playing = 1,
    Over = 2,
}

/// What a match id adds to the checkers.
#[derive(Clone, Copy)]
struct Rest {
    on_roll: Seat,
    begun: bool,
    dice: Option<Dice>,
}

fn parse_position_id(id: &str, on_roll: Seat) -> Result<Board, NotationError> {
    let malformed = || malformed("position", id, 14, "4HPwATDgc/ABMA");
    let bytes = from_base64(id, POSITION_BYTES).ok_or_else(malformed)?;
    let mut bits = Bits { bytes, at: 0 };
    let mut sides = [[0; 26]; 2];
    for seat in [on_roll.other(), on_roll] {
        for checkers in &mut sides[seat.index()][1..=PLACES] {
            while bits.pull(1) == Some(1) {
                *checkers += 1;
            }
        }
    }
    if std::iter::from_fn(|| bits.pull(1)).any(|bit| bit == 1) {
        return Err(malformed());
    }
    Board::new(sides).map_err(|problem| match problem {
        Misplaced::Empty => NotationError::new(format!("position id `{id}` has no checkers")),
        problem => NotationError::new(format!("position id `{id}`: {problem}")),
    })
}

fn parse_match_id(id: &str) -> Result<Rest, NotationError> {
    let wrong = || malformed("match", id, 12, "cIkSAAAAAAAA");
    let bytes = from_base64(id, MATCH_BYTES).ok_or_else(wrong)?;
    let mut bits = Bits { bytes, at: 0 };
    let mut field = |width| bits.pull(width).ok_or_else(wrong);
    let _cube = field(6)?;
    let on_roll = Seat::BOTH[field(1)? as usize];
    let _crawford = field(1)?;
    let state = field(3)?;
    let _decides = field(1)?;
    let double_offered = field(1)? == 1;
    let resigning = field(2)? > 0;
    if double_offered || resigning {
        return Err(NotationError::new(format!(
            "match id `{id}` waits for the answer to a double or a resignation"
        ))
        .help("the cube is not played here: give the id of a position to roll or to play"));
    }
    let faces = (field(3)? as u8, field(3)? as u8);
    let dice = match faces {
        (0, 0) => None,
        (one, other) => Some(Dice::new(one, other).ok_or_else(|| {
            NotationError::new(format!("match id `{id}` has the dice {one} and {other}"))
        })?),
    };
    Ok(Rest {
        on_roll,
        begun: state != State::NotBegun as u32,
        dice,
    })
}

fn malformed(what: &str, id: &str, length: usize, example: &str) -> NotationError {
    NotationError::new(format!("`{id}` is not a {what} id of GNU Backgammon")).help(format!(
        "it has {length} letters of base 64, as in `{example}`"
    ))
}

/// Bits from the lowest of the first byte on.
struct Bits {
    bytes: Vec<u8>,
    at: usize,
}

impl Bits {
    fn new(bytes: usize) -> Bits {
        Bits {
            bytes: vec![0; bytes],
            at: 0,
        }
    }

    fn push(&mut self, value: u32, width: usize) {
        for bit in 0..width {
            self.bytes[self.at / 8] |= ((value >> bit & 1) as u8) << (self.at % 8);
            self.at += 1;
        }
    }

    /// The next bits, or `None` past the end.
    fn pull(&mut self, width: usize) -> Option<u32> {
        let mut value = 0;
        for bit in 0..width {
            let byte = *self.bytes.get(self.at / 8)?;
            value |= u32::from(byte >> (self.at % 8) & 1) << bit;
            self.at += 1;
        }
        Some(value)
    }
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base 64 without padding.
fn to_base64(bytes: &[u8]) -> String {
    let letters = (8 * bytes.len()).div_ceil(6);
    (0..letters)
        .map(|letter| {
            let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| byte >> (7 - at % 8) & 1);
            let index = (0..6).fold(0, |index, place| index << 1 | bit(6 * letter + place));
            char::from(LETTERS[usize::from(index)])
        })
        .collect()
}

/// The bytes of exactly as many letters as they need; bits that are left over must be zero.
fn from_base64(text: &str, length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    for (letter, character) in text.bytes().enumerate() {
        let index = LETTERS.iter().position(|known| *known == character)?;
        for place in (0..6).filter(|place| index >> (5 - place) & 1 == 1) {
            let at = 6 * letter + place;
            *bytes.get_mut(at / 8)? |= 1 << (7 - at % 8);
        }
    }
    (text.len() == (8 * length).div_ceil(6)).then_some(bytes)
}
