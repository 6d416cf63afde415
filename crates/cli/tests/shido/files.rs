//! Files that are written: what is no regular file stays what it is, and no result is lost to a file.

use std::process::Command;

use serde_json::Value;

use crate::program::{Shido, root, stderr, tree};

/// Commands that write a file, each with what the file is given by.
fn writers() -> Vec<Vec<String>> {
    let plan = root().join("examples/plans/paper.plan");
    let plan = plan.to_str().expect("a path of plain letters");
    let blackboard = tree("textbook");
    [
        format!("plan {plan} --svg"),
        "tune tic-tac-toe --games 32 --force --out".to_owned(),
        "tune tic-tac-toe --games 32 --force --curve".to_owned(),
        "train tic-tac-toe --trainer self --contests 2 --test 0 --force --out".to_owned(),
        "train tic-tac-toe --trainer self --contests 2 --test 0 --force --report".to_owned(),
        "match tic-tac-toe random random --games 2 --force --transcripts".to_owned(),
        "show tic-tac-toe --svg".to_owned(),
        format!("analyze {blackboard} --by minimax --tree"),
    ]
    .iter()
    .map(|command| command.split(' ').map(str::to_owned).collect())
    .collect()
}

#[cfg(unix)]
#[test]
fn links_and_devices_stay_what_they_are() {
    let shido = Shido::new();
    let at = |name: &str| shido.cache.path().join(name);
    for (number, command) in writers().into_iter().enumerate() {
        // The ending tells `analyze --tree` how to draw.
        let (link, target, full) = (
            at(&format!("link-{number}.svg")),
            at(&format!("target-{number}.svg")),
            at(&format!("full-{number}.svg")),
        );
        std::fs::write(&target, "old").expect("the folder can be written");
        std::os::unix::fs::symlink(&target, &link).expect("a link can be made");
        std::os::unix::fs::symlink("/dev/full", &full).expect("a link can be made");
        let with = |file: &std::path::Path| {
            let mut all: Vec<&str> = command.iter().map(String::as_str).collect();
            all.push(file.to_str().expect("a path of plain letters"));
            shido.run(&all)
        };
        let output = with(&link);
        assert!(output.status.success(), "{command:?}: {}", stderr(&output));
        assert!(link.is_symlink(), "{command:?}");
        let written = std::fs::read_to_string(&target).expect("the target is there");
        assert!(written.len() > 20, "{command:?}: {written}");

        // The device is full: that is said, the result is printed, and the device is still there.
        let output = with(&full);
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        assert!(stderr(&output).contains("cannot write"), "{command:?}");
        assert!(full.is_symlink(), "{command:?}");
        assert!(
            command[0] == "show" || !output.stdout.is_empty(),
            "{command:?} prints its result"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_to() {
    let shido = Shido::new();
    let pipe = shido.cache.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).expect("the pipe can be read")
    });
    let path = pipe.to_str().expect("a path of plain letters");
    let output = shido.run(&["tune", "tic-tac-toe", "--games", "32", "--out", path]);
    assert!(output.status.success(), "{}", stderr(&output));
    let read = reader.join().expect("the reader ends");
    assert!(read.starts_with("game = \"tic-tac-toe\""), "{read}");
}

/// The path is tried before the contests, and what is there is replaced by force alone.
#[test]
fn transcripts_are_not_overwritten() {
    let shido = Shido::new();
    // So many contests would never be over.
    let long = "match gomoku random random --games 1000000 --transcripts";
    let refuse = |file: &str| {
        let mut all: Vec<&str> = long.split(' ').collect();
        all.push(file);
        shido.refuse(&all)
    };
    let missing = shido.cache.path().join("no/such/folder");
    let said = refuse(missing.to_str().expect("a path of plain letters"));
    assert!(said.contains("there is no folder"), "{said}");
    let there = shido.file("there.txt", "precious\n");
    let said = refuse(&there);
    assert!(said.contains("--force"), "{said}");
    let kept = std::fs::read_to_string(&there).expect("it is still there");
    assert_eq!(kept, "precious\n");

    let short = ["match", "tic-tac-toe", "random", "random", "--games", "3"];
    let forced = [&short[..], &["--json", "--transcripts", &there, "--force"]].concat();
    let report: Value = shido.json(&forced);
    assert_eq!(report["games"], 3);
    let kept = std::fs::read_to_string(&there).expect("it is still there");
    assert_eq!(kept.lines().count(), 3, "{kept}");
}

/// Nobody moves in a contest that is over before the players take over.
#[test]
fn openings_longer_than_the_game_are_refused() {
    let shido = Shido::new();
    for plies in ["9", "30"] {
        let all = [
            "match",
            "tic-tac-toe",
            "random",
            "random",
            "--opening-plies",
            plies,
        ];
        let said = shido.refuse(&all);
        assert!(said.contains("fewer opening plies"), "{said}");
    }
}
