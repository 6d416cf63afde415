//! Every search through the command line: they agree, and what scripts rely on is there.

use serde_json::{Value, json};

use crate::program::{Shido, root, tree};

/// The searches that look at everything that can matter, in all their forms.
const EXACT: &[&str] = &[
    "minimax",
    "alphabeta",
    "expectiminimax:pruning=none",
    "expectiminimax:pruning=star1",
    "expectiminimax:pruning=star2",
    "expectiminimax:pruning=star2,probes=2",
    "pvs:depth=12,pruning=exact",
    "pvs:depth=12,pruning=exact,threads=2",
    "pvs:depth=12,pruning=exact,quiescence=off,table=1",
];

fn analyze(game: &str, position: Option<&str>, by: &str) -> Value {
    let mut arguments = vec!["analyze", game, "--by", by, "--json"];
    arguments.extend(position.into_iter().flat_map(|text| ["--position", text]));
    let judged = Shido::new().json(&arguments);
    for field in [
        "game", "position", "to_move", "by", "value", "best", "moves", "nodes", "line",
    ] {
        assert!(!judged[field].is_null(), "{by}: `{field}` is missing");
    }
    assert_eq!(judged["by"], by);
    judged
}

/// Moves and their values; only exact ones count as such.
fn values(judged: &Value) -> Vec<(&str, f64)> {
    let moves = judged["moves"].as_array().expect("a list").iter();
    moves
        .map(|judged| {
            assert_eq!(judged["bound"], "exact", "{judged}");
            let name = judged["move"].as_str().expect("a name");
            (name, judged["value"].as_f64().expect("a number"))
        })
        .collect()
}

