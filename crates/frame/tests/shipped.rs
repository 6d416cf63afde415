//! Every shipped frame is sound and keeps the laws that every game keeps.

use std::collections::HashSet;
use std::path::PathBuf;

use shido_core::{Game, Notation, Pack, Seed};
use shido_frame::{Bits, Compiled, Frame, FrameGame};

fn frames() -> Vec<Frame> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../frames");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the frames are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("the frame can be read");
        let name = path
            .file_name()
            .expect("a file has a name")
            .to_string_lossy();
        match Frame::read(&name, &text, &[]) {
            Ok(frame) => {
                assert_eq!(
                    format!("{}.toml", frame.name),
                    name,
                    "a frame is named like its file"
                );
                assert!(
                    text.starts_with('#'),
                    "{name} does not begin with its source"
                );
                frame
            }
            Err(errors) => panic!("{errors}"),
        }
    };
    files.into_iter().map(read).collect()
}

fn check<B: Bits>(frame: &Frame, game: &FrameGame<B>) {
    println!("{}", frame.name);
    shido_testkit::laws::check(game, Seed(1), 30);
    shido_testkit::laws::check_guide(game, Seed(4), 10);
    shido_testkit::laws::check_symmetry(game, Seed(2), 10);
    shido_testkit::laws::check_features(game, Seed(5), 10);
    shido_testkit::laws::check_markers(game, Seed(6), 4);
    if game.packed_bits() <= 64 {
        shido_testkit::laws::check_pack(game, Seed(3), 20);
    }
}

/// Members of the families whose boards need bitboards of each width.
fn family_members() -> Vec<Frame> {
    let four = include_str!("../../../frames/connect-four.toml");
    let row = include_str!("../../../frames/mnk.toml");
    let size = |columns, rows| [("columns".to_owned(), columns), ("rows".to_owned(), rows)];
    [
        (four, size(6, 5)),
        (four, size(9, 8)),
        (row, size(5, 5)),
        (row, size(11, 11)),
        (row, size(15, 15)),
    ]
    .into_iter()
    .map(|(text, size)| Frame::read("family.toml", text, &size).expect("the frame is sound"))
    .collect()
}

/// From the first column to the last, however high each of them is, and without those that are full; likewise the columns
/// of a board of three dimensions.
#[test]
fn drops_come_by_columns() {
    let size = [("columns", 3), ("rows", 2), ("in-a-row", 3)];
    let size = size.map(|(name, value)| (name.to_owned(), value));
    let four = include_str!("../../../frames/connect-four.toml");
    let four = Frame::read("four.toml", four, &size).expect("the frame is sound");
    let score = include_str!("../../../frames/score-four.toml");
    let score = Frame::read("score.toml", score, &[]).expect("the frame is sound");
    let rows: [(&Frame, &[&str], &[&str]); 4] = [
        (&four, &[], &["a", "b", "c"]),
        (&four, &["a", "b"], &["a", "b", "c"]),
        (&four, &["b", "b", "a"], &["a", "c"]),
        (&score, &["b1", "b1", "a1"], &["a1", "b1", "c1", "d1", "a2"]),
    ];
    for (frame, moves, expected) in rows {
        let written = match Compiled::new(frame) {
            Compiled::Small(game) => written_after(&game, moves),
            Compiled::Large(game) => written_after(&*game, moves),
        };
        assert_eq!(&written[..expected.len()], expected, "{moves:?}");
    }
}

fn written_after<B: Bits>(game: &FrameGame<B>, moves: &[&str]) -> Vec<String> {
    let mut position = game.start();
    for text in moves {
        let mv = game.parse_move(&position, text).expect("the move is legal");
        game.play(&mut position, mv);
    }
    let legal = game.moves(&position).into_iter();
    legal.map(|mv| game.write_move(&position, mv)).collect()
}

#[test]
fn shipped_frames_keep_the_laws() {
    let frames = frames();
    assert!(frames.len() >= 22, "only {} frames", frames.len());
    for frame in frames.iter().chain(&family_members()) {
        match Compiled::new(frame) {
            Compiled::Small(game) => check(frame, &game),
            Compiled::Large(game) => check(frame, &*game),
        }
    }
}

/// Chi-squared of the moves drawn against equal shares, for games that draw in each of the ways there
/// are. With five degrees of freedom or more and a fixed seed, a value beyond the mean plus six
/// standard deviations means that some moves are preferred.
#[test]
fn random_moves_are_equally_likely() {
    for (name, text) in [
        (
            "tic-tac-toe",
            include_str!("../../../frames/tic-tac-toe.toml"),
        ),
        (
            "connect-four",
            include_str!("../../../frames/connect-four.toml"),
        ),
        (
            "nine-mens-morris",
            include_str!("../../../frames/nine-mens-morris.toml"),
        ),
    ] {
        let frame = Frame::read(name, text, &[]).expect("the frame is sound");
        let Compiled::Small(game) = Compiled::new(&frame) else {
            unreachable!("{name} has at most 64 points")
        };
        let mut rng = Seed(5).rng();
        let mut position = game.start();
        for _ in 0..3 {
            let first = game.moves(&position)[0];
            game.play(&mut position, first);
        }
        let moves = game.moves(&position);
        let mut drawn = vec![0.0; moves.len()];
        let expected = 2_000.0;
        for _ in 0..2_000 * moves.len() {
            let mv = game
                .random_move(&position, &mut rng)
                .expect("there are moves");
            let index = moves.iter().position(|legal| *legal == mv);
            drawn[index.expect("the move is legal")] += 1.0;
        }
        let chi_squared: f64 = drawn
            .iter()
            .map(|count: &f64| (count - expected).powi(2) / expected)
            .sum();
        let freedom = (moves.len() - 1) as f64;
        let most = freedom + 6.0 * (2.0 * freedom).sqrt();
        assert!(chi_squared < most, "{name}: {chi_squared} of {most}");
    }
}

