//! Breakthrough: the rules against a plain reference, counts, tactics and bad positions.

use std::collections::{BTreeSet, HashMap};

use shido_core::{Features, Game, Guide, Inputs, Notation, Outcome, Pack, Seat, Seed, Turn};
use shido_games::breakthrough::{Breakthrough, Position, SizeError};
use shido_testkit::{laws, perft};

fn breakthrough(width: u8, height: u8) -> Breakthrough {
    Breakthrough::new(width, height).expect("this is a size of breakthrough")
}

#[test]
fn breakthrough_keeps_the_laws() {
    for (width, height) in [(8, 8), (6, 6), (5, 5), (2, 4), (3, 8), (8, 4), (6, 5)] {
        let breakthrough = breakthrough(width, height);
        laws::check(&breakthrough, Seed(1), 15);
        laws::check_symmetry(&breakthrough, Seed(2), 15);
        laws::check_pack(&breakthrough, Seed(3), 15);
        laws::check_guide(&breakthrough, Seed(4), 15);
        laws::check_features(&breakthrough, Seed(5), 15);
        laws::check_markers(&breakthrough, Seed(7), 15);
    }
}

/// The rules on rows of letters, a pawn at a time.
#[derive(Clone)]
struct Plain {
    /// From the bottom row to the top one.
    rows: Vec<Vec<char>>,
    mover: char,
}

impl Plain {
    fn start(width: usize, height: usize) -> Plain {
        let mut rows = vec![vec!['.'; width]; height];
        rows[..2].fill(vec!['w'; width]);
        rows[height - 2..].fill(vec!['b'; width]);
        Plain { rows, mover: 'w' }
    }

    fn is_over(&self) -> bool {
        let has = |row: &Vec<char>, pawn: char| row.contains(&pawn);
        let gone = |pawn: char| !self.rows.iter().any(|row| has(row, pawn));
        let (bottom, top) = (&self.rows[0], &self.rows[self.rows.len() - 1]);
        has(top, 'w') || has(bottom, 'b') || gone('w') || gone('b')
    }

    /// Each move by name with the position after it.
    fn moves(&self) -> Vec<(String, Plain)> {
        let mut found = Vec::new();
        if self.is_over() {
            return found;
        }
        let up = if self.mover == 'w' { 1 } else { -1 };
        for row in 0..self.rows.len() {
            for column in 0..self.rows[row].len() {
                if self.rows[row][column] != self.mover {
                    continue;
                }
                let to_row = (row as i32 + up) as usize;
                for aside in -1..=1 {
                    let to = column as i32 + aside;
                    let Some(&there) = self.rows[to_row].get(to as usize) else {
                        continue;
                    };
                    if there == self.mover || (there != '.' && aside == 0) {
                        continue;
                    }
                    let mut next = self.clone();
                    next.rows[row][column] = '.';
                    next.rows[to_row][to as usize] = self.mover;
                    next.mover = if self.mover == 'w' { 'b' } else { 'w' };
                    let square = |column: usize, row: usize| {
                        format!("{}{}", (b'a' + column as u8) as char, row + 1)
                    };
                    let between = if there == '.' { "" } else { "x" };
                    let name = square(column, row) + between + &square(to as usize, to_row);
                    found.push((name, next));
                }
            }
        }
        found
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self
                .moves()
                .iter()
                .map(|(_, next)| next.perft(depth - 1))
                .sum(),
        }
    }

    /// As dots and letters, which can be read too.
    fn text(&self) -> String {
        let rows = self.rows.iter().rev().map(|row| row.iter().collect());
        format!("{} {}", rows.collect::<Vec<String>>().join("/"), self.mover)
    }
}

#[test]
fn counts_are_those_of_a_plain_reference() {
    for (width, height, depth) in [(8, 8, 4), (6, 6, 4), (5, 5, 5), (2, 4, 12), (3, 5, 7)] {
        let breakthrough = breakthrough(width, height);
        let plain = Plain::start(usize::from(width), usize::from(height));
        for depth in 1..=depth {
            assert_eq!(
                perft(&breakthrough, &breakthrough.start(), depth),
                plain.perft(depth),
                "{width} by {height} to depth {depth}"
            );
        }
    }
    // Each pawn of the second row has three moves, those at the side two; no answer is disturbed.
    let standard = Breakthrough::default();
    assert_eq!(perft(&standard, &standard.start(), 1), 22);
    assert_eq!(perft(&standard, &standard.start(), 2), 22 * 22);
}

