//! `shido play` with piped input, as a person would use it.

use std::fs;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

use crate::program::tree;

/// A place of its own for the solved tables and the records of one test.
struct Room {
    directory: TempDir,
}

impl Room {
    fn new() -> Room {
        Room {
            directory: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self, name: &str) -> String {
        self.directory
            .path()
            .join(name)
            .to_str()
            .unwrap()
            .to_owned()
    }

    fn start(&self, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_shido"))
            .args(arguments)
            .env("SHIDO_CACHE", self.path("tables"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut child = self.start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        // Who leaves early does not read on.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        child.wait_with_output().unwrap()
    }

    /// Plays to a successful exit and gives what was shown.
    fn play(&self, arguments: &str, lines: &[&str]) -> String {
        let arguments: Vec<&str> = ["play"].into_iter().chain(arguments.split(' ')).collect();
        let output = self.run(&arguments, &(lines.join("\n") + "\n"));
        let shown = String::from_utf8(output.stdout).unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{shown}\n{errors}");
        assert_eq!(errors, "");
        shown
    }

    /// Refuses to play; gives the error.
    fn refuse(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments, "");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
        String::from_utf8(output.stderr).unwrap()
    }

    fn replays(&self, game: &str, file: &str, contests: usize) {
        let output = self.run(&["replay", game, file], "");
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{shown}");
        assert!(shown.contains(&format!("{contests} contests")), "{shown}");
    }
}

#[track_caller]
fn has(shown: &str, parts: &[&str]) {
    let mut rest = shown;
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => panic!("`{part}` is not shown, or not in this order:\n{shown}"),
        }
    }
}

#[test]
fn two_people_play_a_whole_contest() {
    let room = Room::new();
    let record = room.path("contests.txt");
    let shown = room.play(
        &format!("tic-tac-toe --against human --record {record}"),
        &["a1", "b1", "A2", "b 2", "a3", "this is not read any more"],
    );
    has(
        &shown,
        &[
            "Tic-tac-toe\nPlace three of your marks in a row.",
            "X moves first, then O.",
            "Type a move, such as",
            "X to move: a1",
            "1 │[X]│",
            "O to move: b1",
            "1 │ X │[O]│",
            "3 │[X]│",
            "X wins after 5 moves.",
            "Recorded in",
        ],
    );
    assert!(!shown.contains("Again?") && !shown.contains('\u{1b}'));
    let recorded = fs::read_to_string(&record).unwrap();
    assert_eq!(recorded, ".../.../... X | a1, b1, a2, b2, a3 | first\n");
    room.replays("tic-tac-toe", &record, 1);
}

#[test]
fn the_perfect_player_does_not_lose_and_a_seed_tells_how_he_plays() {
    let room = Room::new();
    let careless = ["#1"; 5];
    for seed in 0..6 {
        for seat in ["first", "second"] {
            let arguments = format!("tic-tac-toe --seat {seat} --seed {seed}");
            let shown = room.play(&arguments, &careless);
            has(
                &shown,
                &[
                    "played by perfect.",
                    "the game can be solved",
                    "The opponent (",
                ],
            );
            assert!(
                shown.contains(") wins after") || shown.contains("A draw after"),
                "{shown}"
            );
            assert_eq!(shown, room.play(&arguments, &careless));
        }
    }
}

#[test]
fn a_lost_position_is_lost() {
    let room = Room::new();
    // Three threats at once: X has the next move but one.
    let against = "--against=perfect:wisdom=fastest";
    let position = "--position=.O./.XO/X.X O";
    let arguments = ["play", "tic-tac-toe", "--seat=second", against, position];
    let output = room.run(&arguments, "hint\na2\n");
    let shown = String::from_utf8(output.stdout).unwrap();
    has(
        &shown,
        &[
            "You are O. The opponent, X, is played by perfect:wisdom=fastest.",
            "Every move loses",
            "The opponent (X) plays",
            "The opponent (X) wins after 2 moves.",
        ],
    );
    assert!(!shown.contains("(--against)"));
}

