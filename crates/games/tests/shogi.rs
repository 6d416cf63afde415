//! Shogi: rules, known counts and notation.

use proptest::prelude::*;
use shido_core::picture::{Content, Shape};
use shido_core::{Depict, Features, Game, Guide, Notation, Outcome, Seat, Seed, Turn};
use shido_games::shogi::{Position, Shogi};
use shido_testkit::{laws, perft};

fn position(text: &str) -> Position {
    Shogi.parse_position(text).expect("the position is legal")
}

fn is_legal(position: &Position, mv: &str) -> bool {
    Shogi.parse_move(position, mv).is_ok()
}

fn after(position: &Position, mv: &str) -> Position {
    let mv = Shogi.parse_move(position, mv).expect("the move is legal");
    Shogi.after(position, mv)
}

#[test]
fn shogi_keeps_the_laws() {
    laws::check(&Shogi, Seed(1), 2);
    laws::check_symmetry(&Shogi, Seed(2), 2);
    laws::check_guide(&Shogi, Seed(3), 20);
    laws::check_features(&Shogi, Seed(4), 20);
    laws::check_markers(&Shogi, Seed(7), 5);
}

/// Counts that engines of shogi publish in their own tests: the start, the position of the
/// move-generation festivals, two kings with everything in hand, and the position with most moves.
#[test]
fn trees_have_the_published_sizes() {
    let published: [(&str, &[u64]); 4] = [
        ("startpos", &[30, 900, 25_470, 719_731, 19_861_490]),
        (
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
            &[207, 28_684, 4_809_015],
        ),
        (
            "9/9/9/3k5/9/5K3/9/9/9 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
            &[524, 248_257],
        ),
        (
            "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
            &[593, 105_677, 53_393_368],
        ),
    ];
    for (text, counts) in published {
        let position = position(text);
        for (depth, leaves) in (1..).zip(counts) {
            assert_eq!(
                perft(&Shogi, &position, depth),
                *leaves,
                "`{text}` at depth {depth}"
            );
        }
    }
}

#[test]
fn a_pawn_must_not_be_dropped_to_give_mate() {
    // The gold guards 9b and 8b, and the lance stands in the king's way.
    let corner = position("kl7/9/G8/9/9/9/9/9/4K4 b GP 1");
    assert!(!is_legal(&corner, "P*9b"));
    assert!(is_legal(&corner, "P*8b"));
    let mated = after(&corner, "G*9b");
    assert_eq!(Shogi.turn(&mated), Turn::Over(Outcome::win(Seat::First)));
    // Without the lance the king goes to 8a.
    let free = position("k8/9/G8/9/9/9/9/9/4K4 b P 1");
    assert!(is_legal(&free, "P*9b"));
}

/// By the rules of the game, for moves that a beginner tries.
#[test]
fn illegal_moves_have_reasons() {
    let start = "startpos";
    let pawn = "4k4/8P/9/9/9/9/4P4/9/4K4 b P 1";
    let pinned = "4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1";
    let check = "4k4/4r4/9/9/9/9/9/9/4K4 b P 1";
    let mate = "a pawn must not be dropped to give mate";
    for (board, mv, reason) in [
        (start, "7e7d", "there is no piece on 7e"),
        (start, "3c3d", "the piece on 3c is White's"),
        (start, "9i9g", "a piece of Black's own stands on 9g"),
        (start, "7G7E", "the pawn on 7g cannot go to 7e"),
        (
            start,
            "7g7f+",
            "a piece promotes only on a move that begins or ends on the three furthest ranks",
        ),
        (start, "4i5h+", "a gold does not promote"),
        (start, "p*5e", "Black has no pawn in hand"),
        (
            pawn,
            "1b1a",
            "the pawn has to promote there (1b1a+): it could never move again",
        ),
        (
            pawn,
            "P*5e",
            "Black has an unpromoted pawn on that file already",
        ),
        (
            pawn,
            "P*5i",
            "a piece stands on 5i, and drops go to empty squares",
        ),
        (pawn, "P*3a", "a pawn on 3a could never move"),
        (pinned, "5h4h", "it would leave Black's king in check"),
        (pinned, "5i4i+", "a king does not promote"),
        (check, "P*4e", "Black is in check, and this does not end it"),
        (check, "5i5h", "Black is in check, and this does not end it"),
        ("kl7/9/G8/9/9/9/9/9/4K4 b GP 1", "P*9b", mate),
        ("3lkl3/3r4K/4G4/9/B8/9/9/9/9 b P 1", "P*5b", mate),
    ] {
        let error = Shogi.parse_move(&position(board), mv).expect_err(mv);
        assert_eq!(error.reason.as_deref(), Some(reason), "{mv}");
    }
    for nonsense in ["", "e4", "7g", "*", "P*", "七六歩", "7g7fx"] {
        let error = Shogi
            .parse_move(&position(start), nonsense)
            .expect_err(nonsense);
        assert_eq!(error.reason, None, "{nonsense}");
    }
}

