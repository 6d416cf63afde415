//! Steps and jumps.

use shido_core::Seat;

use super::board::{ALL, Square, Toward, each, step};
use super::{Move, Position};

/// The fewest captures by which a king can come to the same square in two ways: once around a square
/// of four pieces. Nobody else can, as every piece is jumped along one diagonal only.
const LOOP: u32 = 4;

impl Position {
    pub(super) fn enemy(&self) -> u64 {
        self.pieces[self.mover.other().index()]
    }

    pub(super) fn empty(&self) -> u64 {
        ALL & !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces of a side that move in a direction.
    #[inline]
    fn able(&self, seat: Seat, toward: Toward) -> u64 {
        let pieces = self.pieces[seat.index()];
        if toward.is_forward(seat) {
            pieces
        } else {
            pieces & self.kings
        }
    }

    /// Where steps of a side in a direction end.
    #[inline]
    pub(super) fn steps(&self, seat: Seat, toward: Toward) -> u64 {
        step(self.able(seat, toward), toward) & self.empty()
    }

    /// Where first jumps of the mover in a direction end.
    #[inline]
    fn first_jumps(&self, toward: Toward) -> u64 {
        let over = step(self.able(self.mover, toward), toward) & self.enemy();
        step(over, toward) & self.empty()
    }

    /// Whether there is something to capture, so that it must be.
    #[inline]
    pub(super) fn must_capture(&self) -> bool {
        let jumps = Toward::ALL.map(|toward| self.first_jumps(toward));
        jumps[0] | jumps[1] | jumps[2] | jumps[3] != 0
    }

    #[inline]
    pub(super) fn can_move(&self) -> bool {
        let steps = Toward::ALL.map(|toward| self.steps(self.mover, toward));
        steps[0] | steps[1] | steps[2] | steps[3] != 0 || self.must_capture()
    }

    /// How many steps a side could make if nothing had to be captured.
    #[inline]
    pub(super) fn count_steps(&self, seat: Seat) -> u32 {
        let counts = Toward::ALL.map(|toward| self.steps(seat, toward).count_ones());
        counts.iter().sum()
    }

    pub(super) fn each_step(&self, mut visit: impl FnMut(Move)) {
        for toward in Toward::ALL {
            for to in each(self.steps(self.mover, toward)) {
                visit(Position::step_to(to, toward));
            }
        }
    }

    /// The step with this number, counted from zero, among those of the mover.
    pub(super) fn nth_step(&self, mut number: u32) -> Option<Move> {
        for toward in Toward::ALL {
            let mut targets = self.steps(self.mover, toward);
            let count = targets.count_ones();
            if number < count {
                for _ in 0..number {
                    targets &= targets - 1;
                }
                return Some(Position::step_to(Square::first_of(targets), toward));
            }
            number -= count;
        }
        None
    }

    fn step_to(to: Square, toward: Toward) -> Move {
        Move {
            from: Square::first_of(step(to.bit(), toward.back())),
            to,
            captured: 0,
        }
    }

    /// Visits the captures, each once however the king may go around.
    pub(super) fn each_capture(&self, mut visit: impl FnMut(Move)) {
        let mut long = Vec::new();
        let mut visit = |mv: Move| {
            if mv.captured.count_ones() >= LOOP {
                if long.contains(&mv) {
                    return;
                }
                long.push(mv);
            }
            visit(mv);
        };
        for toward in Toward::ALL {
            for landing in each(self.first_jumps(toward)) {
                let over = step(landing.bit(), toward.back());
                let from = step(over, toward.back());
                let jump = Jump {
                    from,
                    at: landing.bit(),
                    captured: over,
                    king: from & self.kings != 0,
                };
                self.jump_on(jump, &mut visit);
            }
        }
    }

    /// Goes on jumping as long as that is possible, as the rules demand. A man that has reached the
    /// king row stops by itself, for it has nowhere to go forward.
    fn jump_on(&self, jump: Jump, visit: &mut impl FnMut(Move)) {
        let prey = self.enemy() & !jump.captured;
        let vacant = self.empty() | jump.from;
        let mut ended = true;
        for toward in Toward::ALL {
            if !jump.king && !toward.is_forward(self.mover) {
                continue;
            }
            let over = step(jump.at, toward) & prey;
            let at = step(over, toward) & vacant;
            if at != 0 {
                ended = false;
                let further = Jump {
                    at,
                    captured: jump.captured | over,
                    ..jump
                };
                self.jump_on(further, visit);
            }
        }
        if ended {
            visit(Move {
                from: Square::first_of(jump.from),
                to: Square::first_of(jump.at),
                captured: jump.captured,
            });
        }
    }

    /// The ways that a capture can take, each with its first and last square.
    pub(super) fn routes(&self, mv: Move) -> Vec<Vec<Square>> {
        let mut routes = Vec::new();
        self.routes_on(mv, mv.captured, &mut vec![mv.from], &mut routes);
        routes
    }

    fn routes_on(
        &self,
        mv: Move,
        left: u64,
        route: &mut Vec<Square>,
        routes: &mut Vec<Vec<Square>>,
    ) {
        let at = route.last().copied().unwrap_or(mv.from);
        if left == 0 {
            if at == mv.to {
                routes.push(route.clone());
            }
            return;
        }
        for toward in Toward::ALL {
            let over = step(at.bit(), toward) & left;
            let next = step(over, toward) & (self.empty() | mv.from.bit());
            if next != 0 {
                route.push(Square::first_of(next));
                self.routes_on(mv, left & !over, route, routes);
                route.pop();
            }
        }
    }
}

/// A capture that is under way.
#[derive(Clone, Copy)]
struct Jump {
    from: u64,
    at: u64,
    captured: u64,
    king: bool,
}
