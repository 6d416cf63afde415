//! Law: any text is read as rates of goals or refused, without a panic.
//!
//! Of rates that are accepted no more succeed than are tried, and they are the same when they are written
//! and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shido_tactics::Rates;

fuzz_target!(|text: &str| {
    match Rates::parse(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(rates) => {
            for (_, _, (successes, trials)) in rates.iter() {
                assert!(successes <= trials);
            }
            let written = rates.write();
            assert_eq!(Rates::parse(&written).as_ref(), Ok(&rates), "{written}");
        }
    }
});
