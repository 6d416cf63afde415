//! Files of weights: what is written can be read, and what is wrong with one is said.

use shido_eval::{Linear, Weights, WeightsError};
use shido_games::coins::{Coins, LastCoin};

fn coins() -> Coins {
    Coins::new(21, 1, LastCoin::Wins).expect("a pile")
}

const GOOD: &str = r#"
game = "coins"
unit = "win"
scale = 0.5
origin = "a \"test\" \\ of\nquotes"

[weights]
"to move, remainder 1" = 2.25
"to move, remainder 0" = -1.0
"#;

#[test]
fn what_is_written_can_be_read() {
    let weights = Weights::read(&coins(), "coins", GOOD).expect("weights");
    assert_eq!(weights.values, [-1.0, 2.25], "in the order of the game");
    let text = weights.write(&coins());
    assert_eq!(Weights::read(&coins(), "coins", &text), Ok(weights));
}

#[test]
fn values_and_sums_are_two_ways_to_say_it() {
    let weights = Weights::read(&coins(), "coins", GOOD).expect("weights");
    let linear = Linear::new(&coins(), &weights);
    for sum in [-2.0, 0.0, 0.7] {
        let there = linear.value_of(shido_core::ForFirst(sum));
        assert!((there.0 - (0.5 * sum).tanh()).abs() < 1e-12);
        assert!((linear.sum_of(there).0 - sum).abs() < 1e-9);
    }
}

#[test]
fn mistakes_are_named() {
    let check = |from: &str, to: &str, expected: &str| {
        let text = GOOD.replace(from, to);
        assert_ne!(text, GOOD, "the mistake is made");
        let error = Weights::read(&coins(), "coins", &text).expect_err(to);
        assert!(error.to_string().contains(expected), "{error}");
        error
    };
    let error = check("[weights]", "[weights", "not a file of weights");
    assert!(matches!(error, WeightsError::Malformed(_)));
    check("unit =", "unti =", "not a file of weights");
    check("2.25", "\"much\"", "not a file of weights");
    let error = check("\"coins\"", "\"chess\"", "weights for chess, not for coins");
    assert!(matches!(error, WeightsError::OtherGame { .. }));
    for bad in ["0.0", "-1.0", "nan", "inf"] {
        let error = check("scale = 0.5", &format!("scale = {bad}"), "`scale`");
        assert!(matches!(error, WeightsError::Number { .. }), "{bad}");
    }
    let error = check("2.25", "inf", "`to move, remainder 1` is inf");
    assert!(matches!(error, WeightsError::Number { .. }));
    let error = check(
        "\"to move, remainder 1\" = 2.25",
        "",
        "`to move, remainder 1` has no weight",
    );
    assert!(matches!(error, WeightsError::Missing { .. }));
    let error = check(
        "remainder 1\"",
        "remaindr 1\"",
        "did you mean `to move, remainder 1`?",
    );
    assert!(matches!(error, WeightsError::Unknown { .. }));
}
