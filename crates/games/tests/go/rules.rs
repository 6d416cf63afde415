//! The laws, and what the rules say of positions that were made up by hand.

use shido_core::{Game, Notation, Outcome, Seat, Seed, Symmetry, Turn};
use shido_games::go::{Go, GoError, Komi, Move};
use shido_testkit::laws;

use crate::go::{at, go, played};

#[test]
fn go_keeps_the_laws() {
    let handicap = go(9)
        .with_handicap(3)
        .expect("nine by nine has a handicap of three");
    assert_eq!(handicap.symmetries(), 2, "one corner is left out");
    for (game, playouts) in [
        (go(2), 20),
        (go(3), 20),
        (go(5), 6),
        (go(9), 1),
        (handicap, 1),
    ] {
        laws::check(&game, Seed(1), playouts);
        laws::check_symmetry(&game, Seed(2), playouts);
        laws::check_markers(&game, Seed(7), playouts);
        laws::check_guide(&game, Seed(4), playouts);
        laws::check_features(&game, Seed(5), playouts);
    }
}

/// A ko, the other side moving elsewhere, and then the ko again.
#[test]
fn a_ko_is_not_taken_back_at_once() {
    let go = go(5);
    let ko = at(&go, "5/1XO2/X2O1/1XO2/5 O");
    let taken = played(&go, ko, "B3 C3");
    assert_eq!(go.write_position(&taken), "5/1XO2/X1XO1/1XO2/5 O 0 B3");
    let again = go.parse_move(&taken, "b3").expect_err("that is the ko");
    let reason = again.reason.expect("the rule is told");
    assert!(reason.contains("(ko)"), "{reason}");
    // After a threat and its answer the board is another, and White takes back.
    let threat = played(&go, taken.clone(), "E5 A1 B3");
    assert_eq!(go.write_position(&threat), "4O/1XO2/XO1O1/1XO2/X4 X 0 C3");
    // Two passes would end the contest, but one does not lift the ban.
    let passed = played(&go, taken, "pass");
    assert!(passed.forbidden().is_empty(), "Black may connect");
    let read = at(&go, "5/1XO2/X1XO1/1XO2/5 O 0 B3");
    assert!(
        go.parse_move(&read, "B3").is_err(),
        "the text tells of the ko"
    );
}

/// Sending two and returning one: Black adds a second stone on A1, White takes both with C1, Black takes
/// that one with B1, and the board is what it was. No ko was taken back at once.
#[test]
fn sending_two_and_returning_one_is_forbidden() {
    let go = go(5);
    let start = at(&go, "5/5/5/OOX2/1X1X1 X");
    let taken = played(&go, start, "A1 C1");
    assert_eq!(go.write_position(&taken), "5/5/5/OOX2/2OX1 X 0 B1");
    // Entered one move later, it is the stone on A1 that closes the circle, and it captures nothing.
    let sent = at(&go, "5/5/5/OOX2/XX1X1 O");
    let returned = played(&go, sent, "C1 B1 pass");
    assert_eq!(go.write_position(&returned), "5/5/5/OOX2/1X1X1 X 1 A1");
}

/// Three kos above one another, of which Black can take the upper two and White the lowest. When each
/// has been taken once there is one left for White that would bring the first board back.
#[test]
fn a_triple_ko_does_not_go_round() {
    let go = go(9);
    let start = at(&go, "1XO6/XO1O5/1XO6/1XO6/XO1O5/1XO6/1XO6/X1XO5/1XO6 X");
    let last = played(&go, start, "C8 B2 C5 B8 C2");
    let forbidden: Vec<String> = last
        .forbidden()
        .iter()
        .map(|point| point.to_string())
        .collect();
    // B2 takes the last ko back, B5 is the sixth of the circle.
    assert_eq!(forbidden, ["B2", "B5"]);
}

