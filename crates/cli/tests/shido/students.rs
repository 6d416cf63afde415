//! What is remembered of people who play: `student`, `practice`, and what `play` keeps.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Output;
use std::time::Duration;

use serde_json::{Value, json};

use crate::play::{Room, has};
use crate::program::stderr;

impl Room {
    fn shown(&self, arguments: &[&str], input: &str) -> String {
        let output = self.run(arguments, input);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            stderr(&output)
        );
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.shown(arguments, "")).expect("one JSON object and nothing else")
    }

    pub(crate) fn remembered(&self) -> String {
        self.path("data/students.sqlite")
    }
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// X takes the left column, whatever O does in the middle.
const X_WINS: [&str; 5] = ["a1", "b1", "a2", "b2", "a3"];

#[test]
fn what_somebody_plays_is_remembered() {
    let room = Room::new();
    has(
        &room.shown(&["student", "list"], ""),
        &["Nothing is remembered of anybody yet"],
    );
    assert_eq!(
        room.json(&["student", "list", "--json"]),
        json!({ "students": [] })
    );
    assert!(
        !fs::exists(room.remembered()).unwrap(),
        "to look makes no file"
    );
    // One lost by giving up, one left, one among people.
    let random = "tic-tac-toe --against random --seed 1 --student ada";
    room.play(random, &["a1", "resign"]);
    room.play(&format!("{random} --seat second"), &["quit"]);
    room.play("tic-tac-toe --against human --student ada", &X_WINS);
    has(
        &room.play("tic-tac-toe --against human --student bob", &["a1", "quit"]),
        &["`shido play --resume --student bob` goes on with it."],
    );

    let ada = room.json(&["student", "show", "ada", "--json"]);
    let game = &ada["games"][0];
    assert_eq!(game["game"], "tic-tac-toe");
    for (field, count) in [
        ("won", 0),
        ("drawn", 0),
        ("lost", 1),
        ("unfinished", 1),
        ("among_people", 1),
    ] {
        assert_eq!(game[field], count, "{field}");
        assert_eq!(game["months"][0][field], count, "{field}");
    }
    assert_eq!(
        (&game["score"], &game["rating"]),
        (&json!(0.0), &Value::Null)
    );
    let told = |field: &str| -> Vec<Value> {
        let contests = ada["contests"].as_array().unwrap().iter();
        contests.map(|contest| contest[field].clone()).collect()
    };
    assert_eq!(told("seat"), [json!("first"), json!("second"), Value::Null]);
    assert_eq!(
        told("opponent"),
        [json!("random"), json!("random"), Value::Null]
    );
    assert_eq!(
        told("outcome"),
        [json!("second"), Value::Null, json!("first")]
    );
    assert_eq!(told("result"), [json!("lost"), Value::Null, Value::Null]);
    assert_eq!(told("moves"), [json!(2), json!(1), json!(5)]);
    has(
        &room.shown(&["student", "show", "ada"], ""),
        &["ada, since 2", "tic-tac-toe", "0%", "not known", "month"],
    );
    has(
        &room.shown(&["student", "list"], ""),
        &["ada", "3", "bob", "1"],
    );
    // Everybody goes on with what they left themselves.
    has(
        &room.play("--resume --student bob", &["quit"]),
        &["O to move"],
    );
    let error = room.refuse(&["play", "--resume", "--student", "eve"]);
    has(&error, &["no contest was left unfinished"]);
    let error = room.refuse(&["student", "show", "eve"]);
    has(
        &error,
        &["nothing is remembered of eve", "shido student list"],
    );
}

/// Moves that are taken back are not remembered, not even the only one.
#[test]
fn what_is_taken_back_is_not_remembered() {
    let room = Room::new();
    room.play(
        "tic-tac-toe --against human --student ada",
        &["a1", "undo", "quit"],
    );
    let resumed = room.play("--resume --student ada", &["position", "quit"]);
    has(&resumed, &[".../.../... X"]);
}