#[test]
fn mistakes_cost_nothing() {
    let room = Room::new();
    let shown = room.play(
        "tic-tac-toe --against human",
        &[
            "b2", "b2", "b9", "", "#12", "undoo", "moves", "position", "quit",
        ],
    );
    has(
        &shown,
        &[
            "O to move: b2\nb2 is taken by X. The legal moves are a1, a2",
            "`b9` is not a legal move here.",
            "Type a move, such as",
            "The list of moves ends at 8.",
            "Did you mean undo?",
            "1 a1   2 a2   3 a3   4 b1   5 b3   6 c1   7 c2   8 c3\n",
            ".../.X./... O\n",
            "You left; the contest stays unfinished.",
        ],
    );
}

#[test]
fn undo_takes_the_reply_back_as_well() {
    let room = Room::new();
    let shown = room.play("tic-tac-toe", &["undo", "a1", "undo", "position", "q"]);
    has(
        &shown,
        &[
            "You have made no move that could be taken back.",
            // The centre is the only answer that does not lose.
            "The opponent (O) plays b2.",
            "Taken back: a1 and b2.",
            ".../.../... X\n",
        ],
    );
    // The opponent's first move is not the person's to take back.
    let shown = room.play("tic-tac-toe --seat second", &["u", "#1", "u", "u", "q"]);
    has(
        &shown,
        &["no move that could", "Taken back: ", "no move that could"],
    );

    let shown = room.play(
        "tic-tac-toe --against human",
        &["a1", "b2", "u", "position"],
    );
    has(&shown, &["Taken back: b2.", ".../.../X.. O\n"]);
}

#[test]
fn hints_are_given_by_a_table_or_a_search() {
    let room = Room::new();
    let shown = room.play("tic-tac-toe --against human", &["a1", "hint", "b1", "h"]);
    has(
        &shown,
        &[
            "b2 keeps the draw; every other move loses.",
            "win",
            "in 5 moves",
        ],
    );
    let shown = room.play("qubic --against random", &["hint"]);
    has(&shown, &["played by random.", " is worth "]);
}

#[test]
fn whatever_ends_a_contest_it_is_recorded() {
    let room = Room::new();
    let record = room.path("contests.txt");
    let arguments = format!("tic-tac-toe --record {record}");
    has(
        &room.play(&arguments, &["a1", "resign"]),
        &["You (X) resign after 2 moves. The opponent (O) wins."],
    );
    // Somebody has looked at the file with an editor that leaves the last line open.
    let text = fs::read_to_string(&record).unwrap();
    fs::write(&record, text.trim_end()).unwrap();
    has(
        &room.play(&arguments, &["a1", "quit"]),
        &["You left", "Recorded in"],
    );
    has(
        &room.play(&arguments, &["a1"]),
        &["The input has ended", "Recorded in"],
    );
    assert!(!room.play(&arguments, &["quit"]).contains("Recorded"));
    assert_eq!(
        fs::read_to_string(&record).unwrap(),
        ".../.../... X | a1, b2 | first resigned\n\
         .../.../... X | a1, b2 | unfinished\n\
         .../.../... X | a1, b2 | unfinished\n"
    );
    room.replays("tic-tac-toe", &record, 3);
}

