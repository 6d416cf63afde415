//! The laboratory from outside.

use std::fs;
use std::time::{Duration, Instant};

use crate::program::{Shido, stderr};

/// Random play, whose rates are known by counting; and the perfect player, whom nobody beats.
const EXPERIMENT: &str = r#"
name = "random-play"
title = "Random and perfect play"
analysis = "Known by counting."
[grid]
game = "tic-tac-toe"
games = 400
published-games = 10000
cells = [
  { row = "random", column = "random", published = [58.49, 12.70, 28.81] },
  { row = "random", column = "perfect" },
]
"#;

/// Slow enough to be killed on the way.
const SLOW: &str = r#"
name = "slow"
title = "Searches"
analysis = "Takes a while."
[matches]
measure = "score"
games = 600
rows = [
  { row = "mcts", column = "random", game = "connect-four", player = "mcts:playouts=60", against = "random" },
]
"#;

#[test]
fn experiments_are_listed() {
    let shido = Shido::new();
    let list = shido.json(&["lab", "list", "--json"]);
    let experiments = list["experiments"].as_array().expect("a list");
    let names: Vec<&str> = experiments
        .iter()
        .filter_map(|e| e["name"].as_str())
        .collect();
    for name in [
        "semi-random-table-1",
        "speculative-table-2",
        "tutoring-trees",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
    let table_1 = experiments
        .iter()
        .find(|e| e["name"] == "semi-random-table-1");
    let table_1 = table_1.expect("it was found above");
    assert_eq!(table_1["published"], 147);
    assert!(table_1["verdict"].is_null());
    let text = shido.run(&["lab", "list"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("not run yet"));
}

#[test]
fn an_experiment_is_run_exactly_and_reported() {
    let shido = Shido::new();
    let file = shido.file("mine.toml", EXPERIMENT);
    let out = shido.cache.path().join("out");
    let out = out.to_str().expect("a path of plain letters");
    let result = shido.json(&["lab", "run", &file, "--exact", "--json", "--out", out]);
    assert_eq!(result["experiment"], "random-play");
    assert_eq!(result["verdict"], "reproduced");
    assert_eq!(
        (&result["exact"], &result["seed"]),
        (&true.into(), &0.into())
    );
    let cells = result["cells"].as_array().expect("a list");
    assert_eq!(cells.len(), 6);
    let first = &cells[0];
    assert_eq!(
        first["key"],
        serde_json::json!({ "first": "random", "second": "random", "outcome": "first" })
    );
    assert!((first["ours"].as_f64().unwrap() - 737.0 / 1260.0).abs() < 1e-12);
    assert!((first["published"].as_f64().unwrap() - 0.5849).abs() < 1e-12);
    assert!(first["z"].as_f64().unwrap().abs() < 2.0);
    assert!(cells[3]["published"].is_null() && cells[3]["interval"].is_array());
    let csv = fs::read_to_string(format!("{out}/random-play.csv")).expect("it was written");
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert!(
        csv.contains("tic-tac-toe,random,random,fixed,0,exact,0.5849206"),
        "{csv}"
    );
    assert!(fs::metadata(format!("{out}/random-play.json")).is_ok());

    let page = shido.cache.path().join("report.html");
    let report = shido.run(&["lab", "report", &file, "--out", page.to_str().unwrap()]);
    assert!(report.status.success(), "{}", stderr(&report));
    let text = String::from_utf8_lossy(&report.stdout).into_owned();
    for part in ["58.5/58.5", "reproduced", "--exact --seed 0"] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    let page = fs::read_to_string(page).expect("it was written");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("58.49"));
}

#[test]
fn the_result_of_a_sampled_run_depends_on_the_seed_alone() {
    let shido = Shido::new();
    let file = shido.file("mine.toml", EXPERIMENT);
    let run = |more: &[&str]| {
        let arguments = [&["lab", "run", &file, "--json", "--fresh"], more].concat();
        shido.json(&arguments)
    };
    let one = run(&["--threads", "1", "--seed", "5"]);
    assert_eq!(one, run(&["--threads", "3", "--seed", "5"]));
    assert_ne!(one["cells"], run(&["--seed", "6"])["cells"]);
    assert_eq!(one["games"], 400);
    assert_eq!(run(&["--games", "50"])["games"], 50);
}

/// Killed without warning, again and again, it comes to what an undisturbed run comes to.
#[test]
fn a_killed_run_goes_on_without_loss_or_double_counting() {
    let undisturbed = Shido::new();
    let file = undisturbed.file("slow.toml", SLOW);
    let expected = undisturbed.json(&["lab", "run", &file, "--json"]);
    assert_eq!(expected["verdict"], "measured");

    let shido = Shido::new();
    let journal_lines = || {
        let folder = shido.cache.path().join("lab");
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        let journals = files.filter(|f| f.path().extension().is_some_and(|e| e == "journal"));
        journals
            .map(|f| {
                fs::read_to_string(f.path())
                    .unwrap_or_default()
                    .lines()
                    .count()
            })
            .sum::<usize>()
    };
    let mut kills = 0;
    for _ in 0..3 {
        let before = journal_lines();
        let mut child = shido
            .command(&["lab", "run", &file, "--json"])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("shido starts");
        let patience = Instant::now() + Duration::from_secs(60);
        while journal_lines() < before + 2 && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(2));
        }
        if child.try_wait().expect("it can be asked").is_none() {
            child.kill().expect("it can be killed");
            kills += 1;
        }
        child.wait().expect("it ends");
    }
    assert!(kills > 0, "it was killed on the way at least once");
    let resumed = shido.json(&["lab", "run", &file, "--json"]);
    assert_eq!(resumed, expected);
}

