//! Othello: the rules against a plain reference, known counts and results, and bad positions.

use shido_core::{Depict, Game, Guide, Notation, Outcome, Pack, Seat, Seed, Turn};
use shido_games::othello::{Move, Othello, Position, SizeError};
use shido_testkit::laws;

fn othello(size: u8) -> Othello {
    Othello::new(size).expect("this is a size of othello")
}

#[test]
fn othello_keeps_the_laws() {
    for size in [4, 6, 8] {
        let othello = othello(size);
        laws::check(&othello, Seed(1), 20);
        laws::check_symmetry(&othello, Seed(2), 20);
        laws::check_pack(&othello, Seed(3), 20);
        laws::check_guide(&othello, Seed(4), 20);
        laws::check_features(&othello, Seed(5), 20);
        laws::check_markers(&othello, Seed(7), 20);
    }
    assert_eq!(othello(6).packed_bits(), 59);
    assert!(othello(8).packed_bits() > 64);
}

/// How many lines of play there are of this length, those that end before included.
fn perft(othello: &Othello, position: &Position, depth: u32) -> u64 {
    match (depth, othello.count_moves(position)) {
        (0, _) | (_, 0) => 1,
        (1, count) => count as u64,
        _ => {
            let mut lines = 0;
            othello.each_move(position, |mv| {
                lines += perft(othello, &othello.after(position, mv), depth - 1);
            });
            lines
        }
    }
}

/// The counts that authors of Othello programs publish. They give the 228 contests that end with
/// the ninth ply separately, as what a count to depth eleven meets at a higher level.
#[test]
fn the_start_has_the_known_counts() {
    let published = [
        1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_284,
    ];
    let othello = Othello::default();
    for (depth, count) in published.into_iter().enumerate() {
        assert_eq!(perft(&othello, &othello.start(), depth as u32), count);
    }
    assert_eq!(ends_at(&othello, &othello.start(), 9), 228);
}

/// How many lines of play end with this ply.
fn ends_at(othello: &Othello, position: &Position, depth: u32) -> u64 {
    let mut ends = 0;
    othello.each_move(position, |mv| {
        let next = othello.after(position, mv);
        ends += match (depth, othello.turn(&next)) {
            (1, Turn::Over(_)) => 1,
            (1, _) | (_, Turn::Over(_)) => 0,
            _ => ends_at(othello, &next, depth - 1),
        };
    });
    ends
}

/// The difference in discs, Black's less White's, with best play of both sides.
fn best_difference(othello: &Othello, position: &Position) -> i32 {
    let mut values = Vec::new();
    othello.each_move(position, |mv| {
        values.push(best_difference(othello, &othello.after(position, mv)));
    });
    let best = match othello.turn(position) {
        Turn::Of(Seat::First) => values.into_iter().max(),
        Turn::Of(Seat::Second) => values.into_iter().min(),
        _ => {
            let [black, white] = position.counts();
            Some(black as i32 - white as i32)
        }
    };
    best.expect("a contest that goes on has a move")
}

/// Four by four ends 3 to 11.
#[test]
fn white_wins_four_by_four_by_eight_discs() {
    let othello = othello(4);
    assert_eq!(best_difference(&othello, &othello.start()), 3 - 11);
}

/// Plays moves, passing where that is all there is, as records of contests leave passes out.
fn played(othello: &Othello, record: &str) -> Position {
    let mut position = othello.start();
    for name in record.split_whitespace() {
        if othello.moves(&position) == [Move::Pass] {
            othello.play(&mut position, Move::Pass);
        }
        let mv = othello.parse_move(&position, name).expect(name);
        othello.play(&mut position, mv);
    }
    position
}

/// Feinstein's line of best play (1993), with rows and columns counted from one.
#[test]
fn best_play_on_six_by_six_ends_twenty_to_sixteen() {
    let othello = othello(6);
    let end = played(
        &othello,
        "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 \
         e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 e1 f1",
    );
    assert_eq!(end.counts(), [16, 20]);
    assert_eq!(othello.turn(&end), Turn::Over(Outcome::win(Seat::Second)));
}

