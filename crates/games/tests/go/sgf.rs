//! Records of games, as people and programs write them, and broken ones.

use proptest::prelude::*;
use shido_core::{Game, Notation, Outcome, Seat, Seed, Turn};
use shido_games::go::Komi;
use shido_games::go::sgf::{Record, SgfError, read, write};

use crate::go::{at, go, played};

/// Reads a game, and compares its last position.
fn check(text: &str, end: &str) -> Record {
    let record = read(text).expect(text);
    let last = record
        .position(record.moves.len())
        .expect("that many moves");
    assert_eq!(record.go.write_position(&last), end, "{text}");
    record
}

#[test]
fn records_are_read_as_others_write_them() {
    // Columns are counted from the left and rows from the top. Only the first variation is played.
    let record = check(
        "(;GM[1]FF[4]SZ[5]KM[0.5]PB[A \\] b]PW[C]RE[B+2.5]C[; (not a move)];B[cc];W[bd](;B[ba];W[])(;B[dd]))",
        "1X3/5/2X2/1O3/5 X 1 -",
    );
    assert_eq!(record.go.komi(), Komi::halves(1));
    assert_eq!(record.players[0].as_deref(), Some("A ] b"));
    assert_eq!(record.players[1].as_deref(), Some("C"));
    assert_eq!(record.outcome(), Some(Outcome::win(Seat::First)));
    assert!(record.position(5).is_none());
    let after_two = record.position(2).expect("four moves");
    assert_eq!(record.go.write_position(&after_two), "5/5/2X2/1O3/5 X 0 -");

    // Stones that are set up, a rectangle of them, and one taken away; who moves is told.
    check(
        "(;SZ[5]AB[aa:bb][ed]AW[ee]AE[bb]PL[W])",
        "XX3/X4/5/4X/4O O 0 -",
    );
    // White moves first where the first move is White's. Two moves in a row have a pass between them.
    check("(;SZ[5];W[aa];W[bb])", "O4/1O3/5/5/5 X 0 -");
    // Passes as they were written once, and one more than the rules need.
    check("(;SZ[5];B[tt];W[tt];B[tt])", "5/5/5/5/5 X 2 -");
    // The traditional handicap, with and without its stones.
    for text in ["(;SZ[9]HA[2]AB[cg][gc];W[ee])", "(;SZ[9]HA[2];W[ee])"] {
        let record = check(text, "9/9/6X2/9/4O4/9/2X6/9/9 X 0 -");
        assert_eq!(
            (record.go.handicap(), record.go.komi()),
            (2, Komi::halves(1))
        );
    }
    // A free handicap is a position like others.
    let free = check("(;SZ[9]HA[2]KM[0]AB[aa][bb])", "X8/1X7/9/9/9/9/9/9/9 O 0 -");
    assert_eq!((free.go.handicap(), free.go.komi()), (0, Komi::halves(0)));
    // Half of the komi, as where stones are counted; and what stands before the game.
    let counted = read("\u{feff} a game (;SZ[9]KM[3.75])").expect("a game");
    assert_eq!(counted.go.komi().points(), 7.5);
    assert_eq!(
        read("(;KM[]HA[0];B[qd])")
            .expect("nothing is told")
            .go
            .size(),
        19
    );
}

#[test]
fn games_are_written_and_read_back() {
    for game in 0..20 {
        let go = match game % 3 {
            0 => go(5).with_komi(Komi::halves(13)),
            1 => go(9).with_handicap(4).expect("there is such a handicap"),
            _ => go(19),
        };
        let mut rng = Seed(9).derive(game).rng();
        let start = go.start();
        let mut position = start.clone();
        let mut moves = Vec::new();
        while let Some(mv) = go
            .random_move(&position, &mut rng)
            .filter(|_| moves.len() < 300)
        {
            moves.push(mv);
            go.play(&mut position, mv);
        }
        let record = Record {
            go,
            start,
            moves,
            players: [Some("a [b\\]: c".to_owned()), None],
            date: Some("2026-11-17".to_owned()),
            result: None,
        };
        let text = write(&record);
        assert_eq!(text, write(&record), "the same text each time");
        let again = read(&text).expect(&text);
        assert_eq!(again.start, record.start);
        assert_eq!(again.moves, record.moves);
        assert_eq!(again.players, record.players);
        assert_eq!(again.date, record.date);
        assert_eq!(again.go.komi(), record.go.komi());
        assert_eq!(again.go.handicap(), record.go.handicap());
        if let Turn::Over(outcome) = record.go.turn(&position) {
            assert_eq!(again.outcome(), Some(outcome), "{text}");
        }
    }
    let record = Record {
        go: go(5),
        start: at(&go(5), "5/1XO2/X2O1/1XO2/5 O"),
        moves: Vec::new(),
        players: [None, None],
        date: None,
        result: Some("Void".to_owned()),
    };
    assert_eq!(
        write(&record),
        "(;FF[4]GM[1]CA[UTF-8]SZ[5]KM[7.5]RE[Void]AB[bd][ac][bb]AW[cd][dc][cb]PL[W])\n"
    );
}

