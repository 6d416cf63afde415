//! `shido play` with piped input, as a person would use it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

use crate::program::tree;

/// A place of its own for the solved tables and the records of one test.
pub(crate) struct Room {
    directory: TempDir,
}

impl Room {
    pub(crate) fn new() -> Room {
        Room {
            directory: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.directory
            .path()
            .join(name)
            .to_str()
            .unwrap()
            .to_owned()
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_shido"))
            .args(arguments)
            .env("SHIDO_CACHE", self.path("tables"))
            .env("SHIDO_DATA", self.path("data"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut child = self.start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        // Who leaves early does not read on.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        child.wait_with_output().unwrap()
    }

    /// Plays to a successful exit and gives what was shown.
    pub(crate) fn play(&self, arguments: &str, lines: &[&str]) -> String {
        let arguments: Vec<&str> = ["play"].into_iter().chain(arguments.split(' ')).collect();
        let output = self.run(&arguments, &(lines.join("\n") + "\n"));
        let shown = String::from_utf8(output.stdout).unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{shown}\n{errors}");
        assert_eq!(errors, "");
        shown
    }

    /// Refuses to play; gives the error.
    pub(crate) fn refuse(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments, "");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
        String::from_utf8(output.stderr).unwrap()
    }

    fn replays(&self, file: &str, contests: usize) {
        let output = self.run(&["replay", file], "");
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{shown}");
        assert!(shown.contains(&format!("{contests} contest")), "{shown}");
    }
}

/// A record without the day, which each contest in it tells.
fn undated(record: &str) -> String {
    let is_date = |line: &&str| line.starts_with("[Date \"2");
    let lines = record.split_inclusive('\n');
    let (dates, rest): (Vec<&str>, Vec<&str>) = lines.partition(is_date);
    assert_eq!(dates.len(), record.matches("[Game ").count(), "{record}");
    rest.concat()
}

#[track_caller]
pub(crate) fn has(shown: &str, parts: &[&str]) {
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
            "X wins after 3 moves. Three in a row: a1, a2 and a3.",
            "Recorded in",
        ],
    );
    assert!(!shown.contains("Again?") && !shown.contains('\u{1b}'));
    let recorded = fs::read_to_string(&record).unwrap();
    let head =
        "[Game \"tic-tac-toe\"]\n[First \"human\"]\n[Second \"human\"]\n[Result \"first\"]\n\n";
    let moves = "1. X: a1\n2. O: b1\n3. X: a2\n4. O: b2\n5. X: a3\n";
    assert_eq!(undated(&recorded), format!("{head}{moves}"));
    room.replays(&record, 1);
}

#[test]
fn the_perfect_player_does_not_lose_and_a_seed_tells_how_it_plays() {
    let room = Room::new();
    let careless = ["moves", "#1"].repeat(5);
    for seed in 0..6 {
        for seat in ["first", "second"] {
            let arguments = format!("tic-tac-toe --against perfect --seat {seat} --seed {seed}");
            let shown = room.play(&arguments, &careless);
            has(&shown, &["and perfect plays", " plays "]);
            assert!(
                shown.contains(" wins after") || shown.contains("A draw after"),
                "{shown}"
            );
            assert_eq!(shown, room.play(&arguments, &careless));
        }
    }
}

/// Unless somebody else is asked for, the opponent is the tutor, who gets to know whoever plays.
#[test]
fn the_tutor_plays_unless_somebody_is_named() {
    let room = Room::new();
    let careless = ["moves", "#1"].repeat(5);
    let shown = room.play("tic-tac-toe --student Ann --seed 1", &careless);
    has(&shown, &["and the tutor plays O, at your level."]);
    let output = room.run(&["student", "show", "Ann", "--json"], "");
    let known: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(known["games"][0]["rating"]["mean"].is_number(), "{known}");
    let shown = room.play("tic-tac-toe --level beginner", &["quit"]);
    has(&shown, &["and the tutor plays O, at level beginner."]);
}

