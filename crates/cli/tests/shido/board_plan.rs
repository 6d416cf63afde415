//! `shido plan` on a Go board, and `shido rates`.

use serde_json::{Value, json};

use crate::program::{Shido, root};

fn example(name: &str) -> String {
    root().join("examples").join(name).display().to_string()
}

fn on_board(plan: &str, options: &[&str]) -> Value {
    let [plan, record] = [plan, "go/three-ways.sgf"].map(example);
    let mut arguments = vec!["plan", &plan, "--position", &record, "--json"];
    arguments.extend(options);
    Shido::new().json(&arguments)
}

fn rates_of(found: &Value) -> Vec<f64> {
    let branches = found["branches"].as_array().expect("a list");
    let values = branches.iter().map(|branch| branch["value"].as_f64());
    values
        .map(|value| value.expect("all is looked at"))
        .collect()
}

/// As in Figure 1 of Cazenave and Moneret: eyes and a kill are doubtful, connecting is not. D8 is also what
/// GNU Go 3.8 calls the move to save the group with, and the one to kill it with.
#[test]
fn of_three_ways_the_group_connects() {
    let named = on_board(
        "plans/paper.plan",
        &["--group", "C10", "--group", "G1=C8", "--group", "G2=D6"],
    );
    let found = on_board("plans/save.plan", &["--group", "C10"]);
    for found in [&named, &found] {
        assert_eq!(
            (&found["chosen"], &found["first_move"]),
            (&json!(2), &json!("D8"))
        );
        let rates = rates_of(found);
        assert!(
            rates[0] < 0.6 && rates[1] < 0.6 && rates[2] > 0.8,
            "{rates:?}"
        );
    }
    assert_eq!(
        named["groups"],
        json!({ "G": "C10", "G1": "C8", "G2": "D6" })
    );
    assert_eq!(named["first_goal"], "Connect(G G2)");
    let once = on_board("plans/save.plan", &["--group", "C10", "--shared", "exact"]);
    assert_eq!(once["first_move"], "D8");
    let leaves = named["leaves"].as_array().expect("a list");
    let connect = leaves.iter().find(|leaf| leaf["goal"] == "Connect(G G2)");
    let connect = connect.expect("it was looked at");
    assert_eq!(
        (&connect["rate"], &connect["first"]),
        (&json!(1.0), &json!("D8"))
    );
    assert!(connect["cost"].as_f64().is_some_and(|cost| cost > 0.0));
    let kill = leaves.iter().find(|leaf| leaf["goal"] == "Kill(G1)");
    let how = kill.expect("it was looked at")["how"].as_str();
    assert!(
        how.is_some_and(|how| how.starts_with("2000 playouts after ")),
        "{how:?}"
    );
}

#[test]
fn the_same_seed_gives_the_same_rates() {
    let options = ["--group", "C10", "--playouts", "200", "--seed", "7"];
    let found = on_board("plans/save.plan", &options);
    assert_eq!(found, on_board("plans/save.plan", &options));
    // What a goal comes to does not depend on what was looked at before it.
    let mut others = options.to_vec();
    others.extend(["--order", "best-first", "--cuts", "off", "--compare"]);
    let other = on_board("plans/save.plan", &others);
    let leaves = |found: &Value| found["leaves"].as_array().expect("a list").clone();
    let all = leaves(&other);
    assert!(leaves(&found).iter().all(|leaf| all.contains(leaf)));
    assert!(all.len() >= leaves(&found).len());
}

#[test]
fn people_see_the_board_with_the_first_move() {
    let shido = Shido::new();
    let [plan, record] = ["plans/save.plan", "go/three-ways.sgf"].map(example);
    let picture = shido.cache.path().join("board.svg");
    let picture = picture.display().to_string();
    let arguments = ["plan", &plan, "--position", &record, "--group", "c10"];
    let output = shido.run(&[&arguments[..], &["--board", &picture]].concat());
    let said = String::from_utf8(output.stdout).expect("text");
    for text in [
        " 8 · · ○[1]· ○ · · · · · · · 8",
        "10 · ● G ● ○ · + · · + · · · 10",
        "G C10 Black, 7 stones, 2 liberties",
        "two ways at once",
        "playouts after",
        "first move Black D8 for Connect(G D6)",
    ] {
        assert!(said.contains(text), "{text}:\n{said}");
    }
    let drawn = std::fs::read_to_string(&picture).expect("it was drawn");
    assert!(drawn.starts_with("<svg") && drawn.contains("data-place=\"D8\""));
}

