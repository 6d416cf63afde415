//! Law: any text is read as a record of Go or refused, without a panic.
//!
//! A refusal says what is wrong. A record that is accepted is the same when it is written and read again,
//! and every position of it can be asked for.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shido_core::Notation;
use shido_games::go::sgf;
use shido_tactics::Scene;

fuzz_target!(|text: &str| {
    match sgf::read(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(record) => {
            let written = sgf::write(&record);
            let again = sgf::read(&written).expect("what was written is read");
            assert_eq!(again.moves, record.moves, "written as {written}");
            assert_eq!(again.start, record.start, "written as {written}");
            assert_eq!(sgf::write(&again), written);
            for moves in 0..=record.moves.len() {
                assert!(record.position(moves).is_some());
            }
            let end = record
                .position(record.moves.len())
                .expect("all moves are there");
            let scene = Scene::of_record(text, None).expect("it was read before");
            assert_eq!(scene.text(), record.go.write_position(&end));
            assert!(Scene::of_record(text, Some(record.moves.len() + 1)).is_err());
        }
    }
});
