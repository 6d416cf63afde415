//! Searches that model the opponent, on trees worked out by hand.

use serde_json::Value;

use crate::program::Shido;

/// By our values the moves are worth 3 and 1. After the first the opponent takes the 3, which seems
/// worth 3 to them, and leaves the 5, which seems worth 6; after the second they take the 8, which
/// seems worth 2, and leave the 1, which seems worth 4.
const GAIN: &str = "(max (min 3|3 5|6) (min 1|4 8|2))";

/// The opponent takes the first leaf each time: 4, 3 and 1 to us, and 4, 4 and 2 in their eyes.
const ERRORS: &str = "(max (min 4|4 6|5) (min 3|4 5|6) (min 1|2 9|3))";

/// Tree, search, value, best move, OM values, losses.
type Row<'a> = (&'a str, &'a str, f64, &'a str, &'a [f64], &'a [f64]);

/// The field of each move, in order.
fn of_moves(judged: &Value, field: &str) -> Vec<f64> {
    let moves = judged["moves"].as_array().expect("the moves are a list");
    let values = moves.iter().map(|mv| mv[field].as_f64());
    values.collect::<Option<_>>().expect("all are numbers")
}

#[test]
fn trees_of_two_values_come_out_as_worked_out() {
    let shido = Shido::new();
    let gain = shido.file("gain.tree", GAIN);
    let errors = shido.file("errors.tree", ERRORS);
    let rows: &[Row<'_>] = &[
        (&gain, "om", 8.0, "2", &[3.0, 8.0], &[5.0, 0.0]),
        (&gain, "lo", 3.0, "1", &[3.0, 8.0], &[5.0, 0.0]),
        (&gain, "tu:limit=4", 8.0, "2", &[3.0, 8.0], &[5.0, 0.0]),
        (&gain, "tu:limit=5", 3.0, "1", &[3.0, 8.0], &[5.0, 0.0]),
        (
            &gain,
            "prom:types=theirs*0.5+ours*0.5",
            4.5,
            "2",
            &[3.0, 4.5],
            &[1.5, 0.0],
        ),
        (&gain, "m-star:level=0", 3.0, "1", &[3.0, 1.0], &[0.0, 2.0]),
        (&gain, "m-star:level=1", 8.0, "2", &[3.0, 8.0], &[5.0, 0.0]),
        (&errors, "om", 4.0, "1", &[4.0, 3.0, 1.0], &[0.0, 1.0, 3.0]),
        (&errors, "lo", 3.0, "2", &[4.0, 3.0, 1.0], &[0.0, 1.0, 3.0]),
        (&errors, "tu", 4.0, "1", &[4.0, 3.0, 1.0], &[0.0, 1.0, 3.0]),
        (
            &errors,
            "tu:limit=3",
            1.0,
            "3",
            &[4.0, 3.0, 1.0],
            &[0.0, 1.0, 3.0],
        ),
        (
            &errors,
            "tu:limit=3,visible=1",
            3.0,
            "2",
            &[4.0, 3.0, 1.0],
            &[0.0, 1.0, 3.0],
        ),
    ];
    for (tree, by, value, best, om, losses) in rows {
        let judged = shido.json(&["analyze", tree, "--by", by, "--json"]);
        assert_eq!(judged["value"], *value, "{by}");
        assert_eq!(judged["best"], serde_json::json!([best]), "{by}");
        assert_eq!(of_moves(&judged, "value"), *om, "{by}");
        assert_eq!(of_moves(&judged, "loss"), *losses, "{by}");
    }
    let judged = shido.json(&["analyze", &gain, "--by", "om", "--json"]);
    assert_eq!(of_moves(&judged, "worst_case"), [3.0, 1.0]);
    // In the opponent's eyes they are worth 3 and 2 to us.
    assert_eq!(of_moves(&judged, "visible_loss"), [0.0, 1.0]);
    assert_eq!(judged["line"], serde_json::json!(["2", "2"]));
    // We leave the 3 for a 1 if the opponent knew, and the opponent gives away 7.
    assert_eq!(judged["errors"], serde_json::json!([2.0, 7.0]));
    let noticed = shido.json(&["analyze", &errors, "--by", "tu:visible=1", "--json"]);
    let expected = serde_json::json!({ "kind": "noticed", "loss": 3.0, "seen": 2.0, "limit": 1.0 });
    assert_eq!(noticed["moves"][2]["judgement"], expected);
}

