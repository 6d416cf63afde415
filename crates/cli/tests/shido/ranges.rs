//! Every number and every file that a user can give has a range or a size, with an error that names it.

use std::process::Command;

use crate::program::{Shido, root, stderr};

/// Runs what must fail without a panic or an abort, and gives what it says.
#[track_caller]
fn refused(shido: &Shido, arguments: &[&str]) -> String {
    let output = shido.run(arguments);
    let said = stderr(&output);
    let code = output.status.code();
    assert!(
        matches!(code, Some(1 | 2)),
        "{arguments:?}: {code:?}\n{said}"
    );
    said
}

#[test]
fn numbers_out_of_range_are_named() {
    let shido = Shido::new();
    for (command, named) in [
        ("tune tic-tac-toe --rate nan", "--rate"),
        ("tune tic-tac-toe --rate 1e300", "--rate"),
        ("tune tic-tac-toe --rate -1", "--rate"),
        ("tune tic-tac-toe --depth 1000000", "--depth"),
        (
            "tune tic-tac-toe --games 1000000000000 --method results",
            "--games",
        ),
        (
            "lab run semi-random-table-1 --games 1000000000000000000",
            "--games",
        ),
        (
            "match tic-tac-toe random random --games 10000000000000000000",
            "--games",
        ),
        (
            "match chess random random --opening-plies 4000000000",
            "--opening-plies",
        ),
        (
            "analyze tic-tac-toe --tree a.svg --tree-nodes 100000000000",
            "--tree-nodes",
        ),
        ("analyze connect-four --by pvs:table=65537", "table"),
        ("audit random --level nan", "--level"),
        ("audit random --level 1e9", "--level"),
        ("review game.pgn --rating nan", "--rating"),
    ] {
        let arguments: Vec<&str> = command.split(' ').collect();
        let said = refused(&shido, &arguments);
        assert!(said.contains(named), "{command}: {said}");
    }
}

/// A table that does not fit is refused, not died of. The limit is that of the shell: another machine may
/// have the memory.
#[cfg(unix)]
#[test]
fn tables_without_room_are_refused() {
    let script = "ulimit -v 4000000; exec \"$0\" analyze connect-four --by \"$1\"";
    for player in ["pvs:table=65536", "pn:table=65536"] {
        let output = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_shido"), player])
            .output()
            .expect("a shell starts");
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{player}: {said}");
        assert!(said.contains("no room for a table of 65536 MiB"), "{said}");
    }
}

/// What was counted before the memory was full is told.
#[test]
fn a_count_without_room_keeps_its_counts() {
    let shido = Shido::new();
    let output = shido.run(&["count", "othello", "--plies", "20", "--memory", "1MiB"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("--memory"), "{said}");
    // The numbers of the literature begin with 1, 4, 12 and 54.
    let counts = String::from_utf8_lossy(&output.stdout);
    assert!(counts.contains(" 3    54"), "{counts}");
}

#[test]
fn files_too_large_are_refused() {
    let shido = Shido::new();
    let lines = "\n".repeat(5 << 20);
    let frame = shido.file("newlines.toml", &lines);
    let tree = shido.file("newlines.tree", &lines);
    let plan = shido.file("newlines.plan", &lines);
    let weights = format!("pvs:depth=1,weights={frame}");
    for arguments in [
        &["frame", "check", &frame][..],
        &["show", &frame],
        &["analyze", &tree, "--by", "minimax"],
        &["plan", &plan],
        &["lab", "run", &frame],
        &["analyze", "othello", "--by", &weights],
    ] {
        let said = refused(&shido, arguments);
        assert!(said.contains("more than 4 MiB"), "{arguments:?}: {said}");
    }
}

/// A file without an end.
#[cfg(unix)]
#[test]
fn endless_files_are_refused() {
    let shido = Shido::new();
    for arguments in [
        &["show", "/dev/zero"][..],
        &["plan", "/dev/zero"],
        &["replay", "chess", "/dev/zero"],
    ] {
        let said = refused(&shido, arguments);
        assert!(said.contains("it has more than"), "{arguments:?}: {said}");
    }
}

#[test]
fn numbers_in_files_have_ranges() {
    let shido = Shido::new();
    let weights = std::fs::read_to_string(root().join("weights/othello.hand.toml"))
        .expect("it comes with the program");
    let line = weights.lines().find(|line| line.starts_with("scale"));
    let tiny = weights.replace(line.expect("it has a scale"), "scale = 1e-320");
    let tiny = format!("pvs:depth=2,weights={}", shido.file("tiny.toml", &tiny));
    let said = refused(&shido, &["analyze", "othello", "--by", &tiny]);
    assert!(said.contains("`scale` is 1e-320"), "{said}");

    let tree = shido.file("tiny.tree", "(max (min 1e-320 0))");
    for command in ["analyze", "match"] {
        let players = match command {
            "match" => &["mcts", "mcts"][..],
            _ => &["--by", "mcts"],
        };
        let said = refused(&shido, &[&[command, &tree][..], players].concat());
        assert!(said.contains("`1e-320` is not a value"), "{said}");
    }
}

/// A player who names a player who names a player.
#[test]
fn players_are_not_nested_without_end() {
    let shido = Shido::new();
    let nested = "best-response:against=[".repeat(1000) + "random" + &"]".repeat(1000);
    let said = refused(&shido, &["analyze", "tic-tac-toe", "--by", &nested]);
    assert!(said.contains("more than 8 brackets"), "{said}");
    assert!(said.len() < 500, "nobody reads {} letters", said.len());
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let shido = Shido::new();
    for (command, named) in [
        ("tune tic-tac-toe --method results --lambda 0.5", "--lambda"),
        (
            "tune tic-tac-toe --method results --exploration 0.5",
            "--exploration",
        ),
        (
            "analyze backgammon --by expectiminimax:depth=1,probes=2",
            "probes",
        ),
    ] {
        let arguments: Vec<&str> = command.split(' ').collect();
        let said = refused(&shido, &arguments);
        assert!(said.contains(named), "{command}: {said}");
    }
}

/// What is unknown is the player whom the trainer names, not the trainer.
#[test]
fn the_unknown_name_is_told() {
    let shido = Shido::new();
    let trainer = "best-response:against=[self]";
    let said = refused(&shido, &["train", "tic-tac-toe", "--trainer", trainer]);
    assert!(said.contains("there is no player `self`"), "{said}");
}

/// How a program shows its moves to its developers is not for users.
#[test]
fn errors_have_no_debugging_text() {
    let shido = Shido::new();
    for player in [
        "pn:nodes=10",
        "semi-random:depth=1",
        "speculative:depth=1,opponent=1",
    ] {
        let arguments = ["match", "backgammon", player, "random", "--games", "1"];
        let said = refused(&shido, &arguments);
        assert!(said.contains("without chance"), "{said}");
        assert!(!said.contains(['{', '[']), "{said}");
    }
}