#[test]
fn what_cannot_be_is_refused_before_the_first_move() {
    let room = Room::new();
    let directory = room.path("");
    let error = room.refuse(&["play", "tic-tac-toe", "--record", &directory]);
    has(&error, &["error: cannot record the contest in", &directory]);
    let error = room.refuse(&["play", "tic-tac-toe", "--against", "prefect"]);
    has(
        &error,
        &["there is no player `prefect`", "did you mean `perfect`?"],
    );
    let error = room.refuse(&["play", "tic-tac-toe", "--position", "XX/OO"]);
    has(&error, &["error: ", "help: "]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_politely_and_keeps_the_contest() {
    use std::io::{BufRead, BufReader};

    let room = Room::new();
    let record = room.path("contests.txt");
    let mut child = room.start(&["play", "tic-tac-toe", "--record", &record]);
    // Held until the end, so that it is not the end of the input that ends the contest.
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"a1\n").unwrap();
    let mut shown = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("plays") {
        line.clear();
        assert!(shown.read_line(&mut line).unwrap() > 0);
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rest: Vec<String> = shown.lines().map(Result::unwrap).collect();
    has(
        &rest.join("\n"),
        &["Stopped; the contest stays unfinished.", "Recorded in"],
    );
    assert!(
        fs::read_to_string(&record)
            .unwrap()
            .ends_with("| a1, b2 | unfinished\n")
    );
}

#[test]
fn trees_are_played_against_minimax() {
    let room = Room::new();
    let shown = room.play(&tree("textbook"), &["hint", "1"]);
    has(
        &shown,
        &[
            "You are max. The opponent, min, is played by minimax.",
            "1 is worth 3 to max.",
            "The opponent (min) plays 1.",
            "You (max) receive 3 after 2 moves.",
        ],
    );
    let shown = room.play(&format!("{} --seat second", tree("textbook")), &["2"]);
    has(
        &shown,
        &[
            "The opponent (max) plays 1.",
            "The opponent (max) receives 12 after 2 moves.",
        ],
    );

    let shown = room.play(&tree("chance"), &["1"]);
    has(&shown, &["Chance plays "]);
    let pays = [
        "You (max) receive 10 after",
        "The opponent (min) receives 4 after",
    ];
    assert!(pays.iter().any(|end| shown.contains(end)), "{shown}");
}

/// Worked out by hand: every road from a white marker leads to another marker.
#[test]
fn a_forced_pass_is_confirmed() {
    let room = Room::new();
    let position = "BWW/WBB/WB. W";
    let arguments = [
        "play",
        "achi-adjacent",
        "--against=human",
        "--position",
        position,
    ];
    for confirmation in ["", "pass", "1"] {
        let output = room.run(&arguments, &format!("{confirmation}\nposition\n"));
        let shown = String::from_utf8(output.stdout).unwrap();
        has(
            &shown,
            &[
                "no move but to pass: press Enter",
                "W to move: ",
                "BWW/WBB/WB. B\n",
            ],
        );
    }
}

#[test]
fn repetition_is_told_before_it_ends_the_contest() {
    let room = Room::new();
    let there_and_back = ["sw-w", "nw-centre", "w-sw", "centre-nw"];
    let shown = room.play("shisima --against human", &there_and_back.repeat(2));
    has(
        &shown,
        &[
            "This position has occurred 2 times; at 3 it is a draw.",
            "A draw by repetition after 8 moves.",
        ],
    );
}

/// Markers hide the names of the points they stand on, and moves are made of these names.
#[test]
fn names_are_shown_under_the_markers() {
    let room = Room::new();
    let shown = room.play("shisima --against human", &["names", "quit"]);
    let board = shown.split("Your move").nth(1).unwrap_or(&shown);
    for name in ["nw", "ne", "sw", "se"] {
        assert!(board.contains(name), "{name} in {shown}");
    }
}

/// A fool's mate, with a move taken back and moves as players and as engines write them.
#[test]
fn chess_is_played() {
    let room = Room::new();
    let record = room.path("contests.txt");
    let moves = ["f3", "e5", "Nf6", "e4", "undo", "g4", "position", "d8h4"];
    let shown = room.play(&format!("chess --against human --record {record}"), &moves);
    has(
        &shown,
        &[
            // Black's knight is not White's to move.
            "`Nf6` is not a legal move here.",
            "Taken back: e4.",
            "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq",
            "wins after 4 moves.",
            "Recorded in",
        ],
    );
    room.replays("chess", &record, 1);
}

/// White mates in one, which a search of two plies cannot overlook.
#[test]
fn a_hint_finds_the_mate() {
    let room = Room::new();
    let position = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let arguments = [
        "play",
        "chess",
        "--against=pvs:depth=2",
        "--position",
        position,
    ];
    let output = room.run(&arguments, "hint\nRa8\n");
    let shown = String::from_utf8(output.stdout).unwrap();
    has(&shown, &["Ra8#", "You (W) win after 1 move"]);
}

#[test]
fn othello_is_played_against_a_search() {
    let room = Room::new();
    let lines = ["hint", "f5", "#1", "undo", "undo", "position", "quit"];
    let shown = room.play("othello --against pvs:depth=2 --seed 1", &lines);
    has(
        &shown,
        &[
            "played by pvs:depth=2.",
            "plays ",
            "plays ",
            "Taken back: ",
            "Taken back: f5 and ",
            "---------------------------OX------XO--------------------------- X\n",
            "You left",
        ],
    );
    let again = room.play("othello --against pvs:depth=2 --seed 1", &lines);
    assert_eq!(shown, again, "a seed tells how it goes");
}
