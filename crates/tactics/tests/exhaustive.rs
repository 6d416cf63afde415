//! What reading by threats says of small boards, held against a search over all moves of both sides.

use rand::RngExt;
use shido_core::{Game, Outcome, Rng, Seat, Seed, Turn};
use shido_games::go::{Board, Point, PointSet};
use shido_search::{Answer, Limits, ProofNumber};
use shido_tactics::{Reading, Situation, Status, capture, connect};

/// What one side wants, whatever the way.
#[derive(Clone, Copy)]
enum Goal {
    Capture(Point),
    Connect(Point, Point),
}

impl Goal {
    fn is_reached(self, board: &Board) -> bool {
        match self {
            Goal::Capture(stone) => board.holder(stone).is_none(),
            Goal::Connect(one, other) => {
                let chain = board.chain(one);
                chain.is_some_and(|chain| chain.stones.contains(other))
            }
        }
    }

    fn is_lost(self, board: &Board) -> bool {
        match self {
            Goal::Capture(_) => false,
            Goal::Connect(one, other) => [one, other]
                .iter()
                .any(|stone| board.holder(*stone).is_none()),
        }
    }
}

/// The contest for a goal in which everybody may place a stone anywhere or pass. The side that wins the
/// kos may retake at once. Going round in circles does not reach the goal.
struct Everything {
    goal: Goal,
    attacker: Seat,
    ko: Seat,
    situation: Situation,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Position {
    board: Board,
    mover: Seat,
    ban: PointSet,
    is_passed: bool,
    winner: Option<Seat>,
}

impl Game for Everything {
    type Position = Position;
    type Move = Option<Point>;

    fn start(&self) -> Position {
        let bound = self.situation.first != self.ko;
        Position {
            board: self.situation.board,
            mover: self.situation.first,
            ban: if bound {
                self.situation.ban
            } else {
                PointSet::EMPTY
            },
            is_passed: false,
            winner: None,
        }
    }

    fn turn(&self, position: &Position) -> Turn {
        match position.winner {
            Some(winner) => Turn::Over(Outcome::win(winner)),
            None => Turn::Of(position.mover),
        }
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Option<Point>)) {
        for point in (position.board.empty() - position.ban).iter() {
            if !position.board.is_suicide(point, position.mover) {
                visit(Some(point));
            }
        }
        visit(None);
    }

    fn play(&self, position: &mut Position, mv: Option<Point>) {
        let mover = position.mover;
        position.ban = PointSet::EMPTY;
        position.mover = mover.other();
        let Some(point) = mv else {
            if position.is_passed {
                position.winner = Some(self.attacker.other());
            }
            position.is_passed = true;
            return;
        };
        position.is_passed = false;
        let captured = position.board.place(point, mover);
        let chain = position
            .board
            .chain(point)
            .expect("a stone was placed there");
        let is_ko = captured.len() == 1 && chain.stones.len() == 1 && chain.is_in_atari();
        if is_ko && mover == self.ko {
            position.ban = captured;
        }
        if self.goal.is_reached(&position.board) {
            position.winner = Some(self.attacker);
        } else if self.goal.is_lost(&position.board) {
            position.winner = Some(self.attacker.other());
        }
    }
}

fn truth(goal: Goal, attacker: Seat, ko: Seat, situation: &Situation) -> Answer {
    let game = Everything {
        goal,
        attacker,
        ko,
        situation: *situation,
    };
    let limits = Limits {
        nodes: Some(5_000),
        ..Limits::default()
    };
    let proof = ProofNumber { mebibytes: 4 }.prove(&game, &game.start(), attacker, limits);
    proof.expect("no chance here").answer
}

/// A board filled at random, a part of its points left empty.
fn random_board(size: u8, empty: f64, rng: &mut Rng) -> Board {
    loop {
        let mut stones = [PointSet::EMPTY; 2];
        for point in Board::new(size).points().iter() {
            if !rng.random_bool(empty) {
                stones[rng.random_range(0..2)].insert(point);
            }
        }
        let board = Board::with(size, stones);
        if board.is_legal() {
            return board;
        }
    }
}

#[derive(Default, Debug)]
struct Tally {
    asked: u32,
    yes: u32,
    yes_unconfirmed: u32,
    ko: u32,
    no: u32,
    no_unconfirmed: u32,
    missed: u32,
    missed_kos: u32,
    missed_nos: u32,
    undecided: u32,
}

