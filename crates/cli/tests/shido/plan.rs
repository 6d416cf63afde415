//! `shido plan`: the paper's example, what scripts rely on, and mistakes in files.

use serde_json::{Value, json};

use crate::program::{Shido, root};

fn example(name: &str) -> String {
    root()
        .join("examples/plans")
        .join(name)
        .display()
        .to_string()
}

fn evaluated(name: &str, options: &[&str]) -> Value {
    let file = example(name);
    let mut arguments = vec!["plan", &file, "--json"];
    arguments.extend(options);
    Shido::new().json(&arguments)
}

/// Cazenave and Moneret, Figure 2.
#[test]
fn the_papers_example() {
    for order in ["depth-first", "best-first", "saving"] {
        for cuts in ["on", "off", "deep"] {
            let found = evaluated("paper.plan", &["--order", order, "--cuts", cuts]);
            assert_eq!(found["value"], 0.56, "{order} {cuts}");
            assert_eq!(found["chosen"], 2);
            assert_eq!(found["goals"], json!(["Connect(G G2)", "Two_Eyes(G2)"]));
            assert_eq!(found["leaves_total"], 7);
        }
    }
    let found = evaluated("paper.plan", &[]);
    let branches = found["branches"].as_array().expect("a list");
    let values: Vec<&Value> = branches.iter().map(|branch| &branch["value"]).collect();
    assert_eq!(values, [0.1, 0.3, 0.56]);
    assert!(branches.iter().all(|branch| branch["evaluated"] == true));
    assert_eq!(
        (&found["leaves_evaluated"], &found["skipped"]),
        (&json!(7), &json!([]))
    );
}

/// Figure 3.
#[test]
fn two_branches_are_skipped() {
    let found = evaluated("connect-25.plan", &["--compare"]);
    assert_eq!(
        (&found["value"], &found["chosen"]),
        (&json!(0.3), &json!(1))
    );
    assert_eq!(found["branches"][2]["evaluated"], false);
    assert_eq!(found["branches"][2]["value"], 0.25);
    assert_eq!(found["leaves_evaluated"], 5);
    let skipped = found["skipped"].as_array().expect("a list");
    let goals: Vec<&Value> = skipped.iter().map(|leaf| &leaf["goal"]).collect();
    assert_eq!(goals, ["Two_Eyes(G2)", "Lot_Of_Territory(G2)"]);
    assert!(skipped.iter().all(|leaf| leaf["cut"] == "and"));
    assert_eq!(found["compared"][0]["leaves_evaluated"], 7);
    assert_eq!(found["compared"][1]["leaves_evaluated"], 5);
}

#[test]
fn facts_say_what_is_around() {
    let found = evaluated("neighbours.plan", &[]);
    assert_eq!(
        (&found["value"], &found["chosen"]),
        (&json!(0.56), &json!(2))
    );
    // Killing White_1 has 30%; of Black_1 nobody has to be afraid.
    assert_eq!(found["branches"][1]["value"], 0.3);
}

/// That a fact holds is not looking at a branch, and a fact that does not is told so.
#[test]
fn facts_are_no_leaves() {
    let shido = Shido::new();
    let file = shido.file(
        "facts.plan",
        "fact N(G A)\nOR(A, AND(N(G A), B))\nA -> 100%\nB -> 50%",
    );
    let found = shido.json(&["plan", &file, "--json"]);
    assert_eq!(found["branches"][1]["value"], Value::Null);
    assert_eq!(found["branches"][1]["evaluated"], false);
    let file = shido.file("fails.plan", "fact N(G A)\nAND(N(G B), C)\nC -> 50%");
    let output = shido.run(&["plan", &file]);
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(
        said.contains("nothing here has a chance") && !said.contains("holds"),
        "{said}"
    );
}

/// By hand: with both halves counted, 0.6 * 0.6 is less than 0.45; counted once, the cut alone is
/// enough. That any succeeds: 0.6 + 0.4 * 0.2 * 0.1 = 0.608, and 1 - 0.392 * 0.55 in all.
#[test]
fn shared_goals_count_once() {
    let found = evaluated("shared.plan", &[]);
    assert_eq!(
        (&found["value"], &found["chosen"]),
        (&json!(0.45), &json!(1))
    );
    assert_eq!(found["shared_goals"], json!(["Cut(A)"]));
    let found = evaluated("shared.plan", &["--shared", "exact"]);
    assert_eq!(
        (&found["value"], &found["chosen"]),
        (&json!(0.6), &json!(0))
    );
    assert_eq!(found["goals"], json!(["Cut(A)"]));
    assert_eq!(found["independent"]["value"], 0.45);
    assert_eq!(found["independent"]["difference"], 0.15);
    let found = evaluated("shared.plan", &["--shared", "exact", "--or", "any"]);
    assert_eq!(found["branches"][0]["value"], 0.608);
    assert_eq!(found["value"], 0.7844);
}

