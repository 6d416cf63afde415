//! Law: any text is read as games of draughts or refused, without a panic.
//!
//! A refusal names a line and column of the text. The moves of a game that is accepted are legal, one
//! after the other, from where it begins.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shido_core::Game;
use shido_games::draughts::{Draughts, pdn};

fuzz_target!(|text: &str| {
    match pdn::read(text) {
        Err(error) => {
            let line = text.split('\n').nth(error.line.wrapping_sub(1));
            let columns = line.expect("the line is there").chars().count() + 1;
            assert!((1..=columns).contains(&error.column), "{error:?}");
            assert!(!error.problem.is_empty());
        }
        Ok(games) => {
            for game in games {
                let mut position = game.start;
                for mv in game.moves {
                    let legal = Draughts.moves(&position);
                    assert!(legal.contains(&mv), "{mv:?} in {position:?}");
                    Draughts.play(&mut position, mv);
                }
            }
        }
    }
});