#[test]
fn suicide_is_forbidden_and_capturing_is_not_suicide() {
    let go = go(5);
    let eye = at(&go, "5/5/5/X4/1X3 O");
    assert!(!go.is_legal(&eye, Move::Place(go.point("A1").expect("a corner"))));
    let error = go.parse_move(&eye, "A1").expect_err("it has no liberty");
    assert_eq!(
        error.reason.as_deref(),
        Some("the stone would have no liberty (suicide)")
    );
    let atari = at(&go, "5/5/O4/XO3/1XO2 O");
    let taken = played(&go, atari, "A1");
    assert_eq!(go.write_position(&taken), "5/5/O4/1O3/O1O2 X 0 -");
}

/// Black has the left two columns, White the right one with an eye, and the fourth column between them
/// is nobody's.
#[test]
fn areas_are_stones_and_what_only_they_touch() {
    let go = go(5).with_komi(Komi::halves(3));
    let position = at(&go, "1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 X 2");
    let [black, white] = position.board().areas();
    assert_eq!([black.len(), white.len()], [10, 10]);
    assert_eq!(go.margin(&position).0, -1.5);
    assert_eq!(go.turn(&position), Turn::Over(Outcome::win(Seat::Second)));
    let even = go.clone().with_komi(Komi::halves(0));
    assert_eq!(even.turn(&position), Turn::Over(Outcome::DRAW));
    let empty = at(&go, "5/5/5/5/5 X 2");
    assert_eq!(go.margin(&empty).0, -1.5, "an empty board is nobody's");
}

#[test]
fn the_handicap_is_where_engines_put_it() {
    let stones = |size: u8, stones: u8| -> Vec<String> {
        let go = go(size)
            .with_handicap(stones)
            .expect("there is such a handicap");
        let start = go.start();
        assert_eq!(go.turn(&start), Turn::Of(Seat::Second));
        assert_eq!(go.komi(), Komi::halves(1));
        let black = start.board().stones(Seat::First);
        black.iter().map(|point| point.to_string()).collect()
    };
    assert_eq!(stones(19, 2), ["D4", "Q16"]);
    assert_eq!(stones(19, 3), ["D4", "D16", "Q16"]);
    assert_eq!(stones(19, 5), ["D4", "Q4", "K10", "D16", "Q16"]);
    assert_eq!(stones(19, 6), ["D4", "Q4", "D10", "Q10", "D16", "Q16"]);
    assert_eq!(
        stones(13, 8),
        ["D4", "G4", "K4", "D7", "K7", "D10", "G10", "K10"]
    );
    assert_eq!(
        stones(9, 9),
        ["C3", "E3", "G3", "C5", "E5", "G5", "C7", "E7", "G7"]
    );
    assert_eq!(stones(8, 4), ["C3", "F3", "C6", "F6"]);
    assert_eq!(
        go(8).with_handicap(5).err(),
        Some(GoError::Handicap {
            stones: 5,
            size: 8,
            most: 4
        })
    );
    assert_eq!(go(5).with_handicap(2).err(), Some(GoError::NoHandicap(5)));
}

#[test]
fn other_sizes_are_refused() {
    for size in [0, 1, 20, 255] {
        assert_eq!(Go::new(size).err(), Some(GoError::Size(size)));
    }
}

#[test]
fn random_moves_are_all_as_likely() {
    // Of the seven empty points three would be suicide, so that four and the pass are left.
    let go = go(3);
    let position = at(&go, "1X1/XX1/1X1 O");
    let moves = go.moves(&position);
    let names: Vec<String> = moves
        .iter()
        .map(|mv| go.write_move(&position, *mv))
        .collect();
    assert_eq!(names, ["C1", "C2", "C3", "pass"]);
    let mut rng = Seed(11).rng();
    let mut drawn = [0; 4];
    for _ in 0..4000 {
        let mv = go
            .random_move(&position, &mut rng)
            .expect("a pass is legal");
        drawn[moves
            .iter()
            .position(|other| *other == mv)
            .expect("it is legal")] += 1;
    }
    // Four standard deviations around 1000.
    assert!(
        drawn.iter().all(|count| (890..=1110).contains(count)),
        "{drawn:?}"
    );
}
