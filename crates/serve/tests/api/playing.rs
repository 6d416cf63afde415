//! Contests from the first move to the last.

use serde_json::{Value, json};

use crate::client::{Client, Server};

fn number(contest: &Value) -> i64 {
    contest["id"].as_i64().expect("contests have numbers")
}

/// A legal move: one of many, so that contests come to an end.
fn some_move(contest: &Value, ply: usize) -> String {
    let legal = contest["legal"].as_array().expect("moves are listed");
    let mv = &legal[(7 * ply + 3) % legal.len()];
    mv["text"].as_str().expect("moves have a text").to_owned()
}

/// Plays on until it is over.
fn play_out(client: &mut Client, wanted: &Value) -> Value {
    let begun = client.begin(wanted);
    let mut contest = client.settled(number(&begun));
    for ply in 0..500 {
        if !contest["ending"].is_null() {
            return contest;
        }
        assert_eq!(contest["yours"], json!(true), "{contest}");
        let mv = some_move(&contest, ply);
        contest = client.play(number(&begun), &mv);
    }
    panic!("{wanted} does not end: {contest}");
}

const FRAME: &str = include_str!("../../../../frames/tic-tac-toe.toml");

#[test]
fn whole_contests_at_six_games() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let random = json!({ "player": "random" });
    for wanted in [
        json!({ "game": "tic-tac-toe", "opponent": random }),
        json!({ "game": "connect-four", "opponent": random, "seat": "second" }),
        json!({ "game": "backgammon", "opponent": random }),
        json!({ "frame": FRAME.replace("tic-tac-toe", "my-game"), "opponent": random }),
    ] {
        let over = play_out(&mut client, &wanted);
        let moves = over["moves"].as_array().expect("moves are listed");
        let ending = &over["ending"];
        assert_eq!(ending["by"], "rules", "{wanted}");
        let result = ending["result"].as_str().expect("somebody sits there");
        let sentence = ending["sentence"].as_str().expect("it is told");
        let begins = match result {
            "won" => "You win",
            "lost" => over["sides"][usize::from(over["you"] == "first")]
                .as_str()
                .unwrap_or_default(),
            _ => "A draw",
        };
        assert!(sentence.starts_with(begins), "{result}: {sentence}");
        assert!(over["legal"].as_array().is_some_and(Vec::is_empty));
        assert_eq!(over["to_move"], Value::Null);
        assert!(
            moves
                .iter()
                .all(|made| made["told"].as_str().is_some_and(|it| it.ends_with('.')))
        );
    }
}

/// The shortest game of chess that there is.
#[test]
fn a_mate_is_told() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let people = json!({ "game": "chess", "opponent": { "people": true } });
    let id = number(&client.begin(&people));
    for mv in ["f3", "e5", "g4"] {
        client.play(id, mv);
    }
    let over = client.play(id, "Qh4#");
    assert_eq!(over["ending"]["outcome"], "second");
    let sentence = over["ending"]["sentence"].as_str().expect("it is told");
    assert!(
        sentence.contains("Black wins") && sentence.contains("Checkmate"),
        "{sentence}"
    );
    assert_eq!(over["board"]["check"], json!(["e1"]));
    assert_eq!(over["you"], Value::Null);
    let record = client.get(&format!("/contests/{id}/record"));
    assert_eq!(
        record.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    assert!(
        record.body.contains("1. f3 e5 2. g4 Qh4# 0-1"),
        "{}",
        record.body
    );
    // What is written can be read again.
    let taken_in = client.posted(
        "/contests/import",
        &json!({ "text": record.body, "seat": "first" }),
    );
    assert_eq!(taken_in["contests"][0]["result"], "lost");
    assert_eq!(taken_in["contests"][0]["moves"], 4);
}

#[test]
fn go_is_counted() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let people = json!({ "game": "go:size=9", "opponent": { "people": true } });
    let begun = client.begin(&people);
    let legal = begun["legal"].as_array().expect("moves are listed");
    // 81 points, each touched by itself, and a button.
    assert_eq!(legal.len(), 82);
    let pass = legal.iter().find(|mv| mv["touches"] == json!([]));
    assert_eq!(pass.map(|mv| &mv["choice"]), Some(&json!("pass")));
    let id = number(&begun);
    for mv in ["E5", "pass", "pass"] {
        client.play(id, mv);
    }
    let over = client.got(&format!("/contests/{id}"));
    // One stone has the whole board: 81 against the komi.
    assert_eq!(over["ending"]["outcome"], "first");
    assert_eq!(over["points"][0], 81.0);
}

