//! Contests that outlive the server.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use serde_json::{Value, json};
use shido::Catalog;
use shido_serve::serve;

use crate::client::{Client, Server, config};

fn texts(contest: &Value) -> Vec<String> {
    let moves = contest["moves"].as_array().expect("moves are listed");
    let text = |made: &Value| made["text"].as_str().expect("moves have a text").to_owned();
    moves.iter().map(text).collect()
}

#[test]
fn a_contest_goes_on_after_a_restart() {
    let data = tempfile::tempdir().expect("there is room");
    let frame = include_str!("../../../../frames/tic-tac-toe.toml").replace("tic-tac-toe", "mine");
    let wanted = [
        json!({ "game": "chess", "opponent": { "player": "random" }, "clock": { "base": 300, "increment": 2 } }),
        json!({ "frame": frame, "opponent": { "player": "random" } }),
        json!({ "game": "backgammon", "opponent": { "people": true } }),
    ];
    let mut before = Vec::new();
    {
        let server = Server::start(data.path());
        let mut client = server.client();
        for wanted in &wanted {
            let begun = client.begin(wanted);
            let id = begun["id"].as_i64().expect("contests have numbers");
            for _ in 0..2 {
                let contest = client.settled(id);
                let mv = contest["legal"][0]["text"]
                    .as_str()
                    .expect("there is a move");
                client.play(id, mv);
            }
            before.push(client.settled(id));
        }
    }
    let server = Server::start(data.path());
    let mut client = server.client();
    let listed = client.got("/contests?unfinished=true");
    assert_eq!(listed["contests"].as_array().map(Vec::len), Some(3));
    for before in &before {
        let id = before["id"].as_i64().expect("contests have numbers");
        let after = client.got(&format!("/contests/{id}"));
        for same in [
            "game", "you", "opponent", "start", "position", "to_move", "moves", "legal", "board",
        ] {
            assert_eq!(after[same], before[same], "{same}");
        }
        if !before["clock"].is_null() {
            // It stood while nobody was there.
            let left =
                |contest: &Value| contest["clock"]["left"][0].as_u64().expect("it is a clock");
            assert!(left(before).abs_diff(left(&after)) < 5_000);
            assert_eq!(after["clock"]["running"], Value::Null);
        }
        let mv = after["legal"][0]["text"].as_str().expect("there is a move");
        let on = client.play(id, mv);
        assert!(texts(&on).starts_with(&texts(before)));
    }
}

const DATA: &str = "SHIDO_TEST_DATA";

/// Not a test but the server that `fifty_contests_outlive_a_kill` starts as a process of its own.
#[test]
#[ignore = "it is the other process of a test"]
fn a_server_to_be_killed() {
    let Some(data) = std::env::var_os(DATA) else {
        return;
    };
    let ready = |address: SocketAddr| println!("\nserving at {address}");
    let forever = std::future::pending();
    let catalog = Arc::new(Catalog::shipped());
    serve(catalog, config(Path::new(&data)), ready, forever).expect("it is served");
}

/// A server that is killed at the latest when it is dropped.
struct Process(Child);

impl Process {
    fn kill(&mut self) {
        self.0.kill().expect("it is there to be killed");
        self.0.wait().expect("it was killed");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start_process(data: &Path) -> (Process, SocketAddr) {
    let process = Command::new(std::env::current_exe().expect("this is a program"))
        .args([
            "--ignored",
            "--exact",
            "kept::a_server_to_be_killed",
            "--nocapture",
        ])
        .env(DATA, data)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut process = Process(process);
    let output = process.0.stdout.take().expect("it is piped");
    for line in BufReader::new(output).lines() {
        let line = line.expect("it writes text");
        if let Some(address) = line.strip_prefix("serving at ") {
            return (process, address.parse().expect("it is an address"));
        }
    }
    panic!("it has not begun to serve");
}

#[test]
fn fifty_contests_outlive_a_kill() {
    const CONTESTS: usize = 50;
    const GAMES: [&str; 5] = [
        "tic-tac-toe",
        "connect-four",
        "chess",
        "go:size=9",
        "othello",
    ];
    let data = tempfile::tempdir().expect("there is room");
    let (mut process, address) = start_process(data.path());
    // What the server has confirmed of each contest when it is killed.
    let play = |number: usize| {
        let mut client = Client::new(address);
        let game = GAMES[number % GAMES.len()];
        let begun = client.begin(&json!({ "game": game, "opponent": { "player": "random" } }));
        let id = begun["id"].as_i64().expect("contests have numbers");
        let mut contest = client.settled(id);
        for _ in 0..=number % 3 {
            let legal = contest["legal"].as_array().map_or(1, Vec::len);
            let mv = &contest["legal"][number % legal]["text"];
            let mv = mv.as_str().expect("there is a move");
            contest = client.play(id, mv);
        }
        // The last move is confirmed; the answer to it may be under way when the server is killed.
        let mv = contest["legal"][0]["text"].as_str();
        match mv {
            Some(mv) => client.posted(&format!("/contests/{id}/play"), &json!({ "move": mv })),
            None => contest,
        }
    };
    let confirmed: Vec<Value> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..CONTESTS)
            .map(|number| scope.spawn(move || play(number)))
            .collect();
        let joined = threads
            .into_iter()
            .map(|thread| thread.join().expect("it plays"));
        joined.collect()
    });
    process.kill();

    let server = Server::start(data.path());
    let mut client = server.client();
    for before in &confirmed {
        let id = before["id"].as_i64().expect("contests have numbers");
        let after = client.got(&format!("/contests/{id}"));
        let (known, kept) = (texts(before), texts(&after));
        assert!(kept.starts_with(&known), "{id}: {known:?}, {kept:?}");
        assert!(kept.len() <= known.len() + 1, "{id}: {known:?}, {kept:?}");
        if after["waiting"] == json!(true) {
            client.posted(&format!("/contests/{id}/go"), &json!({}));
            let on = client.settled(id);
            assert!(
                on["yours"] == json!(true) || !on["ending"].is_null(),
                "{on}"
            );
        }
    }
}
