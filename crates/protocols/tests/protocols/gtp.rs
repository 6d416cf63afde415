//! GTP 2, as its specification has it.

use shido_protocols::Protocol;

use crate::partner::said;

fn gtp(lines: &str) -> Vec<String> {
    let said = said(Protocol::Gtp, "go:size=9", "mcts:playouts=20", lines);
    assert!(said.is_empty() || said.ends_with("\n\n"), "{said:?}");
    let answers = said.split("\n\n").filter(|answer| !answer.is_empty());
    answers.map(str::to_owned).collect()
}

#[test]
fn administration() {
    let said = gtp(
        "protocol_version\n1 name\n2 version # a comment\n\n# nothing\n3\n\
                    known_command play\nknown_command castle\n77 nonsense\nplay\nquit\nname\n",
    );
    let version = concat!("=2 ", env!("CARGO_PKG_VERSION"));
    let expected = [
        "= 2",
        "=1 Shido",
        version,
        "= true",
        "= false",
        "?77 unknown command",
        "? syntax error",
        "= ",
    ];
    assert_eq!(said, expected);
    let commands = gtp("list_commands\n");
    for required in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "undo",
        "showboard",
        "final_score",
        "time_settings",
        "time_left",
        "fixed_handicap",
    ] {
        let named = commands[0]
            .lines()
            .any(|line| line.trim_start_matches("= ") == required);
        assert!(named, "{required}: {commands:?}");
    }
}

#[test]
fn setting_up_and_taking_back() {
    let said = gtp(
        "boardsize 5\nkomi 0.5\nclear_board\nplay b C3\nplay black B2\nplay white c3\n\
                    undo\nundo\nundo\nboardsize 99\nboardsize much\nkomi much\nplay green A1\n\
                    play b Z9\n",
    );
    let beginnings = [
        "= ",
        "= ",
        "= ",
        "= ",
        "= ",
        "? illegal move",
        "= ",
        "= ",
        "? cannot undo",
        "? unacceptable size",
        "? unacceptable size",
        "? komi not a float",
        "? `green`",
        "? illegal move",
    ];
    assert_eq!(said.len(), beginnings.len(), "{said:?}");
    for (said, beginning) in said.iter().zip(beginnings) {
        assert!(said.starts_with(beginning), "{said} should be {beginning}");
    }
}

/// A wall of Black's on the middle line of a 5x5 board: 5 stones and 10 points behind... on both sides, since
/// White has nothing: all 25. With a stone of White's in one half that half is nobody's: 5 + 10 for Black,
/// 1 for White.
#[test]
fn scores_are_counted_by_area() {
    let wall = "boardsize 5\nkomi 6.5\nplay b C1\nplay b C2\nplay b C3\nplay b C4\nplay b C5\n";
    let said = gtp(&format!(
        "{wall}final_score\nplay w A1\nfinal_score\nkomi 20\nfinal_score\n\
                             komi 14\nfinal_score\n"
    ));
    let scores: Vec<&str> = said
        .iter()
        .map(String::as_str)
        .filter(|line| line.contains('+') || *line == "= 0")
        .collect();
    // 25 - 6.5; 15 - 1 - 6.5; 15 - 1 - 20; 15 - 1 - 14.
    assert_eq!(scores, ["= B+18.5", "= B+7.5", "= W+6", "= 0"], "{said:?}");
}

#[test]
fn moves_are_made_within_time_and_the_board_is_shown() {
    let said = gtp(
        "boardsize 9\nclear_board\ntime_settings 60 10 5\ntime_left b 2 1\ngenmove b\n\
                    genmove w\nreg_genmove b\nshowboard\nundo\nundo\nundo\ntime_settings 0 1 0\n",
    );
    for made in &said[4..7] {
        let point = made.strip_prefix("= ").expect("a move");
        let letter = point.chars().next().expect("a letter");
        let number: u8 = point[1..].parse().unwrap_or(0);
        assert!(
            ("A".."K").contains(&&*letter.to_string()) && letter != 'I',
            "{point}"
        );
        assert!((1..=9).contains(&number), "{point}");
    }
    assert!(!said[7].contains("\u{1b}"), "no colours");
    assert_eq!(said[8..12], ["= ", "= ", "? cannot undo", "= "]);
}

/// The stones of fixed handicaps that the specification shows for 19x19.
#[test]
fn handicaps() {
    let said = gtp(
        "boardsize 19\nfixed_handicap 4\nfixed_handicap 4\nclear_board\nfixed_handicap 1\n\
                    set_free_handicap D4 Q16 C3\nplay w R4\nclear_board\nset_free_handicap D4 D4\n\
                    fixed_handicap 2\n",
    );
    let mut stones: Vec<&str> = said[1].trim_start_matches("= ").split(' ').collect();
    stones.sort_unstable();
    assert_eq!(stones, ["D16", "D4", "Q16", "Q4"]);
    assert_eq!(said[2], "? board not empty");
    assert_eq!(said[4], "? invalid number of stones");
    assert_eq!(said[5..8], ["= ", "= ", "= "]);
    assert!(said[8].starts_with("? illegal move"), "{said:?}");
    assert!(
        said[9].contains("D4") && said[9].contains("Q16"),
        "{said:?}"
    );
}

#[test]
fn a_game_that_is_over_has_no_more_moves() {
    let said =
        gtp("play b pass\nplay w PASS\ngenmove b\nplay b A1\nfinal_score\nundo\nplay w A1\n");
    assert_eq!(said[2], "= PASS");
    assert!(said[3].starts_with("? illegal move"), "{said:?}");
    assert_eq!(said[5..], ["= ", "= "]);
}

/// The protocol is used for other games too.
#[test]
fn othello_is_played_as_well() {
    let said = said(
        Protocol::Gtp,
        "othello",
        "pvs:depth=2",
        "genmove b\ngenmove w\nfinal_score\nboardsize 8\n",
    );
    let answers: Vec<&str> = said.split("\n\n").collect();
    assert!(
        ["= D3", "= C4", "= F5", "= E6"].contains(&answers[0]),
        "{said}"
    );
    // Two moves: seven discs less one stone turned back and forth are 3 and 3.
    assert_eq!(answers[2], "= 0");
}
