//! The commands as a script or a person would call them.

use std::process::Command;

use serde_json::Value;

use crate::program::{Shido, root, stderr, tree};

/// Gardner (1959): the first player wins with the fourth marker.
#[test]
fn a_proof_tells_the_distance_if_asked() {
    let shido = Shido::new();
    let cube = ["solve", "tic-tac-toe-3d", "--value-only", "--json"];
    let value = shido.json(&cube);
    assert_eq!(value["value"], "first");
    assert_eq!(value["distance"], Value::Null);
    let distance = shido.json(&[&cube[..], &["--distance"]].concat());
    assert_eq!(distance["value"], "first");
    assert_eq!(distance["distance"], 7);
    let alone = shido.run(&["solve", "tic-tac-toe-3d", "--distance"]);
    assert!(!alone.status.success(), "a table has the distance anyway");
}

#[test]
fn solve_prints_what_scripts_rely_on() {
    let shido = Shido::new();
    let solved = shido.json(&["solve", "tic-tac-toe", "--json"]);
    for (key, value) in [
        ("positions", 5478),
        ("positions_up_to_symmetry", 765),
        ("terminal", 958),
    ] {
        assert_eq!(solved[key], value, "{key}");
    }
    assert_eq!(solved["value"], "draw");
    assert_eq!(solved["distance"], Value::Null);
    assert_eq!(solved["from_cache"], false);
    let counts = ["terminal", "won", "drawn", "lost"].map(|key| solved[key].as_u64().unwrap_or(0));
    assert_eq!(counts.iter().sum::<u64>(), 5478);
    let again = shido.json(&["solve", "tic-tac-toe", "--json"]);
    assert_eq!(again["from_cache"], true);
    assert_eq!(again["won"], solved["won"]);
}

#[test]
fn match_prints_what_scripts_rely_on() {
    let shido = Shido::new();
    let exact = shido.json(&[
        "match",
        "tic-tac-toe",
        "random",
        "random",
        "--exact",
        "--json",
    ]);
    assert_eq!(exact["exact"], true);
    assert_eq!(exact["seats"], "fixed");
    let wins = exact["a_wins"].as_f64().expect("a number");
    assert!((wins - 737.0 / 1260.0).abs() < 1e-12);

    let sampled = [
        "match",
        "tic-tac-toe",
        "random",
        "random",
        "--games",
        "2000",
        "--json",
    ];
    let one = shido.json(&[&sampled[..], &["--threads", "1"]].concat());
    let two = shido.json(&[&sampled[..], &["--threads", "2"]].concat());
    assert_eq!(one, two, "the number of threads changes nothing");
    assert_eq!(one["games"], 2000);
    let other = shido.json(&[&sampled[..], &["--seed", "1"]].concat());
    assert_ne!(
        one["a_wins"], other["a_wins"],
        "another seed, other contests"
    );
    let low = one["a_wins_interval"][0].as_f64().expect("a number");
    let high = one["a_wins_interval"][1].as_f64().expect("a number");
    assert!(
        low < wins && wins < high,
        "the exact rate is within the interval"
    );
}

