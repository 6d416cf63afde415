//! A board for playouts: chains are kept, and their liberties counted while stones come and go.
//!
//! What is counted are *pseudo-liberties*: an empty point counts once for each stone of the chain next
//! to it. They are easily kept up, and a chain has none exactly if it has no liberty, which is all that
//! a playout asks.

mod answer;

use shido_core::Seat;

use super::Board;
use super::points::{Point, PointSet};

/// Rows lie as far apart as in sets of points, and a rim of points beside the board lies around them:
/// so each point has four neighbours, and none need be left out at the edge.
const UP: usize = 20;
const RIM: u16 = 21;

/// A power of two above the last point of the rim, so that an index masked by it is known to be one.
const CELLS: usize = 512;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    Empty,
    Stone(Seat),
    Beside,
}

/// How many of the four neighbours of a point hold what, in one number of three octal digits: stones of
/// Black, stones of White, and what is not empty. The rim counts for both sides.
const SHARES: [u16; 2] = [0o101, 0o110];
const RIM_SHARE: u16 = 0o111;
const ALL_TAKEN: u16 = 0o400;

/// The stones on a board as chains.
#[derive(Clone, Debug)]
pub(super) struct Chains {
    cells: [Cell; CELLS],
    /// What is around each point, by shares.
    around: [u16; CELLS],
    /// For each stone, the one whose index names its chain.
    heads: [u16; CELLS],
    /// For each stone the next one of its chain, going round.
    next: [u16; CELLS],
    /// Under the name of a chain, how many stones it has and how many pseudo-liberties.
    lengths: [u16; CELLS],
    liberties: [u16; CELLS],
    /// The empty points in some order, and where each of them is in it.
    empty: [u16; CELLS],
    slots: [u16; CELLS],
    empty_count: usize,
    /// Where a stone may not be placed next, since it would take back a ko.
    ko: usize,
}

/// No point of the board.
pub(super) const NOWHERE: usize = 0;

pub(super) const fn cell(point: Point) -> usize {
    (point.bit() + RIM) as usize
}

fn point(cell: usize) -> Point {
    Point::of_bit(cell as u16 - RIM)
}

fn neighbours(at: usize) -> [usize; 4] {
    [at - 1, at + 1, at - UP, at + UP].map(|near| near % CELLS)
}

impl Chains {
    pub(super) fn new(board: &Board, ko: Option<Point>) -> Chains {
        let mut chains = Chains {
            cells: [Cell::Beside; CELLS],
            around: [4 * RIM_SHARE; CELLS],
            heads: [0; CELLS],
            next: [0; CELLS],
            lengths: [0; CELLS],
            liberties: [0; CELLS],
            empty: [0; CELLS],
            slots: [0; CELLS],
            empty_count: 0,
            ko: NOWHERE,
        };
        for at in board.points().iter().map(cell) {
            chains.cells[at] = Cell::Empty;
            chains.add_empty(at);
            for near in neighbours(at) {
                chains.around[near] -= RIM_SHARE;
            }
        }
        for seat in Seat::BOTH {
            for at in board.stones(seat).iter().map(cell) {
                chains.place(at, seat);
            }
        }
        chains.ko = ko.map_or(NOWHERE, cell);
        chains
    }

    /// How many empty points there are.
    #[inline]
    pub(super) fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// The empty point in this place of the list, which is swapped with the one at `last`.
    #[inline]
    pub(super) fn take_empty(&mut self, place: usize, last: usize) -> usize {
        let [place, last] = [place % CELLS, last % CELLS];
        let [taken, other] = [self.empty[place], self.empty[last]];
        self.empty.swap(place, last);
        self.slots[usize::from(taken) % CELLS] = last as u16;
        self.slots[usize::from(other) % CELLS] = place as u16;
        usize::from(taken) % CELLS
    }

    /// Whether a side may and would place a stone on an empty point in a playout: it is neither suicide
    /// nor the ko nor an eye of its own.
    #[inline]
    pub(super) fn is_playable(&self, at: usize, seat: Seat) -> bool {
        let around = self.around[at % CELLS];
        if around < ALL_TAKEN {
            return at != self.ko;
        }
        let eye = self.enclosed_by(at, seat) && self.is_eye(at, seat);
        !eye && at != self.ko && self.can_live(at, seat)
    }

