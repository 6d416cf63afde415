//! What became of goals in games that were played.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand::RngExt;
use shido_core::{Game, Rng, Seat, Seed, parallel};
use shido_games::go::sgf::Record;
use shido_games::go::{Board, Playout, Playouts, Point, PointSet, Position};
use shido_plan::Goal;

use crate::aim::{eye_space, eyes};
use crate::{Aim, Effort, GoalKind, Group, LearnedRates, OnBoard, Rates, claim};

/// Which goals of a game are looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling {
    /// Every so many moves a position is taken, the first of them at random.
    pub every: usize,
    /// So many points are a lot of territory.
    pub lot: u32,
    /// With so many playouts from its last position the end of a game is judged.
    pub playouts: u32,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling {
            every: 5,
            lot: GoalKind::A_LOT,
            playouts: 100,
        }
    }
}

/// A goal in a position of a game that was played, and what became of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// How many moves had been made.
    pub moves: usize,
    /// The position. The side to move is the one that moves first in the goal.
    pub position: Position,
    /// The goal, its groups called by [their stones](Group::name).
    pub goal: Goal,
    /// Which kind it is.
    pub kind: GoalKind,
    /// What it means for the stones.
    pub aim: Aim,
    /// Whether it succeeded in the game.
    pub succeeded: bool,
}

/// The goals of one game; `None` for a game that was not played until both sides passed, of which nobody
/// knows what would have become of the stones.
///
/// All groups of the positions that are taken are asked for all goals in which the side to move moves
/// first. A stone that was captured later in the game is lost, also where another was placed there
/// again. What was still there is judged by playouts from the last position, since people stop before
/// dead stones are taken: the stone lived if its side owns the point in most of them, two stones were
/// connected if they become one chain in most, and so for territory.
#[must_use]
pub fn cases(record: &Record, sampling: &Sampling, seed: Seed) -> Option<Vec<Case>> {
    if !record.is_played_out() {
        return None;
    }
    let mut rng = seed.rng();
    let mut positions = vec![record.start.clone()];
    for mv in &record.moves {
        let mut next = positions.last().expect("the start is there").clone();
        record.go.play(&mut next, *mv);
        positions.push(next);
    }
    let last = positions.last()?;
    let every = sampling.every.max(1);
    let offset = rng.random_range(0..every);
    let end = End::of(last.board(), sampling.playouts, &mut rng);
    let mut cases = Vec::new();
    for number in (offset..positions.len()).step_by(every) {
        let [position, later @ ..] = &positions[number..] else {
            break;
        };
        if position.passes() == 2 {
            break;
        }
        let asked = asked(position);
        cases.extend(asked.into_iter().filter_map(|(kind, stones)| {
            let aim = kind.aim(&stones, sampling.lot)?;
            let names: Vec<String> = stones.iter().map(Point::to_string).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            Some(Case {
                moves: number,
                position: position.clone(),
                goal: Goal::about(kind.name(), &names),
                kind,
                aim,
                succeeded: succeeded(position.board(), aim, later, &end)?,
            })
        }));
    }
    Some(cases)
}

/// The rates at which goals succeeded in these games, by the class that `classify` puts each of them in:
/// for example what reading it out said, or how often it came about in playouts. What it gives no class
/// is left out.
///
/// Goals of one game have much to do with each other, so the trials are worth fewer than they are.
pub fn learn<'a>(
    records: impl IntoIterator<Item = &'a Record>,
    sampling: &Sampling,
    seed: Seed,
    mut classify: impl FnMut(&Case) -> Option<String>,
) -> Rates {
    let mut rates = Rates::default();
    for (index, record) in (0..).zip(records) {
        for case in cases(record, sampling, seed.derive(index)).unwrap_or_default() {
            if let Some(class) = classify(&case) {
                rates.add(case.kind.name(), &class, case.succeeded);
            }
        }
    }
    rates
}