/// Asks both, and insists that what was said to be certain is true.
fn compare(tally: &mut Tally, goal: Goal, attacker: Seat, situation: &Situation, said: &Reading) {
    let against = truth(goal, attacker, attacker.other(), situation);
    let with = || truth(goal, attacker, attacker, situation);
    tally.asked += 1;
    match said.status {
        Status::Yes => {
            assert_ne!(against, Answer::Disproven, "{situation:?} {said:?}");
            tally.yes += 1;
            tally.yes_unconfirmed += u32::from(against == Answer::Unknown);
        }
        Status::Ko => {
            assert_ne!(with(), Answer::Disproven, "{situation:?} {said:?}");
            tally.ko += 1;
            tally.missed += u32::from(against == Answer::Proven);
        }
        Status::No => {
            let with = with();
            assert_ne!(with, Answer::Proven, "{situation:?} {said:?}");
            tally.no += 1;
            tally.no_unconfirmed += u32::from(with == Answer::Unknown);
        }
        Status::Open => match against {
            Answer::Proven => tally.missed += 1,
            Answer::Disproven => match with() {
                Answer::Proven => tally.missed_kos += 1,
                Answer::Disproven => tally.missed_nos += 1,
                Answer::Unknown => tally.undecided += 1,
            },
            Answer::Unknown => tally.undecided += 1,
        },
    }
    match (said.status, said.first) {
        (Status::Yes, Some(_)) => {
            assert_eq!(situation.first, attacker);
            let next = after(situation, said.first);
            if !goal.is_reached(&next.board) {
                let then = truth(goal, attacker, attacker.other(), &next);
                assert_ne!(then, Answer::Disproven, "{situation:?} {said:?}");
            }
        }
        (Status::No, None) if situation.first == attacker => {}
        (Status::No, _) if !said.how.contains("but for the move") => {
            assert_ne!(situation.first, attacker);
            let next = after(situation, said.first);
            if !goal.is_lost(&next.board) {
                let then = truth(goal, attacker, attacker, &next);
                assert_ne!(then, Answer::Proven, "{situation:?} {said:?}");
            }
        }
        _ => {}
    }
}

/// What the other side faces after a stone, which must be legal, or a pass. A ko counts for nothing, since
/// it is asked about the side that loses them.
fn after(situation: &Situation, point: Option<Point>) -> Situation {
    let mut board = situation.board;
    if let Some(point) = point {
        assert!(!situation.ban.contains(point) && !board.is_suicide(point, situation.first));
        board.place(point, situation.first);
    }
    Situation {
        board,
        first: situation.first.other(),
        ban: PointSet::EMPTY,
    }
}

fn situations(size: u8, count: u64) -> impl Iterator<Item = (Situation, Rng)> {
    (0..count).map(move |index| {
        let mut rng = Seed(0x607).derive(u64::from(size)).derive(index).rng();
        let empty = rng.random_range(0.2..0.6);
        let board = random_board(size, empty, &mut rng);
        let banned = board.empty().iter().filter(|_| rng.random_bool(0.05));
        let situation = Situation {
            board,
            ban: banned.collect(),
            first: Seat::BOTH[rng.random_range(0..2)],
        };
        (situation, rng)
    })
}

#[test]
fn captures_are_true_on_small_boards() {
    for (size, count) in [(3, 300), (4, 300), (5, 60)] {
        let mut tally = Tally::default();
        for (situation, mut rng) in situations(size, count) {
            let stones: Vec<Point> = situation.board.occupied().iter().collect();
            if stones.is_empty() {
                continue;
            }
            let stone = stones[rng.random_range(0..stones.len())];
            let attacker = situation.board.holder(stone).expect("a stone").other();
            let said = capture(&situation, stone, 20_000);
            compare(
                &mut tally,
                Goal::Capture(stone),
                attacker,
                &situation,
                &said,
            );
        }
        println!("captures on {size} by {size}: {tally:?}");
        assert!(tally.yes > 0);
    }
}

#[test]
fn connections_are_true_on_small_boards() {
    for (size, count) in [(3, 300), (4, 300), (5, 60)] {
        let mut tally = Tally::default();
        for (situation, mut rng) in situations(size, count) {
            let owner = Seat::BOTH[rng.random_range(0..2)];
            let chains: Vec<_> = situation
                .board
                .chains(situation.board.stones(owner))
                .collect();
            if chains.len() < 2 {
                continue;
            }
            let one = rng.random_range(0..chains.len());
            let other = (one + rng.random_range(1..chains.len())) % chains.len();
            let [one, other] = [one, other].map(|index| {
                let stone = chains[index].stones.iter().next();
                stone.expect("a chain has a stone")
            });
            let said = connect(&situation, one, other, 20_000);
            compare(
                &mut tally,
                Goal::Connect(one, other),
                owner,
                &situation,
                &said,
            );
        }
        println!("connections on {size} by {size}: {tally:?}");
        assert!(tally.yes > 0);
        assert!(tally.missed_nos * 20 <= tally.no, "what is cut off is seen");
    }
}
