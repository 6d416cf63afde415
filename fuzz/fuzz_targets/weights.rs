//! Law: any text is read as weights or refused, without a panic.
//!
//! Weights that are accepted are usable numbers, one for each feature. What is written of them is
//! read, and written the same again: writing rounds, so it is not what was read first.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shido_core::Features;
use shido_eval::{Linear, Weights};
use shido_games::breakthrough::Breakthrough;
use shido_games::coins::Coins;

fuzz_target!(|text: &str| {
    check(&Coins::default(), "coins", text);
    check(&Breakthrough::default(), "breakthrough", text);
});

fn check<G: Features>(game: &G, name: &str, text: &str) {
    match Weights::read(game, name, text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(weights) => {
            assert_eq!(weights.values.len(), game.feature_names().len());
            assert!(weights.values.iter().all(|weight| weight.is_finite()));
            let linear = Linear::new(game, &weights);
            let sum = linear.sum(game, &game.start());
            let value = linear.value_of(sum).0;
            assert!(value.abs() <= game.stake(), "{value}");

            let written = weights.write(game);
            let again = Weights::read(game, name, &written).expect("what was written is read");
            assert_eq!(again.write(game), written);
        }
    }
}