#[test]
fn nor_to_parry_a_check_with_mate() {
    // The rook gives check along the rank, but cannot take on 5b, for the bishop pins it.
    let pinned = position("3lkl3/3r4K/4G4/9/B8/9/9/9/9 b P 1");
    assert!(!is_legal(&pinned, "P*5b"));
    assert!(is_legal(&pinned, "P*4b"));
    let unpinned = position("3lkl3/3r4K/4G4/9/9/9/9/9/9 b P 1");
    assert!(is_legal(&unpinned, "P*5b"));
}

#[test]
fn who_cannot_move_has_lost_in_check_or_not() {
    // The gold takes 1b and 2b from the king, and the bishop 2a.
    let stalemate = position("8k/9/8G/4B4/9/9/9/9/4K4 w - 1");
    let outcome = Outcome::win(Seat::First);
    assert!(Shogi.at_ease(&stalemate));
    assert_eq!(Shogi.turn(&stalemate), Turn::Over(outcome));
    assert_eq!(Shogi.moves(&stalemate), []);
}

#[test]
fn five_hundred_moves_are_a_draw() {
    let last = position("4k4/9/9/9/9/9/9/9/4K4 w - 500");
    assert_eq!(Shogi.turn(&last), Turn::Of(Seat::Second));
    let drawn = after(&last, "5a5b");
    assert_eq!(Shogi.turn(&drawn), Turn::Over(Outcome::DRAW));
    assert_eq!(Shogi.moves(&drawn), []);
}

#[test]
fn positions_recur_whatever_the_number_of_the_move() {
    let start = Shogi.start();
    let moves = ["2h3h", "8b7b", "3h2h", "7b8b"];
    let again = moves.iter().fold(start.clone(), |at, mv| after(&at, mv));
    assert_ne!(again, start);
    assert_eq!(Shogi.recurs_as(&again), Shogi.recurs_as(&start));
    assert_eq!(Shogi.key(&again), Shogi.key(&start));
}

/// Passing must find the pins on the other side's king: what it leads to is what one reads from the
/// same text with the other side to move.
#[test]
fn a_pass_is_the_same_position_with_the_other_side_to_move() {
    for text in [
        "startpos",
        "4k4/4g4/9/9/4R4/9/9/9/4K4 b Rp 7",
        "4k4/9/4l4/9/9/9/4S4/9/4K4 b - 7",
    ] {
        let at = position(text);
        let passed = Shogi.pass(&at).expect("nobody is in check");
        let written = Shogi.write_position(&at).replace(" b ", " w ");
        assert_eq!(passed, position(&written), "after `{text}`");
    }
    let pinned = Shogi.pass(&position("4k4/4g4/9/9/4R4/9/9/9/4K4 b - 1"));
    let pinned = pinned.expect("nobody is in check");
    assert!(!is_legal(&pinned, "5b4b") && is_legal(&pinned, "5b5c"));
    assert_eq!(Shogi.pass(&position("4k4/9/9/9/4r4/9/9/9/4K4 b - 1")), None);
}