/// The same for many records, on all threads there are, with what can be found out on the board as the
/// class. `done` is called with how many were looked at so far.
pub fn learn_all(
    records: &[Record],
    sampling: &Sampling,
    effort: Effort,
    seed: Seed,
    stop: &AtomicBool,
    done: &(dyn Fn(u64) + Sync),
) -> LearnedRates {
    let count = AtomicU64::new(0);
    let learned = parallel::map(records.len(), &|index| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let seed = seed.derive(index as u64);
        let rates = learn([&records[index]], sampling, seed, |case| {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let found = OnBoard::new(&case.position, effort, seed).find(&case.goal);
            found.ok().map(|finding| finding.class)
        });
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        done(count.fetch_add(1, Ordering::Relaxed) + 1);
        Some(rates)
    });
    let mut all = LearnedRates {
        records: records.len(),
        played_to_the_end: 0,
        looked_at: 0,
        stopped: false,
        rates: Rates::default(),
    };
    for (rates, record) in learned.iter().zip(records) {
        if let Some(rates) = rates {
            all.rates.merge(rates);
            all.looked_at += 1;
            all.played_to_the_end += usize::from(record.is_played_out());
        }
    }
    all.stopped = all.looked_at < all.records;
    all
}

/// The goals of all groups in which the side to move moves first, with a stone of each group.
fn asked(position: &Position) -> Vec<(GoalKind, Vec<Point>)> {
    let board = position.board();
    let mut asked = Vec::new();
    for group in Group::all(board, board.occupied()) {
        let stone = group.name(board);
        let asks = GoalKind::ALL
            .into_iter()
            .filter(|kind| kind.first(group.seat) == position.mover());
        for kind in asks {
            if !kind.is_about_two() {
                asked.push((kind, vec![stone]));
                continue;
            }
            for friend in group.neighbours(board) {
                let other = friend.name(board);
                // Each pair once.
                if friend.seat == group.seat && stone < other {
                    asked.push((kind, vec![stone, other]));
                }
            }
        }
    }
    asked
}

/// Whether an aim on a board came about in the positions after it and the end of the game. `None` where
/// no side can have it.
fn succeeded(board: &Board, aim: Aim, later: &[Position], end: &End) -> Option<bool> {
    let stones = aim.stones();
    let owner = board.holder(*stones.first()?)?;
    aim.side(board)?;
    let lives = |stone: &Point| {
        let mut boards = later.iter().map(Position::board);
        boards.all(|board| board.holder(*stone) == Some(owner))
            && end.mostly(|_, areas| areas[owner.index()].contains(*stone))
    };
    let live = stones.iter().all(lives);
    Some(match aim {
        Aim::Capture(_) => !live,
        Aim::Live(_) => live,
        Aim::TwoEyes(stone) => {
            let space = eye_space(board, &Group::at(board, stone)?);
            live && end.mostly(|end, _| eyes(&end.board(), stone, &space) >= 2)
        }
        Aim::Connect(one, other) => live && end.mostly(|end, _| end.are_connected(one, other)),
        Aim::Territory { of, points } => {
            let claim = claim(board, &Group::at(board, of)?);
            live && end.mostly(|_, areas| (areas[owner.index()] & claim).len() >= points)
        }
    })
}

/// How the last position of a game would have ended if all had been played out.
struct End {
    playouts: Vec<(Playout, [PointSet; 2])>,
}

impl End {
    fn of(board: &Board, playouts: u32, rng: &mut Rng) -> End {
        let starts =
            Seat::BOTH.map(|mover| Playouts::on(board, mover, PointSet::EMPTY).answering());
        let mut run = |start: &Playouts| {
            let end = start.run(rng);
            let areas = end.areas();
            (end, areas)
        };
        End {
            playouts: (0..playouts.max(1))
                .zip(starts.iter().cycle())
                .map(|(_, start)| run(start))
                .collect(),
        }
    }

    fn mostly(&self, holds: impl Fn(&Playout, &[PointSet; 2]) -> bool) -> bool {
        let ends = self.playouts.iter();
        let count = ends.filter(|(end, areas)| holds(end, areas)).count();
        2 * count > self.playouts.len()
    }
}

#[cfg(test)]
mod tests {
    use shido_core::Notation;
    use shido_games::go::Go;

    use super::*;

    /// A game from a position; a move without a name is a pass.
    fn played(text: &str, moves: &str) -> Record {
        let go = Go::new(text.split('/').count() as u8).expect("a size of a board");
        let start = go.parse_position(text).expect("a position");
        let mut position = start.clone();
        let moves = moves.split(' ').map(|name| {
            let name = if name == "-" { "pass" } else { name };
            let mv = go.parse_move(&position, name).expect("a legal move");
            go.play(&mut position, mv);
            mv
        });
        Record {
            moves: moves.collect(),
            go,
            start,
            players: [None, None],
            date: None,
            result: None,
        }
    }

