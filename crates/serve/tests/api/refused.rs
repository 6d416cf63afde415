//! What is refused, and how.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use crate::client::{Server, config};

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn a_port_that_is_taken_says_what_to_do() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let taken = shido_serve::Config {
        port: Some(server.address.port()),
        ..config(data.path())
    };
    let catalog = std::sync::Arc::new(shido::Catalog::shipped());
    let refused = shido_serve::serve(catalog, taken, |_| {}, std::future::pending());
    let told = refused.expect_err("it is taken").to_string();
    assert!(told.contains(&server.address.to_string()), "{told}");
    assert!(told.contains("name another port"), "{told}");
}

#[test]
fn bad_requests_get_clear_errors() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let begun = client.begin(&json!({ "game": "tic-tac-toe", "opponent": { "player": "random" } }));
    let play = format!("/contests/{}/play", begun["id"]);
    let huge = format!("{{\"game\": \"{}\"}}", "x".repeat(2 << 20));
    let deep = "[".repeat(100_000);
    for (path, body, status, error) in [
        ("/contests", "", 400, "EOF"),
        ("/contests", "{", 400, "EOF"),
        ("/contests", "[1, 2", 422, "expected a string"),
        ("/contests", deep.as_str(), 422, "expected a string"),
        ("/contests", "\u{0}\u{1}", 400, ""),
        ("/contests", "{}", 422, "what is to be played?"),
        (
            "/contests",
            r#"{"gmae": "chess"}"#,
            422,
            "unknown field `gmae`",
        ),
        ("/contests", r#"{"game": 7}"#, 422, "invalid type"),
        (
            "/contests",
            r#"{"game": "ches"}"#,
            404,
            "there is no game `ches`",
        ),
        (
            "/contests",
            r#"{"game": "/etc/passwd"}"#,
            404,
            "there is no game",
        ),
        (
            "/contests",
            r#"{"game": "../secret.toml"}"#,
            404,
            "there is no game",
        ),
        (
            "/contests",
            r#"{"game": "chess", "start": "nonsense"}"#,
            422,
            "",
        ),
        (
            "/contests",
            r#"{"game": "chess", "seat": "third"}"#,
            422,
            "no such seat",
        ),
        (
            "/contests",
            r#"{"game": "chess", "opponent": {"player": "nobody"}}"#,
            422,
            "there is no player `nobody`",
        ),
        (
            "/contests",
            r#"{"game": "chess", "opponent": {"player": "pvs:depht=4"}}"#,
            422,
            "no option `depht`",
        ),
        (
            "/contests",
            r#"{"game": "chess", "opponent": {"player": "pvs:depth=many"}}"#,
            422,
            "is not possible",
        ),
        (
            "/contests",
            r#"{"game": "chess", "clock": {"base": 0}}"#,
            422,
            "clock",
        ),
        (
            "/contests",
            r#"{"like": 999}"#,
            404,
            "there is no contest 999",
        ),
        ("/contests", huge.as_str(), 413, ""),
        (
            "/contests/import",
            r#"{"text": "hello"}"#,
            422,
            "neither PGN nor SGF",
        ),
        (
            "/contests/import",
            r#"{"text": "[Game \"/etc/passwd\"]\n1. X: a1"}"#,
            404,
            "there is no game",
        ),
        (
            "/contests/999/play",
            r#"{"move": "a1"}"#,
            404,
            "there is no contest 999",
        ),
        (
            "/contests/x/play",
            r#"{"move": "a1"}"#,
            404,
            "contests have numbers",
        ),
        (
            play.as_str(),
            r#"{"move": "z9"}"#,
            422,
            "`z9` is not a legal move here",
        ),
        (play.as_str(), r#"{"move": ""}"#, 422, "not a legal move"),
        (play.as_str(), r#"{"mv": "a1"}"#, 422, "unknown field"),
        ("/cards/7/answer", r#"{"move": "a1"}"#, 404, "no such card"),
        (
            "/frames/check",
            r#"{"frame": "name ="}"#,
            422,
            "the frame is broken in line 1",
        ),
        ("/nothing/here", "{}", 404, "there is nothing at"),
    ] {
        let answer = client.ask(
            "POST",
            &format!("/api/v1{path}"),
            &[JSON],
            Some(body.as_bytes()),
        );
        let shown: String = body.chars().take(80).collect();
        assert_eq!(answer.status, status, "{path} {shown}: {answer:?}");
        let told = answer.json();
        let said = told["error"].as_str().expect("errors are told");
        assert!(said.contains(error), "{path} {shown}: {said}");
        assert_eq!(
            answer.header("content-type"),
            Some("application/json"),
            "{path} {shown}"
        );
    }
    for (path, status) in [
        ("/games/ches", 404),
        ("/games/..%2f..%2fetc%2fpasswd", 404),
        ("/games/chess/position?position=nonsense", 422),
        ("/games/chess?turned=perhaps", 400),
        ("/players", 400),
        ("/contests/0", 404),
        ("/contests/1/at/999", 404),
        ("/contests/1/at/x", 404),
        ("/contests/1/play", 405),
    ] {
        let answer = client.get(path);
        assert_eq!(answer.status, status, "{path}: {answer:?}");
        assert!(answer.json()["error"].is_string(), "{path}");
    }
    // After all that the contest is where it was.
    let after = client.got(&format!("/contests/{}", begun["id"]));
    assert_eq!(after["position"], begun["position"]);
}

#[test]
fn other_sites_cannot_drive_it() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let own = format!("http://{}", server.address);
    let body = br#"{"game": "tic-tac-toe", "opponent": {"player": "random"}}"#;
    for (headers, status) in [
        (vec![JSON, ("origin", own.as_str())], 201),
        (vec![JSON, ("sec-fetch-site", "same-origin")], 201),
        (vec![JSON, ("origin", "http://example.org")], 403),
        (vec![JSON, ("origin", "null")], 403),
        (vec![JSON, ("sec-fetch-site", "cross-site")], 403),
        (vec![("content-type", "text/plain")], 415),
        (vec![], 415),
        (vec![JSON, ("host", "example.org")], 421),
    ] {
        let answer = client.ask("POST", "/api/v1/contests", &headers, Some(body));
        assert_eq!(answer.status, status, "{headers:?}: {answer:?}");
    }
    let rebound = client.ask(
        "GET",
        "/api/v1/contests",
        &[("host", "evil.example:8000")],
        None,
    );
    assert_eq!(rebound.status, 421);
}

#[test]
fn every_answer_says_what_a_browser_may_do() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    for path in [
        "/",
        "/api/v1/games",
        "/api/v1/nothing",
        "/api/v1/games/chess/picture.svg",
        "/nothing.js",
    ] {
        let answer = client.ask("GET", path, &[], None);
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(
            policy.contains("default-src 'self'") && !policy.contains("unsafe"),
            "{path}: {policy}"
        );
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(
            answer.header("referrer-policy"),
            Some("no-referrer"),
            "{path}"
        );
        assert_eq!(
            answer.header("cross-origin-opener-policy"),
            Some("same-origin"),
            "{path}"
        );
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
    }
    let page = client.ask("GET", "/play/17", &[], None);
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let tag = page.header("etag").expect("pages have a tag").to_owned();
    let again = client.ask("GET", "/", &[("if-none-match", &tag)], None);
    assert_eq!((again.status, again.body.len()), (304, 0));
    let outside = client.ask("GET", "/../Cargo.toml", &[], None);
    assert_eq!(outside.status, 404);
}

#[test]
fn scripts_in_names_and_positions_stay_text() {
    const SCRIPT: &str = "<script>alert(1)</script>";
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::with(shido_serve::Config {
        student: SCRIPT.to_owned(),
        ..config(data.path())
    });
    let mut client = server.client();
    let frame = include_str!("../../../../frames/tic-tac-toe.toml")
        .replace("title = \"Tic-tac-toe\"", &format!("title = \"{SCRIPT}\""))
        .replace("symbol = \"X\"", "symbol = \"<\"");
    let begun = client.begin(&json!({ "frame": frame, "opponent": { "people": true } }));
    assert_eq!(begun["game"]["title"], SCRIPT);
    let played = client.play(begun["id"].as_i64().expect("a number"), "b2");
    let svg = played["board"]["svg"].as_str().expect("it is drawn");
    assert!(!svg.contains("<script") && !svg.contains("<<"), "{svg}");
    for (path, body) in [
        ("/contests", json!({ "game": "chess", "start": SCRIPT })),
        ("/contests", json!({ "game": SCRIPT })),
        (
            "/contests",
            json!({ "game": "chess", "opponent": { "player": SCRIPT } }),
        ),
    ] {
        let answer = client.post(path, &body);
        assert!((400..500).contains(&answer.status), "{answer:?}");
        assert_eq!(answer.header("content-type"), Some("application/json"));
    }
    assert_eq!(client.got("/student")["name"], SCRIPT);
}

#[test]
fn frames_that_explode_are_refused_at_once() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let frame = |grid: &str, count: &str| {
        include_str!("../../../../frames/tic-tac-toe.toml")
            .replace("grid = [3, 3]", &format!("grid = {grid}"))
            .replace("count = 5", &format!("count = {count}"))
    };
    let begun = std::time::Instant::now();
    for text in [
        frame("[100000, 100000]", "5"),
        frame("[4000000000, 3]", "5"),
        frame("[200, 200, 200]", "5"),
        frame("[3, 3]", "4000000000"),
        "a = [".repeat(50_000),
    ] {
        let answer = client.post("/frames/check", &json!({ "frame": text }));
        assert_eq!(answer.status, 422, "{answer:?}");
        let mistakes = answer.json()["mistakes"].as_array().map_or(0, Vec::len);
        assert!(mistakes > 0, "{answer:?}");
    }
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert_eq!(client.got("/health")["status"], "ok");
}

