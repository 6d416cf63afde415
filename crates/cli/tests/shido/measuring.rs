//! `predict`, `rate`, `audit` and `review`.

use serde_json::Value;

use crate::program::{Shido, stderr};

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

/// Nine, eight and seven moves, of which the random player makes each as often.
#[test]
fn the_random_player_predicts_its_share() {
    let rows = "moves_before,played,elo\n,b2,1450\nb2,a1,1550\nb2 a1,c3,\n";
    let shido = Shido::new();
    let path = shido.file("decisions.csv", rows);
    let by = ["predict", "tic-tac-toe", "--from", &path, "--by", "random"];
    let found = shido.json(&[&by[..], &["--json"]].concat());
    assert_eq!(found["positions"], 3);
    assert_eq!(
        (&found["game"], &found["by"]),
        (&"tic-tac-toe".into(), &"random".into())
    );
    let shares = [9.0_f64, 8.0, 7.0];
    let mean = |of: &dyn Fn(f64) -> f64| shares.map(of).iter().sum::<f64>() / 3.0;
    assert!((number(&found["top1"]) - mean(&|n| 1.0 / n)).abs() < 1e-12);
    assert!((number(&found["log_loss"]) - mean(&|n| n.ln())).abs() < 1e-12);
    let bands = found["bands"].as_array().expect("a list");
    assert_eq!(bands.len(), 2, "the last row has no rating");
    assert_eq!(
        (&bands[0]["band"], &bands[1]["band"]),
        (&1400.into(), &1500.into())
    );
    assert!((number(&bands[1]["log_loss"]) - 8.0_f64.ln()).abs() < 1e-12);
    let text = shido.run(&by);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(
        text.contains("1400 to 1499") && text.contains("2.0742"),
        "{text}"
    );
}

/// Whoever never makes a move that was made is surprised without end.
#[test]
fn what_a_player_never_does_has_no_log_loss() {
    // X wins at c1, and did not.
    let rows = "position,played\nXX./OO./... X,a1\n";
    let shido = Shido::new();
    let path = shido.file("decisions.csv", rows);
    let by = [
        "predict",
        "tic-tac-toe",
        "--from",
        &path,
        "--by",
        "semi-random:depth=1",
        "--json",
    ];
    let found = shido.json(&by);
    assert_eq!(
        (&found["log_loss"], &found["impossible"]),
        (&Value::Null, &1.into())
    );
}

/// A search is believed as far as every other decision says: here it was right in each of them.
#[test]
fn a_search_predicts_through_a_soft_max() {
    let row = "XX./OO./... X,c3\n";
    let rows = format!("position,played\n{}", row.repeat(8));
    let shido = Shido::new();
    let path = shido.file("decisions.csv", &rows);
    let by = [
        "predict",
        "tic-tac-toe",
        "--from",
        &path,
        "--by",
        "alphabeta:depth=1",
        "--json",
    ];
    let found = shido.json(&by);
    assert_eq!(
        (&found["kind"], &found["fitted"]),
        (&"judged".into(), &4.into())
    );
    assert_eq!(
        (&found["positions"], number(&found["top1"])),
        (&4.into(), 1.0)
    );
    assert!(number(&found["log_loss"]) < 1e-6);
    // One decision would be fitted to, and none left to be measured on.
    shido.file("decisions.csv", &format!("position,played\n{row}"));
    let output = shido.run(&by);
    assert!(!output.status.success());
    assert!(stderr(&output).contains("one decision is too few for `alphabeta:depth=1`"));
}

#[test]
fn mistakes_in_files_are_told_with_line_and_column() {
    let shido = Shido::new();
    for (text, expected) in [
        ("", "the file is empty"),
        (
            "moves_before,elo\nb2,1500\n",
            "line 1: there is no column `played`",
        ),
        (
            "played,elo\nb2,1500\n",
            "no column `position` or `moves_before`",
        ),
        (
            "moves_before,played\nb2,a1\nb2,b2\n",
            "line 3, column `played`",
        ),
        (
            "moves_before,played\nb2 z9,a1\n",
            "line 2, column `moves_before`",
        ),
        (
            "position,played\nnonsense,a1\n",
            "line 2, column `position`",
        ),
        (
            "moves_before,played,elo\nb2,a1,strong\n",
            "line 2, column `elo`: `strong` is no rating",
        ),
        (
            "moves_before,played,elo\nb2,a1\n",
            "line 2: 2 fields, where the header has 3",
        ),
        ("moves_before,played\n", "has no decisions"),
        (
            "moves,first_elo\nb2 q7,1500\n",
            "line 2, column `moves`, move 2",
        ),
    ] {
        let path = shido.file("decisions.csv", text);
        for command in ["predict", "rate"] {
            let mut arguments = vec![command, "tic-tac-toe", "--from", &path];
            match command {
                "predict" => arguments.extend(["--by", "random"]),
                _ => arguments.extend(["--among", "random", "perfect"]),
            }
            let output = shido.run(&arguments);
            assert!(!output.status.success(), "{text}");
            let told = stderr(&output);
            assert!(told.contains(expected), "{text}: {told}");
        }
    }
    let output = shido.run(&[
        "predict",
        "chess",
        "--from",
        "no-such.csv",
        "--by",
        "random",
    ]);
    assert!(stderr(&output).contains("cannot read no-such.csv"));
}