#[test]
fn who_wants_to_be_forgotten_is() {
    let room = Room::new();
    for name in ["ada", "bob"] {
        let play = format!("tic-tac-toe --against human --student {name}");
        room.play(&play, &["a1", "quit"]);
    }
    let error = room.refuse(&["student", "forget", "ada"]);
    has(&error, &["deletes everything", "ada", "`--yes`"]);
    let forgotten = room.json(&["student", "forget", "ada", "--yes", "--json"]);
    assert_eq!(
        forgotten,
        json!({ "name": "ada", "forgotten": true, "contests": 1, "cards": 0 })
    );
    room.refuse(&["student", "forget", "ada", "--yes"]);
    has(
        &room.shown(&["student", "forget", "bob", "--yes"], ""),
        &["Forgotten: bob, with 1 contest and 0 cards."],
    );
    assert_eq!(
        room.json(&["student", "list", "--json"]),
        json!({ "students": [] })
    );
}

/// Three positions of tic-tac-toe in which X or O has one winning move, due since 1970, and what a tutor
/// may have learned.
fn exported() -> Value {
    let card = |id: u32, position: &str, mv: &str| {
        json!({
            "id": id,
            "exercise": {
                "game": "tic-tac-toe",
                "position": position,
                "moves": [mv],
                "hints": ["Look at the columns.", "Three in column a.", "The move is a1."],
                "why": "It makes three.",
                "contest": null,
                "ply": null,
            },
            "made": id,
            "schedule": {
                "due": id, "practised": null, "stability": null, "difficulty": null,
                "times": 0, "lapses": 0,
            },
        })
    };
    json!({
        "shido_students": 1,
        "students": [{
            "name": "ada",
            "since": 0,
            "learned": [
                { "game": "chess", "state": { "rating": { "mean": 1234.4, "low": 1100, "high": 1350 } }, "changed": 0 },
                { "game": "go", "state": { "rating": 900 }, "changed": 0 },
                { "game": "othello", "state": [1, 2], "changed": 0 },
            ],
            "contests": [],
            "cards": [
                card(1, "X.O/X.O/... X", "a1"),
                card(2, "X.O/X../..O X", "a1"),
                card(3, "XO./X../.O. X", "a1"),
            ],
        }],
    })
}

fn room_with_ada() -> Room {
    let room = Room::new();
    let file = room.path("export.json");
    fs::write(&file, exported().to_string()).unwrap();
    has(
        &room.shown(&["student", "import", &file], ""),
        &["Remembered: ada."],
    );
    room
}

#[test]
fn students_go_out_as_json_and_come_back() {
    let room = room_with_ada();
    room.play("tic-tac-toe --against human --student bob", &["a1", "quit"]);
    let all = room.json(&["student", "export"]);
    let out = room.path("out.json");
    room.shown(&["student", "export", "--out", &out, "bob", "ada"], "");
    has(
        &room.refuse(&["student", "export", "--out", &out]),
        &["--force"],
    );
    let file = room.path("export.json");
    let error = room.refuse(&["student", "import", &file]);
    has(
        &error,
        &["something is remembered of ada already", "help:", "forget"],
    );

    let other = Room::new();
    assert_eq!(
        other.json(&["student", "import", &out, "--json"]),
        json!({ "students": ["bob", "ada"] })
    );
    let came = other.json(&["student", "export"]);
    assert_eq!(came, all);
    assert_eq!(
        came["students"][0]["learned"],
        exported()["students"][0]["learned"]
    );
    has(
        &other.shown(&["student", "show", "ada"], ""),
        &[
            "chess",
            "1234 (1100 to 1350)",
            "go",
            "900",
            "othello",
            "not known",
            "3 positions are due",
        ],
    );
    fs::write(&file, "{\"shido_students\": 1, \"students\": [{}]}").unwrap();
    let error = other.refuse(&["student", "import", &file]);
    has(
        &error,
        &["cannot import", "missing field", "line 1", "help:"],
    );
}

