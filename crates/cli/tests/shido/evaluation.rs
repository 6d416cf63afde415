//! Static evaluations by themselves: what they add up, and what a shallow search makes of them.

use serde_json::Value;

use crate::program::Shido;

fn evaluated(position: &str, by: &str) -> Value {
    Shido::new().json(&[
        "analyze",
        "tic-tac-toe",
        "--position",
        position,
        "--by",
        by,
        "--json",
    ])
}

/// The positions and values of the lecture slides "Adversarial search": lines open to X less lines
/// open to O.
#[test]
fn open_lines_are_those_of_the_slides() {
    for (position, sum) in [
        (".../.../... X", 8.0 - 8.0),
        ("X../OX./... O", 6.0 - 2.0),
        ("OOX/XO./X.. X", 2.0 - 2.0),
    ] {
        let judged = evaluated(position, "evaluation:weights=open-lines");
        let evaluation = &judged["evaluation"];
        assert_eq!(evaluation["sum"], sum, "{position}");
        assert_eq!(evaluation["unit"], "line");
        let parts = evaluation["features"].as_array().expect("a list").iter();
        let parts: f64 = parts
            .map(|feature| {
                let [count, weight, part] =
                    ["count", "weight", "part"].map(|key| feature[key].as_f64().expect("a number"));
                assert_eq!(part, count * weight, "{feature}");
                part
            })
            .sum();
        assert_eq!(parts, sum, "{position}");
        // Scale and stake are 0.1 and 1.
        let value = judged["value"].as_f64().expect("a number");
        assert!((value - (0.1 * sum).tanh()).abs() < 1e-12, "{position}");
    }
}

/// Figure 4.17 of the slides, two-ply minimax at the opening: O's best reply to the centre is a corner
/// (5 - 4), to a corner or an edge it is the centre (4 - 5 and 4 - 6).
#[test]
fn two_plies_of_open_lines_are_the_figure_of_the_slides() {
    let judged = evaluated(".../.../... X", "minimax:depth=2,weights=open-lines");
    assert_eq!(judged["best"], serde_json::json!(["b2"]));
    for mv in judged["moves"].as_array().expect("a list") {
        let name = mv["move"].as_str().expect("a name");
        let lines = match name {
            "b2" => 1.0,
            "a1" | "a3" | "c1" | "c3" => -1.0,
            _ => -2.0,
        };
        let found = mv["advantage"].as_f64().expect("a number");
        assert!((found - lines).abs() < 1e-9, "{name}: {found}");
    }
}

/// Worked out by hand, on a board of the slides.
#[test]
fn a_table_shows_what_counts_and_its_sum() {
    let shido = Shido::new();
    let position = "X../OX./... O";
    let by = "evaluation:weights=open-lines";
    let output = shido.run(&["analyze", "tic-tac-toe", "--position", position, "--by", by]);
    let text = String::from_utf8(output.stdout).expect("text");
    // Open to X: the upper row, the right and middle columns, the lower row and both diagonals, of which
    // the lower row and the right column are empty. Open to O: those two alone.
    let table: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.trim_start().starts_with("lines with") || line.contains("sum"))
        .map(|line| line.split_whitespace().collect())
        .collect();
    let expected = [
        vec!["lines", "with", "1", "+3", "1", "+3"],
        vec!["lines", "with", "2", "+1", "1", "+1"],
        vec!["sum", "+4"],
    ];
    assert_eq!(table, expected, "{text}");
}

/// Weights of other games, and games without any, are refused by name.
#[test]
fn open_lines_belong_to_tic_tac_toe() {
    let by = "evaluation:weights=open-lines";
    let said = Shido::new().refuse(&["analyze", "connect-four", "--by", by]);
    assert!(
        said.contains("no open-lines weights come with connect-four"),
        "{said}"
    );
}

/// What is measured can be pruned by, is the same whatever the number of threads, and is refused where it makes no sense.
#[test]
fn shallow_searches_are_measured_for_probcut() {
    let shido = Shido::new();
    let file = shido.cache.path().join("measured.toml");
    let file = file.to_str().expect("a path of plain letters");
    let tune = [
        "tune", "othello", "--method", "probcut", "--games", "4", "--depth", "4", "--json",
    ];
    let one = shido.json(&[&tune[..], &["--threads", "1", "--out", file]].concat());
    let two = shido.json(&[&tune[..], &["--threads", "2"]].concat());
    assert_eq!(one["regressions"], two["regressions"]);
    let depths: Vec<(u64, u64)> = one["regressions"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|it| Some((it["deep"].as_u64()?, it["shallow"].as_u64()?)))
        .collect();
    assert_eq!(depths, [(1, 0), (2, 0), (3, 0), (3, 1), (4, 0), (4, 2)]);
    let by = format!("pvs:depth=5,pruning=probcut,cuts={file}");
    shido.json(&["analyze", "othello", "--by", &by, "--json"]);

    for (arguments, problem) in [
        (
            &["tune", "backgammon", "--method", "probcut"][..],
            "has dice",
        ),
        (
            &["tune", "othello", "--method", "probcut", "--depth", "2"],
            "too shallow",
        ),
        (
            &["tune", "othello", "--method", "probcut", "--lambda", "0.5"],
            "leave them out",
        ),
        (
            &["analyze", "chess", "--by", "pvs:pruning=probcut,depth=2"],
            "nothing was measured",
        ),
        (
            &[
                "analyze",
                "othello",
                "--by",
                "pvs:pruning=probcut,depth=2,cuts=nowhere",
            ],
            "nowhere",
        ),
    ] {
        let said = shido.refuse(arguments);
        assert!(said.contains(problem), "{said}");
    }
}