/// The past of a record is kept, so that a superko is seen which the text of a position forgets.
#[test]
fn a_record_keeps_the_past() {
    let go = go(5);
    let start = at(&go, "5/5/5/OOX2/1X1X1 X");
    let end = played(&go, start, "A1 C1");
    let record = read("(;SZ[5]AW[ad][bd]AB[cd][be][de]PL[B];B[ae];W[ce])").expect("two moves");
    assert_eq!(record.position(2), Some(end));
    let error =
        read("(;SZ[5]AW[ad][bd]AB[cd][be][de]PL[B];B[ae];W[ce];B[be])").expect_err("superko");
    let SgfError::Illegal { number: 3, mv, why } = error else {
        panic!("{error}");
    };
    assert!(mv == "B1" && why.contains("(ko)"), "{mv} {why}");
}

#[test]
fn broken_records_are_explained() {
    for (text, told) in [
        ("", "not SGF"),
        ("hello", "not SGF"),
        ("(;SZ[9]", "not SGF"),
        ("(;SZ[9];B[aa)", "not SGF"),
        ("(;GM[2])", "not of a game of go"),
        ("(;GM[x])", "not SGF"),
        ("(;SZ[1])", "`SZ[1]` makes no sense"),
        ("(;SZ[25])", "`SZ[25]` makes no sense"),
        ("(;SZ[9:13])", "`SZ[9:13]` makes no sense"),
        ("(;SZ[nine])", "`SZ[nine]` makes no sense"),
        ("(;KM[much])", "`KM[much]` makes no sense"),
        ("(;KM[6.3])", "`KM[6.3]` makes no sense"),
        ("(;KM[NaN])", "`KM[NaN]` makes no sense"),
        ("(;HA[-3])", "`HA[-3]` makes no sense"),
        ("(;SZ[9]HA[10])", "`HA[10]` makes no sense"),
        ("(;SZ[5]HA[2])", "`HA[2]` makes no sense"),
        ("(;SZ[5];B[ff])", "`B[ff]` makes no sense"),
        ("(;SZ[5];B[a])", "`B[a]` makes no sense"),
        ("(;SZ[5]AB[zz])", "`AB[zz]` makes no sense"),
        ("(;SZ[5]AB[a])", "`AB[a]` makes no sense"),
        ("(;SZ[5]PL[x])", "`PL[x]` makes no sense"),
        ("(;SZ[5];B[aa]AW[bb])", "after move 1"),
        ("(;SZ[5];B[aa];AW[bb])", "after move 1"),
        ("(;SZ[5]AB[aa]AW[ab][ba])", "cannot lie like this"),
        (
            "(;SZ[5];B[aa];W[aa])",
            "move 2, A5, is not legal: there is a stone",
        ),
        (
            "(;SZ[5]AB[ab][ba];W[aa])",
            "move 1, A5, is not legal: the stone would have no liberty",
        ),
        (
            "(;SZ[5];B[];W[];B[aa])",
            "move 3, A5, is not legal: the contest is over",
        ),
    ] {
        let error = read(text).expect_err(text).to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
    let endless = format!("({})", ";".repeat(100_000));
    assert_eq!(read(&endless).err(), Some(SgfError::TooLong(4000)));
    let longest = format!("({})", ";C[x]".repeat(4000));
    assert!(read(&longest).expect("so many are read").moves.is_empty());
}

const GAME: &str =
    "(;GM[1]FF[4]SZ[9]KM[7.5]HA[2]AB[cg][gc]PB[a\\]]RE[W+R];W[ee];B[ed](;W[de];B[])(;W[tt]))";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// No text makes reading panic, and what can be read can be written and read again.
    #[test]
    fn mutated_records_do_no_harm(
        changes in prop::collection::vec((0..GAME.len(), prop::sample::select("()[];:\\ABCWSZHKMa9-.tz\né".chars().collect::<Vec<_>>()), 0..3_u8), 1..6)
    ) {
        let mut symbols: Vec<char> = GAME.chars().collect();
        for (place, symbol, kind) in changes {
            let place = place.min(symbols.len() - 1);
            match kind {
                0 => symbols[place] = symbol,
                1 => symbols.insert(place, symbol),
                _ => drop(symbols.drain(place..(place + 3).min(symbols.len() - 1))),
            }
        }
        let text: String = symbols.into_iter().collect();
        if let Ok(record) = read(&text) {
            let again = read(&write(&record)).expect("what was written is read");
            prop_assert_eq!(again.start, record.start);
            prop_assert_eq!(again.moves, record.moves);
        }
    }
}
