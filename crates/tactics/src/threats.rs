//! Reading by threats: a goal is pursued with moves that each threaten to reach it.
//!
//! This is lambda search (Thomsen 2000, "Lambda-search in game trees, with application to Go"). A threat
//! of order 0 is a stone that reaches the goal at once. A move is a threat of order n if the attacker,
//! were the defender to pass, would reach the goal by threats of lower orders. What the defender has to
//! try against it follows from that: a move beside the *zone* on which the attacker's success after a
//! pass rests is as good as a pass. So a goal that is found to be reached is reached against every move
//! of the board, while only few of them are looked at; `docs/go-tactics.md` has the argument.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use shido_core::{Game, Outcome, Seat, Turn};
use shido_games::go::{Board, Point, PointSet};
use shido_search::{Answer, Limits, ProofNumber};

use crate::zone::closed;
use crate::{Reading, Situation, Status};

/// What the attacker wants, as far as reading by threats has to know.
pub(crate) trait Goal: Send + Sync {
    /// Whether the goal is out of reach for good. Only a move of the defender makes it so.
    fn is_lost(&self, board: &Board) -> bool;

    /// Where a stone of the attacker reaches the goal at once.
    fn finishing(&self, board: &Board) -> PointSet;

    /// As long as these points are as they are, a stone there does.
    fn grounds(&self, board: &Board) -> PointSet;

    /// Where the attacker tries to make a threat of this order. What is left out is not found.
    fn tries(&self, board: &Board, order: u32) -> PointSet;

    /// Where the defender has to try to meet a threat that rests on this zone. What is left out must be
    /// no better than a pass.
    fn answers(&self, board: &Board, zone: PointSet) -> PointSet {
        zone & board.empty()
    }

    /// What to call a success by threats of this order.
    fn named(&self, order: u32) -> String;
}

/// Threats of higher orders are not looked for.
const HIGHEST: u32 = 3;

/// Does the attacker reach the goal? Yes, Ko or Open.
///
/// A quarter of the nodes is kept for kos: a short way to one would not be found otherwise where the
/// ways without one are many.
pub(crate) fn read(goal: &impl Goal, attacker: Seat, situation: &Situation, nodes: u64) -> Reading {
    let sure = read_with_kos(
        goal,
        attacker,
        attacker.other(),
        situation,
        nodes - nodes / 4,
    );
    if sure.status != Status::Open {
        return sure;
    }
    let left = nodes.saturating_sub(sure.nodes);
    let mut reading = read_with_kos(goal, attacker, attacker, situation, left);
    reading.nodes += sure.nodes;
    if reading.status == Status::Yes {
        reading.status = Status::Ko;
    }
    reading.allowed_in(situation)
}

/// Does the attacker reach the goal if this side wins all kos? Yes or Open.
pub(crate) fn read_with_kos(
    goal: &impl Goal,
    attacker: Seat,
    ko: Seat,
    situation: &Situation,
    nodes: u64,
) -> Reading {
    let work = Work {
        done: AtomicU64::new(0),
        limit: nodes,
        is_over: AtomicBool::new(nodes == 0),
    };
    let rules = Rules { attacker, ko };
    if situation.first == attacker
        && let Some(point) = rules.finishing(goal, &State::of(situation)).iter().next()
    {
        return work.reading(Status::Yes, Some(point), goal.named(0));
    }
    for order in 1..=HIGHEST {
        let contest = Contest {
            goal,
            rules,
            order,
            situation: *situation,
            work: &work,
            met: Mutex::default(),
        };
        if let Some(first) = contest.won() {
            return work.reading(Status::Yes, first, goal.named(order));
        }
    }
    work.reading(Status::Open, None, "not found by threats".to_owned())
}

/// How much has been looked at, and whether it was enough.
struct Work {
    done: AtomicU64,
    limit: u64,
    is_over: AtomicBool,
}

