//! English draughts: rules, known counts, notation and records of games.

use proptest::prelude::*;
use shido_core::{Features, Game, Guide, Notation, Outcome, Seat, Seed, Turn};
use shido_games::draughts::{Draughts, Position, pdn};
use shido_testkit::{laws, perft};

fn position(text: &str) -> Position {
    Draughts
        .parse_position(text)
        .expect("the position is legal")
}

fn moves(position: &Position) -> Vec<String> {
    let moves = Draughts.moves(position).into_iter();
    let mut names: Vec<String> = moves.map(|mv| Draughts.write_move(position, mv)).collect();
    names.sort();
    names
}

fn after(position: &Position, mv: &str) -> Position {
    let mv = Draughts
        .parse_move(position, mv)
        .expect("the move is legal");
    Draughts.after(position, mv)
}

#[test]
fn draughts_keeps_the_laws() {
    laws::check(&Draughts, Seed(1), 40);
    laws::check_symmetry(&Draughts, Seed(2), 10);
    laws::check_guide(&Draughts, Seed(3), 40);
    laws::check_features(&Draughts, Seed(4), 40);
    laws::check_markers(&Draughts, Seed(7), 10);
}

/// The counts from the start that programs of English draughts agree on, as published by Bik
/// ("Computing deep perft and divide numbers for checkers", ICGA Journal 35, 2012).
#[test]
fn the_tree_from_the_start_has_the_published_size() {
    let published = [
        7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564,
    ];
    for (depth, leaves) in (1..).zip(published) {
        assert_eq!(
            perft(&Draughts, &Draughts.start(), depth),
            leaves,
            "at depth {depth}"
        );
    }
}

#[test]
fn captures_must_be_made_and_ended() {
    // 14 lands on 23 and must go on to 30 or 32; 15 lands on 22 and must go on to 31.
    let two_ways = position("B:W18,26,27:B14,15");
    assert_eq!(moves(&two_ways), ["14x30", "14x32", "15x31"]);
    let played = after(&two_ways, "14x30");
    assert_eq!(Draughts.write_position(&played), "W:W27:B15,K30");
}

#[test]
fn a_new_king_does_not_go_on_capturing() {
    // From 30 a king could take 26 with the next jump; a man that has just come there cannot.
    let played = after(&position("B:W25,26:B21"), "21x30");
    assert_eq!(Draughts.write_position(&played), "W:W26:BK30");
}

#[test]
fn captures_with_the_same_ends_name_what_they_touch() {
    // The man comes from 2 to 18 over 6 and 14 or over 7 and 15.
    let ambiguous = position("B:W6,7,14,15:B2");
    assert_eq!(moves(&ambiguous), ["2x11x18", "2x9x18"]);
    let played = after(&ambiguous, "2:9:18");
    assert_eq!(Draughts.write_position(&played), "W:W7,15:B18");
    let error = Draughts.parse_move(&ambiguous, "2x18").unwrap_err();
    assert_eq!(error.problem, "`2x18` could be more than one capture");
    assert_eq!(error.help.as_deref(), Some("write one of 2x9x18, 2x11x18"));
}

#[test]
fn a_loop_is_one_move_whichever_way_it_goes() {
    // A king goes on where the man would have stopped, around the square of 2, 9, 18 and 11.
    let around = position("B:W6,7,14,15:BK2");
    assert_eq!(moves(&around), ["2x2"]);
    for way in ["2x9x18x11x2", "2x11x18x9x2", "2x2"] {
        let played = after(&around, way);
        assert_eq!(Draughts.write_position(&played), "W:W:BK2");
    }
}

#[test]
fn who_cannot_move_has_lost() {
    // 12 can only go to 16, and not jump over it to 19.
    for lost in ["B:W16,19:B12", "B:WK1:B"] {
        let lost = position(lost);
        assert_eq!(Draughts.moves(&lost), []);
        let outcome = Outcome::win(Seat::Second);
        assert_eq!(Draughts.turn(&lost), Turn::Over(outcome));
    }
}

#[test]
fn forty_quiet_moves_are_a_draw() {
    let last = position("B:WK32:B9,K1:H79");
    assert_eq!(Draughts.turn(&last), Turn::Of(Seat::First));
    let drawn = after(&last, "1-5");
    assert_eq!(Draughts.turn(&drawn), Turn::Over(Outcome::DRAW));
    assert_eq!(Draughts.moves(&drawn), []);
    let goes_on = after(&last, "9-13");
    assert_eq!(Draughts.write_position(&goes_on), "W:WK32:B13,K1");
    assert_eq!(
        Draughts.recurs_as(&drawn),
        position("W:WK32:B9,K5"),
        "the count is no part of what recurs"
    );
}

#[test]
fn captures_come_before_ease() {
    let quiet = Draughts.start();
    assert!(Draughts.at_ease(&quiet));
    assert!(!Draughts.at_ease(&position("B:W18,26,27:B14,15")));
}