    /// Whether all neighbours of a point are stones of a side or beside the board.
    #[inline]
    fn enclosed_by(&self, at: usize, seat: Seat) -> bool {
        self.around[at % CELLS] >> (3 * seat.index()) & 7 == 4
    }

    /// Whether a stone on a point without empty neighbours has a liberty after all: through a chain of
    /// its own that has another, or by capturing. The point is a pseudo-liberty of a chain once for each
    /// of the chain's stones next to it.
    #[inline]
    fn can_live(&self, at: usize, seat: Seat) -> bool {
        let near = neighbours(at);
        near.into_iter().any(|stone| {
            let Cell::Stone(holder) = self.cells[stone] else {
                return false;
            };
            let head = self.heads[stone];
            let here = near
                .into_iter()
                .filter(|other| {
                    self.cells[*other] == Cell::Stone(holder) && self.heads[*other] == head
                })
                .count();
            let elsewhere = usize::from(self.liberties[usize::from(head) % CELLS]) > here;
            elsewhere == (holder == seat)
        })
    }

    /// As [`Board::is_eye`], for a point whose neighbours are the side's or beside the board.
    #[inline]
    fn is_eye(&self, at: usize, seat: Seat) -> bool {
        let diagonals = [at - UP - 1, at - UP + 1, at + UP - 1, at + UP + 1];
        let mut others = 0;
        let mut beside = 0;
        for diagonal in diagonals {
            match self.cells[diagonal % CELLS] {
                Cell::Stone(holder) if holder != seat => others += 1,
                Cell::Beside => beside = 1,
                _ => {}
            }
        }
        others + beside < 2
    }

    /// Places a stone that [is playable](Chains::is_playable), or might be an eye.
    #[inline]
    pub(super) fn place(&mut self, at: usize, seat: Seat) {
        let at = at % CELLS;
        let other = seat.other();
        let enclosed = self.enclosed_by(at, other);
        self.remove_empty(at);
        self.cells[at] = Cell::Stone(seat);
        self.heads[at] = at as u16;
        self.next[at] = at as u16;
        self.lengths[at] = 1;
        self.liberties[at] = 0;
        for near in neighbours(at) {
            self.around[near] += SHARES[seat.index()];
            match self.cells[near] {
                Cell::Empty => {
                    let head = usize::from(self.heads[at]) % CELLS;
                    self.liberties[head] += 1;
                }
                Cell::Stone(holder) => {
                    let head = usize::from(self.heads[near]) % CELLS;
                    self.liberties[head] -= 1;
                    if holder == seat {
                        self.join(at, near);
                    }
                }
                Cell::Beside => {}
            }
        }
        self.ko = NOWHERE;
        let before = self.empty_count;
        for near in neighbours(at) {
            if self.cells[near] == Cell::Stone(other)
                && self.liberties[usize::from(self.heads[near]) % CELLS] == 0
            {
                self.capture(near, other);
            }
        }
        if enclosed && self.empty_count == before + 1 {
            self.ko = usize::from(self.empty[before % CELLS]);
        }
    }

    /// Ends the ban of a ko.
    pub(super) fn pass(&mut self) {
        self.ko = NOWHERE;
    }

    /// Makes one chain of those of two stones: the shorter one takes the name of the longer.
    #[inline]
    fn join(&mut self, one: usize, other: usize) {
        let [one, other] = [one, other].map(|stone| usize::from(self.heads[stone % CELLS]) % CELLS);
        if one == other {
            return;
        }
        let [long, short] = match self.lengths[one] >= self.lengths[other] {
            true => [one, other],
            false => [other, one],
        };
        self.lengths[long] += self.lengths[short];
        self.liberties[long] += self.liberties[short];
        let mut stone = short;
        loop {
            self.heads[stone] = long as u16;
            stone = usize::from(self.next[stone]) % CELLS;
            if stone == short {
                break;
            }
        }
        self.next.swap(long, short);
    }