/// The shortest contest: White has no disc left after nine plies.
#[test]
fn a_side_without_discs_has_lost() {
    let othello = Othello::default();
    let end = played(&othello, "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_eq!(end.counts(), [13, 0]);
    assert_eq!(othello.turn(&end), Turn::Over(Outcome::win(Seat::First)));
    assert_eq!(othello.moves(&end), []);
}

/// The rules on a text of squares, a direction at a time.
struct Plain {
    size: i32,
    squares: Vec<char>,
    mover: char,
}

impl Plain {
    fn read(size: u8, text: &str) -> Plain {
        let (squares, mover) = text.split_once(' ').expect("a board and a side");
        Plain {
            size: i32::from(size),
            squares: squares.chars().collect(),
            mover: mover.chars().next().expect("a side is a letter"),
        }
    }

    fn text(&self) -> String {
        format!("{} {}", self.squares.iter().collect::<String>(), self.mover)
    }

    fn other(&self) -> char {
        if self.mover == 'X' { 'O' } else { 'X' }
    }

    fn at(&self, column: i32, row: i32) -> Option<usize> {
        let along = 0..self.size;
        (along.contains(&column) && along.contains(&row))
            .then_some((row * self.size + column) as usize)
    }

    fn turned(&self, column: i32, row: i32) -> Vec<usize> {
        let mut turned = Vec::new();
        if self
            .at(column, row)
            .is_none_or(|at| self.squares[at] != '-')
        {
            return turned;
        }
        for (right, down) in (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down))) {
            let line: Vec<usize> = (1..)
                .map_while(|far| self.at(column + far * right, row + far * down))
                .take(8)
                .take_while(|at| self.squares[*at] == self.other())
                .collect();
            let far = line.len() as i32 + 1;
            let end = self.at(column + far * right, row + far * down);
            if end.is_some_and(|at| self.squares[at] == self.mover) {
                turned.extend(line);
            }
        }
        turned
    }

    /// Each move by name with the text of the position after it.
    fn placements(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for (row, column) in (0..self.size).flat_map(|row| (0..self.size).map(move |c| (row, c))) {
            let turned = self.turned(column, row);
            if !turned.is_empty() {
                let mut squares = self.squares.clone();
                for at in turned.into_iter().chain(self.at(column, row)) {
                    squares[at] = self.mover;
                }
                let name = format!("{}{}", (b'a' + column as u8) as char, row + 1);
                let next = Plain {
                    squares,
                    mover: self.other(),
                    ..*self
                };
                found.push((name, next.text()));
            }
        }
        found
    }

    fn moves(&self) -> Vec<(String, String)> {
        let placements = self.placements();
        let passed = Plain {
            squares: self.squares.clone(),
            mover: self.other(),
            ..*self
        };
        if placements.is_empty() && !passed.placements().is_empty() {
            return vec![("pass".to_owned(), passed.text())];
        }
        placements
    }
}

#[test]
fn moves_are_those_of_a_plain_reference() {
    let mut passes = 0;
    for size in [4, 6, 8] {
        let othello = othello(size);
        for playout in 0..60 {
            let mut rng = Seed(7).derive(playout).rng();
            let mut position = othello.start();
            loop {
                let expected = Plain::read(size, &othello.write_position(&position)).moves();
                let told = othello.moves(&position).into_iter().map(|mv| {
                    let next = othello.after(&position, mv);
                    let name = othello.write_move(&position, mv);
                    (name, othello.write_position(&next))
                });
                assert_eq!(told.collect::<Vec<_>>(), expected);
                let Some(mv) = othello.random_move(&position, &mut rng) else {
                    break;
                };
                passes += u32::from(mv == Move::Pass);
                othello.play(&mut position, mv);
            }
        }
    }
    assert!(passes > 20, "passes have been compared");
}

