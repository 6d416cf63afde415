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