/// Found, found with help, not found: FSRS-5 has them come back after three days, two and one.
#[test]
fn positions_are_practised_and_come_back() {
    let room = room_with_ada();
    let mut lines = vec!["A1"];
    lines.extend(["nonsense", "b1", "hint", "a1"]);
    lines.extend(["why", "c1", "b2", "c2", "answer"]);
    let input = lines.join("\n") + "\n";
    let shown = room.shown(&["practice", "--student", "ada"], &input);
    has(
        &shown,
        &[
            "Tic-tac-toe, position 1 of 3.",
            "Your move (X): A1\na1 is right. It makes three.\nIt comes back on 2",
            "position 2 of 3.",
            "`nonsense` is not a legal move here",
            "b1 is not it. Try another, or type \"hint\".",
            "hint\nHint: Look at the columns.",
            "a1 is right. It makes three.",
            "position 3 of 3.",
            "`why` is not a legal move here. The legal moves are",
            "c1 is not it. Try another, or type \"hint\".",
            "b2 is not it.\nHint: Look at the columns.",
            "c2 is not it.\nHint: Three in column a.",
            "answer\nThe move is a1. It makes three.",
            "You found 2 of 3 positions.",
        ],
    );
    let ada = room.json(&["student", "export", "ada"]);
    let cards = ada["students"][0]["cards"].as_array().unwrap();
    let days = cards.iter().map(|card| {
        let at = |field: &str| card["schedule"][field].as_i64().unwrap();
        (at("due") - at("practised"), at("times"), at("lapses"))
    });
    const DAY: i64 = 86_400_000;
    assert_eq!(
        days.collect::<Vec<_>>(),
        [(3 * DAY, 1, 0), (2 * DAY, 1, 0), (DAY, 1, 1)]
    );
    has(
        &room.shown(&["practice", "--student", "ada"], ""),
        &["No position is due for ada. 3 wait for later, the next one on 2"],
    );
}

#[test]
fn who_leaves_has_what_is_left_still_due() {
    let room = room_with_ada();
    let one = [
        "practice",
        "tic-tac-toe",
        "--student",
        "ada",
        "--count",
        "1",
    ];
    has(
        &room.shown(&one, "resign\n"),
        &["1 of 1", "The move is a1.", "You found 0 of 1 position."],
    );
    has(
        &room.shown(&["practice", "--student", "ada"], "help\nquit\n"),
        &[
            "1 of 2",
            "give up and see the answer",
            "You found 0 of 0 positions.",
        ],
    );
    let due = |room: &Room| room.json(&["student", "show", "ada", "--json"])["cards_due"].clone();
    assert_eq!(due(&room), 2);
    let chess = ["practice", "chess", "--student", "ada"];
    has(&room.shown(&chess, ""), &["No position is due"]);
    // A card of a game that is not there any more does not stand in the way of the others.
    let mut lost = exported();
    lost["students"][0]["name"] = json!("bob");
    lost["students"][0]["cards"][0]["exercise"]["game"] = json!("./gone.toml");
    lost["students"][0]["cards"][1]["exercise"]["moves"] = json!(["a2"]);
    let file = room.path("lost.json");
    fs::write(&file, lost.to_string()).unwrap();
    room.shown(&["student", "import", &file], "");
    let output = room.run(&["practice", "--student", "bob"], "a1\n");
    let said = stderr(&output);
    has(&said, &["card 4 is left out", "card 5 is left out"]);
    has(
        &text(&output),
        &["a1 is right", "You found 1 of 1 position."],
    );
}