#[test]
fn moves_are_those_of_a_plain_reference() {
    for (width, height) in [(8, 8), (6, 6), (4, 5), (2, 8)] {
        let breakthrough = breakthrough(width, height);
        for playout in 0..30 {
            let mut rng = Seed(3).derive(playout).rng();
            let mut plain = Plain::start(usize::from(width), usize::from(height));
            let mut position = breakthrough.start();
            loop {
                assert_eq!(breakthrough.parse_position(&plain.text()), Ok(position));
                let expected = plain.moves();
                let names: BTreeSet<&String> = expected.iter().map(|(name, _)| name).collect();
                let moves = breakthrough.moves(&position);
                let told: Vec<String> = moves
                    .iter()
                    .map(|mv| breakthrough.write_move(&position, *mv))
                    .collect();
                assert_eq!(told.iter().collect::<BTreeSet<_>>(), names);
                let Some(mv) = breakthrough.random_move(&position, &mut rng) else {
                    break;
                };
                let name = breakthrough.write_move(&position, mv);
                breakthrough.play(&mut position, mv);
                let next = expected.into_iter().find(|(other, _)| *other == name);
                plain = next.expect("the move is legal").1;
            }
            assert!(plain.is_over());
        }
    }
}

/// Who wins with best play and after how many plies, the winner hurrying and the loser delaying.
fn solved(
    game: &Breakthrough,
    position: &Position,
    known: &mut HashMap<u64, (Seat, u32)>,
) -> (Seat, u32) {
    let key = game.pack_canonical(position);
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let found = match game.turn(position) {
        Turn::Of(mover) => {
            let moves = game.moves(position).into_iter();
            let below: Vec<(Seat, u32)> = moves
                .map(|mv| solved(game, &game.after(position, mv), known))
                .collect();
            let wins = below.iter().filter(|(winner, _)| *winner == mover);
            let (winner, plies) = match wins.map(|(_, plies)| *plies).min() {
                Some(plies) => (mover, plies),
                None => {
                    let plies = below.iter().map(|(_, plies)| *plies).max();
                    (mover.other(), plies.expect("there is always a move"))
                }
            };
            (winner, plies + 1)
        }
        Turn::Over(outcome) => (outcome.winner().expect("there are no draws"), 0),
        Turn::Chance => unreachable!("nothing is left to chance"),
    };
    known.insert(key, found);
    found
}

/// As found on the forum of Little Golem in 2006, with two rows of pawns for each side and with one.
#[test]
fn four_by_four_is_solved_as_published() {
    let game = breakthrough(4, 4);
    let known = &mut HashMap::new();
    assert_eq!(solved(&game, &game.start(), known), (Seat::Second, 14));
    let one_row = game.parse_position("bbbb/4/4/wwww w").expect("readable");
    assert_eq!(solved(&game, &one_row, known), (Seat::First, 11));
}

#[test]
fn arriving_or_taking_all_wins() {
    let game = breakthrough(8, 8);
    let rows = [
        ("8/w7/8/8/8/8/6b1/8 w", "a7a8", Seat::First),
        ("8/w7/8/8/8/8/6b1/8 b", "g2h1", Seat::Second),
        ("8/8/8/1b6/w7/8/8/8 w", "a4xb5", Seat::First),
        ("8/8/8/1b6/w7/8/8/8 b", "b5xa4", Seat::Second),
    ];
    for (text, mv, winner) in rows {
        let position = game.parse_position(text).expect(text);
        let mv = game.parse_move(&position, mv).expect(mv);
        assert!(game.noisy(&position, mv), "{text}");
        let end = game.after(&position, mv);
        assert_eq!(game.turn(&end), Turn::Over(Outcome::win(winner)), "{text}");
        assert_eq!(game.count_moves(&end), 0, "{text}");
    }
}

#[test]
fn a_pawn_in_front_blocks_and_is_not_captured() {
    let game = breakthrough(8, 8);
    let position = game
        .parse_position("8/8/8/b7/w7/8/8/8 w")
        .expect("a possible position");
    let names: Vec<String> = game
        .moves(&position)
        .into_iter()
        .map(|mv| game.write_move(&position, mv))
        .collect();
    assert_eq!(names, ["a4b5"]);
}

#[test]
fn arrivals_come_first_then_captures_of_far_pawns() {
    let game = breakthrough(8, 8);
    let position = game
        .parse_position("7b/w7/8/8/2b5/3w4/4b3/3w4 w")
        .expect("a possible position");
    let mut moves = game.moves(&position);
    moves.sort_by_key(|mv| -game.promise(&position, *mv));
    let names: Vec<String> = moves
        .iter()
        .map(|mv| game.write_move(&position, *mv))
        .collect();
    assert_eq!(names[..4], ["a7a8", "a7b8", "d1xe2", "d3xc4"]);
    assert!(!game.at_ease(&position), "e2 threatens to arrive");
}