#[test]
fn evaluation_stops_when_the_choice_is_certain() {
    let all = evaluated("doubt.plan", &["--cuts", "off"]);
    assert_eq!(
        (&all["leaves_evaluated"], &all["cost"]),
        (&json!(4), &json!(53.0))
    );
    let found = evaluated("doubt.plan", &["--certainty", "95"]);
    assert_eq!(
        (&found["chosen"], &found["decided"]),
        (&json!(0), &json!(true))
    );
    assert_eq!(
        (&found["leaves_evaluated"], &found["cost"]),
        (&json!(3), &json!(3.0))
    );
    let [low, high] = [0, 1].map(|at| found["interval"][at].as_f64().expect("a number"));
    assert!(low < 0.556 && 0.556 < high, "{low} to {high}");
}

#[test]
fn people_see_the_branches_and_the_plan() {
    let output = Shido::new().run(&["plan", &example("connect-25.plan")]);
    let said = String::from_utf8(output.stdout).expect("text");
    for text in [
        "AND(Neighbor_Of(G G1), Enemy(G G1), Kill(G1))",
        "≤ 25%",
        "chosen",
        "5 of 7 leaves looked at",
        "its AND is at 25%, not above the 30% of the OR over it",
    ] {
        assert!(said.contains(text), "{text}:\n{said}");
    }
}

#[test]
fn the_tree_is_drawn() {
    let shido = Shido::new();
    let file = example("connect-25.plan");
    for (name, begins, holds) in [
        ("plan.svg", "<svg", "Two_Eyes(G2)"),
        ("plan.dot", "digraph", "style=dashed"),
    ] {
        let drawing = shido.cache.path().join(name);
        let target = drawing.display().to_string();
        assert!(
            shido
                .run(&["plan", &file, "--svg", &target])
                .status
                .success()
        );
        let text = std::fs::read_to_string(&drawing).expect("it was drawn");
        assert!(text.starts_with(begins) && text.contains(holds), "{text}");
    }
}

#[test]
fn mistakes_are_shown_where_they_are() {
    let shido = Shido::new();
    let rows = [
        (
            "OR(A, B)\nA -> 30%\nB -> 130%",
            ":3:6",
            "`130%` is not a success rate",
            "from 0% to 100%",
        ),
        (
            "OR(Kil(G), B)\nB -> 3%\nKill(G) -> 3%",
            ":1:4",
            "how often `Kil(G)`",
            "did you mean `Kill`?",
        ),
        (
            "OR(A, Kill(?H))\nA -> 3%",
            ":1:7",
            "what `?H` stands for",
            "fact Neighbor_Of(G G1)",
        ),
        (
            "plan A = B\nplan B = A",
            ":1:6",
            "made of itself: A -> B -> A",
            "in the end",
        ),
        ("OR(A, B", ":1:1", "never closed", "`)`"),
    ];
    for (text, place, problem, help) in rows {
        let file = shido.file("broken.plan", text);
        let said = shido.refuse(&["plan", &file]);
        for part in [place, problem, help] {
            assert!(said.contains(part), "{text} should say `{part}`:\n{said}");
        }
    }
    assert!(
        shido
            .refuse(&["plan", "nowhere.plan"])
            .contains("cannot read nowhere.plan")
    );
    let file = example("paper.plan");
    let refused = shido.run(&["plan", &file, "--certainty", "200"]);
    assert_eq!(refused.status.code(), Some(2));
}

/// Section 5 of the paper: "two AND nodes, versus 0 in the other branches", "three AND nodes in the second
/// branch, versus 0 in the last", and then "the leftmost branch first because it has only two".
#[test]
fn the_order_of_development_is_told_step_by_step() {
    let found = evaluated("section-5.plan", &["--order", "best-first"]);
    let steps = found["steps"].as_array().expect("a list");
    let told: Vec<(&str, &Value, &Value)> = steps
        .iter()
        .map(|step| {
            let developed = step["developed"].as_str().expect("a text");
            (developed, &step["branch"], &step["and_branches"])
        })
        .collect();
    let expected = [
        ("OR", json!(null), json!([0, 0, 0])),
        ("AND(A, B)", json!(0), json!([2, 0, 0])),
        ("AND(C, D, E)", json!(1), json!([2, 3, 0])),
        ("F", json!(2), json!([2, 3, 0])),
        ("A", json!(0), json!([2, 3, 0])),
        ("B", json!(0), json!([2, 3, 0])),
        ("C", json!(1), json!([2, 3, 0])),
    ];
    let expected: Vec<(&str, &Value, &Value)> =
        expected.iter().map(|(a, b, c)| (*a, b, c)).collect();
    assert_eq!(told, expected);
    // 10% by F, 0.8 * 0.7 by A and B.
    assert_eq!(steps[3]["bounds"], json!([0.1, 1.0]));
    assert_eq!(steps[6]["bounds"], json!([0.56, 0.56]));
}