#[test]
fn moves_are_touched() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let mut touches = |game: &str, position: &str, text: &str| {
        let encoded: String = position
            .bytes()
            .map(|byte| format!("%{byte:02x}"))
            .collect();
        let found = client.got(&format!("/games/{game}/position?position={encoded}"));
        let legal = found["legal"].as_array().expect("moves are listed").clone();
        let mv = legal.into_iter().find(|mv| mv["text"] == text);
        mv.unwrap_or_else(|| panic!("no {text} in {found}"))
    };
    let promotes = touches("chess", "8/P6k/8/8/8/8/7K/8 w - - 0 1", "a8=Q");
    assert_eq!(promotes["touches"], json!(["a7", "a8"]));
    assert_eq!(promotes["choice"], "queen");
    assert_eq!(promotes["spoken"], "pawn a7 to a8, queen");
    let castles = touches("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O");
    assert_eq!(castles["touches"], json!(["e1", "g1"]));
    // A double jump touches the square in between.
    let jumps = touches("draughts", "B:W6,14:B1", "1x17");
    assert_eq!(jumps["touches"], json!(["1", "10", "17"]));
    let drops = touches("shogi", "4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b");
    assert_eq!(drops["touches"], json!(["hand:first:G", "5b"]));
    assert_eq!(drops["spoken"], "gold general to 5b");
    let falls = touches(
        "connect-four",
        "......./......./......./......./......./....... X",
        "d",
    );
    let ways = falls["also"].as_array().map_or(0, Vec::len) + 1;
    assert_eq!((ways, &falls["choice"]), (6, &Value::Null));
}

#[test]
fn events_tell_what_happens() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let wanted = json!({ "game": "connect-four", "opponent": { "player": "pvs:depth=4" } });
    let id = number(&client.begin(&wanted));
    let mut events = client.events(id);
    let first = events.contest(|_| true);
    assert_eq!(first["yours"], json!(true));
    client.posted(
        &format!("/contests/{id}/play"),
        &json!({ "move": "d", "revision": first["revision"] }),
    );
    let answered = events.contest(|contest| contest["moves"].as_array().map(Vec::len) == Some(2));
    assert_eq!(answered["news"].as_array().map(Vec::len), Some(1));
    assert_eq!(answered["yours"], json!(true));
    // Who has seen an older contest does not play in this one.
    let late = client.post(
        &format!("/contests/{id}/play"),
        &json!({ "move": "d", "revision": first["revision"] }),
    );
    assert_eq!(late.status, 409, "{late:?}");
    let now = json!({ "move": "d", "revision": answered["revision"] });
    client.posted(&format!("/contests/{id}/play"), &now);
}

#[test]
fn thinking_is_cancelled_and_gone_on_with() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let wanted =
        json!({ "game": "chess", "opponent": { "player": "pvs:depth=60" }, "seat": "second" });
    let begun = client.begin(&wanted);
    assert_eq!(begun["thinking"], json!(true));
    let id = number(&begun);
    let mut events = client.events(id);
    while events.next().0 != "thinking" {}
    let cancelled = client.posted(&format!("/contests/{id}/cancel"), &json!({}));
    assert_eq!(cancelled["thinking"], json!(false));
    assert_eq!(cancelled["waiting"], json!(true));
    assert_eq!(cancelled["moves"], json!([]));
    let again = client.posted(&format!("/contests/{id}/go"), &json!({}));
    assert_eq!(again["thinking"], json!(true));
    // Whoever gives up need not wait.
    let over = client.posted(&format!("/contests/{id}/resign"), &json!({}));
    assert_eq!(over["ending"]["by"], "resignation");
    assert_eq!(over["ending"]["result"], "lost");
}