#[test]
fn random_moves_are_all_as_likely() {
    let othello = Othello::default();
    let start = othello.start();
    let mut rng = Seed(11).rng();
    let mut drawn = [0; 4];
    for _ in 0..4000 {
        let mv = othello.random_move(&start, &mut rng);
        let moves = othello.moves(&start);
        let index = moves.iter().position(|other| Some(*other) == mv);
        drawn[index.expect("the move is legal")] += 1;
    }
    // Four standard deviations around 1000.
    assert!(
        drawn.iter().all(|count| (890..=1110).contains(count)),
        "{drawn:?}"
    );
}

#[test]
fn corners_look_best_and_squares_next_to_them_worst() {
    // Black can place on a1, b2 and b3.
    let othello = othello(6);
    let position = othello
        .parse_position("-OX--- --O--- --OX-- --XX-- ------ ------ X")
        .expect("a possible position");
    let mut moves = othello.moves(&position);
    moves.sort_by_key(|mv| -othello.promise(&position, *mv));
    let names: Vec<String> = moves
        .iter()
        .map(|mv| othello.write_move(&position, *mv))
        .collect();
    assert_eq!(names, ["a1", "b3", "b2"]);
}

#[test]
fn positions_are_read_in_the_ways_people_write_them() {
    let othello = Othello::default();
    let start = othello.start();
    let written = "---------------------------OX------XO--------------------------- X";
    assert_eq!(othello.write_position(&start), written);
    let rows = [
        "---------------------------ox------xo--------------------------- x",
        "...........................OX......XO........................... B;",
        "________/________/________/___WB___/___BW___/________/________/________ Black",
        " -------- -------- -------- ---0*--- ---*0--- -------- -------- -------- * ",
    ];
    for text in rows {
        assert_eq!(othello.parse_position(text), Ok(start), "{text}");
    }
    let pass = othello
        .parse_move(&start, "pass")
        .expect_err("Black can move");
    assert_eq!(pass.help.as_deref(), Some("legal moves: d3, c4, f5, e6"));
    assert_eq!(
        othello.parse_move(&start, "D3"),
        Ok(othello.moves(&start)[0])
    );
}

#[test]
fn bad_positions_are_explained() {
    let othello = othello(4);
    let rows = [
        ("", "does not say who is to move", "write the 16 squares"),
        (
            "-----OX--XO-----",
            "does not say who is to move",
            "16 squares",
        ),
        ("-----OX--XO----- Z", "`Z` is not a side", "`X` or `O`"),
        (
            "-----OX--XO----- both",
            "`both` is not a side",
            "`X` or `O`",
        ),
        ("-----OX--XO---- X", "16 squares, not 15", "row by row"),
        ("-----OX--XO------ X", "16 squares, not 17", "row by row"),
        ("-----OX--XO--Q-- X", "`Q` on b4", "`X` for Black"),
        ("-----OX--X------ X", "cannot lie like this", "never empty"),
    ];
    for (text, problem, help) in rows {
        let error = othello.parse_position(text).expect_err(text);
        assert!(error.problem.contains(problem), "{text}: {error}");
        let told = error.help.expect("advice is given");
        assert!(told.contains(help), "{text}: {told}");
    }
    let far_off = "X-------------------------- OX------XO--------------------------- X";
    let error = Othello::default()
        .parse_position(far_off)
        .expect_err(far_off);
    assert_eq!(
        error.help.as_deref(),
        Some("a disc is always placed next to another")
    );
}

#[test]
fn other_sizes_are_refused() {
    for size in [0, 1, 2, 5, 7, 9, 10, 255] {
        assert_eq!(Othello::new(size).err(), Some(SizeError(size)));
    }
}

#[test]
fn numbers_of_no_position_are_not_unpacked() {
    let othello = othello(4);
    assert_eq!(othello.unpack(0), None, "an empty board");
    assert_eq!(othello.unpack(u64::MAX), None);
}

#[test]
fn the_first_row_is_drawn_at_the_top() {
    let othello = Othello::default();
    let picture = othello.picture(&othello.start());
    let place = |name: &str| {
        let found = picture.places.iter().find(|place| place.name == name);
        found.expect("the square is drawn").at
    };
    assert!(place("a1")[1] > place("a8")[1]);
    assert!(place("a1")[0] < place("h1")[0]);
    assert_eq!(picture.beside, ["2 discs", "2 discs"]);
}
