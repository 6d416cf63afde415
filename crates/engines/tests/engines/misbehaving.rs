//! Programs that do what programs do. Each is a real process, and each gets a clear message.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use shido_arena::{Player, PlayerError, Thinking};
use shido_core::Seed;
use shido_engines::{Engine, EngineOptions, EnginePlayer, Protocol};

use crate::script::{Script, choose, contest, tic_tac_toe};

/// A UCI engine that does this when told to go.
fn on_go(does: &str) -> Script {
    let body = format!(
        "while read -r line; do case $line in
        uci) echo uciok ;; isready) echo readyok ;; quit) exit ;;
        go*) {does} ;;
        esac; done"
    );
    Script::new(Protocol::Uci, &body)
}

/// An xboard engine that says this when it hears a line that matches the pattern.
fn xboard(pattern: &str, says: &str) -> Script {
    let body = format!(
        "while read -r line; do case $line in
        protover*) echo feature ping=1 done=1 ;; ping*) echo pong ${{line#ping }} ;; quit) exit ;;
        {pattern}) echo '{says}' ;;
        esac; done"
    );
    Script::new(Protocol::Xboard, &body)
}

fn spawn_error(script: &Script) -> String {
    match Engine::spawn(&script.hasty(), Arc::default()) {
        Ok(_) => panic!("this engine cannot be used"),
        Err(error) => script.told(&error),
    }
}

fn move_error(script: &Script, moves: &[&str]) -> String {
    let mut engine = script.spawn().expect("the engine begins well");
    let error = choose(&mut engine, moves).expect_err("this engine makes no move");
    script.told(&error)
}