/// Whoever cannot keep what they play is told once, plays on, and is promised nothing. `--resume` was
/// once promised to them.
#[test]
fn play_goes_on_where_nothing_can_be_kept() {
    let check = |output: &Output, reason: &str| {
        let (shown, said) = (text(output), stderr(output));
        assert!(output.status.success(), "{said}");
        has(&shown, &["b2", "the contest stays unfinished"]);
        assert!(!shown.contains("--resume"), "{shown}");
        assert_eq!(said.matches("is not kept").count(), 1, "{said}");
        assert!(said.contains(reason), "{said}");
    };
    let play = [
        "play",
        "tic-tac-toe",
        "--against",
        "human",
        "--student",
        "ada",
    ];
    let moves = "a1\nb2\na2\nundo\nquit\n";

    // A file where the folder should be.
    let room = Room::new();
    fs::write(room.path("data"), "no folder").unwrap();
    check(&room.run(&play, moves), "folder cannot be made");

    // A file that is damaged, or of a newer program: it stays as it is.
    let room = Room::new();
    fs::create_dir(room.path("data")).unwrap();
    let garbage = "garbage ".repeat(1_000);
    fs::write(room.remembered(), &garbage).unwrap();
    check(&room.run(&play, moves), "students.sqlite is damaged");
    for arguments in [
        &["play", "--resume"][..],
        &["student", "list"],
        &["student", "show", "ada"],
        &["student", "export"],
        &["practice"],
    ] {
        let error = room.refuse(arguments);
        has(&error, &["students.sqlite is damaged", "help:", "mv "]);
    }
    assert_eq!(fs::read_to_string(room.remembered()).unwrap(), garbage);
}