/// The example of the notation's description.
#[test]
fn positions_are_written_as_in_other_programs() {
    let example = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29";
    assert_eq!(Draughts.write_position(&position(example)), example);
    let other_order = " b : b12,16,20,k22,k25,k29 : w18, 24,27,28,k15,k10. ";
    assert_eq!(position(other_order), position(example));
    assert_eq!(
        Draughts.write_position(&Draughts.start()),
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    );
}

#[test]
fn what_is_no_position_is_told() {
    let cases = [
        ("", "`` does not say who is to move"),
        ("Q:W1:B2", "`Q` does not say who is to move"),
        ("B:W30", "the pieces of Black are missing"),
        ("B:B1", "the pieces of White are missing"),
        ("B:W30:B1:W31", "the pieces of White are listed twice"),
        ("B:W30:B1,1", "there are two pieces on square 1"),
        ("B:W30:B30", "there are two pieces on square 30"),
        ("B:W33:B1", "`33` is not a piece of White"),
        ("B:W0:B1", "`0` is not a piece of White"),
        ("B:W+7:B1", "`+7` is not a piece of White"),
        ("B:W30,:B1", "`` is not a piece of White"),
        ("B:W30:BQ1", "`Q1` is not a piece of Black"),
        ("B:W3:B1", "a man of White on square 3 would be a king"),
        ("B:W30:B29", "a man of Black on square 29 would be a king"),
        ("B:W30:B1:H81", "`81` is not a number of quiet plies"),
        (
            "B:W30:B1:é",
            "`é` is neither a list of pieces nor a count of quiet plies",
        ),
        ("B:W:B1", "White has no pieces, so Black cannot be to move"),
        (
            "B:W32:B1,2,3,4,5,6,7,8,9,10,11,12,13",
            "Black has 13 pieces, but nobody has more than 12",
        ),
    ];
    for (text, problem) in cases {
        let error = Draughts.parse_position(text).unwrap_err();
        assert_eq!(error.problem, problem, "of `{text}`");
        assert!(error.help.is_some(), "of `{text}`");
    }
}

#[test]
fn what_is_no_move_is_told() {
    let start = Draughts.start();
    for text in ["", "11", "11-", "a-b", "11-33", "11--15", "11-+15"] {
        let error = Draughts.parse_move(&start, text).unwrap_err();
        assert_eq!(error.problem, format!("`{text}` is not a move"));
    }
    let error = Draughts.parse_move(&start, "11-14").unwrap_err();
    assert_eq!(error.problem, "`11-14` is not a legal move here");
    let help = error.help.expect("the legal moves are listed");
    assert!(help.contains("11-15") && help.contains("11-16"), "{help}");
}

/// Tinsley against Long, world championship 1981, game 37: a win for Black.
const TINSLEY_LONG: &str = r#"[Event "1981 World Championship Match, Game #37"]
[Black "M. Tinsley"]
[White "A. Long"]
[Result "1-0"]
1. 9-14 23-18 2. 14x23 27x18 3. 5-9 26-23 4. 12-16 30-26 5. 16-19 24x15 6. 10x19 23x16
7. 11x20 22-17 8. 7-11 18-15 9. 11x18 28-24 10. 20x27 32x5 11. 8-11 26-23 12. 4-8 25-22
13. 11-15 17-13 14. 8-11 21-17 15. 11-16 23-18 16. 15-19 17-14 17. 19-24 14-10 18. 6x15 18x11
19. 24-28 22-17 20. 28-32 17-14 21. 32-28 31-27 22. 16-19 27-24 23. 19-23 24-20 24. 23-26 29-25
25. 26-30 25-21 26. 30-26 14-9 27. 26-23 20-16 28. 23-18 16-12 29. 18-14 11-8 30. 28-24 8-4
31. 24-19 4-8 32. 19-16 9-6 33. 1x10 5-1 34. 10-15 1-6 35. 2x9 13x6 36. 16-11 8-4 37. 15-18 6-1
38. 18-22 1-6 39. 22-26 6-1 40. 26-30 1-6 41. 30-26 6-1 42. 26-22 1-6 43. 22-18 6-1 44. 14-9 1-5
45. 9-6 21-17 46. 18-22 1-0"#;

#[test]
fn a_game_of_the_masters_is_read() {
    let games = pdn::read(TINSLEY_LONG).expect("the game is legal");
    let [game] = games.as_slice() else {
        panic!("there is one game, not {}", games.len());
    };
    assert_eq!(game.tags[1], ("Black".to_owned(), "M. Tinsley".to_owned()));
    assert_eq!(game.start, Draughts.start());
    assert_eq!(game.moves.len(), 91);
    assert_eq!(game.result, Some(Outcome::win(Seat::First)));
}