#[test]
fn moves_are_taken_back_and_draws_agreed() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let wanted = json!({ "game": "tic-tac-toe", "opponent": { "player": "perfect" } });
    let id = number(&client.begin(&wanted));
    let answered = client.play(id, "a1");
    // The only answer that does not lose.
    assert_eq!(answered["moves"][1]["text"], "b2");
    let back = client.posted(&format!("/contests/{id}/take-back"), &json!({}));
    assert_eq!(back["moves"], json!([]));
    assert_eq!(back["can"]["take_back"], json!(false));
    let hint = client.posted(&format!("/contests/{id}/hint"), &json!({}));
    assert_eq!(hint["sentence"], "Every move keeps the draw.");
    assert_eq!(hint["moves"].as_array().map(Vec::len), Some(9));
    client.play(id, "a1");
    let why = client.posted(&format!("/contests/{id}/why"), &json!({}));
    assert_eq!(why["move"], "b2");
    let agreed = client.posted(&format!("/contests/{id}/offer-draw"), &json!({}));
    assert_eq!(agreed["ending"]["by"], "agreement");
    assert_eq!(agreed["ending"]["result"], "drawn");
    // Who has three threats declines.
    let losing = json!({
        "game": "tic-tac-toe", "opponent": { "player": "perfect" }, "start": ".O./.XO/X.X O", "seat": "second",
    });
    let id = number(&client.begin(&losing));
    let declined = client.posted(&format!("/contests/{id}/offer-draw"), &json!({}));
    assert!(declined["ending"].is_null(), "{declined}");
    assert_eq!(
        declined["news"],
        json!(["Your opponent declines the draw."])
    );
    // After a move of chess there is everything to play for, even with the second move.
    let chess = json!({ "game": "chess", "opponent": { "player": "random" } });
    let id = number(&client.begin(&chess));
    client.play(id, "e4");
    let declined = client.posted(&format!("/contests/{id}/offer-draw"), &json!({}));
    assert!(declined["ending"].is_null(), "{declined}");
    // People at the same board agree between themselves.
    let people = json!({ "game": "tic-tac-toe", "opponent": { "people": true } });
    let id = number(&client.begin(&people));
    assert_eq!(client.play(id, "b2")["can"]["offer_draw"], json!(true));
    let agreed = client.posted(&format!("/contests/{id}/offer-draw"), &json!({}));
    assert_eq!(agreed["ending"]["by"], "agreement");
    assert_eq!(agreed["ending"]["outcome"], "draw");
    assert_eq!(agreed["can"]["offer_draw"], json!(false));
    let again = client.post(&format!("/contests/{id}/offer-draw"), &json!({}));
    assert_eq!(again.status, 409, "{again:?}");
}

#[test]
fn a_marker_that_falls_is_told_where_it_comes_to_lie() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let people = json!({ "game": "connect-four", "opponent": { "people": true } });
    let id = number(&client.begin(&people));
    client.play(id, "d");
    let contest = client.play(id, "d");
    let legal = contest["legal"].as_array().expect("moves are listed");
    let touched = |text: &str| {
        let mv = legal.iter().find(|mv| mv["text"] == text).expect("legal");
        (mv["touches"].clone(), mv["also"].as_array().map(Vec::len))
    };
    assert_eq!(touched("d"), (json!(["d3"]), Some(5)));
    assert_eq!(touched("a"), (json!(["a1"]), Some(5)));
}

#[test]
fn time_runs_out() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let wanted = json!({
        "game": "tic-tac-toe", "opponent": { "player": "random" }, "clock": { "base": 1 },
    });
    let id = number(&client.begin(&wanted));
    let mut events = client.events(id);
    let running = client.play(id, "b2");
    assert_eq!(running["clock"]["running"], "first");
    let over = events.contest(|contest| !contest["ending"].is_null());
    assert_eq!(over["ending"]["by"], "time");
    assert_eq!(over["ending"]["result"], "lost");
    let sentence = over["ending"]["sentence"].as_str().expect("it is told");
    assert!(sentence.starts_with("You run out of time"), "{sentence}");
}

#[test]
fn the_tutor_plays_where_nobody_is_named() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    let begun = client.begin(&json!({ "game": "tic-tac-toe" }));
    let opponent = begun["opponent"].as_str().expect("somebody plays");
    assert!(opponent.ends_with("student=ada"), "{opponent}");
    let played = client.play(number(&begun), "b2");
    assert_eq!(played["moves"].as_array().map(Vec::len), Some(2));
    let level = json!({ "game": "tic-tac-toe", "opponent": { "tutor": "club" } });
    let begun = client.begin(&level);
    assert!(
        begun["opponent"]
            .as_str()
            .is_some_and(|it| it.ends_with("level=club"))
    );
    // The same again.
    let again = client.begin(&json!({ "like": begun["id"] }));
    assert_eq!(again["opponent"], begun["opponent"]);
    assert_ne!(again["id"], begun["id"]);
}

/// Beside the board it is said who sits where.
#[test]
fn who_sits_at_the_lower_edge_has_their_pieces_there() {
    let data = tempfile::tempdir().expect("there is room");
    let server = Server::start(data.path());
    let mut client = server.client();
    // Those whose pieces stand apart from the beginning; draughts has its first side above.
    for game in ["chess", "shogi", "draughts", "breakthrough", "tant-fant"] {
        for turned in [false, true] {
            let board = &client.got(&format!("/games/{game}?turned={turned}"))["board"];
            let height = |seat: &str| {
                let places = board["places"].as_array().expect("places are listed");
                let own = places.iter().filter(|place| place["side"] == seat);
                own.map(|place| place["at"][1].as_f64().expect("a number"))
                    .sum::<f64>()
            };
            let (near, far) = match board["near"].as_str() {
                Some("first") => ("first", "second"),
                Some("second") => ("second", "first"),
                other => panic!("{game}: {other:?}"),
            };
            assert!(height(near) < height(far), "{game}, turned: {turned}");
        }
    }
}
