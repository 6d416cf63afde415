//! Hoyle from outside: training, what is kept of it, and its reasons.

use std::io::Write;
use std::process::Stdio;

use serde_json::json;

use crate::program::{Shido, root, stderr};

/// Figure 3 of *Toward an Ideal Trainer*: a corner invites a fork, and O has to play at an edge.
const FIGURE_3: &str = "..X/.O./X.. O";

impl Shido {
    fn path(&self, name: &str) -> String {
        let path = self.cache.path().join(name);
        path.to_str().expect("a path of plain letters").to_owned()
    }

    /// Trains as is said and gives the file and its text.
    fn train(&self, arguments: &str, more: &[&str], name: &str) -> (String, String) {
        let file = self.path(name);
        let mut all = vec!["train"];
        all.extend(arguments.split(' '));
        all.extend(more);
        all.extend(["--out", &file, "--json"]);
        self.json(&all);
        let text = std::fs::read_to_string(&file).expect("the knowledge was written");
        (file, text)
    }

    fn play(&self, arguments: &str, input: &str) -> String {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let mut child = self
            .command(&arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("shido starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(input.as_bytes()).expect("shido reads");
        drop(stdin);
        let output = child.wait_with_output().expect("shido ends");
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).expect("text")
    }

    fn judge(&self, position: &str, by: &str) -> serde_json::Value {
        let game = ["analyze", "tic-tac-toe", "--position", position];
        self.json(&[&game[..], &["--by", by, "--json"]].concat())
    }
}

/// The paper: perfect training until twenty contests in a row leaves nothing to learn.
#[test]
fn training_at_tic_tac_toe_makes_it_reliable() {
    let shido = Shido::new();
    let report = shido.path("report.html");
    let training = "train tic-tac-toe --trainer perfect --standard 20 --exact --json --report";
    let mut arguments: Vec<&str> = training.split(' ').collect();
    arguments.push(&report);
    let trained = shido.json(&arguments);
    assert_eq!(trained["reached"], true);
    assert_eq!(trained["lessons"], trained["contests"]);
    let tests = trained["tests"].as_array().expect("tests");
    assert_eq!(tests.len(), 4);
    for test in tests {
        assert_eq!(test["reliability"], 1.0, "{test}");
    }
    let curve = trained["curve"].as_array().expect("a curve");
    assert_eq!(curve[0]["contests"], 0);
    assert_eq!(curve[0]["units"], 1);
    assert_eq!(curve.last().expect("an end")["units"], trained["units"]);

    let page = std::fs::read_to_string(report).expect("the report was written");
    assert_eq!(page.matches("<svg").count(), 3, "three curves");
    assert!(page.contains("met the standard"));
    assert!(!page.contains("<script") && !page.contains("<link"));
}

#[test]
fn it_can_be_trained_in_cycles_and_asked_in_every_state() {
    let shido = Shido::new();
    let training = "train tic-tac-toe --trainer ideal --cycle 5 --test 20 --states";
    let arguments: Vec<&str> = training.split(' ').collect();
    let trained = shido.json(&[&arguments[..], &["--json"]].concat());
    assert_eq!(trained["reached"], true);
    let goal = json!({"standard": null, "contests": null, "cycle": 5, "reliability": 1.0});
    assert_eq!(trained["goal"], goal);
    assert_eq!(
        trained["contests"],
        trained["curve"].as_array().expect("tests").len() * 5
    );
    let count = |which: &str| {
        trained["states"][which]["states"]
            .as_u64()
            .expect("a number")
    };
    assert_eq!(count("seen") + count("unseen"), 431);

    let shown = shido.run(&arguments);
    let shown = String::from_utf8(shown.stdout).expect("text");
    let words = "passed a test with 100.00% reliability against everyone";
    assert!(shown.contains(words), "{shown}");
    assert!(shown.contains("states seen in training"), "{shown}");

    // Coverage is silent on cells, where nothing is drawn.
    let speaks = |by: &str| {
        let judged = shido.judge(FIGURE_3, by);
        let mut advice = judged["advice"].as_array().expect("advice").iter();
        advice.any(|said| said["advisor"] == "Coverage")
    };
    assert!(speaks("hoyle") && !speaks("hoyle:coverage=drawn"));
}

#[test]
fn what_was_learned_is_kept_and_used() {
    let shido = Shido::new();
    let training = "tic-tac-toe --trainer perfect --contests 40 --test 0";
    let (file, text) = shido.train(training, &[], "a.toml");
    assert!(text.contains("training = [\n    \"perfect, 40 contests, seed 0\",\n]"));

    // The same again is the same file, and going on adds to it.
    let (other, again) = shido.train(training, &[], "b.toml");
    assert_eq!(again, text);
    let goes_on = "tic-tac-toe --trainer self --contests 5 --test 0 --knowledge";
    let (_, further) = shido.train(goes_on, &[&other], "b.toml");
    let trained = "\"perfect, 40 contests, seed 0\",\n    \"self, 5 contests, seed 0\"";
    assert!(further.contains(trained), "{further}");
    assert!(further.contains("played = 45"), "{further}");

    // Untrained Hoyle falls for the fork under the usual paradigm; trained it never does.
    let falls_for_it = |by: &str| {
        let best = shido.judge(FIGURE_3, by)["best"].clone();
        let best = best.as_array().expect("moves").iter();
        best.filter(|mv| **mv == "a3" || **mv == "c1").count() > 0
    };
    assert!(falls_for_it("hoyle"));
    let by = format!("hoyle:knowledge={file}");
    assert!(!falls_for_it(&by));
    let result = shido.json(&["match", "tic-tac-toe", &by, "perfect", "--exact", "--json"]);
    assert_eq!(result["b_wins"], 0.0, "{result}");
}

#[test]
fn a_file_that_does_not_fit_is_refused_with_the_reason() {
    let shido = Shido::new();
    let training = "tic-tac-toe --trainer random --contests 30 --test 0";
    let (file, text) = shido.train(training, &[], "a.toml");
    let analyze = |game: &str, file: &str| {
        let by = format!("hoyle:knowledge={file}");
        shido.refuse(&["analyze", game, "--by", &by])
    };

    let said = analyze("lose-tic-tac-toe", &file);
    assert!(
        said.contains("about tic-tac-toe, not about lose-tic-tac-toe"),
        "{said}"
    );
    assert!(said.contains("train for this one"), "{said}");

    // The same name, other rules.
    let lose = std::fs::read_to_string(root().join("frames/lose-tic-tac-toe.toml"));
    let changed = lose.expect("a frame of the program");
    let changed = changed.replace("lose-tic-tac-toe", "tic-tac-toe");
    let changed = shido.file("tic-tac-toe.toml", &changed);
    let said = analyze(&changed, &file);
    assert!(
        said.contains("have changed since this was learned"),
        "{said}"
    );
    assert!(said.contains("train again"), "{said}");

    let last = text.rfind("[[histories]]").expect("a history");
    let cut = shido.file("cut.toml", &text[..last]);
    let said = analyze("tic-tac-toe", &cut);
    assert!(said.contains("units of knowledge"), "{said}");
    assert!(said.contains("cut short"), "{said}");
    assert!(said.contains("cut.toml:"), "{said}");

    let said = analyze("tic-tac-toe", &shido.path("nowhere.toml"));
    assert!(said.contains("cannot read"), "{said}");
}

#[test]
fn analyze_explains_figure_3() {
    let shido = Shido::new();
    let arguments = ["analyze", "tic-tac-toe", "--position", FIGURE_3];
    let output = shido.run(&[&arguments[..], &["--by", "hoyle"]].concat());
    let shown = String::from_utf8(output.stdout).expect("text");
    let sentence = "Challenge, which raises the number of own winning lines or lowers the other \
                    side's, supports";
    assert!(shown.contains(sentence), "{shown}");
    assert!(shown.contains("The sum of all comments gives"), "{shown}");

    let judged = shido.judge(FIGURE_3, "hoyle");
    assert_eq!(judged["decided_by"], "sum");
    let advice = judged["advice"].as_array().expect("advice");
    let challenge = advice.iter().find(|said| said["advisor"] == "Challenge");
    let challenge = challenge.expect("Challenge speaks");
    assert_eq!(challenge["tier"], 3);
    assert_eq!(challenge["says"], "comments");
    let moves = judged["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 6);
    let shares = moves.iter().filter_map(|mv| mv["probability"].as_f64());
    assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9);

    // X threatens b3: all other moves are vetoed.
    let judged = shido.judge("X.X/.O./... O", "hoyle");
    assert_eq!(judged["best"], json!(["b3"]));
    assert_eq!(judged["decided_by"], "vetoes");
    assert_eq!(judged["advice"][0]["advisor"], "Panic");
    assert_eq!(judged["advice"][0]["says"], "veto");

    // X wins at once.
    let judged = shido.judge("X.X/OO./... X", "hoyle");
    assert_eq!(judged["decided_by"], "Victory");
    assert_eq!(judged["best"], json!(["b3"]));
    // "recommends with a strength of 10 each legal move that results in an immediate win" (section 2.2).
    let victory = &judged["advice"][0];
    assert_eq!(victory["moves"], json!([{"move": "b3", "strength": 10}]));
    let sentence = victory["sentence"].as_str().expect("a sentence");
    assert!(sentence.ends_with("insists on b3 (10)."), "{sentence}");
    assert_eq!(judged["value"], 1.0);

    // Without its first Advisors it does not see that.
    let judged = shido.judge("X.X/OO./... X", "hoyle:without=victory+panic");
    assert_ne!(judged["decided_by"], "Victory");
}

#[test]
fn the_opponent_says_why() {
    let shido = Shido::new();
    let hoyle = "play tic-tac-toe --against hoyle --seed 1";
    let shown = shido.play(hoyle, "why\nb2\nwhy?\nquit\n");
    assert!(
        shown.contains("The opponent has made no move yet."),
        "{shown}"
    );
    assert!(shown.contains("Challenge, which raises"), "{shown}");

    // The centre is the only answer to a corner.
    let perfect = "play tic-tac-toe --against perfect";
    let shown = shido.play(perfect, "a1\nwhy\nquit\n");
    assert!(
        shown.contains("Why b2: it knows that b2 draws and"),
        "{shown}"
    );

    let random = "play tic-tac-toe --against random --seed 1";
    let shown = shido.play(random, "a1\nwhy\nquit\n");
    assert!(shown.contains("random gives no reasons"), "{shown}");
}

#[test]
fn what_cannot_be_trained_is_refused_before_training() {
    let shido = Shido::new();
    let there = shido.file("there.toml", "");
    let out = format!("tic-tac-toe --out {there}");
    let from = format!("tic-tac-toe --knowledge {there}");
    let rows = [
        ("tic-tac-toe --trainer perfct", "no trainer `perfct`"),
        ("tic-tac-toe --trainer perfct", "did you mean `perfect`?"),
        ("tic-tac-toe --trainer guru", "lesson-and-practice"),
        ("tic-tac-toe --trainer fallible", "noise"),
        ("tic-tac-toe --trainer 0&0", "2&7"),
        ("tic-tac-toe --trainer mcts", "fixed odds"),
        ("tic-tac-toe --paradigm sums", "did you mean `sum`"),
        ("tic-tac-toe --coverage roads", "lines and drawn"),
        ("tic-tac-toe --cycle 10 --test 0", "ends with a test"),
        ("connect-four-4x4 --trainer self --states", "every position"),
        ("tic-tac-toe --without gredy", "Greedy"),
        ("tic-tac-toe --without-slots forkes", "forks"),
        (
            "tic-tac-toe --out /nowhere/at/all.toml",
            "cannot write /nowhere",
        ),
        (&out, "is there already"),
        (&from, "no file of knowledge"),
        ("backgammon --trainer random", "chance"),
        ("achi --trainer self --exact", "can recur"),
    ];
    for (arguments, words) in rows {
        let mut all = vec!["train"];
        all.extend(arguments.split(' '));
        let said = shido.refuse(&all);
        assert!(said.contains(words), "{arguments}: {said}");
    }
    for (arguments, words) in [
        (&["--reliability", "90"][..], "--cycle"),
        (&["--cycle", "10", "--reliability", "101"], "percentage"),
    ] {
        let said = shido.run(&[&["train", "tic-tac-toe"], arguments].concat());
        assert_eq!(said.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&said.stderr).contains(words));
    }
}
