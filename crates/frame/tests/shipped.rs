//! Every shipped frame is sound and keeps the laws that every game keeps.

use std::path::PathBuf;

use shido_core::{Pack, Seed};
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
    shido_testkit::laws::check_symmetry(game, Seed(2), 10);
    shido_testkit::laws::check_guide(game, Seed(4), 10);
    shido_testkit::laws::check_features(game, Seed(5), 10);
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

#[test]
fn shipped_frames_keep_the_laws() {
    let frames = frames();
    assert!(frames.len() >= 22, "only {} frames", frames.len());
    for frame in frames.iter().chain(&family_members()) {
        match Compiled::new(frame) {
            Compiled::Small(game) => check(frame, &game),
            Compiled::Medium(game) => check(frame, &game),
            Compiled::Large(game) => check(frame, &game),
        }
    }
}
