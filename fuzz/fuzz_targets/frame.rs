//! Law: any text is read as a frame or refused, quickly and without a panic.
//!
//! A refusal has at least one diagnostic; each is about bytes of the text, on character boundaries,
//! and all can be shown. A frame that is accepted compiles, and its contests keep the laws of
//! [`playout`].

#![no_main]

use libfuzzer_sys::fuzz_target;
use shido_core::{Depict, Guide, Notation, Pack, Seed};
use shido_frame::{Compiled, Frame, FrameErrors};
use shido_fuzz::{check_packing, playout, seed_of};

/// Enough to come through the first phase of most games into the second.
const PLIES: usize = 40;

fuzz_target!(|text: &str| {
    match Frame::read("fuzz.toml", text, &[]) {
        Err(errors) => check_errors(&errors, text),
        Ok(frame) => {
            let seed = seed_of(text.as_bytes());
            match Compiled::new(&frame) {
                Compiled::Small(game) => play(&game, seed),
                Compiled::Large(game) => play(&*game, seed),
            }
        }
    }
});

fn play<G: Notation + Depict + Pack + Guide>(game: &G, seed: Seed) {
    for position in playout(game, game.start(), seed, PLIES) {
        check_packing(game, &position);
    }
}

fn check_errors(errors: &FrameErrors, text: &str) {
    assert!(!errors.diagnostics.is_empty(), "refused without a reason");
    for diagnostic in &errors.diagnostics {
        let span = diagnostic.span.clone();
        assert!(
            text.get(span.clone()).is_some(),
            "{span:?} is no part of the text"
        );
        assert!(!diagnostic.problem.is_empty() && !diagnostic.help.is_empty());
        let (line, column) = errors.place(diagnostic);
        assert!(line >= 1 && column >= 1);
    }
    let shown = errors.to_string();
    assert!(shown.starts_with("fuzz.toml:"), "{shown}");
}