/// Where what is remembered cannot be used, the tutor plays all the same, and it is said once.
#[test]
fn a_tutor_plays_on_where_nothing_can_be_kept() {
    let room = Room::new();
    let folder = Path::new(&room.remembered()).parent().map(Path::to_owned);
    fs::create_dir_all(folder.expect("a folder")).expect("it can be made");
    fs::write(room.remembered(), "garbage").expect("it can be written");
    let lines = "moves\n#1\n".repeat(5);
    let output = room.run(&["play", "tic-tac-toe", "--seed", "1"], &lines);
    let [shown, said] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{shown}\n{said}");
    has(
        &shown,
        &["and the tutor plays O, at your level.", " after "],
    );
    assert_eq!(said.matches("is not kept").count(), 1, "{said}");
    assert_eq!(
        fs::read(room.remembered()).expect("it is there"),
        b"garbage"
    );
}

/// What was finished last is reviewed from the side of who played, and its positions come back.
#[test]
fn the_last_contest_can_be_reviewed() {
    let room = Room::new();
    let review = ["review", "--student", "Ann", "--json"];
    let error = room.refuse(&review);
    has(&error, &["Ann has finished no contest yet"]);
    let careless = ["moves", "#1"].repeat(5);
    let shown = room.play("tic-tac-toe --against random --student Ann", &careless);
    has(&shown, &[" after "]);
    let output = room.run(&review, "");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&found["game"], &found["seat"]),
        (&"tic-tac-toe".into(), &"first".into())
    );
    let moments = found["moments"].as_array().expect("a list").len();
    let output = room.run(&["student", "show", "Ann", "--json"], "");
    let known: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(known["cards"], moments);
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
            "You are O, and perfect:wisdom=fastest plays X.",
            "Every move loses",
            "X plays",
            "X wins after 1 move. Three in a row",
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
            "b2", "b2", "b9", "", "#12", "#3", "undoo", "moves", "position", "quit",
        ],
    );
    has(
        &shown,
        &[
            "O to move: b2\nb2 is occupied by X. The legal moves are a1, a2",
            "`b9` is not a legal move here: the board has no b9.",
            "Type a move, such as",
            "The list of moves ends at 8.",
            "Type \"moves\" first: the numbers are those of the list.",
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
    let perfect = "tic-tac-toe --against perfect";
    let shown = room.play(perfect, &["undo", "a1", "undo", "position", "q"]);
    has(
        &shown,
        &[
            "You have made no move that could be taken back.",
            // The centre is the only answer that does not lose.
            "O plays b2.",
            "Taken back: a1 and b2.",
            ".../.../... X\n",
        ],
    );
    // The opponent's first move is not the person's to take back.
    let shown = room.play(
        "tic-tac-toe --seat second",
        &["u", "moves", "#1", "u", "u", "q"],
    );
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
            "in 3 moves",
        ],
    );
    let shown = room.play("qubic --against random", &["hint"]);
    has(&shown, &["and random plays O.", " best; you "]);
}

#[test]
fn whatever_ends_a_contest_it_is_recorded() {
    let room = Room::new();
    let record = room.path("contests.txt");
    let arguments = format!("tic-tac-toe --against perfect --record {record}");
    has(
        &room.play(&arguments, &["a1", "resign"]),
        &["You resign after 1 move. O wins."],
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
    let ends = ["first resigned", "unfinished", "unfinished"].map(|end| {
        format!(
            "[Game \"tic-tac-toe\"]\n[First \"human\"]\n[Second \"perfect\"]\n[Result \"{end}\"]\n\n\
             1. X: a1\n2. O: b2\n"
        )
    });
    let recorded = fs::read_to_string(&record).unwrap();
    let recorded = undated(&recorded);
    // Where the last line was open, no empty line comes before the next contest.
    assert_eq!(recorded, [&ends[0], &*ends[1..].join("\n")].concat());
    room.replays(&record, 3);
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
    let perfect = ["play", "tic-tac-toe", "--against", "perfect"];
    let mut child = room.start(&[&perfect[..], &["--record", &record]].concat());
    // Held until the end, so that it is not the end of the input that ends the contest.
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"a1\n").unwrap();
    let mut shown = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("O plays b2.") {
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
            .contains("[Result \"unfinished\"]\n\n1. X: a1\n2. O: b2\n")
    );
}