/// Tic-tac-toe from positions that are won, drawn and lost. The values were found by hand.
#[test]
fn searches_agree_on_tic_tac_toe() {
    for (position, value, best) in [
        // Both sides threaten nothing yet: any move draws.
        (".../.../... X", 0.0, None),
        // X completes the upper row.
        ("XX./OO./... X", 1.0, Some(vec!["c3"])),
        // After the corner a1 there are two threats at once.
        ("X.O/.O./..X X", 1.0, Some(vec!["a1"])),
        // O has taken an edge against the corner: three answers win.
        ("X../.../.O. X", 1.0, None),
        // X has two threats, and O parries only one.
        (".O./.XO/X.X O", 1.0, Some(vec!["a2", "a3", "b1", "c3"])),
    ] {
        let expected = analyze("tic-tac-toe", Some(position), "minimax");
        assert_eq!(expected["value"], value, "{position}");
        let mut found: Vec<&str> = expected["best"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        found.sort_unstable();
        if let Some(best) = best {
            assert_eq!(found, best, "{position}");
        }
        let provers = ["pn", "pn:nodes=200000,table=1"];
        for by in EXACT.iter().chain(&provers) {
            let judged = analyze("tic-tac-toe", Some(position), by);
            assert_eq!(judged["value"], value, "{by} {position}");
            assert_eq!(judged["best"], expected["best"], "{by} {position}");
            assert_eq!(values(&judged), values(&expected), "{by} {position}");
        }
        // Sampling proves the position in the end, but not every move.
        let sampled = analyze("tic-tac-toe", Some(position), "mcts:playouts=200000");
        assert_eq!(sampled["value"], value, "{position}");
        for mv in sampled["best"].as_array().expect("a list") {
            assert!(found.contains(&mv.as_str().expect("a name")), "{position}");
        }
    }
}

/// The values are those that the comments in the files derive.
#[test]
fn searches_agree_on_explicit_trees() {
    for (name, value, best, chance) in [
        ("textbook", 3.0, "1", false),
        ("cuts", 7.0, "3", false),
        ("two-eyes", 5.0, "2", false),
        ("chance", 4.0, "2", true),
        ("dice", 3.0, "1", true),
    ] {
        let file = tree(name);
        let expected = analyze(&file, None, "minimax");
        for by in EXACT.iter().filter(|by| !chance || !by.starts_with("pvs")) {
            let judged = analyze(&file, None, by);
            assert_eq!(judged["value"], value, "{by} {name}");
            assert_eq!(judged["best"], json!([best]), "{by} {name}");
            assert_eq!(values(&judged), values(&expected), "{by} {name}");
        }
        let sampled = analyze(&file, None, "mcts:playouts=50000");
        assert_eq!(sampled["best"], json!([best]), "{name}");
    }
}

/// The slides' example: two leaves need not be looked at.
#[test]
fn a_recorded_tree_shows_what_was_cut() {
    let shido = Shido::new();
    let record = |by: &str, file: &str| {
        let path = shido.file(file, "");
        let arguments = ["analyze", &tree("textbook"), "--by", by, "--tree", &path];
        let judged = shido.json(&[&arguments[..], &["--json"]].concat());
        assert_eq!(judged["value"], 3.0);
        assert_eq!(judged["best"], json!(["1"]));
        std::fs::read_to_string(path).expect("the tree was written")
    };
    let skipped = |by: &str| -> Vec<Value> {
        let text = record(by, "tree.json");
        let tree: Value = serde_json::from_str(&text).expect("one JSON object");
        let nodes = tree["nodes"].as_array().expect("a list");
        let lists = nodes.iter().filter_map(|node| node["skipped"].as_array());
        lists.flatten().cloned().collect()
    };
    let cut = json!([
        { "move": "2", "why": "alpha cut" },
        { "move": "3", "why": "alpha cut" },
    ]);
    assert_eq!(json!(skipped("alphabeta")), cut);
    assert_eq!(json!(skipped("expectiminimax")), cut);
    assert_eq!(json!(skipped("minimax")), json!([]));
    let dot = record("alphabeta", "tree.dot");
    assert!(dot.starts_with("digraph") && dot.contains("->"), "{dot}");
    let svg = record("alphabeta", "tree.svg");
    assert!(svg.starts_with("<svg") && svg.contains("</svg>"), "{svg}");
    let page = record("alphabeta", "tree.html");
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    assert!(page.contains("<h1>textbook, by alphabeta</h1>"), "{page}");
}

#[test]
fn trees_that_cannot_be_written_are_refused() {
    let shido = Shido::new();
    let textbook = tree("textbook");
    for (by, file, problem, help) in [
        (
            "alphabeta",
            "tree.txt",
            "must end in .html, .svg, .dot or .json",
            "",
        ),
        (
            "alphabeta",
            "tree",
            "must end in .html, .svg, .dot or .json",
            "",
        ),
        (
            "alphabeta",
            "nowhere/tree.svg",
            "cannot write",
            "there is no folder",
        ),
        (
            "mcts",
            "tree.svg",
            "`mcts` does not keep its tree",
            "alphabeta",
        ),
    ] {
        let path = shido.cache.path().join(file);
        let path = path.to_string_lossy();
        let said = shido.refuse(&["analyze", &textbook, "--by", by, "--tree", &path]);
        assert!(said.contains(problem) && said.contains(help), "{said}");
    }
}

/// A contest's moves depend on the seed and on nothing else.
#[test]
fn matches_of_searches_can_be_repeated() {
    let shido = Shido::new();
    let arguments = [
        "match",
        "othello",
        "pvs:depth=2",
        "random",
        "--games",
        "6",
        "--seats",
        "alternate",
        "--opening-plies",
        "4",
        "--json",
    ];
    let play = |threads: &str| shido.json(&[&arguments[..], &["--threads", threads]].concat());
    let one = play("1");
    assert_eq!(one, play("1"), "the same again");
    assert_eq!(one, play("2"), "whatever the number of threads");
    assert_eq!(one["games"], 6);
    assert_eq!(one["seats"], "alternate");
    assert!(one["a_wins"].as_f64() >= Some(0.5), "{one}");
    for field in ["draws", "b_wins", "mean_plies"] {
        assert!(one[field].is_number(), "`{field}` is missing");
    }
}

/// Positions are accepted as they are printed, whatever sign they begin with.
#[test]
fn positions_are_read_as_they_are_printed() {
    let shido = Shido::new();
    for (game, by) in [
        ("chess", "pvs:depth=1"),
        ("shogi", "pvs:depth=1"),
        ("draughts", "pvs:depth=1"),
        ("othello", "pvs:depth=1"),
        ("breakthrough", "pvs:depth=1"),
        ("coins", "minimax"),
        ("backgammon", "expectiminimax:depth=1"),
    ] {
        let printed = analyze(game, None, by)["position"].clone();
        let position = printed.as_str().expect("text");
        assert_eq!(
            analyze(game, Some(position), by)["position"],
            printed,
            "{game}"
        );
        let shown = shido.run(&["show", game, "--position", position]);
        assert!(shown.status.success(), "{game}");
    }
}

/// A book is played from, and may be commented.
#[test]
fn openings_come_from_the_book() {
    let shido = Shido::new();
    let book = shido.file("book", "# the only line\nb3 b4 # and then?\n\n");
    let transcripts = shido.cache.path().join("contests");
    let transcripts = transcripts.to_str().expect("a path of plain letters");
    let player = format!("mcts:playouts=10,book={book}");
    let output = shido.run(&[
        "match",
        "tic-tac-toe",
        &player,
        "random",
        "--games",
        "5",
        "--transcripts",
        transcripts,
    ]);
    assert_eq!(output.status.code(), Some(1), "b4 is no square");
    let book = shido.file("book", "# the only line\nb3 b2 # and then?\n\n");
    let player = format!("mcts:playouts=10,book={book}");
    let arguments = ["match", "tic-tac-toe", &player, "random", "--games", "5"];
    let output = shido.run(&[&arguments[..], &["--transcripts", transcripts]].concat());
    assert!(output.status.success());
    let played = std::fs::read_to_string(transcripts).expect("the contests were written");
    assert_eq!(played.lines().count(), 5);
    for line in played.lines() {
        assert!(line.contains("| b3, "), "{line}");
    }
}

/// The evaluation that comes with a game is the one in its file.
#[test]
fn weights_are_read_from_files() {
    let weights = root().join("weights/othello.hand.toml");
    let by_name = analyze("othello", None, "pvs:depth=3,weights=hand");
    let by_file = format!("pvs:depth=3,weights={}", weights.display());
    let by_file = analyze("othello", None, &by_file);
    assert_eq!(by_name["value"], by_file["value"]);
    assert_eq!(by_name["moves"], by_file["moves"]);
}

/// The textbook's tree has 13 positions, and alpha-beta needs 11 of them: two leaves are cut. The table
/// of moves tells the exact value of each, for which all 13 have to be looked at.
#[test]
fn alpha_beta_counts_what_its_picture_shows() {
    let shido = Shido::new();
    let file = shido.file("tree.json", "");
    let arguments = ["analyze", &tree("textbook"), "--json", "--tree", &file];
    for (by, nodes, for_every_move) in [
        ("minimax", 13, Value::Null),
        ("alphabeta", 11, json!(13)),
        ("expectiminimax", 11, json!(13)),
    ] {
        let judged = shido.json(&[&arguments[..], &["--by", by]].concat());
        assert_eq!(judged["nodes"], nodes, "{by}");
        assert_eq!(judged["nodes_for_every_move"], for_every_move, "{by}");
        let drawn = std::fs::read_to_string(&file).expect("the tree was written");
        let drawn: Value = serde_json::from_str(&drawn).expect("JSON");
        assert_eq!(
            drawn["nodes"].as_array().expect("a list").len(),
            nodes,
            "{by}"
        );
        let values: Vec<f64> = values(&judged)
            .into_iter()
            .map(|(_, value)| value)
            .collect();
        assert_eq!(values, [3.0, 2.0, 2.0], "{by}");
    }
}