impl Work {
    fn left(&self) -> u64 {
        self.limit.saturating_sub(self.done.load(Ordering::Relaxed))
    }

    fn add(&self, nodes: u64) {
        self.done.fetch_add(nodes, Ordering::Relaxed);
        if self.left() == 0 {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    fn reading(&self, status: Status, first: Option<Point>, how: String) -> Reading {
        Reading {
            status,
            first,
            nodes: self.done.load(Ordering::Relaxed),
            how,
        }
    }
}

/// Who attacks, and who wins the kos: that side may retake at once, the other may not.
#[derive(Clone, Copy)]
struct Rules {
    attacker: Seat,
    ko: Seat,
}

/// The stones, and where the side to move may not place one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State {
    board: Board,
    ban: PointSet,
}

impl State {
    fn of(situation: &Situation) -> State {
        State {
            board: situation.board,
            ban: situation.ban,
        }
    }

    fn passed(&self) -> State {
        State {
            board: self.board,
            ban: PointSet::EMPTY,
        }
    }
}

impl Rules {
    fn is_legal(&self, state: &State, seat: Seat, point: Point) -> bool {
        (seat == self.ko || !state.ban.contains(point)) && !state.board.is_suicide(point, seat)
    }

    fn legal(&self, state: &State, seat: Seat, points: PointSet) -> PointSet {
        let points = points.iter();
        points
            .filter(|point| self.is_legal(state, seat, *point))
            .collect()
    }

    /// Where the attacker, to move, reaches the goal at once.
    fn finishing(&self, goal: &impl Goal, state: &State) -> PointSet {
        self.legal(state, self.attacker, goal.finishing(&state.board))
    }

    /// The state after a stone, and what it captured.
    fn play(&self, state: &State, seat: Seat, point: Point) -> (State, PointSet) {
        let mut board = state.board;
        let captured = board.place(point, seat);
        let is_ko = seat == self.ko
            && captured.len() == 1
            && board.neighbours(point) & (board.stones(seat) | board.empty()) == captured;
        let ban = if is_ko { captured } else { PointSet::EMPTY };
        (State { board, ban }, captured)
    }
}

/// A reader of threats gives up after so many positions, so that one threat cannot take all the time.
const PATIENCE: [u64; HIGHEST as usize] = [1, 400, 100];

/// How many of its moves in a row the attacker looks ahead. A ladder across the largest board is
/// shorter.
const LONGEST: u32 = 150;

/// Looks, depth first, for a success by threats and for the zone it rests on.
struct Reader<'a, G> {
    goal: &'a G,
    rules: Rules,
    patience: u64,
    nodes: u64,
}

impl<G: Goal> Reader<'_, G> {
    /// The zone on which a success rests of the attacker, who is to move.
    fn attack(&mut self, state: &State, order: u32, ahead: u32) -> Option<PointSet> {
        let attacker = self.rules.attacker;
        let board = &state.board;
        if self.nodes >= self.patience || ahead >= LONGEST || self.goal.is_lost(board) {
            return None;
        }
        self.nodes += 1;
        if let Some(point) = self.rules.finishing(self.goal, state).iter().next() {
            let rests = self.goal.grounds(board) | may_be_placed(board, point);
            return Some(closed(board, rests));
        }
        for order in 1..=order {
            let tries = self.goal.tries(board, order);
            for point in self.rules.legal(state, attacker, tries).iter() {
                let (next, captured) = self.rules.play(state, attacker, point);
                if let Some(zone) = self.defend(&next, order, ahead + 1) {
                    let rests =
                        zone | may_be_placed(board, point) | captures_so(board, point, captured);
                    return Some(closed(board, rests));
                }
            }
        }
        None
    }

    /// The same where the defender is to move, against a threat of this order.
    fn defend(&mut self, state: &State, order: u32, ahead: u32) -> Option<PointSet> {
        let board = &state.board;
        let threatened = self.attack(&state.passed(), order - 1, ahead)?;
        let defender = self.rules.attacker.other();
        let mut rests = threatened;
        for point in self.goal.answers(board, threatened).iter() {
            if board.is_suicide(point, defender) {
                rests |= board.neighbours(point);
            } else if self.rules.is_legal(state, defender, point) {
                let (next, captured) = self.rules.play(state, defender, point);
                rests |= self.attack(&next, order, ahead)?;
                rests |= captures_so(board, point, captured);
            }
        }
        Some(closed(board, rests))
    }
}