/// Others with an account on this machine reach the port, too: they cannot start programs or read files in
/// the name of who serves.
#[test]
fn players_that_reach_outside_have_to_be_allowed() {
    let outside = [
        "uci:command=/bin/true",
        "pvs:weights=/etc/passwd",
        "tu:student=[uci:command=/bin/true]",
    ];
    let wanted = |player: &str| json!({ "game": "chess", "opponent": { "player": player } });
    let data = tempfile::tempdir().expect("there is room");
    let allowing = Server::with(shido_serve::Config {
        any_player: true,
        ..config(data.path())
    });
    let mut client = allowing.client();
    client.begin(
        &json!({ "game": "chess", "opponent": { "player": "erring:noise=10,of=[pvs:depth=1]" } }),
    );
    drop(allowing);
    let server = Server::start(data.path());
    let mut client = server.client();
    for player in outside {
        let answer = client.post("/contests", &wanted(player));
        assert_eq!(answer.status, 422, "{player}: {answer:?}");
        let said = answer.json()["error"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(said.contains("cannot be chosen in the browser"), "{said}");
    }
    client.begin(&wanted("pvs:depth=1"));
}

/// Who begins a request and does not go on is not waited for: connections are few.
#[test]
fn who_does_not_go_on_loses_the_connection() {
    let data = tempfile::tempdir().expect("there is room");
    let mut config = config(data.path());
    config.limits.reading = Duration::from_millis(200);
    let server = Server::with(config);
    let said = |begun: &str| {
        let mut connection = TcpStream::connect(server.address).expect("it takes connections");
        let wait = connection.set_read_timeout(Some(Duration::from_secs(20)));
        wait.expect("it can wait");
        connection.write_all(begun.as_bytes()).expect("it listens");
        let mut answer = String::new();
        let read = connection.read_to_string(&mut answer);
        read.expect("the server closes it");
        answer
    };
    said("");
    said("GET /api/v1/health HT");
    let body = "POST /api/v1/contests HTTP/1.1\r\nhost: localhost\r\n\
        content-type: application/json\r\ncontent-length: 100\r\n\r\n{\"game\":";
    let answer = said(body);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert_eq!(server.client().got("/health")["status"], "ok");
}
