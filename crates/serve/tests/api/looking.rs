//! Review, exploring, cards and the profile.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shido_store::{Exercise, Memory, Moment, Sqlite};

use crate::client::{Client, Server};

/// A contest of two people.
fn played(client: &mut Client) -> i64 {
    let wanted = json!({ "game": "tic-tac-toe", "opponent": { "people": true } });
    let id = client.begin(&wanted)["id"].as_i64().expect("a number");
    for mv in ["b2", "b1", "a1", "c3", "c1", "a3", "b3"] {
        client.play(id, mv);
    }
    id
}

#[test]
fn positions_of_a_contest_are_looked_at() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let id = played(&mut client);
    let start = client.got(&format!("/contests/{id}/at/0"));
    assert_eq!(start["told"], Value::Null);
    let first = client.got(&format!("/contests/{id}/at/1"));
    assert_eq!(first["told"], "X plays b2.");
    assert_eq!(first["board"]["last"], json!(["b2"]));
    // An edge loses against the centre; the corner next to it wins.
    let asked = json!({ "ply": 2, "line": ["a1"], "think": true });
    let explored = client.posted(&format!("/contests/{id}/explore"), &asked);
    assert_eq!(explored["line"][0]["touches"], json!(["a1"]));
    assert_eq!(explored["opinion"]["share"], json!([1.0, 0.0]));
    assert_eq!(explored["ply"], 3);
    let wrong = json!({ "ply": 2, "line": ["b2"] });
    let wrong = client.post(&format!("/contests/{id}/explore"), &wrong);
    assert_eq!(wrong.status, 422);
}

#[test]
fn a_contest_is_reviewed() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let wanted = json!({ "game": "tic-tac-toe", "opponent": { "player": "perfect" } });
    let id = client.begin(&wanted)["id"].as_i64().expect("a number");
    let early = client.post(&format!("/contests/{id}/review"), &json!({}));
    assert_eq!(early.status, 409);
    // A corner is answered in the centre; then the student lets the other side make a line.
    let mut contest = client.play(id, "a1");
    for _ in 0..4 {
        if !contest["ending"].is_null() {
            break;
        }
        let mv = contest["legal"][0]["text"]
            .as_str()
            .expect("there is a move");
        contest = client.play(id, mv);
    }
    let found = review(&mut client, id);
    let review = &found["review"];
    assert_eq!(review["seat"], "first");
    assert_eq!(review["level"]["rating"], 1200.0);
    let moves = contest["moves"].as_array().map_or(0, Vec::len);
    assert_eq!(review["chances"].as_array().map(Vec::len), Some(moves + 1));
    // What the student can learn from comes back.
    let moments = review["moments"].as_array().map_or(0, Vec::len);
    assert_eq!(client.got("/cards")["due"], json!(moments));
    let profile = client.got("/student");
    assert_eq!(profile["games"][0]["title"], "Tic-tac-toe");
}

/// Has a contest looked at and waits for what is found.
fn review(client: &mut Client, id: i64) -> Value {
    let path = format!("/contests/{id}/review");
    let begun = client.post(&path, &json!({ "rating": 1200 }));
    assert_eq!(begun.status, 202, "{begun:?}");
    let since = Instant::now();
    loop {
        let found = client.got(&path);
        if found["state"] != "running" {
            assert_eq!(found["state"], "done", "{found}");
            return found;
        }
        assert!(since.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_review_outlives_the_server_and_not_the_moves() {
    let data = tempfile::tempdir().expect("there is room");
    let wanted = json!({ "game": "tic-tac-toe", "opponent": { "people": true } });
    let (id, before) = {
        let server = Server::start(data.path());
        let mut client = server.client();
        let id = client.begin(&wanted)["id"].as_i64().expect("a number");
        for mv in ["b2", "b1", "a1"] {
            client.play(id, mv);
        }
        (id, review(&mut client, id))
    };
    let server = Server::start(data.path());
    let mut client = server.client();
    let path = format!("/contests/{id}/review");
    assert_eq!(client.got(&path), before);
    // What was found of three moves says nothing of four.
    client.play(id, "c3");
    assert_eq!(client.got(&path)["state"], "none");
}

#[test]
fn a_card_is_answered() {
    let data = tempfile::tempdir().expect("there is room");
    let mut memory = Sqlite::open(&data.path().join("students.sqlite")).expect("it opens");
    let exercise = Exercise {
        game: "tic-tac-toe".to_owned(),
        position: "OO./XX./... X".to_owned(),
        moves: vec!["c2".to_owned()],
        hints: vec![
            "Look at the middle row.".to_owned(),
            "The move is c2.".to_owned(),
        ],
        why: "It makes three in a row.".to_owned(),
        scores: [("a1".to_owned(), 0), ("c2".to_owned(), 100)].into(),
        contest: None,
        ply: None,
        rating: None,
    };
    memory
        .add_card("ada", &exercise, Moment(0))
        .expect("it is kept");
    drop(memory);
    let server = Server::start(data.path());
    let mut client = server.client();
    let cards = client.got("/cards");
    assert_eq!(cards["due"], 1);
    let card = &cards["cards"][0];
    // The last hint tells the move.
    assert_eq!(card["hints"], json!(["Look at the middle row."]));
    assert_eq!(card["side"], "X");
    let path = format!("/cards/{}/answer", card["id"]);
    let wrong = client.posted(&path, &json!({ "move": "a1" }));
    assert_eq!(wrong["right"], json!(false));
    assert_eq!(
        wrong["sentence"],
        "a1 is not it: it scores 0 of 100 such contests, the move to find 100."
    );
    assert_eq!(wrong["moves"], json!([]));
    let right = client.posted(&path, &json!({ "move": "c2", "errors": 1 }));
    assert_eq!(
        (&right["right"], &right["grade"]),
        (&json!(true), &json!("hard"))
    );
    assert_eq!(right["why"], "It makes three in a row.");
    assert_eq!(client.got("/cards")["due"], 0);
}