#[test]
fn mistakes_get_a_sentence_and_advice() {
    let shido = Shido::new();
    for (arguments, problem, help) in [
        (
            &["lab", "run", "semi-random-tabel-1"][..],
            "no experiment `semi-random-tabel-1`",
            "`semi-random-table-1`",
        ),
        (
            &["lab", "report", "nothing"],
            "no experiment",
            "shido lab list",
        ),
        (
            &["lab", "report", "semi-random-table-1"],
            "has not been run",
            "shido lab run semi-random-table-1",
        ),
    ] {
        let said = shido.refuse(arguments);
        assert!(said.contains(problem) && said.contains(help), "{said}");
    }
    let missing = shido.refuse(&["lab", "run", "./nowhere.toml"]);
    assert!(missing.contains("cannot read ./nowhere.toml"), "{missing}");

    let player = EXPERIMENT.replace("column = \"perfect\"", "column = \"perfekt\"");
    let said = shido.refuse(&["lab", "run", &shido.file("player.toml", &player)]);
    for part in [
        "no player `perfekt`",
        "did you mean `perfect`?",
        "player.toml:11",
    ] {
        assert!(said.contains(part), "{part}:\n{said}");
    }
    let key = EXPERIMENT.replace("analysis", "analisys");
    let said = shido.refuse(&["lab", "run", &shido.file("key.toml", &key)]);
    for part in ["`analisys`", "did you mean `analysis`?", "key.toml:4"] {
        assert!(said.contains(part), "{part}:\n{said}");
    }
    let odds = EXPERIMENT.replace("column = \"perfect\"", "column = \"mcts:playouts=5\"");
    let said = shido.refuse(&["lab", "run", "--exact", &shido.file("odds.toml", &odds)]);
    assert!(
        said.contains("no fixed odds") && said.contains("--games"),
        "{said}"
    );
}

#[test]
fn a_damaged_journal_is_named_and_mended() {
    let shido = Shido::new();
    let file = shido.file("mine.toml", EXPERIMENT);
    let run = ["lab", "run", &file, "--json"];
    let expected = shido.json(&run);
    let folder = shido.cache.path().join("lab");
    let journal = fs::read_dir(&folder)
        .expect("results are there")
        .filter_map(|file| Some(file.ok()?.path()))
        .find(|path| path.extension().is_some_and(|ending| ending == "journal"))
        .expect("a journal was kept");
    let text = fs::read_to_string(&journal).expect("it is text");
    fs::write(&journal, text.replacen(" 0 3 ", " 0 4 ", 1)).expect("it can be written");
    let output = shido.run(&run);
    assert!(
        stderr(&output).contains("is damaged"),
        "{}",
        stderr(&output)
    );
    let mended: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(mended, expected);
    assert!(!stderr(&shido.run(&run)).contains("damaged"));
}

/// Sends a process the signal of Ctrl-C.
fn interrupt(child: &std::process::Child) {
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill starts");
    assert!(sent.success());
}