    /// Takes the chain of a stone off the board.
    fn capture(&mut self, first: usize, seat: Seat) {
        let mut stone = first;
        loop {
            self.cells[stone] = Cell::Empty;
            self.add_empty(stone);
            for near in neighbours(stone) {
                self.around[near] -= SHARES[seat.index()];
                if let Cell::Stone(_) = self.cells[near] {
                    // A stone of the same chain that is still there gets a liberty too. Nobody looks at
                    // it any more.
                    self.liberties[usize::from(self.heads[near]) % CELLS] += 1;
                }
            }
            stone = usize::from(self.next[stone]) % CELLS;
            if stone == first {
                break;
            }
        }
    }

    #[inline]
    fn add_empty(&mut self, at: usize) {
        self.empty[self.empty_count % CELLS] = at as u16;
        self.slots[at] = self.empty_count as u16;
        self.empty_count += 1;
    }

    #[inline]
    fn remove_empty(&mut self, at: usize) {
        self.empty_count -= 1;
        self.take_empty(usize::from(self.slots[at]), self.empty_count);
    }

    /// The stones as sets.
    pub(super) fn board(&self, size: u8) -> Board {
        let mut stones = [PointSet::EMPTY; 2];
        for at in Board::new(size).points().iter().map(cell) {
            if let Cell::Stone(seat) = self.cells[at] {
                stones[seat.index()].insert(point(at));
            }
        }
        Board::with(size, stones)
    }

    /// How many points Black has more than White, an empty point being whose all its neighbours are.
    pub(super) fn lead(&self, size: u8) -> i32 {
        let worth = |at: usize| match self.cells[at] {
            Cell::Stone(Seat::First) => 1,
            Cell::Stone(Seat::Second) => -1,
            _ => {
                let [black, white] = Seat::BOTH.map(|seat| self.enclosed_by(at, seat));
                i32::from(black) - i32::from(white)
            }
        };
        Board::new(size).points().iter().map(cell).map(worth).sum()
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use shido_core::Seed;

    use super::*;

    /// What may be played, what is captured and what is a ko, as the sets of points have it.
    #[test]
    fn chains_come_and_go_as_on_a_board_of_sets() {
        let (mut captures, mut kos) = (0, 0);
        for (size, contest) in [(2, 40), (5, 40), (9, 10), (13, 4), (19, 2)]
            .into_iter()
            .flat_map(|(size, contests)| (0..contests).map(move |contest| (size, contest)))
        {
            let mut rng = Seed(u64::from(size)).derive(contest).rng();
            let mut board = Board::new(size);
            let mut chains = Chains::new(&board, None);
            let mut ko = None;
            let mut mover = Seat::First;
            for _ in 0..3 * u32::from(size) * u32::from(size) {
                assert_eq!(chains.board(size), board);
                assert_eq!(chains.empty_count() as u32, board.empty().len());
                let legal = |point: &Point| !board.is_suicide(*point, mover) && ko != Some(*point);
                let legal: Vec<Point> = board.empty().iter().filter(legal).collect();
                for point in board.empty().iter() {
                    let wanted = legal.contains(&point) && !board.is_eye(point, mover);
                    assert_eq!(chains.is_playable(cell(point), mover), wanted, "{point}");
                }
                // Eyes are filled here, so that much is captured.
                if legal.is_empty() {
                    chains.pass();
                    ko = None;
                } else {
                    let point = legal[rng.random_range(0..legal.len())];
                    let taken = board.place(point, mover);
                    chains.place(cell(point), mover);
                    let chain = board.chain(point).expect("the stone lives");
                    let alone = chain.stones.only().is_some() && chain.liberties == taken;
                    ko = taken.only().filter(|_| alone);
                    captures += u32::from(!taken.is_empty());
                    kos += u32::from(ko.is_some());
                }
                mover = mover.other();
                // A board made anew of the stones is as good as one that grew.
                let anew = Chains::new(&board, ko);
                for point in board.empty().iter() {
                    let playable = anew.is_playable(cell(point), mover);
                    assert_eq!(chains.is_playable(cell(point), mover), playable);
                }
            }
        }
        assert!(captures > 500 && kos > 20, "{captures}, {kos}");
    }
}