/// The opponent chooses between two nodes of ours, which seem worth 2 and 3 to them and of which they see
/// the leaves only if they look two plies ahead; or, after our second move, between two leaves.
const TWO_STEPS: &str = "(max (min (max =0|2 9|1 2|8) (max =0|3 4|5 3|3)) (min 6|4 7|5))";

#[test]
fn a_recorded_tree_shows_what_they_see_from_where_they_look() {
    let shido = Shido::new();
    let tree = shido.file("two-steps.tree", TWO_STEPS);
    let theirs = |by: &str| -> Vec<Option<f64>> {
        let path = shido.file("recorded.json", "");
        shido.json(&["analyze", &tree, "--by", by, "--tree", &path, "--json"]);
        let recorded = std::fs::read_to_string(path).expect("the tree was written");
        let recorded: Value = serde_json::from_str(&recorded).expect("it is JSON");
        let nodes = recorded["nodes"].as_array().expect("the nodes are a list");
        nodes.iter().map(|node| node["theirs"].as_f64()).collect()
    };
    let seen = |nodes: [i32; 10]| -> Vec<Option<f64>> {
        let below = nodes.into_iter().map(|value| Some(f64::from(value)));
        std::iter::once(None).chain(below).collect()
    };
    // One ply: the opponent sees 2 and 3 and expects 2.
    let near = seen([2, 2, 1, 8, 3, 5, 3, 4, 4, 5]);
    for by in ["tu:student=1,limit=3", "om:opponent=1", "lo:opponent=1"] {
        assert_eq!(theirs(by), near, "{by}");
    }
    // Two plies: the opponent sees us take what seems worth 8 and 5 to them, and expects 5.
    let far = seen([5, 8, 1, 8, 5, 5, 3, 4, 4, 5]);
    assert_eq!(theirs("tu:student=2"), far);
    // The opponent knows that we take the 9, their 1, and the 4, their 5; and that by our values they
    // leave us 4 or 6, so that we would make the second move, their 4.
    let knowing = [4, 1, 1, 1, 8, 5, 5, 3, 4, 4, 5].map(|value| Some(f64::from(value)));
    assert_eq!(theirs("m-star:level=2"), knowing);
}

#[test]
fn where_chance_moves_there_is_nothing_to_choose() {
    let shido = Shido::new();
    let tree = shido.file(
        "chance.tree",
        "(chance 1/2 (max 1|1 2|2) 1/2 (min 3|3 4|4))",
    );
    for by in ["om", "tu", "m-star"] {
        let output = shido.run(&["analyze", &tree, "--by", by]);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{by}");
        assert!(said.contains("Chance moves."), "{said}");
        assert!(said.contains("value     2.5 to the first player"), "{said}");
        // What chance may do is worth 2 and 3, each half the time.
        let judged = shido.json(&["analyze", &tree, "--by", by, "--json"]);
        assert_eq!(of_moves(&judged, "value"), [2.0, 3.0], "{by}");
        assert_eq!(of_moves(&judged, "worst_case"), [2.0, 3.0], "{by}");
        assert_eq!(
            judged["moves"][0]["judgement"]["kind"], "nobody-chooses",
            "{by}"
        );
        assert_eq!(judged["best"], serde_json::json!([]), "{by}");
    }
}

#[test]
fn a_tutor_at_chess_keeps_within_its_limit() {
    let shido = Shido::new();
    let by = "tu:depth=3,student=1,limit=0.5";
    let judged = shido.json(&["analyze", "chess", "--by", by, "--json"]);
    assert_eq!(judged["unit"], "pawn");
    let chosen: Vec<&Value> = judged["moves"]
        .as_array()
        .expect("the moves are a list")
        .iter()
        .filter(|mv| mv["judgement"]["kind"] == "chosen")
        .collect();
    assert!(!chosen.is_empty());
    for mv in chosen {
        assert!(
            mv["loss"].as_f64().is_some_and(|loss| loss <= 0.5 + 1e-9),
            "{mv}"
        );
    }
}

