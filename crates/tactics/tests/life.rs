//! Life and death of shapes that every book has. What each row took is printed: see it with
//! `cargo test -p shido-tactics --test life -- --nocapture --test-threads 1`.

use std::time::Instant;

use shido_core::{Game, Notation, Seat, Seed};
use shido_games::go::{Board, Go, Move, Point, PointSet};
use shido_tactics::{Reading, Situation, Status, capture, kill, two_eyes, unconditionally_alive};

use Status::{Ko, No, Open, Yes};

const NODES: u64 = 2_000_000;

/// Is Black's chain killed if White moves first, and if Black does? Where the two differ, both want to
/// play on the vital points, if any are given.
fn check(name: &str, board: &Board, stone: Point, expected: [Status; 2], vital: &str) {
    let begun = Instant::now();
    let readings = [Seat::Second, Seat::First].map(|first| {
        let situation = Situation {
            board: *board,
            first,
            ban: PointSet::EMPTY,
        };
        kill(&situation, stone, NODES)
    });
    let told = |reading: &Reading| {
        let first = reading
            .first
            .map_or("-".to_owned(), |point| point.to_string());
        format!("{:?} {first} {}", reading.status, reading.nodes)
    };
    let [white, black] = &readings;
    println!(
        "| {name} | {} | {} | {} | {} ms |",
        white.how,
        told(white),
        told(black),
        begun.elapsed().as_millis()
    );
    assert_eq!([white.status, black.status], expected, "{name}");
    let vital: Vec<&str> = vital.split_whitespace().collect();
    for reading in readings.iter().filter(|_| !vital.is_empty()) {
        let first = reading.first.expect("a move is told").to_string();
        assert!(vital.contains(&first.as_str()), "{name}: {first}");
    }
}

fn point(column: u8, row: u8) -> Point {
    Point::new(column, row).expect("a point")
}

/// Black around an eye that is drawn with `.`, one stone thick, and White around Black. The lower left
/// corner of the drawing lies at `[column, row]`.
fn eye(drawing: &str, [left, low]: [u8; 2]) -> (Board, Point) {
    let rows = (low..).zip(drawing.split('/').rev());
    let eye: PointSet = rows
        .flat_map(|(row, line)| {
            let dots = (left..)
                .zip(line.chars())
                .filter(|(_, letter)| *letter == '.');
            dots.map(move |(column, _)| point(column, row))
        })
        .collect();
    let blank = Board::new(13);
    let ring = |set: PointSet| {
        let near = |point| blank.diagonals(point) | blank.neighbours(point);
        set.iter().map(near).fold(set, |all, near| all | near) - set
    };
    let black = ring(eye);
    let white = ring(eye | black);
    let stone = black.iter().next().expect("a stone");
    (Board::with(13, [black, white]), stone)
}

const MIDDLE: [u8; 2] = [4, 4];
const SIDE: [u8; 2] = [4, 0];
const CORNER: [u8; 2] = [0, 0];

#[test]
fn eye_shapes() {
    for (name, drawing, at, expected, vital) in [
        ("two", "..", MIDDLE, [Yes, Yes], ""),
        ("straight three", "...", MIDDLE, [Yes, No], "F5"),
        ("bent three", "../.x", MIDDLE, [Yes, No], "E6"),
        ("straight four", "....", MIDDLE, [No, No], ""),
        ("bent four", "../x./x.", MIDDLE, [No, No], ""),
        ("zigzag four", "..x/x..", MIDDLE, [No, No], ""),
        ("square four", "../..", MIDDLE, [Yes, Yes], ""),
        ("pyramid four", "x.x/...", MIDDLE, [Yes, No], "F5"),
        ("bulky five", "..x/...", MIDDLE, [Yes, No], "F5"),
        ("crossed five", "x.x/.../x.x", MIDDLE, [Yes, No], "F6"),
        ("straight five", ".....", MIDDLE, [No, No], ""),
        ("rabbity six", "..x/.../x.x", MIDDLE, [Yes, No], "F6"),
        ("rectangular six", ".../...", MIDDLE, [No, No], ""),
        ("straight six", "......", MIDDLE, [No, No], ""),
        ("rectangular six at the side", ".../...", SIDE, [No, No], ""),
        ("bent three in the corner", "../.x", CORNER, [Yes, No], ""),
        (
            "two by four in the corner",
            "..../....",
            CORNER,
            [No, No],
            "",
        ),
    ] {
        let (board, stone) = eye(drawing, at);
        check(name, &board, stone, expected, vital);
    }
}

