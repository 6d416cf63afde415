//! The checkers on the board, on the bar and borne off.

use shido_core::Seat;

use super::plays::Step;

/// How many checkers each side has.
pub(super) const CHECKERS: u8 = 15;
/// The bar as a place to move from: a checker there has 25 pips to go.
pub(super) const BAR: u8 = 25;
/// Beside the board, as a place to move to.
pub(super) const OFF: u8 = 0;

/// Where the checkers stand. Both sides never share a point, and each has [`CHECKERS`] in all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board {
    /// The first side's checkers count up and the second's down. The index is the point as the
    /// first side counts; its bar is at 25, and the second's, which is that side's 25, at 0.
    points: [i8; 26],
    off: [u8; 2],
}

/// Checkers that do not make a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Misplaced {
    /// A side has more checkers than there are.
    TooMany(Seat, u32),
    /// Both sides stand on this point, as the first side counts.
    Shared(u8),
    /// Neither side has a checker left.
    Empty,
}

impl Board {
    pub(super) const START: Board = {
        let mut points = [0; 26];
        let setup = [(24, 2), (13, 5), (8, 3), (6, 5)];
        let mut i = 0;
        while i < setup.len() {
            let (point, checkers) = setup[i];
            points[point] = checkers;
            points[25 - point] = -checkers;
            i += 1;
        }
        Board {
            points,
            off: [0, 0],
        }
    };

    /// The board on which each side has these checkers: on its own points, and at 25 on the bar.
    /// What is missing has been borne off; index 0 is not looked at.
    pub(super) fn new(sides: [[u8; 26]; 2]) -> Result<Board, Misplaced> {
        let mut board = Board {
            points: [0; 26],
            off: [0, 0],
        };
        for seat in Seat::BOTH {
            let checkers = &sides[seat.index()][1..];
            let sum: u32 = checkers.iter().copied().map(u32::from).sum();
            let on_board = u8::try_from(sum)
                .ok()
                .filter(|on_board| *on_board <= CHECKERS)
                .ok_or(Misplaced::TooMany(seat, sum))?;
            board.off[seat.index()] = CHECKERS - on_board;
        }
        if board.off == [CHECKERS; 2] {
            return Err(Misplaced::Empty);
        }
        for seat in Seat::BOTH {
            for point in (1..=BAR).filter(|point| sides[seat.index()][usize::from(*point)] > 0) {
                let here = &mut board.points[index(seat, point)];
                if *here != 0 {
                    return Err(Misplaced::Shared(BAR - point));
                }
                let count = sides[seat.index()][usize::from(point)] as i8;
                *here = signed(seat, count);
            }
        }
        Ok(board)
    }

    /// The board as a side sees it: its own checkers count up and the opponent's down, on its own
    /// points. Its bar is at 25, the opponent's at 0.
    #[inline]
    pub(super) fn seen_by(&self, seat: Seat) -> [i8; 26] {
        match seat {
            Seat::First => self.points,
            Seat::Second => {
                let mut points = self.points.map(|count| -count);
                points.reverse();
                points
            }
        }
    }

    /// How many checkers a side has on one of its points or on the bar.
    #[inline]
    pub(super) fn checkers(&self, seat: Seat, point: u8) -> u8 {
        signed(seat, self.points[index(seat, point)]).max(0) as u8
    }

    /// How many checkers a side has borne off.
    pub(super) fn off(&self, seat: Seat) -> u8 {
        self.off[seat.index()]
    }

    /// The side that has borne off all its checkers.
    #[inline]
    pub(super) fn winner(&self) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.off(*seat) == CHECKERS)
    }

    /// Moves a checker and says whether it hit one. Where there is nothing to move, or the opponent
    /// holds the point, nothing happens.
    #[inline]
    pub(super) fn step(&mut self, seat: Seat, step: Step) -> bool {
        let there = index(seat, step.to());
        let opposing = match step.to() {
            OFF => 0,
            _ => signed(seat.other(), self.points[there]).max(0),
        };
        if self.checkers(seat, step.from()) == 0 || opposing > 1 {
            return false;
        }
        self.points[index(seat, step.from())] -= signed(seat, 1);
        if step.to() == OFF {
            self.off[seat.index()] += 1;
            return false;
        }
        let hit = opposing == 1;
        if hit {
            self.points[there] = 0;
            self.points[index(seat.other(), BAR)] += signed(seat.other(), 1);
        }
        self.points[there] += signed(seat, 1);
        hit
    }

    /// The pips that a side has to go until all its checkers are off.
    pub(super) fn pips(&self, seat: Seat) -> u32 {
        (1..=BAR)
            .map(|point| u32::from(point) * u32::from(self.checkers(seat, point)))
            .sum()
    }
}

/// Where a side's point is on the board.
#[inline]
fn index(seat: Seat, point: u8) -> usize {
    usize::from(match seat {
        Seat::First => point,
        Seat::Second => BAR - point,
    })
}

/// A side's count as it stands on the board, and back.
#[inline]
fn signed(seat: Seat, count: i8) -> i8 {
    match seat {
        Seat::First => count,
        Seat::Second => -count,
    }
}