#[test]
fn annotations_are_passed_over() {
    let annotated = "\u{feff}[SetUp \"1\"][FEN \"W:W30:BK1,5\"] ; from an ending\n\
        1...30-26! {a comment} $3 (30-25? (1-6 {}) 5-9) 2.1-6* 26-23 1/2-1/2\n\
        1.11-15 22-18 0-1";
    let games = pdn::read(annotated).expect("the games are legal");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].start, position("W:W30:BK1,5"));
    assert_eq!(games[0].moves.len(), 3);
    assert_eq!(games[0].result, Some(Outcome::DRAW));
    assert_eq!(games[1].start, Draughts.start());
    assert_eq!(games[1].result, Some(Outcome::win(Seat::Second)));
}

#[test]
fn what_is_no_game_is_told_with_its_place() {
    let cases = [
        (
            "1. 11-15\n22-18",
            2,
            6,
            "the text ends before the game does",
        ),
        (
            "11-15 [Event \"?\"]",
            1,
            7,
            "a new game begins before this one has ended",
        ),
        ("[Event \"?]\n*", 1, 1, "the tag is not complete"),
        ("*\n[Event", 2, 1, "the tag is not complete"),
        ("11-15 {so what", 1, 7, "this comment is not closed"),
        ("11-15 (11-16 (12-16)", 1, 7, "this variation is not closed"),
        ("11-15 é *", 1, 7, "`é` is not a move"),
        ("11-15 ) *", 1, 7, "`)` is not a move"),
        (
            "[FEN \"B:W1\"] *",
            1,
            1,
            "a man of White on square 1 would be a king",
        ),
    ];
    for (text, line, column, problem) in cases {
        let error = pdn::read(text).unwrap_err();
        let found = (error.line, error.column, error.problem.as_str());
        assert_eq!(found, (line, column, problem), "of `{text}`");
    }
}

#[test]
fn a_game_cut_short_is_never_taken_for_a_whole_one() {
    for end in 1..TINSLEY_LONG.len() {
        assert!(pdn::read(&TINSLEY_LONG[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn every_feature_has_a_weight_set_by_hand() {
    let file = include_str!("../../../weights/draughts.hand.toml");
    let file: toml::Table = file.parse().expect("the file is TOML");
    let weights = file["weights"].as_table().expect("weights are a table");
    let mut weighted: Vec<&String> = weights.keys().collect();
    let mut names = Draughts.feature_names();
    weighted.sort();
    names.sort();
    assert_eq!(weighted, names.iter().collect::<Vec<_>>());
    assert!(weights.values().all(|weight| weight.as_float().is_some()));
}

/// Counted by hand.
#[test]
fn features_count_what_their_names_say() {
    let feature = |text: &str, name: &str| {
        let names = Draughts.feature_names();
        let wanted = names.iter().position(|known| known == name);
        let mut value = 0.0;
        Draughts.each_feature(&position(text), |index, found| {
            if Some(index) == wanted {
                value += found;
            }
        });
        value
    };
    let bridges = "B:W30,32,21:B1,2,3,7";
    assert_eq!(feature(bridges, "men"), 1.0);
    assert_eq!(feature(bridges, "men in an ending"), 1.0);
    assert_eq!(feature(bridges, "bridge"), 0.0);
    assert_eq!(feature(bridges, "oreo"), 1.0);
    assert_eq!(feature(bridges, "back row"), 1.0);
    assert_eq!(feature(bridges, "men on row 2"), 1.0);
    assert_eq!(feature(bridges, "men on row 3"), -1.0);
    assert_eq!(feature(bridges, "lead"), 1.0 / 7.0);
    // The three on the long diagonal of White, and Black's king shut in its corner.
    let shut = "W:W25,22,18,8,11,K3:BK4";
    assert_eq!(feature(shut, "dyke"), -1.0);
    assert_eq!(feature(shut, "trapped kings"), 1.0);
    assert_eq!(feature(shut, "kings"), 0.0);
    assert_eq!(feature(shut, "to move"), -1.0);
    // Face to face with White to move, Black has the move: White must give way.
    assert_eq!(feature("W:WK15:BK6", "the move"), 1.0);
    assert_eq!(feature("B:WK15:BK6", "the move"), -1.0);
}

proptest! {
    #[test]
    fn garbage_is_refused_or_read_but_never_fatal(
        soup in "[0-9xKBWH:,.*\\-\\[\\]\"{}(); \n]{0,120}",
        text in "\\PC{0,60}",
    ) {
        for text in [&soup, &text] {
            let _ = pdn::read(text);
            let _ = Draughts.parse_move(&Draughts.start(), text);
            if let Ok(position) = Draughts.parse_position(text) {
                let written = Draughts.write_position(&position);
                prop_assert_eq!(Draughts.parse_position(&written), Ok(position));
            }
        }
    }
}