#[test]
fn features_count_what_their_names_say() {
    let game = breakthrough(8, 8);
    // White: a6 is passed, c3 protected by b2. Black: d4 hangs between c3 and e3.
    let position = game
        .parse_position("8/6b1/w7/8/3b4/2w1w3/1w6/8 b")
        .expect("a possible position");
    let names = game.feature_names();
    let mut told = vec![0.0; names.len()];
    game.each_feature(&position, |number, value| told[number] += value);
    let feature = |name: &str| {
        let number = names.iter().position(|other| other == name);
        told[number.expect(name)]
    };
    assert_eq!(feature("pawns on own row 2"), 0.0, "b2 and g7");
    assert_eq!(feature("pawns on own row 3"), 2.0 / 8.0);
    assert_eq!(feature("pawns on own row 5"), -1.0 / 8.0);
    assert_eq!(feature("pawns on own row 6"), 1.0 / 8.0);
    assert_eq!(feature("protected pawns"), 1.0 / 16.0);
    // Black attacks c3, protected, and e3, not protected; White attacks d4.
    assert_eq!(feature("hanging pawns"), 0.0);
    // a6 is passed: g7 is too far away. b2 may be caught by d4, which itself meets c3 and e3.
    assert_eq!(feature("passed pawns"), 1.0 / 8.0);
    assert_eq!(feature("lead in the race"), 1.0 / 7.0);
    assert_eq!(feature("pawns on side columns"), 1.0 / 16.0);
    assert_eq!(feature("the move"), -1.0);
}

#[test]
fn bad_positions_are_explained() {
    let game = breakthrough(4, 5);
    let form = "looks like `bbbb/bbbb/4/wwww/wwww w`";
    let rows = [
        ("", "there is no position", form),
        ("bbbb/bbbb/4/wwww/wwww", "who is to move", form),
        ("bbbb/bbbb/4/wwww/wwww w now", "`now` comes after", form),
        (
            "bbbb/bbbb/4/wwww/wwww x",
            "`x` is not a side",
            "`w` and `b`",
        ),
        ("bbbb/bbbb/wwww/wwww w", "5 rows, not 4", form),
        (
            "bbbb/bbbb/5/wwww/wwww w",
            "row 3 has 5 squares, not 4",
            form,
        ),
        ("bbbb/bbb/4/wwww/wwww w", "row 4 has 3 squares, not 4", form),
        ("bbbb/bbbb/1k2/wwww/wwww w", "`k` in row 3", form),
        ("bbbb/bbbb/b3/wwww/wwww w", "cannot stand", "8 pawns"),
        ("wwbb/bbbb/4/4/wwww b", "cannot stand", "contest is over"),
        ("4/4/4/4/4 b", "cannot stand", "contest is over"),
        ("wbbb/bbbb/4/4/wwww w", "cannot stand", "the other's turn"),
    ];
    for (text, problem, help) in rows {
        let error = game.parse_position(text).expect_err(text);
        assert!(error.problem.contains(problem), "{text}: {error}");
        let told = error.help.expect("advice is given");
        assert!(told.contains(help), "{text}: {told}");
    }
}

#[test]
fn other_sizes_are_refused() {
    for (width, height) in [(1, 8), (9, 8), (8, 3), (8, 9), (0, 0), (255, 255)] {
        let error = SizeError { width, height };
        assert_eq!(Breakthrough::new(width, height), Err(error));
    }
}

#[test]
fn numbers_of_no_position_are_not_unpacked() {
    let game = breakthrough(5, 5);
    assert_eq!(game.unpack(0), None, "an empty board");
    assert_eq!(game.unpack(u64::MAX), None);
}

/// Both sides see alike: the squares from their own home on, and the features from their own side.
#[test]
fn a_network_sees_the_pawns_of_whose_turn_it_is() {
    let inputs = |game: &Breakthrough, text: &str| {
        let position = game.parse_position(text).expect("a position");
        let mut all = vec![0.0; game.inputs()];
        let viewer = game.each_input(&position, |index, value| {
            assert_eq!(all[index], 0.0, "input {index} once");
            all[index] = value;
        });
        (all, viewer)
    };
    let game = Breakthrough::new(4, 5).expect("a board");
    let (white, first) = inputs(&game, "b3/1b2/4/w3/2ww w");
    let (black, second) = inputs(&game, "2bb/b3/4/1w2/w3 b");
    assert_eq!((first, second), (Seat::First, Seat::Second));
    assert_eq!(white, black);
    let ones = |side: usize| -> Vec<usize> {
        let squares = &white[20 * side..20 * (side + 1)];
        (0..20).filter(|index| squares[*index] == 1.0).collect()
    };
    assert_eq!(ones(0), [2, 3, 4], "c1, d1 and a2");
    assert_eq!(ones(1), [13, 16], "b4 and a5");
}

#[test]
fn what_no_pawn_can_do_has_a_reason() {
    let game = breakthrough(8, 8);
    for (text, reason) in [
        ("a7a6", "White has no pawn on a7"),
        ("g9", "there is no square g9 on this board"),
        ("a2i3", "there is no square i3 on this board"),
        ("a2", "a move names two squares, where from and where to"),
        ("a1a2", "a pawn of White's own stands on a2"),
        (
            "a2a4",
            "a pawn goes one square forward, straight or slanting, and takes only slanting",
        ),
    ] {
        let error = game.parse_move(&game.start(), text).unwrap_err();
        assert_eq!(error.reason.as_deref(), Some(reason), "{text}");
    }
    let error = game.parse_move(&game.start(), "nonsense").unwrap_err();
    assert_eq!(error.reason, None);
}