/// What a stone rests on that is no suicide: with these points as they are, and closed, it is none.
fn may_be_placed(board: &Board, point: Point) -> PointSet {
    let around = board.neighbours(point);
    let room = (around & board.empty()).iter().next();
    let rests = room.map_or(around, PointSet::from);
    rests | point.into()
}

/// What it rests on that a stone captures these and no others, and so which ko it begins.
fn captures_so(board: &Board, point: Point, captured: PointSet) -> PointSet {
    if captured.is_empty() {
        point.into()
    } else {
        captured | board.neighbours(point) | point.into()
    }
}

/// The contest for a goal by threats up to an order. The attacker has won where it can reach the goal at
/// once, or where nothing meets its threat; a move that does not threaten loses.
struct Contest<'a, G> {
    goal: &'a G,
    rules: Rules,
    order: u32,
    situation: Situation,
    work: &'a Work,
    /// What was found out of each threat: the search comes back to it often.
    met: Mutex<HashMap<State, (PointSet, Option<Seat>)>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    state: State,
    mover: Seat,
    /// What the mover chooses from. It follows from the rest, as the winner does.
    moves: PointSet,
    winner: Option<Seat>,
}

impl<G: Goal> Contest<'_, G> {
    /// If the attacker is seen to win: with what, if it moves first.
    fn won(&self) -> Option<Option<Point>> {
        let attacker = self.rules.attacker;
        if self.work.is_over.load(Ordering::Relaxed) {
            return None;
        }
        let start = self.start();
        let limits = Limits {
            nodes: Some(self.work.left()),
            stop: Some(&self.work.is_over),
            ..Limits::default()
        };
        let proof = ProofNumber { mebibytes: 1 }.prove(self, &start, attacker, limits);
        let proof = proof.expect("chance does not move here");
        self.work.add(proof.nodes);
        let first = proof.line.first().copied();
        (proof.answer == Answer::Proven).then(|| first.filter(|_| start.mover == attacker))
    }

    fn at(&self, state: State, mover: Seat) -> Position {
        let (moves, winner) = if mover == self.rules.attacker {
            self.attack(&state)
        } else {
            let mut met = self.met.lock().expect("nobody panics holding it");
            *met.entry(state).or_insert_with(|| self.defend(&state))
        };
        Position {
            state,
            mover,
            moves,
            winner,
        }
    }

    fn attack(&self, state: &State) -> (PointSet, Option<Seat>) {
        let attacker = self.rules.attacker;
        let board = &state.board;
        if self.goal.is_lost(board) {
            return (PointSet::EMPTY, Some(attacker.other()));
        }
        if !self.rules.finishing(self.goal, state).is_empty() {
            return (PointSet::EMPTY, Some(attacker));
        }
        let tries = self.goal.tries(board, self.order);
        let moves = self.rules.legal(state, attacker, tries);
        (moves, moves.is_empty().then_some(attacker.other()))
    }

    fn defend(&self, state: &State) -> (PointSet, Option<Seat>) {
        let attacker = self.rules.attacker;
        let mut reader = Reader {
            goal: self.goal,
            rules: self.rules,
            patience: PATIENCE[self.order as usize - 1].min(self.work.left()),
            nodes: 0,
        };
        let zone = reader.attack(&state.passed(), self.order - 1, 0);
        self.work.add(reader.nodes);
        let Some(zone) = zone else {
            return (PointSet::EMPTY, Some(attacker.other()));
        };
        let answers = self.goal.answers(&state.board, zone);
        let moves = self.rules.legal(state, attacker.other(), answers);
        (moves, moves.is_empty().then_some(attacker))
    }
}