#[test]
fn analyze_prints_what_scripts_rely_on() {
    let shido = Shido::new();
    // The only way not to lose is to take the corner, which wins by a fork.
    let position = "X.O/.O./..X X";
    let judged = shido.json(&["analyze", "tic-tac-toe", "--position", position, "--json"]);
    assert_eq!(judged["to_move"], "first");
    assert_eq!(judged["best"], serde_json::json!(["a1"]));
    assert_eq!(judged["moves"].as_array().map(Vec::len), Some(5));

    let judged = shido.json(&["analyze", &tree("textbook"), "--by", "minimax", "--json"]);
    assert_eq!(judged["value"], 3.0);
    assert_eq!(judged["best"], serde_json::json!(["1"]));
    assert_eq!(judged["line"], serde_json::json!(["1", "1"]));
    let values: Vec<_> = judged["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|m| m["value"].as_f64())
        .collect();
    assert_eq!(values, [Some(3.0), Some(2.0), Some(2.0)]);
}

#[test]
fn mistakes_get_a_sentence_and_advice() {
    let shido = Shido::new();
    let textbook = tree("textbook");
    for (arguments, problem, help) in [
        (
            &["solve", "tik-tac-toe"][..],
            "there is no game `tik-tac-toe`",
            "`tic-tac-toe`",
        ),
        (
            &["solve", "./nowhere.toml"],
            "cannot read ./nowhere.toml",
            "",
        ),
        (
            &["match", "achi", "perfect", "randon"],
            "there is no player `randon`",
            "`random`",
        ),
        (
            &["match", "achi", "perfect", "fallible:nois=3"],
            "no option `nois`",
            "`noise`",
        ),
        (
            &["match", "achi", "perfect", "fallible"],
            "needs the option `noise`",
            "fallible:noise=",
        ),
        (
            &["match", "achi", "perfect", "fallible:noise=200"],
            "noise=200",
            "from 0 to 100",
        ),
        (
            &["match", "achi", "random", "random", "--exact"],
            "can recur",
            "--games",
        ),
        (
            &["analyze", "tic-tac-toe", "--position", "X./.../..."],
            "row 1",
            "`.../.../...`",
        ),
        (
            &["analyze", "tic-tac-toe", "--position", "XX./.../... X"],
            "cannot be to move",
            "in turn",
        ),
        (
            &["analyze", &textbook, "--by", "minimax:depth=1"],
            "without a value: `root.1`",
            "leave the depth out",
        ),
        (
            &["analyze", "tic-tac-toe", "--by", "human"],
            "no player `human`",
            "shido play",
        ),
        (&["solve", "qubic"], "129 bits", "--value-only"),
        (
            &["solve", "teeko", "--memory", "1MiB"],
            "limit is 1 MiB",
            "--memory",
        ),
        (
            &["solve", "mnk:columns=2,rows=2,in-a-row=3"],
            "no line of 3",
            "in-a-row = 2",
        ),
        (
            &["solve", "mnk:colums=2"],
            "no parameter `colums`",
            "`columns`",
        ),
    ] {
        let output = shido.run(arguments);
        let said = stderr(&output);
        assert!(!output.status.success(), "{arguments:?} fails");
        assert!(
            said.contains(problem),
            "{arguments:?} should say `{problem}`:\n{said}"
        );
        assert!(
            said.contains(help),
            "{arguments:?} should advise `{help}`:\n{said}"
        );
        assert!(output.stdout.is_empty(), "{arguments:?} prints no result");
    }
}

/// Each cause is told once.
#[test]
fn errors_do_not_repeat_themselves() {
    let shido = Shido::new();
    let output = shido.run(&["solve", "./nowhere.toml"]);
    assert_eq!(
        stderr(&output),
        "error: cannot read ./nowhere.toml: No such file or directory (os error 2)\n"
    );
    let output = shido.run(&["show", "tic-tac-toe", "--position", "XXO/.../... P"]);
    assert!(
        stderr(&output).starts_with("error: `P` is not a side\n"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn tournaments_have_a_cross_table() {
    let shido = Shido::new();
    let players = ["perfect", "fallible:noise=70", "random"];
    let arguments = [
        &["tournament", "tic-tac-toe"][..],
        &players,
        &["--exact", "--json"],
    ]
    .concat();
    let report = shido.json(&arguments);
    assert_eq!(report["pairings"].as_array().map(Vec::len), Some(3));
    let scores: Vec<f64> = report["standings"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| row["score"].as_f64().expect("a number"))
        .collect();
    assert!(scores[0] > scores[1] && scores[1] > scores[2], "{scores:?}");
    assert!(
        (scores.iter().sum::<f64>() - 1.5).abs() < 1e-12,
        "three pairings, a point each"
    );
    let text = shido.run(&[
        "tournament",
        "tic-tac-toe",
        "perfect",
        "random",
        "--games",
        "100",
    ]);
    assert!(
        String::from_utf8_lossy(&text.stdout).contains("player"),
        "{}",
        stderr(&text)
    );
}

/// Both players always answer the same, so twenty contests are one, and the interval is Wilson's for one
/// contest. For a rate of 0 or 1 and n = 1 it is z²/(1 + z²) wide, 79.35%, whoever wins.
#[test]
fn a_contest_that_is_repeated_counts_once() {
    let shido = Shido::new();
    let players = ["match", "othello", "pvs:depth=1", "pvs:depth=2"];
    let arguments = [&players[..], &["--games", "20", "--json"]].concat();
    let output = shido.run(&arguments);
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(
        (&report["games"], &report["distinct"]),
        (&20.into(), &1.into())
    );
    let interval = report["a_wins_interval"].as_array().expect("a pair");
    let z = 1.959_964_f64;
    let width = interval[1].as_f64().unwrap() - interval[0].as_f64().unwrap();
    assert!((width - z * z / (1.0 + z * z)).abs() < 1e-6, "{interval:?}");
    let said = stderr(&output);
    assert!(said.contains("all 20 are one contest"), "{said}");
    assert!(said.contains("--opening-plies 4"), "{said}");
    let text = shido.run(&[&players[..], &["--games", "20"]].concat());
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("20 contests, 1 distinct"), "{text}");
    // With random openings all twenty are distinct, and there is nothing to warn of.
    let arguments = [&arguments[..], &["--opening-plies", "4"]].concat();
    let output = shido.run(&arguments);
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert!(
        report["distinct"]
            .as_u64()
            .is_none_or(|distinct| distinct > 15)
    );
    let random = shido.json(&[
        "match", "othello", "random", "random", "--games", "20", "--json",
    ]);
    assert!(random["distinct"].is_null());
}

/// Fixed players get random openings, standings are sorted, and Elo has intervals.
#[test]
fn tournaments_of_fixed_players_begin_at_random() {
    let shido = Shido::new();
    let players = [
        "tournament",
        "othello",
        "pvs:depth=1",
        "pvs:depth=2",
        "pvs:depth=3",
    ];
    let report = shido.json(&[&players[..], &["--games", "20", "--json"]].concat());
    assert_eq!(report["opening_plies"], 4);
    let standings = report["standings"].as_array().expect("a list");
    let number = |row: &Value, key: &str| row[key].as_f64();
    for pair in standings.windows(2) {
        assert!(
            number(&pair[0], "score") >= number(&pair[1], "score"),
            "{standings:?}"
        );
    }
    let mut sum = 0.0;
    for row in standings {
        let interval = row["elo_interval"].as_array().expect("a pair");
        let (low, high) = (interval[0].as_f64(), interval[1].as_f64());
        match number(row, "elo") {
            Some(elo) => {
                sum += elo;
                assert!(low < Some(elo) && Some(elo) < high, "{row}");
            }
            None => assert!(low.is_none() || high.is_none(), "{row}"),
        }
    }
    assert!(sum.abs() < 1e-6, "the mean is 0: {standings:?}");
    let asked = shido.json(
        &[
            &players[..3],
            &["pvs:depth=2"],
            &["--games", "6", "--opening-plies", "0", "--json"],
        ]
        .concat(),
    );
    assert_eq!(asked["opening_plies"], 0);
    assert_eq!(asked["pairings"][0]["distinct"], 2, "either seating");
    // It was "1 random opening plies".
    let one = ["--games", "2", "--opening-plies", "1"];
    let shown = shido.run(&[&players[..4], &one].concat());
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("each with 1 random opening ply,"), "{shown}");
    // Players who vary need no openings.
    let random = shido.json(&[
        "tournament",
        "tic-tac-toe",
        "random",
        "fallible:noise=50",
        "--games",
        "50",
        "--json",
    ]);
    assert_eq!(random["opening_plies"], 0);
    assert!(random["standings"][0]["elo"].as_f64() > Some(0.0));
    assert_eq!(random["standings"][0]["player"], "fallible:noise=50");
}

#[test]
fn frame_check_reports_all_mistakes_of_all_files() {
    let shido = Shido::new();
    let broken = root().join("crates/frame/tests/broken");
    let output = shido.run(&["frame", "check", "--json", &broken.to_string_lossy()]);
    assert!(!output.status.success());
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let frames = report["frames"].as_array().expect("a list");
    assert!(frames.len() >= 25);
    for frame in frames {
        assert_eq!(frame["sound"], false, "{}", frame["file"]);
        assert!(frame["errors"][0]["line"].as_u64() >= Some(1));
    }
    let sound = shido.run(&["frame", "check", &root().join("frames").to_string_lossy()]);
    assert!(sound.status.success(), "{}", stderr(&sound));
}

#[test]
fn contests_replay_as_recorded() {
    let shido = Shido::new();
    let file = shido.cache.path().join("contests.txt");
    let path = file.to_string_lossy();
    let play = [
        "match",
        "achi",
        "random",
        "fallible:noise=50",
        "--games",
        "50",
        "--transcripts",
    ];
    assert!(shido.run(&[&play[..], &[&*path]].concat()).status.success());
    let sound = shido.run(&["replay", "achi", &path]);
    assert!(
        String::from_utf8_lossy(&sound.stdout).contains("50 contests"),
        "{}",
        stderr(&sound)
    );

    let text = std::fs::read_to_string(&file).expect("the file is there");
    std::fs::write(&file, text.replacen("b2", "z9", 1)).expect("the file can be written");
    let broken = shido.run(&["replay", "achi", &path]);
    assert!(!broken.status.success());
    assert!(stderr(&broken).contains("line"), "{}", stderr(&broken));
}

/// What a person would do to a table: cut it, flip a bit of it, replace it by something else, change
/// the rules. No wrong answer afterwards, and a message that says what happened.
#[test]
fn damaged_tables_are_rebuilt_and_named() {
    let shido = Shido::new();
    let solve = ["solve", "achi", "--json"];
    let right = shido.json(&solve);
    let table = shido.table("achi");
    let sound = std::fs::read(&table).expect("the table was kept");
    let mut flipped = sound.clone();
    flipped[sound.len() / 2] ^= 0x10;
    let other = {
        shido.json(&["solve", "tapatan", "--json"]);
        std::fs::read(shido.table("tapatan")).expect("the table was kept")
    };
    for (damage, contents) in [
        ("cut", sound[..sound.len() / 2].to_vec()),
        ("empty", Vec::new()),
        ("flipped", flipped),
        ("another game's", other),
        ("no table", b"what is this".to_vec()),
    ] {
        std::fs::write(&table, contents).expect("the table can be written");
        let output = shido.run(&solve);
        let said = stderr(&output);
        assert!(said.contains("achi.table was not used"), "{damage}: {said}");
        let again: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        for key in ["value", "positions", "won", "drawn", "lost"] {
            assert_eq!(again[key], right[key], "{damage}: {key}");
        }
        let repaired = std::fs::read(&table).expect("the table was kept");
        assert_eq!(repaired, sound, "{damage}: the table is whole again");
    }
}

#[test]
fn a_changed_frame_is_solved_anew() {
    let shido = Shido::new();
    let file = shido.cache.path().join("mine.toml");
    let path = file.to_string_lossy();
    let rules = std::fs::read_to_string(root().join("frames/tic-tac-toe.toml")).expect("shipped");
    let rules =
        rules[..rules.find("[known]").expect("it is known")].replace("\"tic-tac-toe\"", "\"mine\"");
    std::fs::write(&file, &rules).expect("the frame can be written");
    assert_eq!(
        shido.json(&["solve", &path, "--json"])["drawing_or_winning_openings"]
            .as_array()
            .map(Vec::len),
        Some(9)
    );
    std::fs::write(&file, rules.replace("line = \"win\"", "line = \"lose\"")).expect("written");
    let output = shido.run(&["solve", &path, "--json"]);
    assert!(
        stderr(&output).contains("file-mine.table was not used"),
        "{}",
        stderr(&output)
    );
    let solved: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(
        solved["drawing_or_winning_openings"],
        serde_json::json!(["b2"])
    );
}

/// Two processes that solve the same game at once both succeed and leave one sound table.
#[test]
fn two_at_once_do_not_disturb_each_other() {
    let shido = Shido::new();
    let start = || {
        shido
            .command(&["solve", "connect-four-4x4", "--json"])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("shido starts")
    };
    let runs = [start(), start(), start()];
    for run in runs {
        let output = run.wait_with_output().expect("it ends");
        let solved: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        assert_eq!(solved["positions"], 161_029, "{}", stderr(&output));
    }
    assert_eq!(
        shido.json(&["solve", "connect-four-4x4", "--json"])["from_cache"],
        true
    );
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::time::Duration;

    /// Killed at several moments on the way, it leaves nothing that a later run would believe.
    #[test]
    fn killed_while_solving() {
        let shido = Shido::new();
        for milliseconds in [1, 20, 60, 150, 400] {
            let mut run = shido
                .command(&["solve", "connect-four-5x4"])
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::null())
                .spawn()
                .expect("shido starts");
            std::thread::sleep(Duration::from_millis(milliseconds));
            run.kill().expect("it can be killed");
            run.wait().expect("it ends");
        }
        let solved = shido.json(&["solve", "connect-four-5x4", "--json"]);
        assert_eq!(solved["positions"], 3_945_711);
        assert_eq!(solved["value"], "draw");
    }

    /// A disk that takes no more than a kilobyte: the result is printed, the user is told, and nothing
    /// is left behind.
    #[test]
    fn no_room_for_the_table() {
        let shido = Shido::new();
        let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" solve achi --json";
        let output = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_shido")])
            .env("SHIDO_CACHE", shido.cache.path())
            .output()
            .expect("a shell starts");
        let said = stderr(&output);
        assert!(said.contains("cannot keep the table"), "{said}");
        assert!(said.contains("the result is right"), "{said}");
        let solved: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        assert_eq!(solved["positions"], 5768);
        assert!(!shido.table("achi").exists(), "half a table is no table");
        let left = std::fs::read_dir(shido.cache.path()).expect("the folder is there");
        let names: Vec<_> = left
            .filter_map(|e| e.ok()?.file_name().into_string().ok())
            .collect();
        assert!(
            names.iter().all(|name| name.ends_with(".lock")),
            "{names:?}"
        );
    }

    /// Ctrl-C during a match leaves what was finished.
    #[test]
    fn an_interrupted_match_reports_what_was_played() {
        let shido = Shido::new();
        let run = shido
            .command(&[
                "match",
                "gomoku",
                "random",
                "random",
                "--games",
                "100000000",
                "--json",
            ])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("shido starts");
        std::thread::sleep(Duration::from_millis(700));
        let interrupt = Command::new("kill")
            .args(["-INT", &run.id().to_string()])
            .status();
        assert!(interrupt.expect("kill starts").success());
        let output = run.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
        let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        assert!(report["games"].as_u64() > Some(0));
        assert!(
            stderr(&output).contains("stopped early"),
            "{}",
            stderr(&output)
        );
    }

    /// A reader that goes away, as `head` does, is no error.
    #[test]
    fn a_closed_pipe_is_no_error() {
        let script = "\"$0\" completions bash | head -n 1";
        let output = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_shido")])
            .output()
            .expect("a shell starts");
        assert!(stderr(&output).is_empty(), "{}", stderr(&output));
    }
}

#[test]
fn completions_are_there_for_every_shell() {
    let shido = Shido::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = shido.run(&["completions", shell]);
        assert!(output.stdout.len() > 1000, "{shell}");
    }
}