#[test]
fn a_record_is_taken_up_to_a_move() {
    let shido = Shido::new();
    let record = "(;GM[1]SZ[9];B[ee];W[ed];B[ec];W[dd];B[fd];W[aa];B[cd])";
    let file = shido.file("game.sgf", record);
    let plan = shido.file("kill.plan", "Kill(H)");
    let arguments = ["plan", &plan, "--position", &file, "--json", "--group"];
    // The white stones have a liberty after the seventh move, and more before.
    let found = shido.json(&[&arguments[..], &["E6", "--move", "7"]].concat());
    assert_eq!(found["position"], "O8/9/4X4/2XOOX3/4X4/9/9/9/9 O 0 -");
    assert_eq!(
        (&found["value"], &found["first_move"]),
        (&json!(1.0), &json!("D5"))
    );
    let before = shido.json(&[&arguments[..], &["E6", "--move", "4"]].concat());
    assert!(before["value"].as_f64().is_some_and(|rate| rate < 1.0));
    // A position can be written, too.
    let found = shido.json(&[
        "plan",
        &plan,
        "--json",
        "--group",
        "H=E6",
        "--position",
        "O8/9/4X4/2XOOX3/4X4/9/9/9/9 O 0 -",
    ]);
    assert_eq!(
        (&found["value"], &found["first_move"]),
        (&json!(1.0), &json!("D5"))
    );
}

/// Whose move it is follows from the goals, not from whose group the plan names.
#[test]
fn who_kills_moves_first() {
    let shido = Shido::new();
    let plan = shido.file("kill.plan", "Kill(G)");
    let stones = "9/9/4X4/2XOOX3/4X4/9/9/9/9";
    let said = |mover: &str| {
        let position = format!("{stones} {mover} 0 -");
        let output = shido.run(&["plan", &plan, "--position", &position, "--group", "E6"]);
        String::from_utf8(output.stdout).expect("text")
    };
    assert!(said("X").contains("first move Black D5 for Kill(G)"));
    assert!(!said("X").contains("is to move here"));
    assert!(said("O").contains("White is to move here; the plan supposes that it is Black"));
    // Nobody carries out what is good for one side and what is good for the other.
    let both = shido.file("both.plan", "AND(Kill(G), Make_Two_Eyes(G))");
    let position = format!("{stones} X 0 -");
    let said = shido.refuse(&["plan", &both, "--position", &position, "--group", "E6"]);
    assert!(
        said.contains("`Kill(G)` is what one side wants, `Make_Two_Eyes(G)` the other"),
        "{said}"
    );
}

/// White's stones have one eye of two points, and cannot make another: no move is wasted on them.
#[test]
fn what_is_dead_need_not_be_killed() {
    let shido = Shido::new();
    let plan = shido.file("kill.plan", "Kill(G)");
    let position = "9/9/9/9/XXXX5/OOOX5/O1OX5/O1OX5/OOOX5 X 0 -";
    let arguments = ["plan", &plan, "--position", position, "--group", "A1"];
    let found = shido.json(&[&arguments[..], &["--json"]].concat());
    assert_eq!(
        (&found["value"], &found["first_move"]),
        (&json!(1.0), &Value::Null)
    );
    let output = shido.run(&arguments);
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(said.contains("dead as it stands") && said.contains("first move none is needed"));
}

#[test]
fn what_the_board_cannot_tell_the_plan_may() {
    let shido = Shido::new();
    let plan = shido.file(
        "plan.plan",
        "OR(AND(Kill(H), Big(H)), Elsewhere(G))\nfact Big(H)\nElsewhere(?X) -> 40%",
    );
    let record = shido.file("game.sgf", "(;GM[1]SZ[9]AB[ec][cd][fd][ee]AW[ed][dd])");
    let arguments = ["plan", &plan, "--position", &record, "--json"];
    let found = shido.json(&[&arguments[..], &["--group", "H=E6"]].concat());
    assert_eq!(
        (&found["value"], &found["chosen"]),
        (&json!(1.0), &json!(0))
    );
}