    /// What became of all goals after so many moves.
    fn outcomes(record: &Record, moves: usize, lot: u32) -> Vec<(String, bool)> {
        let sampling = Sampling {
            every: 1,
            lot,
            ..Sampling::default()
        };
        let cases = cases(record, &sampling, Seed(1)).expect("a game to its end");
        let of_then = cases.into_iter().filter(|case| case.moves == moves);
        of_then
            .map(|case| (case.goal.to_string(), case.succeeded))
            .collect()
    }

    /// Nobody took Black's stone in White's corner, but it is dead: White owns the point.
    #[test]
    fn stones_that_stay_may_be_dead() {
        let text = "X1XX1XX/XXXXXXX/XXXXXXX/OOOOOOO/OOOOOOO/O1XOOOO/O2O1OO X 0 -";
        let record = played(text, "- -");
        let wanted = |goals: &[(&str, bool)]| -> Vec<(String, bool)> {
            let goals = goals.iter();
            goals
                .map(|(goal, met)| ((*goal).to_owned(), *met))
                .collect()
        };
        let black_moves = [
            ("Two_Eyes(A1)", true),
            ("Kill(A1)", false),
            // Of the corner White reaches two points before Black's stone does.
            ("Lot_Of_Territory(A1)", true),
            ("Make_Two_Eyes(C2)", false),
            ("Dead(C2)", true),
            ("Make_Two_Eyes(A5)", true),
            ("Dead(A5)", false),
        ];
        assert_eq!(outcomes(&record, 0, 2), wanted(&black_moves));
        let white_moves = [
            ("Make_Two_Eyes(A1)", true),
            ("Dead(A1)", false),
            ("Two_Eyes(C2)", false),
            ("Kill(C2)", true),
            ("Lot_Of_Territory(C2)", false),
            ("Two_Eyes(A5)", true),
            ("Kill(A5)", false),
            ("Lot_Of_Territory(A5)", false),
        ];
        assert_eq!(outcomes(&record, 1, 3), wanted(&white_moves));
        // When both have passed nothing is open any more.
        assert_eq!(outcomes(&record, 2, 3), []);
    }

    /// Black's stone in a ko is captured, and one stands there again in the end: the first was lost.
    #[test]
    fn a_stone_that_was_captured_is_lost() {
        let moves = "B3 E5 E1 C3 - B3 - D4 - D2 - E3 - C1 - C5 - -";
        let record = played("5/1XO2/X1XO1/1XO2/5 O 0 -", moves);
        let fate = |moves: usize, goal: &str| {
            let outcomes = outcomes(&record, moves, 3);
            let found = outcomes.into_iter().find(|(name, _)| name == goal);
            found.map(|(_, succeeded)| succeeded)
        };
        let stone = |moves: usize| {
            let position = record.position(moves).expect("so many moves");
            let point = record.go.point("C3").expect("a point");
            let group = Group::at(position.board(), point).expect("a stone");
            group.name(position.board())
        };
        assert_eq!(fate(0, &format!("Kill({})", stone(0))), Some(true));
        assert_eq!(fate(4, &format!("Kill({})", stone(4))), Some(false));
    }

    #[test]
    fn groups_were_connected_or_cut() {
        let text = "7/7/7/XXX1XXX/OOOOOOO/OOOOOOO/1OO1OOO X 0 -";
        let connect = ("Connect(A4 E4)".to_owned(), true);
        let connected = played(text, "D4 - D6 - B6 - F6 - -");
        assert!(outcomes(&connected, 0, 3).contains(&connect));
        let cut = played(text, "- D4 B6 D5 F6 D6 - D7 - -");
        assert!(outcomes(&cut, 0, 3).contains(&(connect.0, false)));
    }

    #[test]
    fn only_games_to_the_end_are_learned_from() {
        let resigned = played("5/5/2X2/5/5 O 0 -", "C4 -");
        assert!(cases(&resigned, &Sampling::default(), Seed(1)).is_none());
        let ended = played("5/5/2X2/5/5 O 0 -", "- -");
        let sampling = Sampling {
            every: 1,
            ..Sampling::default()
        };
        let all = |case: &Case| Some(format!("{} moves", case.moves));
        let rates = learn([&resigned, &ended], &sampling, Seed(1), all);
        assert_eq!(rates.rate("Kill", "0 moves"), Some((0, 1)));
        assert_eq!(rates.rate("Make_Two_Eyes", "1 moves"), Some((1, 1)));
        let none = learn([&ended], &sampling, Seed(1), |_| None);
        assert_eq!(none, Rates::default());
    }
}