#[test]
fn pictures_are_drawn() {
    let shido = Shido::new();
    let svg = shido.run(&["show", "nine-mens-morris", "--svg", "-"]);
    let text = String::from_utf8_lossy(&svg.stdout);
    assert!(text.starts_with("<svg") && text.matches("data-place").count() == 24);
    let terminal = shido.run(&["show", "tic-tac-toe", "--position", "X../.O./... X"]);
    let text = String::from_utf8_lossy(&terminal.stdout);
    assert!(text.contains("3 │ X │   │   │"), "{text}");
}

/// What somebody types who has never seen the program.
#[test]
fn newcomers_are_shown_the_way() {
    let shido = Shido::new();
    let text = |arguments: &[&str]| {
        let output = shido.run(arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).expect("plain text")
    };
    assert!(text(&[]).contains("shido play tic-tac-toe"));
    let games = text(&["games"]);
    let widest = games.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(80), "{widest:?}");
    for group in ["Classics", "Mills: a row takes a marker"] {
        assert!(
            games.lines().any(|line| line == group),
            "{group} in {games}"
        );
    }
    let rules = text(&["games", "nine-mens-morris"]);
    assert!(rules.contains("Type the point where a marker goes"));
    for (alias, title) in [
        ("checkers", "English draughts"),
        ("reversi", "Othello"),
        ("connect4", "Connect four"),
        ("five-in-a-row", "Gomoku without restrictions"),
    ] {
        let told = text(&["games", alias]);
        assert_eq!(told.lines().next(), Some(title), "{told}");
    }
    let chess = shido.json(&["games", "chess", "--json"]);
    assert_eq!(chess["record"], "pgn");
}

