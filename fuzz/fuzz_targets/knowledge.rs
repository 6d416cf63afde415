//! Law: any text is read as Hoyle's knowledge or refused, without a panic.
//!
//! A refusal is about bytes of the text, on character boundaries, and says what to do. What is accepted
//! is written, read, and written the same again, and Hoyle can move by it.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use shido_core::Notation;
use shido_frame::{Compiled, Frame, FrameGame};
use shido_games::coins::Coins;
use shido_learn::{Hoyle, KnowledgeFile, Learnable, Subject};

static TIC_TAC_TOE: LazyLock<FrameGame<u64>> = LazyLock::new(|| {
    let text = include_str!("../../frames/tic-tac-toe.toml");
    let frame = Frame::read("tic-tac-toe.toml", text, &[]).expect("a sound frame");
    match Compiled::new(&frame) {
        Compiled::Small(game) => game,
        _ => unreachable!("nine points"),
    }
});

fuzz_target!(|text: &str| {
    check(&*TIC_TAC_TOE, "tic-tac-toe", text);
    check(&Coins::default(), "coins", text);
});

fn check<G: Learnable + Notation>(game: &G, name: &str, text: &str) {
    // The seeds are written with this number, whatever the rules' own is.
    let subject = Subject {
        name,
        fingerprint: 7,
    };
    match KnowledgeFile::read(game, subject, text) {
        Err(error) => {
            assert!(text.get(error.span.clone()).is_some(), "{error:?}");
            assert!(!error.problem.is_empty() && !error.help.is_empty());
            assert!(error.line >= 1 && error.line <= text.matches('\n').count() + 1);
        }
        Ok(file) => {
            let written = file.knowledge.write(game, subject, &file.training);
            let again =
                KnowledgeFile::read(game, subject, &written).expect("what was written is read");
            let rewritten = again.knowledge.write(game, subject, &again.training);
            assert_eq!(rewritten, written);
            let hoyle = Hoyle::new(file.knowledge);
            let decision = hoyle.decide(game, &game.start(), hoyle.paradigm);
            assert!(!decision.expect("somebody is to move").choice.is_empty());
        }
    }
}