/// The rectangular six in the corner depends on the liberties outside: none and it can be killed, one and
/// there is a ko, two and it lives.
#[test]
fn rectangular_six_in_the_corner() {
    for (liberties, expected) in [(0, [Yes, No]), (1, [Ko, No]), (2, [No, No])] {
        let (board, stone) = eye(".../...", CORNER);
        let [black, white] = board.both();
        let opened: PointSet = (0..liberties).map(|column| point(column, 3)).collect();
        // What was opened is closed one row further out.
        let closed: PointSet = (0..4).map(|column| point(column, 4)).collect();
        let board = Board::with(13, [black, (white - opened) | closed]);
        let name = format!("rectangular six in the corner, {liberties} outside");
        check(&name, &board, stone, expected, "");
    }
}

/// On the second line four die and six live in the corner, six die and eight live at the side; those
/// between depend on who moves first.
#[test]
fn rows_on_the_second_line() {
    for (count, left, expected) in [
        (4, 0, [Yes, Yes]),
        (5, 0, [Yes, No]),
        (6, 0, [No, No]),
        (6, 3, [Yes, Yes]),
        (7, 3, [Yes, No]),
        (8, 3, [No, No]),
    ] {
        let columns = left..left + count;
        let black: PointSet = columns.clone().map(|column| point(column, 1)).collect();
        let above = columns.map(|column| point(column, 2));
        let mut white: PointSet = above.collect();
        for row in 0..3 {
            white.insert(point(left + count, row));
            if left > 0 {
                white.insert(point(left - 1, row));
            }
        }
        let board = Board::with(15, [black, white]);
        let place = if left == 0 {
            "in the corner"
        } else {
            "at the side"
        };
        check(
            &format!("{count} {place}"),
            &board,
            point(left, 1),
            expected,
            "",
        );
    }
}

/// A board from its rows, the highest first. `#` is a stone of the chain in question, which is Black's.
fn drawn(rows: &[&str]) -> (Board, Point) {
    let find = |letters: &str| {
        let mut set = PointSet::EMPTY;
        for (row, line) in (0..).zip(rows.iter().rev()) {
            for (column, letter) in (0..).zip(line.chars()) {
                if letters.contains(letter) {
                    set.insert(point(column, row));
                }
            }
        }
        set
    };
    let board = Board::with(rows.len() as u8, [find("X#"), find("O")]);
    let stone = find("#").iter().next().expect("a stone in question");
    (board, stone)
}

/// The lowest rows of a nine by nine board.
fn low(rows: [&str; 5]) -> (Board, Point) {
    let empty = ".........";
    let all: Vec<&str> = [empty; 4].into_iter().chain(rows).collect();
    drawn(&all)
}

#[test]
fn seki() {
    // White has three of five points in a row. If Black takes another it is in atari itself; if White
    // does, Black captures four in a row and lives.
    let (board, stone) = low([
        ".........",
        ".........",
        "OOOOOOO..",
        "####XXO..",
        ".OOO.XO..",
    ]);
    check("seki", &board, stone, [No, No], "");
}

#[test]
fn ko() {
    // One eye, and another that is none if White wins the ko at C1. Black cannot end it.
    let (board, stone) = low([
        ".........",
        ".........",
        "OOOO.....",
        "###OO....",
        ".X.XO....",
    ]);
    check("an eye in ko", &board, stone, [Ko, Ko], "");
    // White B1, Black A1, and White takes that stone from A2 in ko. If Black plays A2 instead, White has
    // A1 or C1, and what Black captures leaves two points.
    let (board, stone) = eye(".xx/...", CORNER);
    check("bent four in the corner", &board, stone, [Ko, No], "");
}

