//! The description of the API: every route in it answers as it says.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use shido_store::{Exercise, Memory, Moment, Sqlite};

use crate::client::{Answer, Client, Server};

/// The description, and which routes were held against it.
struct Described {
    document: Value,
    held: BTreeSet<(String, String)>,
}

impl Described {
    /// Holds an answer against what the description says of its status.
    #[track_caller]
    fn hold(&mut self, method: &str, path: &str, answer: &Answer) {
        let operation = &self.document["paths"][path][method];
        assert!(operation.is_object(), "{method} {path} is not described");
        let response = &operation["responses"][answer.status.to_string()];
        assert!(response.is_object(), "{method} {path}: {answer:?}");
        let content = response["content"].as_object().expect("it has a content");
        let (kind, form) = content.iter().next().expect("it has a form");
        let said = answer.header("content-type").unwrap_or_default();
        assert!(said.starts_with(kind.as_str()), "{method} {path}: {said}");
        if kind == "application/json" {
            let mut schema = form["schema"].clone();
            schema["components"] = self.document["components"].clone();
            let validator = jsonschema::validator_for(&schema).expect("it is a schema");
            let found = answer.json();
            let wrong: Vec<String> = validator
                .iter_errors(&found)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(wrong.is_empty(), "{method} {path}: {wrong:#?}\n{found}");
        }
        self.held.insert((method.to_owned(), path.to_owned()));
    }

    fn get(&mut self, client: &mut Client, path: &str, asked: &str) -> Value {
        let answer = client.get(asked);
        self.hold("get", path, &answer);
        match answer.header("content-type") {
            Some("application/json") => answer.json(),
            _ => Value::Null,
        }
    }

    fn post(&mut self, client: &mut Client, path: &str, asked: &str, body: Value) -> Value {
        let answer = client.post(asked, &body);
        self.hold("post", path, &answer);
        answer.json()
    }
}

/// Every reference of a document leads somewhere.
fn check_references(document: &Value, at: &Value) {
    match at {
        Value::Object(fields) => {
            if let Some(Value::String(to)) = fields.get("$ref") {
                let pointer = to.strip_prefix('#').expect("it is within the document");
                assert!(document.pointer(pointer).is_some(), "{to} leads nowhere");
            }
            fields
                .values()
                .for_each(|field| check_references(document, field));
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| check_references(document, item)),
        _ => {}
    }
}

