//! Law: any text is read as chess games or refused, without a panic.
//!
//! A refusal names a line of the text and says what is wrong there and what would be right. Games
//! that are accepted are the same when they are written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shido_games::chess::pgn;

fuzz_target!(|text: &str| {
    match pgn::read(text) {
        Err(error) => {
            let lines = 1 + text.matches('\n').count();
            assert!((1..=lines).contains(&error.line), "{error:?}");
            assert!(!error.problem.is_empty() && !error.help.is_empty());
        }
        Ok(games) => {
            assert!(!games.is_empty());
            let written: String = games.iter().map(|game| format!("{game}\n")).collect();
            let read = pgn::read(&written);
            assert_eq!(read.as_ref(), Ok(&games), "written as {written}");
        }
    }
});