#[test]
fn false_eye() {
    // White at E4 captures two stones; if Black connects there, it has one eye.
    let (board, stone) = drawn(&[
        ".........",
        ".........",
        ".........",
        "OOOOOO...",
        "O#XXXO...",
        "OX.X.XO..",
        "OXXOXO...",
        "OOOOOO...",
        ".........",
    ]);
    check("false eye", &board, stone, [Yes, Yes], "");
}

/// Without eyes and common liberties, who has more liberties wins, and who moves first if both have as
/// many. Black's stones outside live: to be connected with them is to live.
#[test]
fn races() {
    let (board, stone) = low([
        ".........",
        "....XXXXX",
        "OOOOXXXX.",
        "O###OOOXX",
        "O......X.",
    ]);
    check("race, 3 to 3", &board, stone, [Yes, No], "");
    let (board, stone) = low([
        ".........",
        "...XXXXXX",
        "OOOXXXXX.",
        "O##OOOXXX",
        "O.....XX.",
    ]);
    check("race, 2 to 3", &board, stone, [Yes, Yes], "");
    let (board, stone) = low([
        ".........",
        "....XXXXX",
        "OOOOXXXX.",
        "O###OOXXX",
        "O.....XX.",
    ]);
    check("race, 3 to 2", &board, stone, [No, No], "");
}

/// From games: the chain can be connected with others of its side, but all of them die. To White's stones
/// in the first the answer is what reading says one move later.
#[test]
fn friends_do_not_save_a_chain_if_they_die_too() {
    let rows = [
        (
            "9/1X7/1X1XXXXXX/OOOOOXOOX/1O2OXOOO/OXOOXO3/XXXXXO1O1/XX1X1XO2/2X2XO2",
            "A4",
        ),
        (
            "1XOO3O1/1XXOOOO2/1OXXOXXOO/1XOOO1XOO/1OXXOOXXO/2X1XOOXX/2XXOOXX1/XXXOOXX1X/1OO2X3",
            "E4",
        ),
        (
            "1O1O1X3/4OX3/OOOOX1X2/OX1XX2X1/X1X3OOX/5O1X1/3XO1O1X/3XO1O2/9",
            "E2",
        ),
        (
            "9/2X3OO1/XX1X1O1X1/OXX2OXX1/OOOX1OOX1/6OX1/2O2OXX1/6OX1/7O1",
            "G4",
        ),
        (
            "9/5X1O1/2X1X1O2/X1XO5/1XO1O1O2/1OO1O2O1/1OXX2XXO/OX1XX1XO1/2X6",
            "G2",
        ),
        (
            "1O2OOX2/OO2OX1X1/OOO1OX3/OXOOX1X1O/XXXXX4/6XXO/4XO1O1/2XX1XO1O/4X2X1",
            "F3",
        ),
    ];
    for (text, stone) in rows {
        let go = Go::new(9).expect("a size of a board");
        let position = go
            .parse_position(&format!("{text} X 0 -"))
            .expect("a position");
        let stone = go.point(stone).expect("a point");
        let owner = position.board().holder(stone).expect("a stone");
        let reading = kill(&Situation::of(&position, owner), stone, 50_000);
        assert_ne!(reading.status, No, "{text}: {reading:?}");
    }
}

#[test]
fn what_lies_beyond_need_not_be_known() {
    // The way out is open, but there are two eyes, or three points for them.
    let (board, stone) = low([
        ".........",
        ".........",
        ".........",
        "XX#XX....",
        ".X..X....",
    ]);
    check("two eyes", &board, stone, [No, No], "");
    let (board, stone) = low([
        ".........",
        ".........",
        "OOOO.....",
        "###X.....",
        "...X.....",
    ]);
    check("three points and a way out", &board, stone, [Open, No], "");
    // Nothing is decided here.
    let (board, stone) = low([
        ".........",
        "...O.....",
        "..O#O....",
        "..OX.....",
        ".........",
    ]);
    check("a way out", &board, stone, [Open, Open], "");
}

