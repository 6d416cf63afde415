//! Tic-tac-toe and its reverse, a game without end, and a game with a coin.

use shido_core::{Chance, Game, Notation, NotationError, Outcome, Seat, Symmetry, Turn};

const LINES: [u16; 8] = [
    0b111,
    0b111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Tic-tac-toe, or lose tic-tac-toe, where three in a row loses. A move is the number of a square,
/// row by row from 0.
pub(crate) struct TicTacToe {
    pub(crate) lose: bool,
}

/// Which squares each side has marked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Marks(pub(crate) [u16; 2]);

impl Marks {
    fn mover(&self) -> Seat {
        Seat::BOTH[((self.0[0] | self.0[1]).count_ones() % 2) as usize]
    }

    fn all(&self) -> u16 {
        self.0[0] | self.0[1]
    }
}

impl Game for TicTacToe {
    type Position = Marks;
    type Move = u8;

    fn start(&self) -> Marks {
        Marks([0, 0])
    }

    fn turn(&self, position: &Marks) -> Turn {
        for seat in Seat::BOTH {
            let marks = position.0[seat.index()];
            if LINES.iter().any(|line| marks & line == *line) {
                let winner = if self.lose { seat.other() } else { seat };
                return Turn::Over(Outcome::win(winner));
            }
        }
        if position.all() == 0b111_111_111 {
            return Turn::Over(Outcome::DRAW);
        }
        Turn::Of(position.mover())
    }

    fn each_move(&self, position: &Marks, visit: impl FnMut(u8)) {
        if !matches!(self.turn(position), Turn::Over(_)) {
            let taken = position.all();
            (0..9)
                .filter(|square| taken >> square & 1 == 0)
                .for_each(visit);
        }
    }

    fn play(&self, position: &mut Marks, mv: u8) {
        let mover = position.mover();
        position.0[mover.index()] |= 1 << mv;
    }

    fn progress(&self, position: &Marks) -> Option<u32> {
        Some(position.all().count_ones())
    }
}

impl TicTacToe {
    fn image(symmetry: usize, marks: u16) -> u16 {
        (0..9)
            .filter(|square| marks >> square & 1 == 1)
            .fold(0, |image, square| image | 1 << turned(symmetry, square))
    }
}

/// A reflection in the main diagonal if the symmetry is 4 or more, then quarter turns.
fn turned(symmetry: usize, square: u8) -> u8 {
    let (mut row, mut column) = (square / 3, square % 3);
    if symmetry >= 4 {
        (row, column) = (column, row);
    }
    for _ in 0..symmetry % 4 {
        (row, column) = (column, 2 - row);
    }
    3 * row + column
}

impl Symmetry for TicTacToe {
    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, symmetry: usize, position: &Marks) -> Marks {
        Marks(position.0.map(|marks| Self::image(symmetry, marks)))
    }

    fn transform_move(&self, symmetry: usize, mv: u8) -> u8 {
        turned(symmetry, mv)
    }

    fn mirrors(&self, symmetry: usize, position: &Marks) -> bool {
        let moved = (0..9)
            .filter(|&square| turned(symmetry, square) != square)
            .fold(0, |moved, square| moved | 1 << square);
        let [first, second] = position.0.map(|marks| marks & moved);
        Self::image(symmetry, first) == second && Self::image(symmetry, second) == first
    }
}

impl Notation for TicTacToe {
    fn write_move(&self, _: &Marks, mv: u8) -> String {
        mv.to_string()
    }

    fn write_position(&self, position: &Marks) -> String {
        (0..9)
            .map(|square| match position.0.map(|marks| marks >> square & 1) {
                [1, _] => 'X',
                [_, 1] => 'O',
                _ => '|',
            })
            .collect()
    }

    fn parse_position(&self, text: &str) -> Result<Marks, NotationError> {
        if text.len() != 9 {
            return Err(NotationError::new("a position has nine squares"));
        }
        let of = |mark| {
            (0..9).zip(text.chars()).fold(0, |marks, (square, found)| {
                marks | u16::from(found == mark) << square
            })
        };
        Ok(Marks([of('X'), of('O')]))
    }
}

/// The position after these moves.
pub(crate) fn after(game: &TicTacToe, moves: &[u8]) -> Marks {
    let mut position = game.start();
    for &mv in moves {
        assert!(game.moves(&position).contains(&mv));
        game.play(&mut position, mv);
    }
    position
}

/// A token on a ring of four places goes one step on or back at every turn, forever.
pub(crate) struct Ring {
    pub(crate) limit: Option<u32>,
    /// Whether places 1 and 3 count as one when occurrences are counted.
    pub(crate) up_to_symmetry: bool,
}

/// The place and who is to move.
pub(crate) type OnRing = (u8, Seat);

impl Game for Ring {
    type Position = OnRing;
    type Move = bool;

    fn start(&self) -> OnRing {
        (0, Seat::First)
    }

    fn turn(&self, position: &OnRing) -> Turn {
        Turn::Of(position.1)
    }

    fn each_move(&self, _: &OnRing, mut visit: impl FnMut(bool)) {
        visit(false);
        visit(true);
    }

    fn play(&self, position: &mut OnRing, onwards: bool) {
        *position = (
            (position.0 + if onwards { 1 } else { 3 }) % 4,
            position.1.other(),
        );
    }

    fn repetition_limit(&self) -> Option<u32> {
        self.limit
    }

    fn recurs_as(&self, position: &OnRing) -> OnRing {
        match position {
            (3, seat) if self.up_to_symmetry => (1, *seat),
            _ => *position,
        }
    }
}

/// A coin that shows heads one time in four. Then the first player says whether to take it.
pub(crate) struct Coin;

impl Game for Coin {
    type Position = Vec<bool>;
    type Move = bool;

    fn start(&self) -> Vec<bool> {
        Vec::new()
    }

    fn turn(&self, position: &Vec<bool>) -> Turn {
        match position[..] {
            [] => Turn::Chance,
            [_] => Turn::Of(Seat::First),
            [heads, wanted, ..] => Turn::Over(Outcome::win(if heads == wanted {
                Seat::First
            } else {
                Seat::Second
            })),
        }
    }

    fn each_move(&self, position: &Vec<bool>, mut visit: impl FnMut(bool)) {
        if position.len() < 2 {
            visit(false);
            visit(true);
        }
    }

    fn play(&self, position: &mut Vec<bool>, mv: bool) {
        position.push(mv);
    }

    fn progress(&self, position: &Vec<bool>) -> Option<u32> {
        u32::try_from(position.len()).ok()
    }
}

impl Chance for Coin {
    fn probability(&self, _: &Vec<bool>, heads: bool) -> f64 {
        if heads { 0.25 } else { 0.75 }
    }
}