/// Somebody who wins at once where a random player does so in one of five cases. With the lapses of one in a
/// thousand that everybody is allowed, the odds are 0.9992 to 0.2.
#[test]
fn a_rating_by_hand() {
    let rows = "position,played,player\nXX./OO./... X,c3,her\nXX./OO./... X,a1,him\n";
    let shido = Shido::new();
    let path = shido.file("decisions.csv", rows);
    let among = ["--among", "random", "semi-random:depth=1"];
    let command = ["rate", "tic-tac-toe", "--json", "--from", &path];
    let found = shido.json(&[&command[..], &among].concat());
    let players = found["players"].as_array().expect("a list");
    let of = |place: usize| number(&players[place]["posterior"][1]);
    let lapse = 0.001 / 5.0;
    assert_eq!(
        (&players[0]["player"], &players[1]["player"]),
        (&"her".into(), &"him".into())
    );
    assert!((of(0) - (0.999 + lapse) / (0.999 + lapse + 0.2)).abs() < 1e-9);
    assert!((of(1) - lapse / (lapse + 0.2)).abs() < 1e-9);
    assert_eq!(players[0]["most_likely"], "semi-random:depth=1");
}

#[test]
fn a_rating_needs_distributions() {
    let shido = Shido::new();
    let path = shido.file("decisions.csv", "moves_before,played\n,b2\n");
    let among = ["--among", "random", "alphabeta:depth=1"];
    let command = ["rate", "tic-tac-toe", "--from", &path];
    let output = shido.run(&[&command[..], &among].concat());
    assert!(stderr(&output).contains("does not tell how often it makes its moves"));
    assert!(stderr(&output).contains("erring:noise=20,of=[alphabeta:depth=1]"));
}

/// The perfect player loses nothing by the judgement of the solver; the random one does.
#[test]
fn an_audit_of_a_small_game() {
    let shido = Shido::new();
    let audit = |player: &str| {
        let ladder = ["--ladder", "random", "--games", "12", "--json"];
        let command = ["audit", player, "--game", "tic-tac-toe"];
        shido.json(&[&command[..], &ladder].concat())
    };
    let perfect = audit("perfect");
    assert_eq!(
        (&perfect["player"], &perfect["games"]),
        (&"perfect".into(), &12.into())
    );
    assert_eq!(perfect["referee"], "perfect");
    for key in [
        "mean_loss",
        "inaccuracies",
        "mistakes",
        "blunders",
        "obvious",
    ] {
        assert_eq!(number(&perfect[key]), 0.0, "{key}");
    }
    assert_eq!(number(&perfect["strong"]), 1.0);
    assert_eq!(perfect["elo"], Value::Null, "the ladder has no ratings");
    assert_eq!(perfect["detector_auc"], Value::Null, "there are no people");
    let tells = perfect["tells"].as_object().expect("an object");
    assert!(tells.contains_key("missed_win") && !tells.contains_key("queen_given"));
    let random = audit("random");
    assert!(number(&random["blunders"]) > 0.05, "{random}");
}

#[test]
fn an_audit_of_a_file_is_a_page_too() {
    let shido = Shido::new();
    let rows = "moves,first_elo,second_elo\nb2 a1 c1 c3 b3,1500,1500\n";
    let path = shido.file("games.csv", rows);
    let page = &path.replace("games.csv", "page.html");
    let output = shido.run(&["audit", &path, "--game", "tic-tac-toe", "--html", page]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("blunders") && text.contains("judged by perfect"),
        "{text}"
    );
    let html = std::fs::read_to_string(page).expect("it was written");
    assert!(
        html.starts_with("<!DOCTYPE html>") && html.contains("<svg") && !html.contains("http://")
    );
    let again = shido.run(&["audit", &path, "--game", "tic-tac-toe", "--html", page]);
    assert!(!again.status.success(), "a file is replaced by force only");
}

/// A draw in which O's second move loses and X's third gives the win back (worked out in the tests of
/// `shido-review`): seen from X, a chance that was not taken.
#[test]
fn a_review_of_a_small_game() {
    let shido = Shido::new();
    let moves = "1. X: b2\n2. O: b1\n3. X: b3\n4. O: a1\n5. X: c1\n6. O: a3\n7. X: a2\n8. O: c2\n9. X: c3\n";
    let path = shido.file("draw.txt", &format!("[Game \"tic-tac-toe\"]\n\n{moves}"));
    let review = ["review", &path, "--rating", "1500", "--judge", "perfect"];
    let found = shido.json(&[&review[..], &["--json"]].concat());
    assert_eq!(
        (&found["seat"], &found["side"]),
        (&"first".into(), &"X".into())
    );
    assert_eq!((&found["offered"], &found["taken"]), (&1.into(), &0.into()));
    let chances = found["chances"].as_array().expect("a list");
    let chances: Vec<f64> = chances.iter().map(number).collect();
    assert_eq!(chances, [0.5, 0.5, 1.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    let text = shido.run(&review);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("X, rating 1500. You had a chance."), "{text}");

    let second = shido.run(&["review", &path, "--contest", "2"]);
    assert!(stderr(&second).contains("has 1 contests, not 2"));
    let rating = shido.run(&["review", &path, "--rating", "strong"]);
    assert!(stderr(&rating).contains("such as 1400"));
}