/// Every game that comes with the program tells its rules and how a move is typed.
#[test]
fn every_game_has_rules() {
    let listed = Shido::new().json(&["games", "--json"]);
    for game in listed["games"].as_array().expect("a list") {
        let rules = game["rules"].as_str().expect("a text");
        assert!(rules.contains("\n\nType "), "{}: {rules}", game["name"]);
    }
}

/// 17 million MiB are needed, so that 16 GiB would be no help.
#[test]
fn a_solver_without_enough_memory_gives_advice_that_helps() {
    let shido = Shido::new();
    let said = shido.refuse(&["solve", "connect-four"]);
    assert!(said.contains("no machine of today") && said.contains("--value-only"));
    let said = shido.refuse(&["solve", "six-mens-morris", "--memory", "1MiB"]);
    assert!(
        said.contains("`shido solve GAME --memory 1GiB` allows more"),
        "{said}"
    );
}

#[test]
fn a_board_is_turned_for_the_second_player() {
    let shido = Shido::new();
    let terminal = shido.run(&["show", "chess", "--turned"]);
    let text = String::from_utf8_lossy(&terminal.stdout);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "1 │ R │ N │ B │ K │ Q │ B │ N │ R │", "{text}");
    assert_eq!(
        lines[17].trim_end(),
        "    h   g   f   e   d   c   b   a",
        "{text}"
    );
    let [upright, turned] = [&[][..], &["--turned"]].map(|more| {
        let svg = shido.run(&[&["show", "chess", "--svg", "-"], more].concat());
        String::from_utf8_lossy(&svg.stdout).into_owned()
    });
    let places = |svg: &str| svg.matches("data-place").count();
    assert!(upright != turned && places(&turned) == places(&upright));
}