/// A limit on the size of files stands in for a full disk: no write succeeds, not even of root.
#[cfg(target_os = "linux")]
#[test]
fn play_goes_on_where_the_disk_is_full() {
    use std::process::{Command, Stdio};
    let room = Room::new();
    let shido = env!("CARGO_BIN_EXE_shido");
    for (limit, data) in [
        ("0", room.path("data")),
        ("unlimited", "/proc/shido".to_owned()),
    ] {
        let mut child = Command::new("sh")
            .args([
                "-c",
                "trap '' XFSZ; ulimit -f $1; shift; exec \"$@\"",
                "sh",
                limit,
                shido,
            ])
            .args(["play", "tic-tac-toe", "--against", "human"])
            .env("SHIDO_CACHE", room.path("tables"))
            .env("SHIDO_DATA", data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = X_WINS.join("\n") + "\n";
        child
            .stdin
            .take()
            .unwrap()
            .write_all(lines.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        has(&text(&output), &["X wins after 3 moves."]);
        let said = stderr(&output);
        assert!(output.status.success(), "{said}");
        assert_eq!(said.matches("is not kept").count(), 1, "{said}");
    }
}

/// The program is killed (SIGKILL) at moments that come at random while two people play on one and the
/// same contest: while it starts, at the board, or in the middle of a move. No move that was answered by the next
/// board is lost. `KILLS=100` kills it more often.
#[test]
fn no_finished_move_is_lost_by_kills() {
    let rounds = std::env::var("KILLS").map_or(10, |rounds| rounds.parse().unwrap());
    let room = Room::new();
    let (shuffle, mut random) = (["Ng1f3", "Ng8f6", "Nf3g1", "Nf6g8"], 7u64);
    // Knights to and fro with a pawn move in between, so that nothing is a draw by repetition.
    let pawns = [
        "a3", "a6", "b3", "b6", "c3", "c6", "d3", "d6", "e3", "e6", "g3", "g6", "h3", "h6",
    ];
    let planned: Vec<&str> = pawns
        .chunks(2)
        .flat_map(|pair| shuffle.iter().chain(pair).copied())
        .collect();
    let mut made = 0;
    for round in 0..rounds {
        if made + 3 > planned.len() {
            // A new contest.
            room.shown(&["student", "forget", "ada", "--yes"], "");
            made = 0;
        }
        let begin = ["play", "chess", "--against", "human", "--student", "ada"];
        let resume = ["play", "--resume", "--student", "ada"];
        let mut child = room.start(if made == 0 { &begin } else { &resume });
        let mut typed = child.stdin.take().unwrap();
        let mut shown = BufReader::new(child.stdout.take().unwrap());
        let mut prompt = || {
            // Whoever moves is asked: the line ends with the answer, which is echoed later.
            let mut text = Vec::new();
            while !text.ends_with(b"to move: ") {
                if shown.read_until(b' ', &mut text).unwrap() == 0 {
                    return false;
                }
            }
            true
        };
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        // In one round of four it is killed while it starts, once there is something to be lost.
        if made == 0 || random >> 62 > 0 {
            assert!(prompt(), "round {round} begins");
            for _ in 0..1 + ((random >> 61) & 1) {
                writeln!(typed, "{}", planned[made]).unwrap();
                assert!(prompt(), "round {round}: {} is made", planned[made]);
                made += 1;
            }
        }
        // One more, of which nobody knows whether it comes to be made.
        writeln!(typed, "{}", planned[made]).unwrap();
        std::thread::sleep(Duration::from_micros((random >> 40) % 20_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let mut rest = String::new();
        let _ = shown.read_to_string(&mut rest);
        let ada = room.json(&["student", "export", "ada"]);
        let contests = ada["students"][0]["contests"].as_array().unwrap();
        assert_eq!(contests.len(), 1, "round {round}");
        let kept = contests[0]["standing"]["moves"].as_array().unwrap().len();
        assert!(
            kept == made || kept == made + 1,
            "round {round}: {made} moves were finished, {kept} are kept"
        );
        made = kept;
    }
}

/// Twelve contests that were reviewed, and one that was not. By hand: the first ten have 3 mistakes each and 5 of 20
/// chances taken, the last two 1 each and 1 of 2.
#[test]
fn what_reviews_found_is_shown_over_time() {
    let contest = |id: usize| {
        let review = match id {
            0..10 => json!({
                "rating": 1200.0, "moves": 20, "mistakes": 3, "offered": 2, "taken": id % 2,
                "motifs": { "fork": { "found": 0, "missed": 1, "allowed": 0 } },
            }),
            10..12 => json!({
                "rating": 1300.0, "moves": 20, "mistakes": 1, "offered": 1, "taken": id % 2,
                "motifs": { "pin": { "found": 1, "missed": 0, "allowed": 1 } },
            }),
            _ => Value::Null,
        };
        json!({
            "id": id + 1,
            "beginning": { "game": "chess", "opponent": "tutor", "seat": "first", "start": "" },
            "begun": id, "changed": id, "made": [], "certificates": [],
            "standing": { "moves": [], "resigned": "second", "outcome": "first", "recorded": null },
            "review": review,
        })
    };
    let contests: Vec<Value> = (0..13).map(contest).collect();
    let student = json!({
        "name": "ada", "since": 0, "learned": [], "cards": [], "contests": contests,
    });
    let room = Room::new();
    let file = room.path("ada.json");
    let exported = json!({ "shido_students": 2, "students": [student] });
    fs::write(&file, exported.to_string()).unwrap();
    room.shown(&["student", "import", &file], "");
    let ada = room.json(&["student", "show", "ada", "--json"]);
    let progress = ada["games"][0]["progress"].as_array().unwrap();
    let told = |field: &str| -> Vec<Value> {
        let stages = progress.iter();
        stages.map(|stage| stage[field].clone()).collect()
    };
    assert_eq!(told("contests"), [json!([1, 10]), json!([11, 12])]);
    assert_eq!(told("mistakes_per_contest"), [json!(3.0), json!(1.0)]);
    assert_eq!(told("chances_taken"), [json!(0.25), json!(0.5)]);
    assert_eq!(progress[0]["motifs"]["fork"]["missed"], 10);
    let shown = room.shown(&["student", "show", "ada"], "");
    has(
        &shown,
        &[
            "by reviews of 12 contests",
            "1 to 10",
            "3.0",
            "5 of 20",
            "11 to 12",
            "50%",
        ],
    );
    has(
        &shown,
        &["fork", "10", "pin", "Lately: contests 11 to 12 of"],
    );
    // What is exported again is the same.
    let again = room.json(&["student", "export", "ada"]);
    assert_eq!(again["students"][0]["contests"][0]["review"]["mistakes"], 3);
}
