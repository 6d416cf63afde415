//! Life and death of shapes that every book has, and of random ones.

use shido_core::Seat;
use shido_games::go::{Board, Point, PointSet};
use shido_tactics::{Reading, Situation, Verdict, kill};

use Verdict::{Ko, No, Yes};

const NODES: u64 = 2_000_000;

/// Where a shape lies.
#[derive(Clone, Copy, Debug)]
enum At {
    Middle,
    Side,
    Corner,
}

/// Black around an eye shape, one stone thick, and White around Black. The shape is drawn with `.`, the
/// last row the lowest.
fn eye_shape(shape: &str, at: At) -> (Board, Point) {
    let size = 13;
    let [left, low] = match at {
        At::Middle => [4, 4],
        At::Side => [4, 0],
        At::Corner => [0, 0],
    };
    let mut eye = PointSet::EMPTY;
    for (row, line) in (low..).zip(shape.split('/').rev()) {
        for (column, letter) in (left..).zip(line.chars()) {
            if letter == '.' {
                eye.insert(Point::new(column, row).expect("a point"));
            }
        }
    }
    let empty = Board::new(size);
    let ring = |set: PointSet| {
        let all = set
            .iter()
            .map(|point| empty.diagonals(point) | empty.neighbours(point));
        all.fold(PointSet::EMPTY, |ring, near| ring | near) - set
    };
    let black = ring(eye);
    let white = ring(eye | black) - eye;
    let board = Board::with(size, [black, white]);
    (board, black.iter().next().expect("a stone"))
}

fn read(board: &Board, stone: Point, first: Seat) -> Reading {
    let situation = Situation {
        board: *board,
        first,
        ban: PointSet::EMPTY,
    };
    let start = std::time::Instant::now();
    let reading = kill(&situation, stone, NODES);
    println!(
        "  {first:?} first: {:?} {:?} {} nodes {} ms {}",
        reading.verdict,
        reading.first.map(|point| point.to_string()),
        reading.nodes,
        start.elapsed().as_millis(),
        reading.how
    );
    reading
}

#[test]
fn eye_shapes() {
    let rows = [
        ("straight two", "..", At::Middle, Yes, Yes),
        ("straight three", "...", At::Middle, Yes, No),
        ("bent three", "../.x", At::Middle, Yes, No),
        ("straight four", "....", At::Middle, No, No),
        ("bent four", "../x./x.", At::Middle, No, No),
        ("zigzag four", "..x/x..", At::Middle, No, No),
        ("square four", "../..", At::Middle, Yes, Yes),
        ("pyramid four", "x.x/...", At::Middle, Yes, No),
        ("bulky five", "..x/...", At::Middle, Yes, No),
        ("crossed five", "x.x/.../x.x", At::Middle, Yes, No),
        ("straight five", ".....", At::Middle, No, No),
        ("rabbity six", "..x/.../x.x", At::Middle, Yes, No),
        ("rectangular six", ".../...", At::Middle, No, No),
        ("rectangular six", ".../...", At::Side, No, No),
        ("rectangular six", ".../...", At::Corner, Yes, No),
        ("straight six", "......", At::Middle, No, No),
    ];
    for (name, shape, at, killer_first, owner_first) in rows {
        let (board, stone) = eye_shape(shape, at);
        println!("{name} {at:?}");
        let k = read(&board, stone, Seat::Second).verdict;
        let o = read(&board, stone, Seat::First).verdict;
        if (k, o) != (killer_first, owner_first) {
            println!("DIFFERENT");
        }
    }
}

/// Black's stones in a row on the second line, with the row ends turned down to the first line or not.
fn second_line(count: u8, corner: bool) -> (Board, Point) {
    let left = if corner { 0 } else { 3 };
    let point = |column, row| Point::new(column, row).expect("a point");
    let black: PointSet = (left..left + count)
        .map(|column| point(column, 1))
        .collect();
    let mut white: PointSet = (left..left + count)
        .map(|column| point(column, 2))
        .collect();
    for row in 0..3 {
        white.insert(point(left + count, row));
        if !corner {
            white.insert(point(left - 1, row));
        }
    }
    (Board::with(15, [black, white]), point(left, 1))
}

#[test]
fn rows() {
    for (count, corner) in [
        (4, true),
        (5, true),
        (6, true),
        (6, false),
        (7, false),
        (8, false),
    ] {
        let (board, stone) = second_line(count, corner);
        println!("{count} {corner}");
        read(&board, stone, Seat::Second);
        read(&board, stone, Seat::First);
    }
}

fn drawn(text: &str) -> (Board, Point) {
    let lines: Vec<&str> = text.split_whitespace().collect();
    let size = lines.len() as u8;
    let mut stones = [PointSet::EMPTY; 2];
    let mut target = None;
    for (row, line) in (0..).zip(lines.iter().rev()) {
        for (column, letter) in (0..).zip(line.chars()) {
            let point = Point::new(column, row).expect("a point");
            match letter {
                'X' => stones[0].insert(point),
                'O' => stones[1].insert(point),
                '#' => {
                    stones[0].insert(point);
                    target = Some(point);
                }
                _ => {}
            }
        }
    }
    (
        Board::with(size, stones),
        target.expect("a stone in question"),
    )
}

#[test]
fn big() {
    for (name, text) in [
        (
            "carpenter",
            "......... ......... ......... ......... OOOOO.... #XXXO.... ...XO.... ...XO.... ...XO....",
        ),
        (
            "carpenter, a liberty",
            "......... ......... ......... ......... .OOOO.... #XXXO.... ...XO.... ...XO.... ...XO....",
        ),
        (
            "2x4 corner",
            "......... ......... ......... ......... ......... OOOOOO... #XXXXO... ....XO... ....XO...",
        ),
        (
            "side 12 2nd line 5+5",
            "......... ......... ......... ......... ......... OOOOOOO.. O#XXXXO.. O.....O.. O.....O..",
        ),
        (
            "3x4",
            "......... ......... ......... ......... ......... OOOOOOO.. O#XXXXO.. OX...XO.. OX...XO..",
        ),
        (
            "open 10",
            "......... ......... ......... ......... OOOOOOO.. O.....O.. O.#XX.O.. O.....O.. OOOOOOO..",
        ),
        (
            "open 12",
            "......... ......... ......... ......... OOOOOOO.. O.....O.. O.#XX.O.. O.....O.. O.....O..",
        ),
        (
            "third line",
            "......... ......... ......... ......... OOOOOOOO. O......O. O.#XXX.O. O......O. O......O.",
        ),
    ] {
        let (board, stone) = drawn(text);
        println!("{name}");
        read(&board, stone, Seat::Second);
        read(&board, stone, Seat::First);
    }
}
