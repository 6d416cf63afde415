//! The tutor as a player of the program.

use serde_json::Value;

use crate::program::Shido;

/// Contests are listed in the order in which they were played, and add up to the score.
#[test]
fn a_match_lists_its_contests_in_order() {
    let arguments = "match tic-tac-toe tutor random --games 6 --seats alternate --json";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let report = Shido::new().json(&arguments);
    let contests = report["contests"].as_array().expect("a list");
    assert_eq!(contests.len(), 6);
    for (index, contest) in contests.iter().enumerate() {
        assert_eq!(contest["number"], index + 1);
        assert_eq!(contest["a_seat"], ["first", "second"][index % 2]);
        assert!((5..=9).contains(&contest["plies"].as_u64().expect("a number")));
    }
    let count = |outcome: &str| {
        contests
            .iter()
            .filter(|it| it["outcome"] == outcome)
            .count()
    };
    for (outcome, counted) in [("a", "a_wins"), ("draw", "draws"), ("b", "b_wins")] {
        assert_eq!(report["counts"][counted], count(outcome), "{outcome}");
    }
    // The same seed gives the same lessons.
    assert_eq!(Shido::new().json(&arguments), report);
    // Others need no order.
    let plain = Shido::new().json(&["match", "tic-tac-toe", "random", "random", "--json"]);
    assert_eq!(plain["contests"], Value::Null);
}

#[test]
fn what_a_tutor_thinks_is_told() {
    let arguments = [
        "analyze",
        "connect-four",
        "--by",
        "tutor:nodes=500",
        "--json",
    ];
    let analysis = Shido::new().json(&arguments);
    assert_eq!(analysis["moves"].as_array().expect("a list").len(), 7);
    let odds = analysis["moves"].as_array().expect("a list").iter();
    let sum: f64 = odds.filter_map(|it| it["probability"].as_f64()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    // Somebody who was never met is to score one half.
    assert_eq!(analysis["tutoring"]["wanted"], 0.5);
}

#[test]
fn a_level_is_a_word_or_a_rating() {
    let shido = Shido::new();
    let by = |level: &str| format!("tutor:nodes=200,level={level}");
    for (level, strength) in [("beginner", 800.0), ("1234", 1234.0)] {
        let analysis = shido.json(&["analyze", "connect-four", "--by", &by(level), "--json"]);
        assert_eq!(analysis["tutoring"]["strength"], strength);
    }
    let said = shido.refuse(&["analyze", "connect-four", "--by", &by("wizard")]);
    assert!(
        said.contains("beginner") && said.contains("master"),
        "{said}"
    );
}
