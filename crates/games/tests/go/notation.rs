//! Texts that people write, and those that are refused.

use shido_core::picture::Surface;
use shido_core::{Depict, Game, Notation};

use crate::go::{at, go};

#[test]
fn positions_are_read_in_the_ways_people_write_them() {
    let go = go(5);
    let written = "5/1XO2/X1XO1/1XO2/5 O 0 B3";
    let position = at(&go, written);
    assert_eq!(go.write_position(&position), written);
    let bare = at(&go, "5/1XO2/X1XO1/1XO2/5 O");
    assert_ne!(position, bare);
    for text in [
        "5/1XO2/X1XO1/1XO2/5 O 0 -",
        "...../.bw../b.bw./.bw../..... w",
        "-----/-#O--/#-#O-/-#O--/----- White 0",
    ] {
        assert_eq!(at(&go, text), bare, "{text}");
    }
    let large = shido_games::go::Go::default();
    let rows = vec!["19"; 19].join("/");
    assert_eq!(
        large.write_position(&large.start()),
        format!("{rows} X 0 -")
    );
}

#[test]
fn bad_positions_are_explained() {
    let go = go(3);
    for (text, problem) in [
        ("", "does not say who is to move"),
        ("3/3/3", "does not say who is to move"),
        ("3/3 X", "3 rows, not 2"),
        ("3/3/3/3 X", "3 rows, not 4"),
        ("3/4/3 X", "row 2 has 4 points, not 3"),
        ("3/3/XXXX X", "row 1 has 4 points, not 3"),
        ("99999999999999999999999/3/3 X", "row 3 has"),
        ("3/é2/3 X", "`é` in row 2"),
        ("3/3/3 Y", "`Y` is not a side"),
        ("3/3/3 X 3", "`3` is not how many passes"),
        ("3/3/3 X 0 D1", "`D1` is not an empty point"),
        ("3/1X1/3 X 0 B2", "`B2` is not an empty point"),
        ("3/3/3 X 0 - -", "`-` is more than"),
        ("XXX/XXX/XXX X", "cannot lie like this"),
        ("3/O2/XO1 X", "cannot lie like this"),
    ] {
        let error = go.parse_position(text).expect_err(text);
        assert!(error.problem.contains(problem), "{text}: {error}");
        assert!(error.help.is_some(), "{text}");
    }
}

#[test]
fn points_have_no_column_i() {
    let go = go(19);
    let start = go.start();
    assert_eq!(go.point("J1").map(|point| point.column()), Some(8));
    assert_eq!(
        go.point("t19").map(|point| point.to_string()).as_deref(),
        Some("T19")
    );
    for text in ["I5", "A0", "A20", "U1", "", "4D", "D", "D+4", "D04", "é1"] {
        let error = go.parse_move(&start, text).expect_err(text);
        assert!(
            error.help.is_some_and(|help| help.contains("A1 to T19")),
            "{text}"
        );
    }
}

#[test]
fn the_first_row_is_drawn_below() {
    let go = go(9);
    let picture = go.picture(&go.start());
    let place = |name: &str| {
        let found = picture.places.iter().find(|place| place.name == name);
        found.expect("the point is drawn").at
    };
    assert!(place("A1")[1] < place("A9")[1]);
    assert!(place("A1")[0] < place("J1")[0]);
    assert_eq!(picture.joins.len(), 2 * 9 * 8);
    assert_eq!(picture.beside, ["area 0", "area 0, komi 7.5"]);
}

#[test]
fn stars_are_where_boards_have_them() {
    let stars = |size: u8| -> Vec<String> {
        let go = go(size);
        let picture = go.picture(&go.start());
        let Surface::Crossings { stars } = &picture.surface else {
            panic!("stones stand on crossings");
        };
        let named = stars.iter().map(|&star| picture.places[star].name.clone());
        named.collect()
    };
    assert_eq!(
        stars(19),
        ["D4", "K4", "Q4", "D10", "K10", "Q10", "D16", "K16", "Q16"]
    );
    assert_eq!(
        stars(13),
        ["D4", "G4", "K4", "D7", "G7", "K7", "D10", "G10", "K10"]
    );
    assert_eq!(stars(9), ["C3", "G3", "E5", "C7", "G7"]);
    assert_eq!(stars(8), ["C3", "F3", "C6", "F6"]);
    for small in 2..7 {
        assert_eq!(stars(small), Vec::<String>::new(), "{small}");
    }
}
