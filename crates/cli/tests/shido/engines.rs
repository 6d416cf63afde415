//! External engines that do not play: a clear error, in time, and no process left behind.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use crate::program::{Shido, stderr};

/// A program in the folder of `shido`, made of these lines of shell.
fn program(shido: &Shido, body: &str) -> String {
    let path = shido.file("engine", &format!("#!/bin/sh\n{body}\n"));
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, executable).expect("the file is ours");
    path
}

/// An engine that greets as it should and then does this when it is asked for a move.
fn on_go(does: &str) -> String {
    format!(
        "while read -r line; do case $line in
        uci) echo id name script; echo uciok ;; isready) echo readyok ;; quit) exit ;;
        go*) {does} ;;
        esac; done"
    )
}

/// The processes whose command line names this path.
fn running(path: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten();
    processes
        .filter_map(|entry| std::fs::read(entry.ok()?.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(path) && !line.contains("match"))
        .collect()
}

/// A match against the engine fails soon, says this, and ends the engine.
#[track_caller]
fn fails(body: &str, problem: &str) {
    let shido = Shido::new();
    let path = program(&shido, body);
    let player = format!("uci:command={path},depth=1,timeout=1");
    let started = Instant::now();
    let arguments = [
        "match", "chess", "random", &player, "--games", "1", "--json",
    ];
    let said = shido.refuse(&arguments);
    assert!(started.elapsed() < Duration::from_secs(20), "{said}");
    assert!(
        said.starts_with("error: ") && said.contains(&path) && said.contains(problem),
        "should say `{problem}`:\n{said}"
    );
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(running(&path), Vec::<String>::new(), "it is left behind");
}

#[test]
fn an_engine_that_is_not_there() {
    let shido = Shido::new();
    for (command, problem) in [
        ("no-such-engine", "`no-such-engine` was not found"),
        ("./no/such/engine", "`./no/such/engine` was not found"),
        ("", "is not a command"),
        ("'open", "is not a command"),
    ] {
        let player = format!("uci:command={command}");
        let said = shido.refuse(&["match", "chess", "random", &player, "--games", "1"]);
        assert!(said.contains(problem), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    // A file that is there but may not be run.
    let path = shido.file("engine", "#!/bin/sh\n");
    let player = format!("uci:command={path}");
    let said = shido.refuse(&["match", "chess", "random", &player, "--games", "1"]);
    assert!(said.contains("cannot be run"), "{said}");
}

#[test]
fn engines_that_do_not_begin() {
    fails("exit 3", "exited with code 3");
    fails("echo broken >&2; exit 1", "broken");
    fails("while read -r line; do echo garbage; done", "garbage");
    fails("exec sleep 60", "did not answer `uci`");
    fails(
        "head -c 3000000 /dev/zero | tr '\\0' x; exec sleep 60",
        "a line of more than",
    );
}

#[test]
fn engines_that_do_not_go_on() {
    fails(&on_go("exit 4"), "exited with code 4");
    fails(&on_go("kill -9 $$"), "signal");
    fails(&on_go("exec sleep 60"), "did not answer `go");
    fails(&on_go("echo bestmove e9e5"), "`bestmove e9e5`");
    fails(&on_go("echo bestmove"), "bestmove");
    fails(&on_go("echo bestmove a1a1"), "not a legal move");
    fails(&on_go("echo what do you mean"), "what do you mean");
}

/// It makes two moves and is gone at the third.
#[test]
fn an_engine_that_dies_mid_game() {
    fails(
        &on_go("moves=x$moves; case $moves in x) echo bestmove e7e6 ;; *) exit 5 ;; esac"),
        "exited with code 5",
    );
}

/// An engine ends with Shido, however that ends: by a second Ctrl-C before the engine was told to quit, or
/// killed.
#[test]
fn an_engine_does_not_outlive_shido() {
    for signals in [&["-INT", "-INT"][..], &["-KILL"], &["-TERM", "-TERM"]] {
        let shido = Shido::new();
        // It neither listens nor goes when it is told to.
        let path = program(
            &shido,
            &on_go("trap '' INT TERM HUP; while :; do sleep 1; done"),
        );
        let player = format!("uci:command={path},timeout=60");
        let mut run = shido
            .command(&["match", "chess", &player, "random", "--games", "1"])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("shido starts");
        std::thread::sleep(Duration::from_secs(1));
        assert_ne!(running(&path), Vec::<String>::new(), "it thinks");
        for signal in signals {
            let sent = std::process::Command::new("kill")
                .args([signal, run.id().to_string().as_str()])
                .status();
            assert!(sent.expect("kill starts").success());
        }
        run.wait().expect("it ends");
        let since = Instant::now();
        while !running(&path).is_empty() {
            assert!(
                since.elapsed() < Duration::from_secs(3),
                "it outlives Shido after {signals:?}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Of a script that an interpreter runs the message names the script.
#[test]
fn scripts_are_named() {
    let shido = Shido::new();
    let path = program(&shido, "exit 3");
    let player = format!("uci:command=sh {path}");
    let said = shido.refuse(&["match", "chess", "random", &player, "--games", "1"]);
    assert!(said.contains(&path), "{said}");
}

/// Ctrl-C during an engine's thought ends both.
#[test]
fn an_interrupted_match_ends_its_engine() {
    let shido = Shido::new();
    let path = program(&shido, &on_go("exec sleep 60"));
    let player = format!("uci:command={path},timeout=60");
    let run = shido
        .command(&["match", "chess", &player, "random", "--games", "1"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("shido starts");
    std::thread::sleep(Duration::from_millis(700));
    let interrupt = std::process::Command::new("kill")
        .args(["-INT", &run.id().to_string()])
        .status();
    assert!(interrupt.expect("kill starts").success());
    let started = Instant::now();
    let output = run.wait_with_output().expect("it ends");
    assert!(started.elapsed() < Duration::from_secs(20));
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert_eq!(running(&path), Vec::<String>::new(), "it is left behind");
}