#[test]
fn impossible_models_are_refused() {
    let shido = Shido::new();
    let tree = shido.file("tree.tree", GAIN);
    let rows: &[(&str, &str, &str)] = &[
        (&tree, "prom", "`prom` needs the option `types`"),
        (&tree, "prom:types=theirs*0.5", "is not possible for `prom`"),
        (&tree, "prom:types=theirs", "is not possible for `prom`"),
        (&tree, "prom:types=mine*1", "takes no weights"),
        (&tree, "om:model=hand", "takes no weights"),
        (&tree, "tu:limit=-1", "`limit=-1` is not possible for `tu`"),
        (&tree, "tu:opponent=2", "`tu` has no option `opponent`"),
        (
            &tree,
            "om:ties=maybe",
            "one of pessimistic, optimistic, first, uniform",
        ),
        (
            &tree,
            "m-star:level=9",
            "`level=9` is not possible for `m-star`",
        ),
        (
            "connect-four",
            "tu:depth=2,model=rough",
            "`model=rough` is not possible for `tu`",
        ),
        (
            "connect-four",
            "prom:depth=2,types=rough*1",
            "weights in our unit, the threat; or, beside it, `weights=rough`",
        ),
        ("chess", "om", "`om` needs the option `depth`"),
        ("chess", "om:depth=0", "`depth=0` is not possible for `om`"),
    ];
    for (game, by, expected) in rows {
        let said = shido.refuse(&["analyze", game, "--by", by]);
        assert!(said.contains(expected), "{by}: {said}");
    }
}

/// By hand: after the first move the opponent takes the -1e308, which is 1e308 less than the 3 of the second.
#[test]
fn the_largest_leaves_are_written_as_they_are() {
    let shido = Shido::new();
    let tree = shido.file("large.tree", "(max (min 1e308 -1e308) (min 3 4))");
    let output = shido.run(&["analyze", &tree, "--by", "om"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("-1e308") && !said.contains("inf"), "{said}");
    let (_, table) = said.split_once("max to move").expect("somebody moves");
    assert!(table.lines().all(|line| line.len() < 100), "{said}");
    // The pictures of the tree have the same leaves, and so have the errors on a line.
    assert!(
        said.lines().all(|line| line.chars().count() < 100),
        "{said}"
    );
    let shown = shido.run(&["show", &tree]);
    let shown = String::from_utf8_lossy(&shown.stdout);
    assert!(
        shown.contains("-1e308") && !shown.contains("00000"),
        "{shown}"
    );
    let errs = shido.file("errs.tree", "(max (min 1|1 1e308|0) (min -1e308 3))");
    let output = shido.run(&["analyze", &errs, "--by", "lo"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("(gives away 1e308)"), "{said}");
    let picture = shido.cache.path().join("large.dot");
    let file = picture.to_str().expect("a path of plain letters");
    let judged = shido.json(&["analyze", &tree, "--by", "om", "--json", "--tree", file]);
    let drawn = std::fs::read_to_string(&picture).expect("the tree is written");
    assert!(
        drawn.contains("−1e308") && !drawn.contains("00000"),
        "{drawn}"
    );
    assert_eq!(of_moves(&judged, "value"), [-1e308, 3.0]);
    assert_eq!(of_moves(&judged, "loss"), [1e308, 0.0]);
}

/// By hand: against an opponent who goes wrong the branches are worth 3 and 5 by what is supposed of them; what comes
/// of them in truth is 2 and 5, and of that the total is half of each.
#[test]
fn what_chance_comes_to_is_shown_beside_what_it_is_of() {
    let shido = Shido::new();
    let tree = shido.file(
        "chance.tree",
        "(chance 1/2 (max (min 2|1 3|4) (min 5 1)) 1/2 (max (min 5 6) (min 7 3)))",
    );
    let judged = shido.json(&["analyze", &tree, "--by", "lo", "--json"]);
    let expected = of_moves(&judged, "expected");
    let total: f64 = expected.iter().sum::<f64>() / 2.0;
    assert_eq!(judged["value"], total);
    let output = shido.run(&["analyze", &tree, "--by", "lo"]);
    let said = String::from_utf8_lossy(&output.stdout);
    let header = said.lines().find(|line| line.contains("worst case"));
    assert!(
        header.is_some_and(|line| line.contains("expected")),
        "{said}"
    );
    for (mv, expected) in ["1", "2"].iter().zip(expected) {
        let row = said
            .lines()
            .find(|line| line.trim_start().starts_with(&format!("{mv} ")));
        let row = row.expect("a row for each branch");
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells[2], expected.to_string(), "{said}");
    }
}