/// Every reachable position of these games has a key of its own: there are a few thousand of them,
/// so that two equal keys among 2^64 would be no accident.
#[test]
fn keys_tell_positions_apart() {
    for text in [
        include_str!("../../../frames/tic-tac-toe.toml"),
        include_str!("../../../frames/three-mens-morris.toml"),
    ] {
        let frame = Frame::read("small.toml", text, &[]).expect("the frame is sound");
        let Compiled::Small(game) = Compiled::new(&frame) else {
            unreachable!("nine points")
        };
        let mut seen = HashSet::from([game.start()]);
        let mut unexplored = vec![game.start()];
        while let Some(position) = unexplored.pop() {
            game.each_move(&position, |mv| {
                let next = game.after(&position, mv);
                if seen.insert(next) {
                    unexplored.push(next);
                }
            });
        }
        let keys: HashSet<u64> = seen.iter().map(|position| game.key(position)).collect();
        assert_eq!(keys.len(), seen.len());
    }
}

fn frame(name: &str) -> Frame {
    let found = frames().into_iter().find(|frame| frame.name == name);
    found.unwrap_or_else(|| panic!("there is no frame {name}"))
}

/// The rules that are made from a frame's slots tell which lines count, and call sides by their colours. What they
/// have to say is what the sources in the frames say.
#[test]
fn rules_tell_which_lines_count() {
    for (name, expected) in [
        ("tic-tac-toe", "Whoever gets three in a row wins."),
        (
            "nine-mens-morris",
            "Whoever gets three in a row takes a marker",
        ),
        ("tapatan", "Whoever gets three in a row wins."),
        (
            "nine-holes",
            "Whoever gets three in a row, across or up but not slanting, wins.",
        ),
        (
            "tant-fant",
            "Whoever gets three in a row along a diagonal wins.",
        ),
        ("rota", "Whoever gets three in a row through centre wins."),
        (
            "shisima",
            "Whoever gets three in a row through centre wins.",
        ),
        (
            "teeko",
            "Whoever gets four in a row, or a square of four neighbours, wins.",
        ),
        (
            "advanced-teeko",
            "Whoever gets four in a row, or the corners of an upright square of any size, wins.",
        ),
        (
            "katsela",
            "White and Red have three markers each; at the start Red's lie on b2.",
        ),
        (
            "pong-hau-ki",
            "at the start White's lie on a3 and c3, and Black's on a1 and c1. White moves first.",
        ),
        (
            "mu-torere",
            "Only from beside a marker of the other side may you move to centre.",
        ),
    ] {
        let words = frame(name).rules_in_words();
        assert!(words.contains(expected), "{name}: {words}");
    }
}

/// Whoever types the first example of how to move makes a move.
#[test]
fn examples_of_moves_are_legal() {
    fn legal<B: Bits>(game: &FrameGame<B>) -> Vec<String> {
        use shido_core::Notation;
        let start = game.start();
        let moves = game.moves(&start).into_iter();
        let written = moves.map(|mv| game.write_move(&start, mv));
        written.collect()
    }
    for frame in frames() {
        let told = frame.how_to_move();
        let example = told.split(": ").nth(1).unwrap_or_default();
        let example = example.split([';', '.']).next().unwrap_or_default();
        let legal = match Compiled::new(&frame) {
            Compiled::Small(game) => legal(&game),
            Compiled::Large(game) => legal(&*game),
        };
        assert!(
            legal.contains(&example.to_owned()),
            "{}: {told}",
            frame.name
        );
    }
}

/// Four in a small square is no row.
#[test]
fn a_square_that_wins_is_called_one() {
    use shido_core::Notation;
    let Compiled::Small(game) = Compiled::new(&frame("teeko")) else {
        panic!("teeko has 25 points")
    };
    let mut position = game.start();
    for text in ["a1", "e1", "b1", "e2", "a2", "d5", "b2"] {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    let ending = game.ending(&position);
    assert_eq!(ending.as_deref(), Some("a square: a1, b1, a2 and b2"));
}

/// Points where nothing may be placed, and those that have to be entered in a certain way.
#[test]
fn moves_that_a_frame_forbids_have_a_reason() {
    use shido_core::Notation;
    for (name, text, reason) in [
        ("picaria", "c3", "no marker may be placed there"),
        ("picaria", "b1", "the board has no b1"),
        (
            "mu-torere",
            "e-centre",
            "centre may be entered only from beside a marker of the other side",
        ),
    ] {
        let Compiled::Small(game) = Compiled::new(&frame(name)) else {
            panic!("{name} is small")
        };
        let error = game.parse_move(&game.start(), text).unwrap_err();
        assert_eq!(error.reason.as_deref(), Some(reason), "{name} {text}");
    }
}

/// A text about a family tells the numbers that were chosen.
#[test]
fn parameters_stand_in_what_is_told() {
    let row = include_str!("../../../frames/mnk.toml");
    let chosen = [("columns", 15), ("rows", 14), ("in-a-row", 5)];
    let chosen = chosen.map(|(name, value)| (name.to_owned(), value));
    let frame = Frame::read("mnk.toml", row, &chosen).unwrap();
    assert_eq!(
        frame.about,
        "Place 5 of your marks in a row on a board of 15 by 14; sizes can be chosen."
    );
}