#[test]
fn what_is_no_position_is_told() {
    let cases = [
        ("", "a position has 3 or 4 parts, not 0"),
        (
            "4k4/9/9/9/9/9/9/9/4K4 b - 1 1",
            "a position has 3 or 4 parts, not 5",
        ),
        ("4k4/9/9/9/9/9/9/4K4 b -", "the board has 8 ranks, not 9"),
        ("4k5/9/9/9/9/9/9/9/4K4 b -", "rank a has 10 squares, not 9"),
        ("4k4/9/9/9/9/9/9/9/4K3 b -", "rank i has 8 squares, not 9"),
        (
            "4k4/99999999999/9/9/9/9/9/9/4K4 b -",
            "rank b has 99 squares, not 9",
        ),
        (
            "4k4/PPPPPPPPPPPP/9/9/9/9/9/9/4K4 b -",
            "rank b has 12 squares, not 9",
        ),
        (
            "4k4/9/4x4/9/9/9/9/9/4K4 b -",
            "`x` on rank c is not a piece",
        ),
        (
            "4k4/9/4+G4/9/9/9/9/9/4K4 b -",
            "`+G` on rank c is not a piece",
        ),
        (
            "4k4/9/4+4/9/9/9/9/9/4K4 b -",
            "`+4` on rank c is not a piece",
        ),
        (
            "4k4/9/8+/9/9/9/9/9/4K4 b -",
            "nothing follows the `+` on rank c",
        ),
        ("4k4/9/9/9/9/9/9/9/9 b -", "Black has no king"),
        ("9/9/9/9/9/9/9/9/4K4 b -", "White has no king"),
        ("4k4/9/k8/9/9/9/9/9/4K4 b -", "White has 2 kings"),
        (
            "4k4/9/9/P8/9/9/P8/9/4K4 b -",
            "Black has two pawns on file 9",
        ),
        (
            "4k3P/9/9/9/9/9/9/9/4K4 b -",
            "`P` of Black on 1a could never move",
        ),
        (
            "4k4/9/9/9/9/9/9/8n/4K4 b -",
            "`N` of White on 1h could never move",
        ),
        (
            "4k4/9/9/9/9/9/9/9/4K4 x -",
            "`x` does not say who is to move",
        ),
        ("4k4/9/9/9/9/9/9/9/4K4 b K", "`K` cannot be in hand"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 2", "nothing follows the 2 in hand"),
        ("4k4/9/9/9/9/9/9/9/4K4 b PP", "`P` is in hand twice"),
        (
            "4k4/9/9/9/9/9/9/9/4K4 b 0P",
            "there cannot be 0 of `P` in hand",
        ),
        (
            "4k4/9/9/9/9/9/9/9/4K4 b 99999999999P",
            "there cannot be 99999999999 of `P` in hand",
        ),
        ("4k4/9/9/9/9/9/9/9/4K4 b -P", "`-` cannot be in hand"),
        (
            "4k4/9/9/9/9/4+R4/9/9/4K4 b Rr",
            "there are 3 pieces `R`, but a set has 2",
        ),
        (
            "4k4/9/9/9/9/9/9/9/4K4 b - 0",
            "`0` is not the number of a move",
        ),
        (
            "4k4/9/9/9/9/9/9/9/4K4 b - 65536",
            "`65536` is not the number of a move",
        ),
        (
            "4k4/9/9/9/4R4/9/9/9/4K4 b -",
            "the position could not occur by the rules",
        ),
        (
            "4k4/4K4/9/9/9/9/9/9/9 b -",
            "the position could not occur by the rules",
        ),
    ];
    for (text, problem) in cases {
        let error = Shogi.parse_position(text).unwrap_err();
        assert_eq!(error.problem, problem, "of `{text}`");
    }
    let error = Shogi.parse_move(&Shogi.start(), "7g7e").unwrap_err();
    assert_eq!(error.problem, "`7g7e` is not a legal move here");
}

#[test]
fn the_picture_shows_squares_pieces_and_hands() {
    let picture = Shogi.picture(&position("4k4/9/9/9/9/9/9/1+R7/4K4 b R2GPb 1"));
    assert_eq!(picture.places.len(), 81);
    let rook = picture.places.iter().find(|place| place.name == "8h");
    let rook = rook.expect("the square is on the board");
    assert_eq!(rook.at, [1.0, 1.0]);
    let dragon = Content::Marker {
        seat: Seat::First,
        symbol: "+R".to_owned(),
        shape: Shape::Wedge {
            text: "龍".to_owned(),
            promoted: true,
        },
    };
    assert_eq!(rook.content, dragon);
    let hands = picture.hands.expect("pieces can be in hand");
    for (hand, expected) in hands.iter().zip([&["R", "2G", "P"][..], &["B"]]) {
        let texts: Vec<&str> = hand.iter().map(|held| held.text.as_str()).collect();
        assert_eq!(texts, expected);
    }
    assert_eq!(hands[0][1].count, 2);
}

#[test]
fn every_feature_has_a_weight_set_by_hand() {
    let file = include_str!("../../../weights/shogi.hand.toml");
    let file: toml::Table = file.parse().expect("the file is TOML");
    let weights = file["weights"].as_table().expect("weights are a table");
    let mut weighted: Vec<&String> = weights.keys().collect();
    let mut names = Shogi.feature_names();
    weighted.sort();
    names.sort();
    assert_eq!(weighted, names.iter().collect::<Vec<_>>());
    assert!(weights.values().all(|weight| weight.as_float().is_some()));
}

/// Counted by hand.
#[test]
fn features_count_what_their_names_say() {
    let features = |text: &str| {
        let mut values = vec![0.0; Shogi.feature_names().len()];
        Shogi.each_feature(&position(text), |index, value| values[index] += value);
        let names = Shogi.feature_names().into_iter();
        let told: Vec<_> = names
            .zip(values)
            .filter(|(_, value)| *value != 0.0)
            .collect();
        told
    };
    let expect = |values: &[(&str, f64)]| -> Vec<(String, f64)> {
        let values = values.iter();
        values
            .map(|(name, value)| ((*name).to_owned(), *value))
            .collect()
    };
    assert_eq!(features("startpos"), expect(&[("to move", 1.0)]));
    assert_eq!(
        features("4k4/9/4S4/9/9/9/9/3G5/4K4 w Pn 1"),
        expect(&[
            ("silver", 1.0),
            ("gold", 1.0),
            ("pawn in hand", 1.0),
            ("knight in hand", -1.0),
            ("generals by the own king", 1.0),
            // The silver reaches 4b, 5b and 6b.
            ("attacks around the enemy king", 3.0),
            // Four free squares beside Black's king and one knight to drop there.
            ("holes by the own king times enemy hand", 4.0),
            ("pieces in the enemy camp", 1.0),
            ("to move", -1.0),
        ])
    );
}

proptest! {
    #[test]
    fn garbage_is_refused_or_read_but_never_fatal(
        rows in prop::collection::vec("[1-9+plnsgbrkPLNSGBRK]{1,4}", 8..10),
        mover in "[bw]",
        hands in "[-0-9PLgk]{1,4}",
        text in "\\PC{0,60}",
    ) {
        let soup = format!("{} {mover} {hands} 1", rows.join("/"));
        let near = format!("4k4/9/9/9/9/9/9/9/4K4 {mover} {hands} 1");
        for text in [&soup, &near, &text] {
            let _ = Shogi.parse_move(&Shogi.start(), text);
            if let Ok(position) = Shogi.parse_position(text) {
                let written = Shogi.write_position(&position);
                prop_assert_eq!(Shogi.parse_position(&written), Ok(position));
            }
        }
    }
}
