//! What answers a stone of the other side: chains are saved from capture, or captured.

use shido_core::Seat;

use super::{CELLS, Cell, Chains, NOWHERE, neighbours};

/// A point is a liberty of at most four stones of a chain. So a chain with more pseudo-liberties than
/// these has a second liberty.
const OF_ONE: u16 = 4;

/// A chain that may be captured at once is worth giving up only where it may kill: it leaves a shape
/// in which the other side makes no two eyes. The largest such shape has six points, so what has as
/// many stones or fewer may be given up.
const LARGEST_SACRIFICE: u16 = 6;

/// Some points, at most as many as are worth choosing between.
#[derive(Default)]
pub(in super::super) struct Answers {
    points: [u16; 8],
    count: usize,
}

impl Answers {
    pub(in super::super) fn count(&self) -> usize {
        self.count
    }

    pub(in super::super) fn get(&self, index: usize) -> usize {
        usize::from(self.points[index % self.points.len()])
    }

    /// Adds a point that is not there yet.
    fn add(&mut self, at: usize) {
        if self.points[..self.count].contains(&(at as u16)) {
            return;
        }
        if let Some(place) = self.points.get_mut(self.count) {
            *place = at as u16;
            self.count += 1;
        }
    }
}

impl Chains {
    /// Whether a stone of this side is on a point.
    pub(in super::super) fn is_held(&self, at: usize, seat: Seat) -> bool {
        self.cells[at % CELLS] == Cell::Stone(seat)
    }

    /// Whose stone is on a point.
    pub(in super::super) fn holder(&self, at: usize) -> Option<Seat> {
        match self.cells[at % CELLS] {
            Cell::Stone(seat) => Some(seat),
            Cell::Empty | Cell::Beside => None,
        }
    }

