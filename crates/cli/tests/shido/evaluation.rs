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

/// What a network learns is the same whatever the number of threads, can be played by and learned on from.
#[test]
fn networks_learn_and_are_played_by() {
    let shido = Shido::new();
    let folder = shido.cache.path();
    let file = |name: &str| {
        let file = folder.join(name);
        file.to_str().expect("a path of plain letters").to_owned()
    };
    let (one, two, more) = (file("one.toml"), file("two.toml"), file("more.toml"));
    let tune = [
        "tune",
        "backgammon",
        "--method",
        "network",
        "--games",
        "60",
        "--hidden",
        "3",
        "--json",
    ];
    let report = shido.json(&[&tune[..], &["--threads", "1", "--out", &one]].concat());
    shido.json(&[&tune[..], &["--threads", "2", "--out", &two]].concat());
    let read = |file: &str| std::fs::read_to_string(file).expect("a file");
    assert_eq!(read(&one), read(&two));
    assert_eq!([&report["inputs"], &report["hidden"]], [240, 3]);
    assert_eq!(report["weights"], (240 + 1) * 3 + (3 + 1) * 6);
    let origin = report["origin"].as_str().expect("a text");
    let command = "shido tune backgammon --method network --hidden 3 --games 60 ";
    assert!(origin.contains(command), "{origin}");
    let last = report["curve"].as_array().and_then(|curve| curve.last());
    assert_eq!(last.expect("a curve")["games"], 60);

    let by = format!("expectiminimax:depth=1,weights={one}");
    let position = ["--position", "-b----E-C---eE---c-e----B- first 31"];
    let judged = shido.json(
        &[
            &["analyze", "backgammon", "--by", &by, "--json"],
            &position[..],
        ]
        .concat(),
    );
    // It looks one ply ahead: what the position is worth is what the best move leads to.
    let moves = judged["moves"].as_array().expect("a list").iter();
    let values = moves.map(|mv| mv["value"].as_f64().expect("a number"));
    let most = values.fold(f64::NEG_INFINITY, f64::max);
    assert_eq!(judged["value"], most);
    assert!(most.abs() < 3.0, "{most}");
    let on = [
        "tune",
        "backgammon",
        "--method",
        "network",
        "--games",
        "4",
        "--json",
    ];
    let on = shido.json(&[&on[..], &["--weights", &one, "--out", &more]].concat());
    let origin = on["origin"].as_str().expect("a text");
    assert!(origin.contains(&format!("--weights {one}")), "{origin}");

    for (arguments, problem) in [
        (
            &["tune", "chess", "--method", "network"][..],
            "nothing says what a network sees in Chess",
        ),
        (
            &["tune", "backgammon", "--hidden", "4"],
            "`--hidden` is for `--method network`",
        ),
        (
            &["tune", "backgammon", "--method", "network", "--depth", "2"],
            "one ply ahead",
        ),
        (
            &[
                "tune",
                "backgammon",
                "--method",
                "network",
                "--weights",
                "hand",
            ],
            "not a file of a network",
        ),
        (
            &["tune", "backgammon", "--weights", "network"],
            "weights of features are needed here",
        ),
        (
            &[
                "analyze",
                "breakthrough",
                "--by",
                &format!("pvs:depth=1,weights={one}"),
            ],
            "a network for backgammon, not for breakthrough",
        ),
        (
            &["analyze", "othello", "--by", "pvs:depth=1,weights=network"],
            "no network weights come with othello",
        ),
        (
            &[
                "analyze",
                "othello",
                "--by",
                &format!("pvs:depth=1,weights={one}"),
            ],
            "weights of features are needed here",
        ),
    ] {
        let said = shido.refuse(arguments);
        assert!(said.contains(problem), "{said}");
    }
}

/// The networks that come with games are found by name, and were learned by the command that they tell.
#[test]
fn networks_come_with_games() {
    for (game, player) in [
        ("backgammon", "expectiminimax:depth=1,weights=network"),
        ("breakthrough", "pvs:depth=2,weights=network"),
    ] {
        let shido = Shido::new();
        let won = shido.json(&["match", game, player, "random", "--games", "10", "--json"]);
        assert_eq!(won["a_wins"], 1.0, "{won}");
    }
}
