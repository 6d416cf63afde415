//! Several processes at once, and processes that are killed.
//!
//! This program starts itself again: [`another_process`] is what the other processes do.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rusqlite::Connection;
use serde_json::{Value, json};
use shido_store::{Beginning, Memory, Moment, Sqlite, Standing};

const FILE: &str = "SHIDO_STORE_TEST_FILE";
const WORK: &str = "SHIDO_STORE_TEST_WORK";
const EACH: i64 = 25;

fn start(file: &Path, work: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "processes::another_process",
            "--nocapture",
            "--quiet",
        ])
        .env(FILE, file)
        .env(WORK, work)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn beginning() -> Beginning {
    Beginning {
        game: "count".to_owned(),
        opponent: None,
        seat: None,
        start: String::new(),
    }
}

/// The moves of a contest, by which it can be told whether one is missing.
fn moves(count: usize) -> Vec<String> {
    (1..=count).map(|number| number.to_string()).collect()
}

/// Does nothing unless it is started by the tests below.
#[test]
fn another_process() {
    let (Ok(file), Ok(work)) = (std::env::var(FILE), std::env::var(WORK)) else {
        return;
    };
    let mut memory = Sqlite::open(Path::new(&file)).unwrap();
    match &*work {
        "learn" => {
            for _ in 0..EACH {
                let mut more =
                    |known: Option<Value>| json!(known.map_or(0, |n| n.as_i64().unwrap()) + 1);
                memory
                    .learn("ada", "count", Moment::now(), &mut more)
                    .unwrap();
                let id = memory.begin("ada", &beginning(), Moment::now()).unwrap();
                let standing = Standing {
                    moves: moves(3),
                    ..Standing::default()
                };
                memory.keep(id, &standing, Moment::now()).unwrap();
            }
        }
        // Goes on with the contest that was left, and tells of each move when it is written.
        _ => {
            let left = memory.unfinished("ada", None).unwrap();
            let (id, made) = match left {
                Some(left) => (left.id, left.standing.moves.len()),
                None => (memory.begin("ada", &beginning(), Moment::now()).unwrap(), 0),
            };
            for count in made + 1.. {
                let standing = Standing {
                    moves: moves(count),
                    ..Standing::default()
                };
                memory.keep(id, &standing, Moment::now()).unwrap();
                let mut out = std::io::stdout();
                writeln!(out, "kept {count}")
                    .and_then(|()| out.flush())
                    .unwrap();
            }
        }
    }
}

#[test]
fn several_processes_write_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new/students.sqlite");
    const PROCESSES: i64 = 6;
    // The file is not there yet: they also make it at once.
    let children: Vec<Child> = (0..PROCESSES).map(|_| start(&file, "learn")).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    let memory = Sqlite::open(&file).unwrap();
    let ada = memory.everything("ada").unwrap().unwrap();
    assert_eq!(ada.learned[0].state, json!(PROCESSES * EACH));
    assert_eq!(ada.contests.len() as i64, PROCESSES * EACH);
    assert!(
        ada.contests
            .iter()
            .all(|contest| contest.standing.moves == moves(3))
    );
}

/// A hundred processes are killed (SIGKILL) at moments that come at random, each while it writes into the
/// same contest: no move that was told to be kept is lost, and the file is sound.
#[test]
fn what_is_kept_outlives_kills() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("students.sqlite");
    let mut random: u64 = 1;
    let mut told = 0;
    for round in 0..100 {
        let mut child = start(&file, "keep");
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // The first lines are from the test harness, and a process that has told of nothing may be killed
        // before it has opened the file.
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let wanted = random >> 61;
        let mut seen = 0;
        while seen < wanted {
            let line = lines
                .next()
                .expect("it goes on until it is killed")
                .unwrap();
            if let Some(count) = line.strip_prefix("kept ") {
                told = count.parse().unwrap();
                seen += 1;
            }
        }
        std::thread::sleep(Duration::from_micros((random >> 40) % 3_000));
        child.kill().unwrap();
        child.wait().unwrap();
        // What it told while it was being killed.
        for line in lines.map_while(Result::ok) {
            if let Some(count) = line.strip_prefix("kept ") {
                told = count.parse().unwrap_or(told);
            }
        }
        let memory = Sqlite::open(&file).unwrap();
        let left = memory.unfinished("ada", None).unwrap();
        let kept = left.map_or(Vec::new(), |left| left.standing.moves);
        assert!(
            kept.len() == told || kept.len() == told + 1,
            "round {round}: {told} moves were kept, and {} are there",
            kept.len()
        );
        assert_eq!(kept, moves(kept.len()));
        // The next process goes on from here. It may be killed before it has told of anything.
        told = kept.len();
    }
    assert!(told > 100, "{told}");
    let sound: String = Connection::open(&file)
        .unwrap()
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(sound, "ok");
}
