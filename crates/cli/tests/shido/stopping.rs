//! Ctrl-C: long work ends at once, and what is said after it is true.

use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{Shido, stderr};

/// Runs a command that would take for ever, presses Ctrl-C after half a second, and gives what it left.
fn interrupted(shido: &Shido, arguments: &[&str]) -> Output {
    let run = shido
        .command(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("shido starts");
    std::thread::sleep(Duration::from_millis(500));
    let interrupt = std::process::Command::new("kill")
        .args(["-INT", &run.id().to_string()])
        .status();
    assert!(interrupt.expect("kill starts").success(), "{arguments:?}");
    let asked = Instant::now();
    let output = run.wait_with_output().expect("it ends");
    // Half a second is the aim; a machine that is busy with other tests gets more.
    let took = asked.elapsed();
    assert!(took < Duration::from_secs(3), "{arguments:?}: {took:?}");
    assert_eq!(
        output.status.code(),
        Some(130),
        "{arguments:?}: {}",
        stderr(&output)
    );
    output
}

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

#[test]
fn long_work_stops() {
    let shido = Shido::new();
    for command in [
        "match tic-tac-toe random random --games 1000000000000",
        "match connect-four pn:nodes=1000000000 random --games 10",
        "tournament tic-tac-toe random random --games 1000000000000",
        "tune chess --depth 6",
        "tune chess --method results --depth 12",
        "analyze chess --by alphabeta:depth=20",
        "analyze go:size=19 --by pvs:depth=50,threads=256",
        "analyze connect-four --by mcts:playouts=1000000000",
        "count connect-four --plies 40",
        "solve connect-four --value-only",
        "train connect-four --trainer alphabeta:depth=14 --test 0",
        "lab run semi-random-table-1 --games 100000000",
        "lab run hoyle-table-2 --games 10000",
        "match connect-four random random --exact",
        "audit random --game connect-four --games 1000000",
    ] {
        let output = interrupted(&shido, &words(command));
        assert!(stderr(&output).contains("stopped"), "{command}");
    }
}

#[test]
fn json_tells_of_a_stop() {
    let shido = Shido::new();
    let read = |output: &Output| -> Value {
        serde_json::from_slice(&output.stdout).expect("one JSON object")
    };
    for command in [
        "match tic-tac-toe random random --games 1000000000000 --json",
        "tournament tic-tac-toe random random --games 1000000000000 --json",
        "tune connect-four --games 1000000000 --json",
        "train connect-four --trainer self --contests 1000000 --json",
        "analyze connect-four --by mcts:playouts=1000000000 --json",
        "count connect-four --plies 40 --json",
    ] {
        let output = interrupted(&shido, &words(command));
        assert_eq!(read(&output)["stopped"], true, "{command}");
    }
    for command in [
        "match tic-tac-toe random random --games 10 --json",
        "match tic-tac-toe random random --exact --json",
        "tournament tic-tac-toe random random --games 10 --json",
        "tune tic-tac-toe --games 32 --json",
        "tune tic-tac-toe --method results --depth 1 --games 10 --json",
        "train tic-tac-toe --trainer self --contests 2 --test 0 --json",
        "analyze tic-tac-toe --by alphabeta --json",
        "count tic-tac-toe --json",
    ] {
        assert_eq!(shido.json(&words(command))["stopped"], false, "{command}");
    }
}

/// The contests of `tune --method results` are counted as they are finished, also in the file.
#[test]
fn a_stopped_tuning_claims_no_more_than_it_played() {
    let shido = Shido::new();
    let file = shido.cache.path().join("weights.toml");
    let path = file.to_str().expect("a path of plain letters");
    let games = 100_000;
    let command = format!("tune othello --method results --games {games} --json --out {path}");
    let output = interrupted(&shido, &words(&command));
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let played = report["games"].as_u64().expect("a number");
    assert!(played < games, "{played}");
    assert_eq!(report["score_against_start"], Value::Null);
    let kept = std::fs::read_to_string(file).expect("what was learned is kept");
    assert!(kept.contains(&format!("--games {played} ")), "{kept}");
}

/// Who has not finished a contest has won none and lost none.
#[test]
fn nothing_is_said_of_contests_that_were_not_finished() {
    let shido = Shido::new();
    for command in [
        "tournament connect-four alphabeta:depth=20 random",
        "match connect-four alphabeta:depth=20 random",
    ] {
        let output = interrupted(&shido, &words(command));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{command}");
        let said = stderr(&output);
        assert!(said.contains("before a contest was finished"), "{said}");
    }
}

/// 1, 7, 49 and 238 positions of Connect Four are counted in no time (OEIS A212693).
#[test]
fn a_stopped_count_keeps_its_counts() {
    let shido = Shido::new();
    let output = interrupted(&shido, &words("count connect-four --plies 40 --json"));
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let counts = report["positions_by_ply"].as_array().expect("a list");
    assert_eq!(counts[..4], [1, 7, 49, 238]);
    assert!(counts.len() < 40, "{}", counts.len());
}

/// Learning how people choose that is stopped, and then killed again and again, comes to the same model as
/// learning that nobody disturbs.
#[test]
fn learning_goes_on_after_a_kill() {
    let shido = Shido::new();
    let rows: String = (0..600)
        .map(|player| {
            let plays = ["24/18 13/10", "24/15", "13/7 13/10", "24/21 13/7"];
            let (play, rating) = (plays[player % 4], 1600 + player);
            format!("-b----E-C---eE---c-e----B- first 63,{play},{rating},p{player}\n")
        })
        .collect();
    let file = shido.file("plays.csv", &format!("position,played,elo,player\n{rows}"));
    let learn = |out: &str| {
        let out = shido.cache.path().join(out);
        let arguments = [
            "tune",
            "backgammon",
            "--people",
            &file,
            "--positions",
            "4096",
        ];
        let mut command = shido.command(&arguments);
        command.args(["--force", "--json", "--out"]).arg(&out);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        (command.spawn().expect("shido starts"), out)
    };
    let signal = |run: &std::process::Child, name: &str| {
        let sent = std::process::Command::new("kill")
            .args([name, &run.id().to_string()])
            .status();
        sent.expect("kill starts");
    };
    let began = Instant::now();
    let (run, undisturbed) = learn("undisturbed.people");
    let output = run.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", stderr(&output));
    let took = began.elapsed();
    let (run, _) = learn("killed.people");
    std::thread::sleep(took / 3);
    signal(&run, "-INT");
    let stopped = run.wait_with_output().expect("it ends");
    let mut killed = 0;
    for part in [8, 4, 4] {
        let (run, _) = learn("killed.people");
        std::thread::sleep(took / part);
        signal(&run, "-KILL");
        let output = run.wait_with_output().expect("it ends");
        killed += usize::from(!output.status.success());
    }
    assert!(
        stopped.status.code() == Some(130) && killed > 0,
        "nothing was disturbed: {}",
        stderr(&stopped)
    );
    let (run, gone_on) = learn("killed.people");
    let output = run.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", stderr(&output));
    let read = |path| std::fs::read(path).expect("it was written");
    assert!(
        read(undisturbed) == read(gone_on),
        "the models differ after {killed} kills"
    );
}
