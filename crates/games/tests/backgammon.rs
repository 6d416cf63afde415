//! Backgammon: plays compared with GNU Backgammon's, the rules by hand, notation and ids.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use shido_core::picture::Depict;
use shido_core::{
    Chance, Features, ForFirst, Game, Guide, Inputs, Notation, Outcome, Seat, Seed, Turn,
};
use shido_games::backgammon::{Backgammon, Dice, Move, Position};
use shido_testkit::laws;

/// Made by GNU Backgammon 1.07 with `data/make-backgammon-plays.py`.
const PLAYS: &str = include_str!("data/backgammon-plays.tsv");

fn at(text: &str) -> Position {
    Backgammon
        .parse_position(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal moves as they are written, sorted.
fn written(text: &str) -> Vec<String> {
    let position = at(text);
    let moves = Backgammon.moves(&position).into_iter();
    let mut names: Vec<String> = moves
        .map(|mv| Backgammon.write_move(&position, mv))
        .collect();
    names.sort();
    names
}

/// The parts of a play in one order: ours is not always GNU Backgammon's.
fn words(play: &str) -> BTreeSet<&str> {
    play.split(' ').collect()
}

fn position_id(position: &Position) -> String {
    let id = position.gnu_id();
    id.split(':').next().unwrap_or_default().to_owned()
}

#[test]
fn backgammon_keeps_the_laws() {
    laws::check(&Backgammon, Seed(1), 20);
    laws::check_chance(&Backgammon, Seed(2), 20);
    laws::check_symmetry(&Backgammon, Seed(3), 5);
    laws::check_guide(&Backgammon, Seed(4), 20);
    laws::check_features(&Backgammon, Seed(5), 20);
    laws::check_markers(&Backgammon, Seed(7), 10);
}

/// Our plays lead to the positions that GNU Backgammon's do, and we read and write them as it does.
#[test]
fn plays_are_those_of_gnu_backgammon() {
    let mut rows = 0;
    for row in PLAYS.lines() {
        rows += 1;
        let mut fields = row.split('\t');
        let (Some(id), Some(dice)) = (fields.next(), fields.next()) else {
            panic!("a row has a position and dice: {row}");
        };
        // The id tells the board with the first side on roll; the dice are added to its text.
        let text = Backgammon.write_position(&at(id));
        let board = text.split(' ').next().unwrap_or_default();
        let position = at(&format!("{board} first {dice}"));
        let expected: BTreeMap<&str, &str> = fields
            .map(|field| field.rsplit_once('=').expect("a play and its position"))
            .collect();
        if expected.is_empty() {
            assert_eq!(written(&Backgammon.write_position(&position)), ["pass"]);
            continue;
        }
        let expected_ids: BTreeSet<String> = expected.values().map(|id| (*id).to_owned()).collect();
        let moves = Backgammon.moves(&position);
        let ids: BTreeSet<String> = moves
            .iter()
            .map(|mv| position_id(&Backgammon.after(&position, *mv)))
            .collect();
        assert_eq!(ids, expected_ids, "{id} {dice}");
        assert_eq!(ids.len(), moves.len(), "{id} {dice}: a play is made twice");
        for (play, result) in expected {
            let mv = Backgammon
                .parse_move(&position, play)
                .unwrap_or_else(|error| panic!("{id} {dice} {play}: {error}"));
            let reached = position_id(&Backgammon.after(&position, mv));
            assert_eq!(reached, result, "{id} {dice} {play}");
            let ours = Backgammon.write_move(&position, mv);
            assert_eq!(words(&ours), words(play), "{id} {dice}: written otherwise");
        }
    }
    assert!(rows > 300, "only {rows} rows");
}

/// What can be played, worked out by hand. The first side has borne off what is not shown.
#[test]
fn dice_are_played_as_the_rules_ask() {
    let check = |text: &str, expected: &[&str]| assert_eq!(written(text), expected, "{text}");
    // Either die can be played but not both, since the second side holds the ace point.
    check("-b----------A------------- first 65", &["12/6"]);
    // Now the larger cannot.
    check("-b----b-----A------------- first 65", &["12/7"]);
    // After 7/6 there would be no six, so the one must be played from 20.
    check(
        "-------A------b-----A----- first 61",
        &["20/13", "20/19 7/1"],
    );
    // A checker on the 6 point keeps the five from bearing off, unless the three moves it first.
    check(
        "--A-A-A---------------bb-- first 53",
        &["6/1 4/1", "6/3 4/off"],
    );
    // The last checker comes home and goes off with either die first: one position, one play.
    check("-A-----A--------------bb-- first 62", &["7/off"]);
    // A double is played as often as it can be.
    check("------------B-b----------- first 44", &["12/4(2)"]);
    check("b--b-------------------A-- first 55", &["23/8"]);
    // Two on the bar, and only the one lets them in.
    check("----------------------b--B first 31", &["bar/24"]);
    check("----------------------b--B first 11", &["bar/23(2)"]);
    check("----------------------b-bB first 31", &["pass"]);
    check("----------------------b-aB first 31", &["bar/24*"]);
    // The second side moves the other way and counts from its own home.
    check(
        "a--A--------------------BB second 32",
        &["bar/20", "bar/22*/20"],
    );
}

#[test]
fn the_loser_pays_one_two_or_three() {
    let check = |text: &str, payoff: f64| {
        let mut position = at(text);
        let play = Backgammon.moves(&position)[0];
        Backgammon.play(&mut position, play);
        let expected = Turn::Over(Outcome::paying(ForFirst(payoff)));
        assert_eq!(Backgammon.turn(&position), expected, "{text}");
        assert_eq!(Backgammon.moves(&position), [], "{text}");
    };
    check("-A------------------n----- first 21", 1.0);
    // Once a checker is off it is a plain game wherever the others are.
    check("aA------------------m----- first 21", 1.0);
    check("-A------------------o----- first 21", 2.0);
    check("-A----a-------------n----- first 21", 3.0);
    check("-A-----a------------n----- first 21", 2.0);
    check("aA------------------n----- first 21", 3.0);
    check("-----O------------------a- second 21", -2.0);
    check("-----N------------------aA second 21", -3.0);
}

#[test]
fn the_opening_roll_makes_either_side_begin() {
    let start = Backgammon.start();
    let openings = Backgammon.moves(&start);
    assert_eq!(openings.len(), 30);
    for seat in Seat::BOTH {
        let odds: f64 = openings
            .iter()
            .filter(|mv| Backgammon.turn(&Backgammon.after(&start, **mv)) == Turn::Of(seat))
            .map(|mv| Backgammon.probability(&start, *mv))
            .sum();
        assert!((odds - 0.5).abs() < 1e-12, "{seat} begins with {odds}");
    }
    let later = at("-b----E-C---eE---c-e----B- first");
    let rolls = Backgammon.moves(&later);
    assert_eq!(rolls.len(), 21);
    let double = Dice::new(4, 4).map(Move::Roll).expect("two dice");
    let other = Dice::new(1, 3).map(Move::Roll).expect("two dice");
    assert_eq!(Backgammon.probability(&later, double), 1.0 / 36.0);
    assert_eq!(Backgammon.probability(&later, other), 1.0 / 18.0);
    assert_eq!(Dice::new(0, 3), None);
    assert_eq!(Dice::new(3, 7), None);
}

#[test]
fn plays_are_read_in_many_ways() {
    let check = |position: &str, text: &str, meant: &str| {
        let position = at(position);
        let mv = Backgammon
            .parse_move(&position, text)
            .unwrap_or_else(|error| panic!("{text}: {error} ({:?})", error.help));
        assert_eq!(Backgammon.write_move(&position, mv), meant, "{text}");
    };
    let start = "-b----E-C---eE---c-e----B- first";
    check(&format!("{start} 31"), "6/5, 8/5", "8/5 6/5");
    check(&format!("{start} 65"), "24/18/13", "24/13");
    check(&format!("{start} 65"), "24/18 18/13", "24/13");
    check(&format!("{start} 33"), "6/3 8/5 6/3 8/5", "8/5(2) 6/3(2)");
    check(start, "13", "31");
    check(start, " 3-1 ", "31");
    check(
        "-b----E-C---eE---c-e----B- opening",
        "Second 13",
        "second 31",
    );
    check("----------------------b-aB first 31", "BAR/24", "bar/24*");
    check("----------------------b-bB first 31", "cannot move", "pass");
    // With a blot on 7 only, a checker that does not stop there does not hit.
    let one_blot = "-------a--A--------------- first 32";
    check(one_blot, "10/5", "10/5");
    check(one_blot, "10/7/5", "10/7*/5");
    check(one_blot, "10/7 7/5", "10/7*/5");
}

#[test]
fn what_is_no_move_is_said() {
    let check = |position: &str, text: &str, problem: &str, help: &str| {
        let error = Backgammon.parse_move(&at(position), text).expect_err(text);
        assert!(error.problem.contains(problem), "{text}: {error}");
        let found = error.help.unwrap_or_default();
        assert!(found.contains(help), "{text}: {found}");
    };
    let start = "-b----E-C---eE---c-e----B- first 31";
    for text in [
        "",
        "/",
        "8",
        "8/",
        "8/5",
        "8/5 6/5 6/5",
        "13/9*",
        "8/5(0) 6/5",
        "8/5(9) 6/5",
        "99/1",
        "-1/5",
        "8/5(2",
        "pass",
        "31",
        "13/10)",
        "0/3",
        "26/25",
        "8/5\u{fffd}",
    ] {
        check(start, text, "is not a legal move", "legal moves: ");
    }
    check(
        "-b----E-C---eE---c-e----B- first",
        "71",
        "`71`",
        "11, 21, 22",
    );
    check(
        "-b----E-C---eE---c-e----B- opening",
        "31",
        "`31`",
        "first 21",
    );
    check(
        "-b----E-C---eE---c-e----B- opening",
        "first 33",
        "`first 33`",
        "first 21",
    );
    check("-------------------o------ second", "11", "`11`", "over");
    check(
        "-------aa-A--------------- first 32",
        "10/5",
        "two ways",
        "10/7*/5, 10/8*/5",
    );
}

/// The match ids are what GNU Backgammon showed with its player 0, or 1, to roll or to play.
#[test]
fn gnu_ids_are_read_and_written() {
    let board = "-b----E-C---eE---c-e----B-";
    for (match_id, turn) in [
        ("MAEAAAAAAAAA", "first"),
        ("MIEFAAAAAAAA", "first 31"),
        ("cIkSAAAAAAAA", "second 54"),
    ] {
        let position = at(&format!("{board} {turn}"));
        let id = format!("4HPwATDgc/ABMA:{match_id}");
        assert_eq!(at(&id), position, "{id}");
        assert_eq!(position.gnu_id(), id, "{turn}");
    }
    assert_eq!(at("4HPwATDgc/ABMA"), Backgammon.start());
}

#[test]
fn what_is_no_position_is_said() {
    let check = |text: &str, problem: &str| {
        let error = Backgammon.parse_position(text).expect_err(text);
        assert!(error.problem.contains(problem), "{text}: {error}");
    };
    check("", "not a position");
    check("-b----E-C---eE---c-e----B-", "not a position");
    check("-b----E-C---eE---c-e----B- first 3 1", "not a position");
    check("-b----E-C---eE---c-e----B first", "25 letters");
    check(
        "-b----E-C---eE---c-e----C- first",
        "first side has 16 checkers",
    );
    check(
        "-b----E-C---eE---c-e-a--B- first",
        "second side has 16 checkers",
    );
    check("-b----E-C---eE---c-e----P- first", "`P`");
    check("A------------------------- first", "other side's bar");
    check("-------------------------a first", "other side's bar");
    check("-------------------------- first", "no checkers");
    check("-b----E-C---eE---c-e----B- third", "`third` is not a side");
    check("-b----E-C---eE---c-e----B- opening 31", "is not a side");
    check(
        "-b----E-C---eE---c-e----B- first 71",
        "`71` are not two dice",
    );
    check("-b----E-C---eE---c-d----B- opening", "starting position");
    // Ids that are too short, of letters that are none, and with bits behind the last checker.
    check("4HPwATDgc/ABM", "not a position id");
    check("4HPwATDgc/AB!A", "not a position id");
    check("4HPwATDgc/ABMP", "not a position id");
    check("AAAAAAAAAACAAA", "not a position id");
    check("AAAAAAAAAAAAAA", "no checkers");
    check("//8AAAAAAAAAAA", "16 checkers");
    check("4HPwATDgc/ABMA:cIk", "not a match id");
    check("4HPwATDgc/ABMA:cIk/AAAAAAAA", "has the dice");
    // The first bit is the opponent's ace point; bit 49 the roller's 24 point, which is the same.
    check("AQAAAAAAAgAAAA", "both sides stand on one point");
}

#[test]
fn hits_and_points_look_better_than_blots() {
    let promise = |position: &str, play: &str| {
        let position = at(position);
        let mv = Backgammon.parse_move(&position, play).expect(play);
        Backgammon.promise(&position, mv)
    };
    let start = "-b----E-C---eE---c-e----B- first 31";
    assert!(promise(start, "8/5 6/5") > promise(start, "24/20"));
    let blot = "-------a--A--------------- first 32";
    assert!(promise(blot, "10/7*/5") > promise(blot, "10/5"));
}

fn feature(text: &str, name: &str) -> f64 {
    let names = Backgammon.feature_names();
    let wanted = names.iter().position(|known| known == name).expect(name);
    let mut sum = 0.0;
    Backgammon.each_feature(&at(text), |index, value| {
        if index == wanted {
            sum += value;
        }
    });
    sum
}

/// Counted by hand.
#[test]
fn features_count_what_they_say() {
    let start = "-b----E-C---eE---c-e----B- first";
    assert_eq!(feature(start, "pips to go, contact"), 0.0);
    assert_eq!(feature(start, "turn, contact"), 1.0);
    // The blot on the 8 point has 17 pips to lose: to a six, or to a six or a three, but the checker
    // on the bar is too far for one die.
    let exposed = |text: &str| feature(text, "pips in direct shots");
    assert_eq!(
        exposed("a-b-----A----------------- second"),
        11.0 / 36.0 * 17.0
    );
    assert_eq!(
        exposed("a-b--b--A----------------- second"),
        20.0 / 36.0 * 17.0
    );
    // Points 4 to 7 are a prime, with one checker behind it, one on the bar and one in front.
    let prime = "a--aBBBB-a---------------- first";
    assert_eq!(feature(prime, "longest prime"), 4.0);
    assert_eq!(feature(prime, "opponents behind a prime"), 2.0);
    assert_eq!(feature(prime, "home points"), 3.0);
    assert_eq!(feature(prime, "five point"), 1.0);
    assert_eq!(feature(prime, "bar point"), 1.0);
    assert_eq!(feature(prime, "on the bar"), -1.0);
    assert_eq!(feature(prime, "on the bar against home points"), -3.0);
    let race = "-A--B-----------------b--- second";
    assert_eq!(feature(race, "pips to go, contact"), 0.0);
    assert_eq!(feature(race, "pips to go, race"), 3.0);
    assert_eq!(feature(race, "percent of all pips, race"), 20.0);
    assert_eq!(feature(race, "turn, race"), -1.0);
    assert_eq!(feature(race, "off, race"), -1.0);
}

#[test]
fn the_weights_set_by_hand_are_for_these_features() {
    let text = include_str!("../../../weights/backgammon.hand.toml");
    let table: toml::Table = text.parse().expect("the file is TOML");
    assert_eq!(table["game"].as_str(), Some("backgammon"));
    assert!(table["scale"].as_float().is_some_and(|scale| scale > 0.0));
    let weights = table["weights"].as_table().expect("a table of weights");
    assert!(weights.values().all(|weight| weight.as_float().is_some()));
    let named: BTreeSet<&str> = weights.keys().map(String::as_str).collect();
    let names = Backgammon.feature_names();
    assert_eq!(named, names.iter().map(String::as_str).collect());
}

proptest! {
    #[test]
    fn every_position_has_a_gnu_id(seed: u64, plies in 0_usize..300) {
        let mut rng = Seed(seed).rng();
        let mut position = Backgammon.start();
        for _ in 0..plies {
            if let Some(mv) = Backgammon.random_move(&position, &mut rng) {
                Backgammon.play(&mut position, mv);
            }
        }
        prop_assert_eq!(Position::from_gnu_id(&position.gnu_id()), Ok(position));
    }

    #[test]
    fn no_text_is_too_strange_to_be_refused(text in "[-a-pA-P]{24,27} (first|second|opening)( [0-9]{0,3})?|[A-Za-z0-9+/]{12,15}(:[A-Za-z0-9+/]{11,13})?|.*") {
        if let Ok(position) = Backgammon.parse_position(&text) {
            let written = Backgammon.write_position(&position);
            prop_assert_eq!(Backgammon.parse_position(&written), Ok(position));
        }
    }

    #[test]
    fn no_move_is_too_strange_to_be_refused(text in "((bar|off|[0-9]{1,3})[/*() ,0-9]{0,4}){0,9}|.*") {
        let position = at("-b----E-C---eE---c-e----B- first 31");
        if let Ok(mv) = Backgammon.parse_move(&position, &text) {
            prop_assert!(Backgammon.moves(&position).contains(&mv));
        }
    }
}

/// Below the board dice are told as players say them, and a single pip is one.
#[test]
fn what_is_said_beside_the_board() {
    let beside = |text: &str| {
        let position = Backgammon.parse_position(text).expect("a position");
        Backgammon.picture(&position).beside
    };
    let [first, second] = beside("bJbA--B--------------bc--A second 64");
    assert!(second.ends_with(", to play 6-4"), "{second}");
    assert!(first.ends_with(" pips"), "{first}");
}

/// The points keep the numbers by which the last move was made. The first place is the first side's ace point.
#[test]
fn the_winner_sees_the_end_with_their_own_numbers() {
    for (text, name) in [
        ("-A------------------n----- first 21", "1"),
        ("-----O------------------a- second 21", "24"),
    ] {
        let mut position = at(text);
        assert_eq!(Backgammon.picture(&position).places[0].name, name, "{text}");
        let play = Backgammon.moves(&position)[0];
        Backgammon.play(&mut position, play);
        assert_eq!(Backgammon.picture(&position).places[0].name, name, "{text}");
    }
}

/// The inputs of a position in their order, and whose view it is.
fn inputs(position: &<Backgammon as Game>::Position) -> (Vec<f32>, Seat) {
    let mut all = vec![0.0; Backgammon.inputs()];
    let viewer = Backgammon.each_input(position, |index, value| {
        assert_eq!(all[index], 0.0, "input {index} once");
        all[index] = value;
    });
    (all, viewer)
}

#[test]
fn a_network_sees_the_units_of_td_gammon() {
    // Five on 6, two on the bar and a blot on 20 against five on their 6 and one on their 24; the rest is off.
    let position = Backgammon.parse_position("-a----E------------e-A---B second 21");
    let (all, viewer) = inputs(&position.expect("a position"));
    assert_eq!(viewer, Seat::Second);
    let side = 24 * 4 + 2;
    let point = |side: &[f32], point: usize| side[4 * (point - 1)..4 * point].to_vec();
    let (second, first) = (&all[..side], &all[side..2 * side]);
    assert_eq!(point(second, 6), [0.0, 1.0, 1.0, 1.0]);
    assert_eq!(point(second, 24), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(second[96..], [0.0, 9.0 / 15.0]);
    assert_eq!(point(first, 6), [0.0, 1.0, 1.0, 1.0]);
    assert_eq!(point(first, 21), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(first[96..], [1.0, 7.0 / 15.0]);
    assert_eq!(
        second
            .iter()
            .chain(first)
            .filter(|unit| **unit != 0.0)
            .count(),
        11
    );
}

#[test]
fn both_sides_see_alike() {
    let mut rng = Seed(3).rng();
    for _ in 0..30 {
        let mut position = Backgammon.start();
        while let Some(mv) = Backgammon.random_move(&position, &mut rng) {
            Backgammon.play(&mut position, mv);
            let text = Backgammon.write_position(&position);
            let (board, turn) = text.split_once(' ').expect("letters and a turn");
            let swap = |letter: char| match letter.is_ascii_uppercase() {
                true => letter.to_ascii_lowercase(),
                false => letter.to_ascii_uppercase(),
            };
            let turned: String = board.chars().rev().map(swap).collect();
            let turn = match turn.split_once("first") {
                Some((_, dice)) => format!("second{dice}"),
                None => turn.replace("second", "first"),
            };
            let turned = Backgammon.parse_position(&format!("{turned} {turn}"));
            let (own, viewer) = inputs(&position);
            let (others, other) = inputs(&turned.expect("a position"));
            assert_eq!((own, viewer), (others, other.other()), "{text}");
        }
    }
}