#[test]
fn trees_are_played_against_minimax() {
    let room = Room::new();
    let textbook = format!("{} --against minimax", tree("textbook"));
    let shown = room.play(&textbook, &["hint", "1"]);
    has(
        &shown,
        &[
            "You are max, and minimax plays min.",
            "1 is best, and worth 3 to you.",
            "Min plays 1.",
            "You win 3 points after 1 move.",
        ],
    );
    let shown = room.play(&format!("{textbook} --seat second"), &["2"]);
    has(
        &shown,
        &["Max plays 1.", "Max wins 12 points after 1 move."],
    );

    let shown = room.play(&tree("chance"), &["1"]);
    has(&shown, &["Chance brings "]);
    let pays = ["You win 10 points after", "Min wins 4 points after"];
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
    for confirmation in ["", "pass"] {
        let output = room.run(&arguments, &format!("{confirmation}\nposition\n"));
        let shown = String::from_utf8(output.stdout).unwrap();
        has(
            &shown,
            &[
                "No move is possible: press Enter to pass",
                "White to move: ",
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
            "A draw after 4 moves. The position has occurred 3 times.",
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
    let record = room.path("games.pgn");
    let moves = ["f3", "e5", "Nf6", "e4", "undo", "g4", "position", "d8h4"];
    let shown = room.play(&format!("chess --against human --record {record}"), &moves);
    has(
        &shown,
        &[
            // Black's knight is not White's to move.
            "`Nf6` is not a legal move here: no knight of White's can go to f6.",
            "Taken back: e4.",
            "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq",
            "Black wins after 2 moves. Checkmate.",
            "Recorded in",
        ],
    );
    assert!(
        fs::read_to_string(&record)
            .unwrap()
            .ends_with("1. f3 e5 2. g4 Qh4# 0-1\n")
    );
    room.replays(&record, 1);
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
    has(
        &shown,
        &["Ra8# is mate.", "You win after 1 move. Checkmate."],
    );
}

#[test]
fn othello_is_played_against_a_search() {
    let room = Room::new();
    let lines = [
        "hint", "f5", "moves", "#1", "undo", "undo", "position", "quit",
    ];
    let shown = room.play("othello --against pvs:depth=2 --seed 1", &lines);
    has(
        &shown,
        &[
            "and pvs:depth=2 plays White.",
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

/// A contest that was left, or whose program was killed, is gone on with where it was.
#[test]
fn a_contest_is_resumed() {
    let room = Room::new();
    let error = room.refuse(&["play", "--resume"]);
    has(&error, &["no contest was left unfinished"]);
    let left = room.play("tic-tac-toe --against human", &["a1", "b2", "quit"]);
    has(&left, &["`shido play --resume` goes on with it."]);
    has(
        &room.play(
            "connect-four --against pvs:depth=2 --seat second --seed 3",
            &["moves", "#1"],
        ),
        &["You are O, and pvs:depth=2 plays X."],
    );
    let resumed = room.play("--resume", &["undo", "quit"]);
    has(
        &resumed,
        &[
            "Connect four",
            "You are O, and pvs:depth=2 plays X.",
            "Taken back: ",
        ],
    );
    // The game that is named, though another was left later.
    let resumed = room.play("tic-tac-toe --resume", &["position", "a2", "b1", "a3"]);
    has(&resumed, &[".../.O./X.. X", "X wins after 3 moves."]);
    // It has come to its end.
    let error = room.refuse(&["play", "tic-tac-toe", "--resume"]);
    has(&error, &["no contest of tic-tac-toe was left unfinished"]);
}

/// Where a contest is recorded is kept with it, and it is recorded once.
#[test]
fn a_resumed_contest_is_recorded_where_it_was() {
    let room = Room::new();
    let record = room.path("contests.txt");
    let other = room.play(
        &format!("tic-tac-toe --against human --record {record}"),
        &["a1", "b2", "a2", "b1", "a3"],
    );
    has(&other, &["Recorded in"]);
    room.play(
        &format!("tic-tac-toe --against human --record {record}"),
        &["c1", "quit"],
    );
    room.replays(&record, 2);
    for lines in [&["b1", "quit"][..], &["c2", "a1", "c3"]] {
        has(&room.play("--resume", lines), &["Recorded in"]);
        room.replays(&record, 2);
    }
    let text = fs::read_to_string(&record).unwrap();
    has(
        &text,
        &["1. X: c1\n2. O: b1\n3. X: c2\n4. O: a1\n5. X: c3\n"],
    );
    assert!(!text.contains("unfinished"), "{text}");
    // What was added meanwhile stays.
    let with_record = format!("tic-tac-toe --against human --record {record}");
    room.play(&with_record, &["c1", "quit"]);
    fs::write(
        &record,
        format!("{}\n", fs::read_to_string(&record).unwrap()),
    )
    .unwrap();
    room.play("--resume", &["b1", "quit"]);
    room.replays(&record, 4);
}

/// As PGN and SGF have it, a contest tells the day on which it began.
#[test]
fn records_tell_the_day() {
    let today = || {
        let date = Command::new("date").args(["-u", "+%Y-%m-%d"]).output();
        let text = String::from_utf8(date.unwrap().stdout).unwrap();
        text.trim().to_owned()
    };
    let room = Room::new();
    let before = today();
    for (game, mv) in [("chess", "e4"), ("go:size=9", "E5")] {
        let record = room.path("record");
        room.play(
            &format!("{game} --against human --record {record}"),
            &[mv, "quit"],
        );
        let text = fs::read_to_string(&record).unwrap();
        let told = |day: &str| {
            text.contains(&format!("[Date \"{}\"]", day.replace('-', ".")))
                || text.contains(&format!("DT[{day}]"))
        };
        assert!(told(&before) || told(&today()), "{text}");
        fs::remove_file(record).unwrap();
    }
}

/// The same contest of chess as PGN and of Go as SGF, to be looked at, analysed and played on.
#[test]
fn records_of_others_are_read() {
    let room = Room::new();
    let pgn = room.path("fool.pgn");
    fs::write(&pgn, "[White \"A\"]\n\n1. f3 e5 {weak} 2. g4 Qh4# 0-1\n").unwrap();
    room.replays(&pgn, 1);
    let run = |arguments: &[&str]| {
        let output = room.run(arguments, "");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{text}");
        text
    };
    has(
        &run(&["replay", &pgn, "--contest", "1"]),
        &["f3", "Qh4#", "Black wins: checkmate"],
    );
    let by = ["--by", "pvs:depth=2", "--position", &pgn];
    let analysis = run(&[&["analyze", "chess", "--move", "3"][..], &by].concat());
    has(&analysis, &["Black to move, by", "Qh4#", "best      Qh4#"]);
    has(
        &run(&[&["analyze", "chess"][..], &by].concat()),
        &["The contest is over"],
    );
    let sgf = room.path("small.sgf");
    fs::write(&sgf, "(;GM[1]SZ[5]KM[0.5];B[cc];W[bb])").unwrap();
    has(
        &run(&["show", "go", "--position", &sgf]),
        &["5/1O3/2X2/5/5 X 0 -"],
    );
    room.replays(&sgf, 1);

    let refuse = |arguments: &[&str], said: &str| {
        let output = room.run(arguments, "");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && errors.contains(said),
            "{errors}"
        );
    };
    refuse(
        &["analyze", "chess", "--position", &sgf],
        "the record is of go:",
    );
    refuse(
        &["analyze", "chess", "--position", &pgn, "--move", "9"],
        "has 4 moves, counted for both sides, not 9",
    );
    refuse(
        &["analyze", "chess", "--move", "9", "--position", "8/8"],
        "`--move` counts",
    );
    fs::write(&pgn, "\n").unwrap();
    refuse(&["replay", &pgn], "there is no contest in");
    fs::write(&pgn, "1. e4 e5 2. Ke3 *").unwrap();
    refuse(
        &["replay", &pgn],
        "line 1, move 2.: `Ke3` is not a legal move",
    );
}

/// With column a full, `4` once dropped a marker into column e.
#[test]
fn columns_are_typed_by_their_letters() {
    let room = Room::new();
    let mut lines = vec!["a"; 7];
    lines.extend(["4", "D1", "position", "d", "quit"]);
    let shown = room.play("connect-four --against human", &lines);
    has(
        &shown,
        &[
            "`a` is not a legal move here: that column is full.",
            "`4` is not a legal move here: columns are named by letters.",
            "`D1` is not a legal move here: a move is the name of a column, here d.",
            "O....../X....../O....../X....../O....../X...... X\n",
            "O to move: quit",
        ],
    );
}