#[test]
fn every_route_answers_as_it_is_described() {
    let data = tempfile::tempdir().expect("there is room");
    let mut memory = Sqlite::open(&data.path().join("students.sqlite")).expect("it opens");
    let exercise = Exercise {
        game: "tic-tac-toe".to_owned(),
        position: "OO./XX./... X".to_owned(),
        moves: vec!["c2".to_owned()],
        hints: vec!["The move is c2.".to_owned()],
        why: "It makes three in a row.".to_owned(),
        scores: [("a1".to_owned(), 0), ("c2".to_owned(), 100)].into(),
        contest: None,
        ply: None,
        rating: None,
    };
    let card = memory
        .add_card("ada", &exercise, Moment(0))
        .expect("it is kept");
    drop(memory);
    let server = Server::start(data.path());
    let client = &mut server.client();
    let document = client.got("/openapi.json");
    assert!(
        document["openapi"]
            .as_str()
            .is_some_and(|it| it.starts_with("3.1"))
    );
    check_references(&document, &document);
    let mut described = Described {
        document,
        held: BTreeSet::new(),
    };
    let it = &mut described;
    it.get(client, "/openapi.json", "/openapi.json");
    it.get(client, "/health", "/health");
    it.get(client, "/version", "/version");
    it.get(client, "/games", "/games");
    for game in [
        "chess",
        "shogi",
        "backgammon",
        "nine-mens-morris",
        "connect-four",
        "go",
        "coins",
    ] {
        it.get(client, "/games/{game}", &format!("/games/{game}"));
        it.get(client, "/players", &format!("/players?game={game}"));
        let picture = format!("/games/{game}/picture.svg?turned=true");
        it.get(client, "/games/{game}/picture.svg", &picture);
    }
    it.get(client, "/games/{game}", "/games/ches");
    let position = "/games/tic-tac-toe/position?position=...%2f.X.%2f...%20O";
    it.get(client, "/games/{game}/position", position);
    let frame = include_str!("../../../../frames/tic-tac-toe.toml");
    it.post(
        client,
        "/frames/check",
        "/frames/check",
        json!({ "frame": frame }),
    );
    it.post(
        client,
        "/frames/check",
        "/frames/check",
        json!({ "frame": "x" }),
    );
    let wanted = json!({
        "game": "backgammon", "opponent": { "player": "random" }, "clock": { "base": 600, "increment": 5 },
    });
    let begun = it.post(client, "/contests", "/contests", wanted);
    let id = begun["id"].as_i64().expect("a number");
    client.settled(id);
    it.get(client, "/contests/{id}", &format!("/contests/{id}"));
    it.get(
        client,
        "/contests/{id}/at/{ply}",
        &format!("/contests/{id}/at/0"),
    );
    it.get(
        client,
        "/contests/{id}/record",
        &format!("/contests/{id}/record"),
    );
    let wanted = json!({ "game": "tic-tac-toe", "opponent": { "player": "perfect" } });
    let begun = it.post(client, "/contests", "/contests", wanted);
    let id = begun["id"].as_i64().expect("a number");
    let of = |what: &str| format!("/contests/{id}/{what}");
    it.post(client, "/contests/{id}/hint", &of("hint"), json!({}));
    it.post(
        client,
        "/contests/{id}/play",
        &of("play"),
        json!({ "move": "a1" }),
    );
    client.settled(id);
    it.post(
        client,
        "/contests/{id}/play",
        &of("play"),
        json!({ "move": "a1" }),
    );
    it.post(client, "/contests/{id}/why", &of("why"), json!({}));
    let line = json!({ "ply": 1, "line": ["b2"], "think": true });
    it.post(client, "/contests/{id}/explore", &of("explore"), line);
    it.post(client, "/contests/{id}/go", &of("go"), json!({}));
    it.post(client, "/contests/{id}/cancel", &of("cancel"), json!({}));
    it.post(
        client,
        "/contests/{id}/take-back",
        &of("take-back"),
        json!({}),
    );
    client.play(id, "a1");
    it.post(client, "/contests/{id}/resign", &of("resign"), json!({}));
    it.post(
        client,
        "/contests/{id}/offer-draw",
        &of("offer-draw"),
        json!({}),
    );
    it.post(
        client,
        "/contests/{id}/review",
        &of("review"),
        json!({ "rating": 1000 }),
    );
    while it.get(client, "/contests/{id}/review", &of("review"))["state"] == "running" {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    it.get(client, "/contests", "/contests");
    let record = client.get(&of("record")).body;
    it.post(
        client,
        "/contests/import",
        "/contests/import",
        json!({ "text": record }),
    );
    it.get(client, "/cards", "/cards");
    let answer = format!("/cards/{card}/answer");
    it.post(
        client,
        "/cards/{id}/answer",
        &answer,
        json!({ "move": null }),
    );
    it.get(client, "/student", "/student");
    // Events have no end, so only that they begin is looked at.
    let first = client.events(id).next();
    assert_eq!(first.0, "contest");
    described
        .held
        .insert(("get".to_owned(), "/contests/{id}/events".to_owned()));
    let paths = described.document["paths"]
        .as_object()
        .expect("there are paths");
    let all: BTreeSet<(String, String)> = paths
        .iter()
        .flat_map(|(path, operations)| {
            let methods = operations.as_object().expect("there are methods").keys();
            methods.map(move |method| (method.clone(), path.clone()))
        })
        .collect();
    assert_eq!(described.held, all);
}
