//! Law: any text is read as a transcript of tic-tac-toe or refused, without a panic.
//!
//! One that is accepted can be played again, and it is the same when written and read again.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use shido_arena::{End, Transcript};
use shido_frame::{Compiled, Frame, FrameGame};

static GAME: LazyLock<FrameGame<u64>> = LazyLock::new(|| {
    let text = include_str!("../../frames/tic-tac-toe.toml");
    let frame = Frame::read("tic-tac-toe.toml", text, &[]).expect("the frame is sound");
    match Compiled::new(&frame) {
        Compiled::Small(game) => game,
        Compiled::Large(_) => unreachable!("nine points"),
    }
});

fuzz_target!(|text: &str| {
    match Transcript::from_text(&*GAME, text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(transcript) => {
            let contest = transcript
                .replay(&*GAME)
                .expect("what was read was checked");
            assert_eq!(contest.moves(), transcript.moves);
            assert_eq!(End::of(&contest), transcript.end);
            let written = transcript
                .to_text(&*GAME)
                .expect("what was read was checked");
            let read = Transcript::from_text(&*GAME, &written);
            assert_eq!(read.as_ref(), Ok(&transcript), "written as {written}");
        }
    }
});