fn command_error(command: &str) -> String {
    let options = EngineOptions::new(Protocol::Uci, command);
    match Engine::spawn(&options, Arc::default()) {
        Ok(_) => panic!("`{command}` is no engine"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_program_that_is_missing() {
    assert_eq!(
        command_error("no-such-engine --fast"),
        "the program `no-such-engine` was not found: it is not installed, or its folder is not in \
         PATH"
    );
}

#[test]
fn a_command_that_is_none() {
    assert_eq!(command_error(" "), "` ` is not a command: it is empty");
    assert_eq!(
        command_error("sh 'open"),
        "`sh 'open` is not a command: missing closing quote"
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_is_not_executable() {
    let script = Script::new(Protocol::Uci, "");
    let path = script.path();
    assert_eq!(
        command_error(&format!("'{}'", path.display())),
        format!(
            "`{}` cannot be run: Permission denied (os error 13)",
            path.display()
        )
    );
}

#[test]
fn a_program_that_exits_at_once() {
    let script = Script::new(Protocol::Uci, "echo 'no network file' >&2; exit 3");
    assert_eq!(
        spawn_error(&script),
        "`engine` exited with code 3 when asked `uci`; its last words on standard error:\nno network \
         file"
    );
}

#[test]
fn a_program_that_never_answers() {
    let greetings = [
        (Protocol::Uci, "uci"),
        (Protocol::Usi, "usi"),
        (Protocol::Xboard, "protover 2"),
        (Protocol::Gtp, "list_commands"),
    ];
    for (protocol, greeting) in greetings {
        let script = Script::new(protocol, "while read -r line; do :; done");
        let expected = format!("`engine` did not answer `{greeting}` within 1.0 s");
        assert_eq!(spawn_error(&script), expected);
    }
}

#[test]
fn a_program_that_prints_garbage() {
    let script = Script::new(Protocol::Uci, "printf 'what\\377?\\n'; sleep 60");
    assert_eq!(
        spawn_error(&script),
        "`engine` did not answer `uci` within 1.0 s (the last it said was `what\u{fffd}?`)"
    );
}

#[test]
fn a_move_that_is_garbage_or_illegal() {
    for mv in ["xyzzy", "a1"] {
        let error = move_error(&on_go(&format!("echo bestmove {mv}")), &["a1"]);
        assert_eq!(
            error,
            format!(
                "`engine` answered `bestmove {mv}` to `go movetime 1000` in `.../.../X.. O`: `{mv}` is \
                 not a legal move here"
            )
        );
    }
}

#[test]
fn half_a_line() {
    let script = on_go("printf 'bestmo'; sleep 60");
    let mut options = script.hasty();
    options.limits.depth = Some(2);
    let mut engine = Engine::spawn(&options, Arc::default()).expect("the engine begins well");
    let error = choose(&mut engine, &[]).expect_err("half a line is no answer");
    assert_eq!(
        script.told(&error),
        "`engine` did not answer `go depth 2` within 1.0 s (the last it said was `readyok`)"
    );
}

#[test]
fn a_program_that_dies_in_the_middle() {
    let error = move_error(&on_go("echo 'out of memory' >&2; kill -9 $$"), &["a1"]);
    assert_eq!(
        error,
        "`engine` was ended by signal 9 when asked `go movetime 1000`; its last words on standard \
         error:\nout of memory"
    );
}

#[test]
fn a_program_that_dies_is_started_anew_if_allowed() {
    // It dies each time before the third, of which the log tells.
    let script = on_go(
        "echo go >> \"$LOG\"; if [ $(wc -l < \"$LOG\") -lt 3 ]; then kill -9 $$; fi; echo bestmove b2",
    );
    let game = tic_tac_toe();
    let ask = |restarts| {
        let options = EngineOptions {
            restarts,
            ..script.options()
        };
        let mut player = EnginePlayer::new(options, Arc::default());
        player.choose(
            &contest(&game, &["a1"]),
            &mut Thinking::freely(&mut Seed(1).rng()),
        )
    };
    let died = ask(1);
    assert!(
        matches!(&died, Err(PlayerError::Failed(error)) if error.contains("signal 9")),
        "{died:?}"
    );
    assert_eq!(script.log(), ["go", "go"]);
    ask(1).expect("the third time it plays");
}

#[test]
fn no_move_where_there_is_one() {
    let error = move_error(&on_go("echo 'bestmove (none)'"), &[]);
    assert_eq!(
        error,
        "`engine` answered `bestmove (none)` to `go movetime 1000` in `.../.../... X`, where it has to \
         move"
    );
    let error = move_error(&xboard("go", "1/2-1/2 {I say so}"), &[]);
    assert_eq!(
        error,
        "`engine` answered `1/2-1/2 {I say so}` to `go` in `.../.../... X`, where it has to move"
    );
}

#[test]
fn moves_and_limits_that_are_refused() {
    let error = move_error(&xboard("a1", "Illegal move: a1"), &["a1"]);
    assert_eq!(
        error,
        "`engine` was told `a1` and refused: `Illegal move: a1`"
    );
    let script = xboard("sd*", "Error (unknown command): sd");
    let mut options = script.options();
    options.limits.depth = Some(3);
    let error = match Engine::spawn(&options, Arc::default()) {
        Ok(_) => panic!("a depth that is refused is no limit"),
        Err(error) => script.told(&error),
    };
    assert_eq!(
        error,
        "`engine` was told `sd 3` and refused: `Error (unknown command): sd`"
    );
}

#[test]
fn options_and_limits_that_do_not_exist() {
    let script = Script::new(
        Protocol::Uci,
        "read -r line; echo 'option name Skill Level type spin'; echo uciok; read -r line",
    );
    let mut options = script.options();
    options.options = vec![("Skil Level".to_owned(), "3".to_owned())];
    let Err(error) = Engine::spawn(&options, Arc::default()) else {
        panic!("the option does not exist");
    };
    assert_eq!(
        script.told(&error),
        "`engine` has no option `Skil Level` (did you mean `Skill Level`?); it has Skill Level"
    );
    let mut options = EngineOptions::new(Protocol::Gtp, "sh");
    options.limits.depth = Some(3);
    let Err(error) = Engine::spawn(&options, Arc::default()) else {
        panic!("the limit does not exist");
    };
    assert_eq!(
        error.to_string(),
        "gtp engines cannot be told how deep to search"
    );
}

/// The memory of this process, in kibibytes.
#[cfg(target_os = "linux")]
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1))
        .and_then(|number| number.parse().ok())
        .expect("Linux tells the memory in kibibytes")
}

/// Lines without end, an option without end, a line without end: none fills the memory. `yes` writes
/// gigabytes in a second.
#[cfg(target_os = "linux")]
#[test]
fn floods() {
    let before = memory();
    let lines = Script::new(Protocol::Uci, "exec yes info string still here");
    assert_eq!(
        spawn_error(&lines),
        "`engine` did not answer `uci` within 1.0 s (the last it said was `info string still here`)"
    );
    let options = Script::new(Protocol::Uci, "exec yes option name A type spin");
    assert!(spawn_error(&options).starts_with("`engine` did not answer `uci` within 1.0 s"));
    let answer = Script::new(Protocol::Gtp, "echo = a; exec yes b");
    assert!(spawn_error(&answer).starts_with("`engine` did not answer `list_commands`"));
    let endless = Script::new(Protocol::Uci, "exec cat /dev/zero");
    assert_eq!(
        spawn_error(&endless),
        "`engine` wrote a line of more than 65536 bytes when asked `uci`"
    );
    let complaints = Script::new(Protocol::Uci, "(exec yes oh no >&2); :");
    let error = spawn_error(&complaints);
    assert_eq!(error.lines().count(), 6, "{error}");
    assert!(error.contains("standard error:\noh no\noh no\n"), "{error}");
    let grown = memory().saturating_sub(before);
    assert!(grown < 50_000, "{grown} KiB more than before");
}

/// More than fits in a pipe waits in a queue, not in our hands.
#[test]
fn a_program_that_does_not_read() {
    let script = Script::new(
        Protocol::Uci,
        "echo option name A type string; echo uciok; echo readyok; exec sleep 60",
    );
    let mut options = script.hasty();
    options.options = vec![("A".to_owned(), "a".repeat(200_000))];
    let mut engine = Engine::spawn(&options, Arc::default()).expect("the engine begins well");
    let error = choose(&mut engine, &[]).expect_err("the engine sleeps");
    assert_eq!(
        script.told(&error),
        "`engine` did not answer `isready` within 1.0 s (the last it said was `readyok`)"
    );
}

/// Whether a process exists, be it as a zombie.
#[cfg(target_os = "linux")]
fn exists(pid: &str) -> bool {
    std::path::Path::new("/proc").join(pid.trim()).exists()
}

/// An engine that ignores `quit`, signals and the end of its input, and has a child of its own that
/// does the same.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_a_program_that_will_not_go() {
    let script = Script::new(
        Protocol::Uci,
        "trap '' TERM INT HUP
        echo $$ >>\"$LOG\"
        sh -c 'trap \"\" TERM INT HUP; while :; do sleep 1; done' & echo $! >>\"$LOG\"
        read -r line; echo uciok; read -r line; echo readyok
        while :; do sleep 1; done",
    );
    let engine = script.spawn().expect("the engine begins well");
    let pids = script.log();
    assert_eq!(pids.len(), 2);
    assert!(pids.iter().all(|pid| exists(pid)));
    let since = Instant::now();
    drop(engine);
    assert!(since.elapsed() < Duration::from_secs(2));
    assert!(!exists(&pids[0]), "the engine is gone when it is dropped");
    // Whoever inherits the orphan has to wait for it; that it was killed is all that is ours.
    let killed = |pid: &str| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.is_empty() || stat.contains(") Z ")
    };
    while !killed(&pids[1]) {
        assert!(
            since.elapsed() < Duration::from_secs(5),
            "the child of the engine lives"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_zombie_is_left_of_a_program_that_failed() {
    for body in ["exit 3", "echo uciok; exec yes"] {
        let script = Script::new(Protocol::Uci, &format!("echo $$ >>\"$LOG\"; {body}"));
        spawn_error(&script);
        assert!(!exists(&script.log()[0]), "{body}");
    }
}

#[test]
fn waiting_ends_at_once_when_told_to_stop() {
    let script = on_go("sleep 60");
    let stop = Arc::new(AtomicBool::new(false));
    let mut player = EnginePlayer::new(script.options(), Arc::clone(&stop));
    let game = tic_tac_toe();
    let contest = contest(&game, &[]);
    let since = Instant::now();
    let told = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        stop.store(true, Ordering::Relaxed);
    });
    let choice = player.choose(&contest, &mut Thinking::freely(&mut Seed(0).rng()));
    assert_eq!(choice, Err(PlayerError::Quit));
    assert!(since.elapsed() < Duration::from_secs(3));
    told.join().expect("the thread does not panic");
}

/// A player starts its program anew after a failure.
#[test]
fn a_player_tells_what_failed() {
    let script = on_go("exit 1");
    let mut player = EnginePlayer::new(script.options(), Arc::default());
    let game = tic_tac_toe();
    let contest = contest(&game, &[]);
    for _ in 0..2 {
        let choice = player.choose(&contest, &mut Thinking::freely(&mut Seed(0).rng()));
        let failed = choice.expect_err("the engine exits");
        assert_eq!(
            script.told(&failed),
            "`engine` exited with code 1 when asked `go movetime 1000`"
        );
    }
}