/// While it runs, and after Ctrl-C, the list shows how far it is; and it says what is kept.
#[test]
fn a_run_that_is_under_way_is_listed_and_says_what_is_kept_when_it_is_stopped() {
    let shido = Shido::new();
    // As many runs as there may be.
    let child = shido
        .command(&["lab", "run", "hoyle-table-3", "--games", "10000"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("shido starts");
    let unfinished = || {
        let list = shido.json(&["lab", "list", "--json"]);
        let experiments = list["experiments"].as_array().expect("a list");
        let found = experiments.iter().find(|e| e["name"] == "hoyle-table-3");
        found.expect("it is shipped")["unfinished"].clone()
    };
    let patience = Instant::now() + Duration::from_secs(60);
    let mut found = unfinished();
    while found[0]["done"].as_u64() < Some(1) && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(50));
        found = unfinished();
    }
    assert_eq!(found[0]["running"], true, "{found}");
    assert_eq!(found[0]["total"], 120_000, "twelve rows");
    let text = shido.run(&["lab", "list"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("under way"));
    interrupt(&child);
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(130));
    let said = stderr(&ended);
    for part in [
        "stopped:",
        "of 120000 contests or runs are kept",
        "the same command goes on",
    ] {
        assert!(said.contains(part), "{part}:\n{said}");
    }
    let left = unfinished();
    assert_eq!(left[0]["running"], false, "{left}");
    assert!(left[0]["done"].as_u64() >= Some(1));
    assert_eq!(
        left[0]["command"],
        "shido lab run hoyle-table-3 --games 10000 --seed 0"
    );
    let text = shido.run(&["lab", "list"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("interrupted"));
}

/// Nothing was published, so nothing is reproduced; and the text of the shipped run is not that of
/// another one.
#[test]
fn trees_come_out_as_expected_and_texts_belong_to_their_runs() {
    let shido = Shido::new();
    let result = shido.json(&["lab", "run", "tutoring-trees", "--json"]);
    assert_eq!(result["verdict"], "as expected");
    assert_eq!(result["analysis"]["of_this_run"], true);
    let report = |arguments: &[&str]| {
        let output = shido.run(arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let said = report(&["lab", "run", "tutoring-trees"]);
    assert!(
        said.contains("Analysis of the shipped run (seed 0, exact, 2026-"),
        "{said}"
    );
    let said = report(&["lab", "run", "hoyle-table-3", "--games", "2", "--seed", "7"]);
    assert!(
        said.contains("about the shipped run (seed 0, 200 runs a row, 2026-"),
        "{said}"
    );
    assert!(!said.contains("fork of Figure 3"), "{said}");
}

/// Epstein's Table 3: self-training takes ten contests, no lesson and one unit of space.
const TRAINING: &str = r#"
name = "alone"
title = "Self-training at tic-tac-toe"
analysis = "It meets nothing."
[training]
runs = 6
published-runs = 5
measures = ["contests", "space", "reliability"]
rows = [
  { row = "self", game = "tic-tac-toe", trainer = "self", standard = 10, published = { contests = 10.0, space = 1.0 } },
]
"#;

#[test]
fn training_is_run_and_reported() {
    let shido = Shido::new();
    let file = shido.file("alone.toml", TRAINING);
    let result = shido.json(&["lab", "run", &file, "--json"]);
    assert_eq!(result["verdict"], "reproduced");
    assert_eq!(
        (&result["games"], &result["exact"]),
        (&6.into(), &false.into())
    );
    let cells = result["cells"].as_array().expect("a list");
    assert_eq!(cells.len(), 6);
    assert_eq!(cells[0]["key"]["measure"], "contests");
    assert_eq!(
        (&cells[0]["ours"], &cells[0]["runs"]),
        (&10.0.into(), &6.into())
    );
    let more = shido.json(&["lab", "run", &file, "--games", "8", "--json"]);
    assert_eq!(more["cells"][0]["runs"], 8);
    let report = shido.run(&["lab", "report", &file]);
    let said = String::from_utf8_lossy(&report.stdout).into_owned();
    for part in ["10.0/10.0", "first 5 runs", "--games 8"] {
        assert!(said.contains(part), "{said}");
    }
    let said = shido.refuse(&["lab", "run", &file, "--exact"]);
    assert!(said.contains("exact = true"), "{said}");
    let wrong = TRAINING.replace("trainer = \"self\"", "trainer = \"teacher\"");
    let said = shido.refuse(&["lab", "run", &shido.file("wrong.toml", &wrong)]);
    assert!(
        said.contains("no trainer `teacher`") && said.contains("wrong.toml:10"),
        "{said}"
    );
}

/// Who starts a run wants to know whether to wait for it.
#[test]
fn a_run_says_beforehand_how_long_it_will_take() {
    let shido = Shido::new();
    let arguments = [
        "lab",
        "run",
        "semi-random-table-1",
        "--games",
        "2",
        "--threads",
        "1",
    ];
    let said = stderr(&shido.run(&arguments));
    let first = said.lines().next().unwrap_or_default();
    assert!(first.starts_with("98 contests to do, a"), "{said}");
    assert!(first.ends_with(" on 1 thread"), "{said}");
    // What is kept needs no forecast.
    let again = stderr(&shido.run(&arguments));
    assert!(
        again.starts_with("0 contests to do; 98 are kept from before"),
        "{again}"
    );
}

/// Jobs of a batch system: three processes at once, one of them killed and started again.
#[test]
fn parts_of_several_processes_are_the_whole() {
    let shido = Shido::new();
    let file = shido.file("slow.toml", SLOW);
    let out = shido.cache.path().join("parts");
    let out = out.to_str().expect("a path of plain letters");
    let start = |part: &str| {
        shido
            .command(&["lab", "run", &file, "--part", part, "--out", out, "--json"])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("shido starts")
    };
    let mut jobs = ["1/3", "2/3", "3/3"].map(start);
    let lines = || {
        let files = fs::read_dir(out).into_iter().flatten().flatten();
        let second = files.filter(|f| f.path().to_string_lossy().ends_with("2-of-3.journal"));
        let texts = second.filter_map(|f| fs::read_to_string(f.path()).ok());
        texts.map(|text| text.lines().count()).sum::<usize>()
    };
    let patience = Instant::now() + Duration::from_secs(60);
    while lines() < 2 && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = jobs[1].kill();
    let [first, second, third] = jobs.map(|job| job.wait_with_output().expect("it ends"));
    if !second.status.success() {
        let said = shido.refuse(&["lab", "merge", out]);
        assert!(said.contains("parts 2 of 3"), "{said}");
        let command = format!("shido lab run {out}/file-slow.toml --games 600 --seed 0 --part 2/3");
        assert!(said.contains(&command), "{said}");
        start("2/3").wait().expect("it ends");
    }
    for done in [first, third] {
        let done: serde_json::Value = serde_json::from_slice(&done.stdout).expect("one object");
        assert_eq!(done["experiment"], "slow");
        assert!(done["contests"].as_u64() >= Some(180), "{done}");
    }
    let merged = shido.json(&["lab", "merge", out, "--json"]);
    let mut expected = Shido::new().json(&["lab", "run", &file, "--threads", "1", "--json"]);
    // It is made again by the copy that lies beside the parts.
    expected["command"] = merged["command"].clone();
    assert_eq!(merged, expected);
}

#[test]
fn parts_that_are_not_one_are_refused_with_advice() {
    let shido = Shido::new();
    let file = shido.file("mine.toml", EXPERIMENT);
    let usage = |arguments: &[&str], told: &str| {
        let output = shido.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    };
    let run = ["lab", "run", &file, "--out", "x", "--part"];
    usage(&[&run[..], &["3"]].concat(), "3/16: the third of sixteen");
    usage(&[&run[..], &["5/4"]].concat(), "from 1/4 to 4/4");
    usage(&["lab", "run", &file, "--part", "1/2"], "--out");
    usage(&["lab", "merge"], "DIR");
    let nothing = shido.cache.path().join("nothing");
    fs::create_dir(&nothing).expect("it can be made");
    let said = shido.refuse(&["lab", "merge", nothing.to_str().expect("plain letters")]);
    assert!(
        said.contains("no parts of a run") && said.contains("--part 1/16"),
        "{said}"
    );
    let out = shido.cache.path().join("parts");
    let out = out.to_str().expect("plain letters");
    for seed in ["1", "2"] {
        let part = [
            "lab", "run", &file, "--part", "1/2", "--out", out, "--seed", seed, "--json",
        ];
        shido.json(&part);
    }
    let said = shido.refuse(&["lab", "merge", out]);
    assert!(said.contains("seeds 1 and 2"), "{said}");
}