/// Along random contests, moving first never makes it worse, and no chain found alive without reading is
/// ever told to be captured.
#[test]
fn moving_first_does_no_harm() {
    let go = Go::new(9).expect("a size of a board");
    let rng = &mut Seed(3).rng();
    let mut decided = 0;
    for plies in (20..90).step_by(5) {
        let mut position = go.start();
        for _ in 0..plies {
            let mv = go.random_move(&position, rng).expect("the contest goes on");
            if matches!(mv, Move::Place(_)) {
                go.play(&mut position, mv);
            }
        }
        let board = *position.board();
        for chain in board.chains(board.occupied()) {
            let stone = chain.stones.iter().next().expect("a chain has a stone");
            let owner = chain.seat;
            let [worse, better] = [owner.other(), owner].map(|first| {
                let situation = Situation::of(&position, first);
                kill(&situation, stone, 2_000).status
            });
            let rank = |status| [No, Ko, Yes].iter().position(|other| *other == status);
            if let (Some(worse), Some(better)) = (rank(worse), rank(better)) {
                assert!(worse >= better, "{board:?} {stone}");
                decided += 1;
            }
            if chain
                .stones
                .is_within(&unconditionally_alive(&board, owner))
            {
                assert_eq!([worse, better], [No, No]);
            }
        }
    }
    assert!(decided > 20, "{decided}");
}

/// The stones of a board of rows, the mover and where it may not move, as they are written for Go.
fn asked(text: &str, stone: &str) -> (Situation, Point) {
    let rows = text.split('/').count() as u8;
    let go = Go::new(rows).expect("a size of a board");
    let position = go.parse_position(text).expect("a position");
    let stone = go.point(stone).expect("a point");
    (Situation::of(&position, position.mover()), stone)
}

#[test]
fn a_ko_is_not_taken_back_at_once() {
    for mover in ["X 0 C3", "X 0 -"] {
        let (situation, stone) = asked(&format!("5/1XO2/XO1O1/1XO2/5 {mover}"), "B3");
        let first = Point::new(2, 2);
        let readings = [kill, capture].map(|ask| ask(&situation, stone, NODES));
        for reading in readings {
            if situation.ban.is_empty() {
                assert_eq!((reading.status, reading.first), (Yes, first));
            } else {
                assert_eq!(reading.first, None, "{reading:?}");
                assert_eq!(
                    reading.how.contains("after a ko threat"),
                    reading.status == Ko
                );
            }
        }
    }
}

/// At F1 Black's stones have no eye, but at E2 they are connected with others that live.
#[test]
fn friends_are_no_eyes() {
    let (situation, stone) = asked("9/9/9/9/9/9/OOOOOOO2/XXXX1XO2/1X1XOXO2 X 0 -", "F1");
    assert_eq!(kill(&situation, stone, NODES).status, No);
    assert_eq!(two_eyes(&situation, stone, NODES).status, Open);
    let (situation, stone) = asked("9/9/9/9/9/9/OOOOOOO2/XXXX1XO2/1X1XOXO2 X 0 -", "B1");
    assert_eq!(two_eyes(&situation, stone, NODES).status, Yes);
}

/// A move that saves a chain is told, or the answer is not.
#[test]
fn an_answer_comes_with_its_move() {
    let text = "9/9/9/9/9/OOOOO4/XXXXO4/3XO4/3XO4 X 0 -";
    let mut answered = 0;
    for nodes in [10, 100, 200, 300, 500, 1_000, 100_000] {
        let (situation, stone) = asked(text, "B3");
        let reading = kill(&situation, stone, nodes);
        assert_eq!(
            reading.status == No,
            reading.first.is_some(),
            "{nodes}: {reading:?}"
        );
        answered += usize::from(reading.status == No);
    }
    assert!(answered > 0);
}