#[test]
fn mistakes_say_what_to_do() {
    let shido = Shido::new();
    let [save, paper, record] =
        ["plans/save.plan", "plans/paper.plan", "go/three-ways.sgf"].map(example);
    let unknown = shido.file("unknown.plan", "OR(Kil(G), Surround(G H))");
    let wrong = shido.file("wrong.plan", "Connect(G)");
    let broken = [
        ("(;GM[1]SZ[9];B[ee];W[ee])", "move 2, E5, is not legal"),
        (
            "(;GM[1]SZ[9];B[zz])",
            "a point is two letters and on the board",
        ),
        ("(;GM[1]SZ[99])", "SZ"),
        ("no game", "not SGF"),
        ("", "not SGF"),
    ];
    for (text, problem) in broken {
        let file = shido.file("broken.sgf", text);
        let said = shido.refuse(&["plan", &save, "--position", &file, "--group", "C10"]);
        assert!(
            said.contains("broken.sgf") && said.contains(problem),
            "{text}: {said}"
        );
    }
    let rows: [(&[&str], &[&str]); 15] = [
        (
            &[&save, "--position", &record, "--group", "Z9"],
            &["--group Z9", "a column from A to T, without I", "not `Z9`"],
        ),
        (
            &[&save, "--position", &record, "--group", "Foo=C10"],
            &["the plan speaks of no `Foo`: it names G"],
        ),
        (
            &[&save, "--position", "5/5/2X2/5/5", "--group", "C3"],
            &["who is to move"],
        ),
        (
            &[
                &save,
                "--position",
                &record,
                "--group",
                "C10",
                "--json",
                "--svg",
                "-",
            ],
            &["only one of --json, --svg and --board"],
        ),
        (&[&save], &["what `?H` stands for", "--position game.sgf"]),
        (
            &[&save, "--position", &record, "--group", "A1"],
            &["there is no stone on A1"],
        ),
        (
            &[&save, "--position", &record, "--group", "T19"],
            &["no point T19 on this board"],
        ),
        (
            &[&save, "--position", &record],
            &["which stone `G` is", "--group G=D4"],
        ),
        (
            &[&paper, "--position", &record, "--group", "C10"],
            &["no stone on G1", "--group G1=D4", "paper.plan:4:"],
        ),
        (
            &[&unknown, "--position", &record, "--group", "C10"],
            &[
                "how often `Kil` succeeds",
                "did you mean `Kill`?",
                "Surround",
                "Make_Two_Eyes",
            ],
        ),
        (
            &[&wrong, "--position", &record, "--group", "C10"],
            &["`Connect` is about two groups", "write `Connect(G H)`"],
        ),
        (
            &[
                &save,
                "--position",
                &record,
                "--group",
                "C10",
                "--move",
                "3",
            ],
            &["the record has 0 moves, not 3"],
        ),
        (
            &[&save, "--position", "nowhere.sgf", "--group", "C10"],
            &["cannot read nowhere.sgf"],
        ),
        (
            &[&save, "--position", "5/5/5/5/6 X 0 -", "--group", "C1"],
            &["5"],
        ),
        (
            &[
                &save,
                "--position",
                &record,
                "--group",
                "C10",
                "--group",
                "D9",
            ],
            &["`G` is named twice"],
        ),
    ];
    for (arguments, parts) in rows {
        let said = shido.refuse(&[&["plan"], arguments].concat());
        for part in parts {
            assert!(
                said.contains(part),
                "{arguments:?} should say `{part}`:\n{said}"
            );
        }
    }
    // Options of the board need one.
    for option in [
        ["--group", "C10"],
        ["--playouts", "100"],
        ["--nodes", "100"],
    ] {
        let said = shido.run(&[&["plan", &paper], &option[..]].concat());
        assert_eq!(said.status.code(), Some(2));
    }
}

/// Two games in which White's stone in the corner is taken: in one by the way, in the other at once.
#[test]
fn rates_are_learned_from_records() {
    let shido = Shido::new();
    let moves = ";B[cc];W[aa];B[ba];W[gg];B[ab];W[pass];B[gc];W[gd];B[tt];W[tt]";
    let record = format!("(;GM[1]SZ[9]{})", moves.replace("pass", ""));
    let first = shido.file("first.sgf", &record);
    let unfinished = shido.file("unfinished.sgf", "(;GM[1]SZ[9];B[cc];W[aa];B[ba])");
    let out = shido.cache.path().join("rates.toml").display().to_string();
    let arguments = [
        "rates",
        &first,
        &unfinished,
        "--every",
        "1",
        "--playouts",
        "50",
    ];
    let learned = shido.json(&[&arguments[..], &["--out", &out, "--json"]].concat());
    assert_eq!(
        (&learned["records"], &learned["played_to_the_end"]),
        (&json!(2), &json!(1))
    );
    let rates = learned["rates"].as_array().expect("a list");
    let killed = |class: &str| {
        let of = |rate: &&Value| rate["goal"] == "Kill" && rate["class"] == class;
        rates.iter().find(of).map(|rate| rate["successes"].clone())
    };
    // After Black's move at b9 the corner stone has one liberty, and is taken.
    assert!(
        killed("read: yes").is_some_and(|killed| killed.as_u64() >= Some(1)),
        "{rates:?}"
    );

    // They are used where they know of such goals.
    let [save, record] = ["plans/save.plan", "go/three-ways.sgf"].map(example);
    let known = "[Connect]\n\"read: yes\" = { successes = 3, trials = 8 }\n";
    let file = shido.file("known.toml", known);
    let arguments = [
        "plan",
        &save,
        "--position",
        &record,
        "--group",
        "C10",
        "--json",
    ];
    let found = shido.json(&[&arguments[..], &["--rates", &file]].concat());
    let leaves = found["leaves"].as_array().expect("a list");
    let connect = leaves.iter().find(|leaf| leaf["goal"] == "Connect(G D6)");
    let connect = connect.expect("it was looked at");
    assert_eq!(connect["rate"], 0.4);
    let how = connect["how"].as_str().expect("a text");
    assert!(how.starts_with("3 of 8 such goals in games"), "{how}");

    // What is there is not lost, and what is wrong is told.
    assert!(
        shido
            .refuse(&["rates", &first, "--out", &out])
            .contains("--force")
    );
    let broken = shido.file(
        "broken.toml",
        "[Kill]\nsure = { successes = 3, trials = 2 }",
    );
    let said = shido.refuse(&[&arguments[..], &["--rates", &broken]].concat());
    assert!(
        said.contains("broken.toml") && said.contains("3 of 2"),
        "{said}"
    );
    let said = shido.refuse(&["rates", &broken]);
    assert!(
        said.contains("broken.toml") && said.contains("not SGF"),
        "{said}"
    );
    assert_eq!(shido.run(&["rates"]).status.code(), Some(2));
}