impl<G: Goal> Game for Contest<'_, G> {
    type Position = Position;
    type Move = Point;

    fn start(&self) -> Position {
        self.at(State::of(&self.situation), self.situation.first)
    }

    fn turn(&self, position: &Position) -> Turn {
        match position.winner {
            Some(winner) => Turn::Over(Outcome::win(winner)),
            None => Turn::Of(position.mover),
        }
    }

    fn each_move(&self, position: &Position, visit: impl FnMut(Point)) {
        position.moves.iter().for_each(visit);
    }

    fn play(&self, position: &mut Position, point: Point) {
        let (state, _) = self.rules.play(&position.state, position.mover, point);
        *position = self.at(state, position.mover.other());
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use shido_core::{Rng, Seed};

    use super::*;
    use crate::capture::Capture;
    use crate::connection::Connection;

    /// Places stones at random on these points of the board, or takes them away.
    fn shuffled(board: &Board, points: PointSet, rng: &mut Rng) -> Board {
        let mut stones = board.both().map(|stones| stones - points);
        for point in points.iter() {
            if rng.random_bool(0.45) {
                stones[rng.random_range(0..2)].insert(point);
            }
        }
        Board::with(board.size(), stones)
    }

    /// The zone of a success, if there is one and it is soon found.
    fn zone(goal: &impl Goal, rules: Rules, board: &Board) -> Result<Option<PointSet>, ()> {
        let mut reader = Reader {
            goal,
            rules,
            patience: 1_000,
            nodes: 0,
        };
        let state = State {
            board: *board,
            ban: PointSet::EMPTY,
        };
        let zone = reader.attack(&state, 2, 0);
        if reader.nodes < reader.patience {
            Ok(zone)
        } else {
            Err(())
        }
    }

    /// Changes what is beside the zone of a success, and asks again. Returns how often.
    fn holds_beside(goal: &impl Goal, rules: Rules, board: &Board, rng: &mut Rng) -> u32 {
        let Ok(Some(rests)) = zone(goal, rules, board) else {
            return 0;
        };
        let mut asked = 0;
        for _ in 0..10 {
            let beside = (board.points() - rests).iter();
            let some = beside.filter(|_| rng.random_bool(0.5)).collect();
            let other = shuffled(board, some, rng);
            if other.is_legal() {
                let again = zone(goal, rules, &other);
                assert_ne!(again, Ok(None), "{board:?} {other:?} {rests:?}");
                asked += 1;
            }
        }
        asked
    }

    #[test]
    fn a_success_rests_on_nothing_beside_its_zone() {
        let mut asked = [0; 2];
        for index in 0..200 {
            let mut rng = Seed(0x20E).derive(index).rng();
            let size = rng.random_range(5..9);
            let empty = Board::new(size);
            let board = shuffled(&empty, empty.points(), &mut rng);
            let stones: Vec<Point> = board.occupied().iter().collect();
            if !board.is_legal() || stones.len() < 2 {
                continue;
            }
            let [one, other] = [(); 2].map(|()| stones[rng.random_range(0..stones.len())]);
            let owner = board.holder(one).expect("a stone");
            for ko in Seat::BOTH {
                let attacker = owner.other();
                let goal = Capture { stone: one };
                asked[0] += holds_beside(&goal, Rules { attacker, ko }, &board, &mut rng);
                let chain = board.chain(one).expect("a stone");
                if board.holder(other) == Some(owner) && !chain.stones.contains(other) {
                    let goal = Connection { one, other, owner };
                    let attacker = owner;
                    asked[1] += holds_beside(&goal, Rules { attacker, ko }, &board, &mut rng);
                }
            }
        }
        assert!(asked.iter().all(|asked| *asked > 100), "{asked:?}");
    }
}