    /// Whether two stones are of one chain.
    pub(in super::super) fn are_joined(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|stone| stone % CELLS);
        matches!(self.cells[one], Cell::Stone(_))
            && self.cells[one] == self.cells[other]
            && self.heads[one] == self.heads[other]
    }

    /// Where a side, after a stone of the other on `last`, saves its chains that this stone put in
    /// atari, by capturing what touches them or by a move that leaves two liberties, and where it
    /// captures the stone.
    pub(in super::super) fn answers(&self, last: usize, seat: Seat) -> Answers {
        let mut answers = Answers::default();
        if let Some(liberty) = self.last_liberty(last)
            && self.is_playable(liberty, seat)
        {
            answers.add(liberty);
        }
        for near in neighbours(last) {
            if self.is_held(near, seat)
                && let Some(liberty) = self.last_liberty(near)
            {
                if self.is_playable(liberty, seat) && self.has_two_liberties(liberty, seat) {
                    answers.add(liberty);
                }
                self.add_counter_captures(near, last, seat, &mut answers);
            }
        }
        answers
    }

    /// Where a side captures a chain that touches the one of a stone. That of `last` is known already.
    fn add_counter_captures(&self, first: usize, last: usize, seat: Seat, answers: &mut Answers) {
        for stone in self.stones(first) {
            for near in neighbours(stone) {
                if self.is_held(near, seat.other())
                    && self.heads[near] != self.heads[last % CELLS]
                    && let Some(liberty) = self.last_liberty(near)
                    && self.is_playable(liberty, seat)
                {
                    answers.add(liberty);
                }
            }
        }
    }

    /// Whether a stone here would leave a chain of many stones with one liberty and capture nothing.
    #[inline]
    pub(in super::super) fn gives_up_much(&self, at: usize, seat: Seat) -> bool {
        let at = at % CELLS;
        // Two empty neighbours are two liberties, which is how it mostly is.
        let neighbours_taken = self.around[at] >> 6;
        if neighbours_taken <= 2 {
            return false;
        }
        let near = neighbours(at);
        let mut length = 1;
        for (index, &stone) in near.iter().enumerate() {
            let counted = near[..index].iter();
            let again = counted.clone().any(|other| self.are_joined(*other, stone));
            if self.is_held(stone, seat) && !again {
                length += self.lengths[usize::from(self.heads[stone]) % CELLS];
            }
        }
        length > LARGEST_SACRIFICE
            && !self.has_two_liberties(at, seat)
            && !near.into_iter().any(|stone| {
                self.is_held(stone, seat.other()) && self.last_liberty(stone) == Some(at)
            })
    }

    /// Whether a stone of a side here is of a chain with two liberties or more, not counting those
    /// that are made by capturing.
    fn has_two_liberties(&self, at: usize, seat: Seat) -> bool {
        let mut first = NOWHERE;
        let mut is_second = |liberty: usize| {
            let second = first != NOWHERE && first != liberty;
            first = liberty;
            second
        };
        neighbours(at)
            .into_iter()
            .any(|near| match self.cells[near] {
                Cell::Empty => is_second(near),
                Cell::Stone(holder) if holder == seat => {
                    let head = usize::from(self.heads[near]) % CELLS;
                    // Two liberties besides the point itself.
                    self.liberties[head] > 2 * OF_ONE
                        || self.stones(near).any(|stone| {
                            let mut around = neighbours(stone).into_iter();
                            around.any(|next| {
                                next != at && self.cells[next] == Cell::Empty && is_second(next)
                            })
                        })
                }
                _ => false,
            })
    }

    /// The only liberty of the chain of a stone, if it is in atari.
    #[inline]
    fn last_liberty(&self, stone: usize) -> Option<usize> {
        let head = usize::from(self.heads[stone % CELLS]) % CELLS;
        if self.liberties[head] > OF_ONE {
            return None;
        }
        let mut liberty = NOWHERE;
        for stone in self.stones(stone) {
            for near in neighbours(stone) {
                if self.cells[near] == Cell::Empty && near != liberty {
                    if liberty != NOWHERE {
                        return None;
                    }
                    liberty = near;
                }
            }
        }
        (liberty != NOWHERE).then_some(liberty)
    }

    /// The stones of the chain of a stone.
    fn stones(&self, first: usize) -> impl Iterator<Item = usize> {
        let first = first % CELLS;
        let next = |stone: &usize| Some(usize::from(self.next[*stone]) % CELLS);
        std::iter::successors(Some(first), move |stone| {
            next(stone).filter(|stone| *stone != first)
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use shido_core::Seed;

    use super::super::super::{Board, Point, PointSet};
    use super::super::cell;
    use super::*;

    fn answers(chains: &Chains, last: Point, seat: Seat) -> PointSet {
        let found = chains.answers(cell(last), seat);
        (0..found.count())
            .map(|index| super::super::point(found.get(index)))
            .collect()
    }

    /// The same as sets of points have it: every answer captures or saves something, and where there is
    /// something to capture or to save there is an answer.
    #[test]
    fn answers_capture_or_save() {
        let mut seen = [0; 2];
        for (size, contest) in [(5, 0..60), (9, 60..90), (13, 90..96)]
            .into_iter()
            .flat_map(|(size, contests)| contests.map(move |contest| (size, contest)))
        {
            let mut rng = Seed(8).derive(contest).rng();
            let mut board = Board::new(size);
            let mut chains = Chains::new(&board, None);
            let mut mover = Seat::First;
            for _ in 0..2 * u32::from(size) * u32::from(size) {
                let playable = |point: &Point| chains.is_playable(cell(*point), mover);
                let playable: Vec<Point> = board.empty().iter().filter(playable).collect();
                for point in &playable {
                    let wanted = gives_up_much(&board, *point, mover);
                    assert_eq!(chains.gives_up_much(cell(*point), mover), wanted);
                }
                let Some(count) = Some(playable.len()).filter(|count| *count > 0) else {
                    break;
                };
                let point = playable[rng.random_range(0..count)];
                board.place(point, mover);
                chains.place(cell(point), mover);
                mover = mover.other();
                let wanted = wanted(&board, &chains, point, mover);
                assert_eq!(answers(&chains, point, mover), wanted, "{board:?}");
                seen[usize::from(wanted.is_empty())] += 1;
            }
        }
        assert!(seen[0] > 500 && seen[1] > 500, "{seen:?}");
    }

    fn wanted(board: &Board, chains: &Chains, last: Point, mover: Seat) -> PointSet {
        let playable = |point: &Point| chains.is_playable(cell(*point), mover);
        let mut wanted = PointSet::EMPTY;
        let stone = board.chain(last).expect("a stone");
        if stone.is_in_atari() {
            wanted |= stone.liberties;
        }
        let near = board.neighbours(last) & board.stones(mover);
        for chain in board.chains(near).filter(|chain| chain.is_in_atari()) {
            for enemy in board.enemies(&chain).filter(|enemy| enemy.is_in_atari()) {
                wanted |= enemy.liberties;
            }
            let liberty = chain.liberties.only().expect("it is in atari");
            let stones = PointSet::from(liberty) | board.stones(mover);
            let grown = board.connected(liberty.into(), &stones);
            let left = board.around(&grown) & board.empty();
            if left.len() >= 2 {
                wanted |= chain.liberties;
            }
        }
        wanted.iter().filter(playable).collect()
    }

    fn gives_up_much(board: &Board, point: Point, mover: Seat) -> bool {
        let mut after = *board;
        let captured = after.place(point, mover);
        let chain = after.chain(point).expect("it is legal");
        captured.is_empty() && chain.is_in_atari() && chain.stones.len() > 6
    }
}
