//! Chess endings of three and four men, whose longest mates and counts are in the literature.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{LazyLock, Mutex};

use shido_core::{Endgame, Endgames, Game, Notation, Seat, Solved, Turn, Verdict};
use shido_games::chess::Chess;
use shido_solve::{
    EndgameTable, EndgameTables, Origin, Rejected, SolveOptions, Store, load_or_solve_endgame,
    solve_endgame,
};

/// Solves an ending and those that it leads to, each once for all tests.
fn with<T>(name: &str, look: impl FnOnce(Endgame, &EndgameTables) -> T) -> T {
    static SOLVED: LazyLock<Mutex<EndgameTables>> = LazyLock::new(Mutex::default);
    let endgame = Chess.find_endgame(name).unwrap();
    let mut tables = SOLVED.lock().unwrap();
    let mut wanted = Chess.endgames_after(endgame);
    wanted.push(endgame);
    for wanted in wanted {
        solve_into(&mut tables, wanted);
    }
    look(endgame, &tables)
}

fn solve_into(tables: &mut EndgameTables, endgame: Endgame) {
    if tables.get(endgame).is_none() {
        for after in Chess.endgames_after(endgame) {
            solve_into(tables, after);
        }
        let options = SolveOptions::new("test", 0);
        let table = solve_endgame(&Chess, endgame, tables, &options, &|_| {}).unwrap();
        tables.insert(endgame, table);
    }
}

fn table(endgame: Endgame, tables: &EndgameTables) -> &EndgameTable {
    tables.get(endgame).unwrap()
}

/// Thompson (1986, "Retrograde analysis of certain endgames") and the tables of Nalimov have these.
#[test]
fn the_longest_mates_are_those_of_the_literature() {
    for (name, moves) in [
        ("KQK", 10),
        ("KRK", 16),
        ("KPK", 28),
        ("KBBK", 19),
        ("KBNK", 33),
        ("KQKR", 35),
    ] {
        let longest = with(name, |endgame, tables| {
            table(endgame, tables).summary().longest
        });
        assert_eq!(longest.div_ceil(2), moves, "{name}");
    }
}

/// Bain and Hoff published king and rook against king with Black to move, positions up to symmetry by the
/// moves in which White wins (UCI Machine Learning Repository, "Chess (King-Rook vs. King)", 1994).
#[test]
fn king_and_rook_with_black_to_move_are_counted_as_by_bain_and_hoff() {
    const BY_MOVES: [usize; 17] = [
        27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390,
    ];
    const DRAWN: usize = 2796;
    let mut counts: BTreeMap<Option<u32>, usize> = BTreeMap::new();
    with("KRK", |endgame, tables| {
        for (number, solved) in table(endgame, tables).iter() {
            if Chess.mover(endgame, number) == Seat::Second {
                let won = solved.value.0 == Verdict::Win;
                let moves = solved.distance.filter(|_| won).map(|plies| plies / 2);
                *counts.entry(moves).or_default() += 1;
            }
        }
    });
    let expected = (0..).map(Some).zip(BY_MOVES).chain([(None, DRAWN)]);
    assert_eq!(counts, expected.collect());
}

/// Clarke (1977, "A quantitative study of king and pawn against king") counted 62,480 wins with White to move
/// and 48,802 with Black, the pawn on the files a to d.
#[test]
fn king_and_pawn_are_counted_as_by_clarke() {
    let [white, black] = with("KPK", |endgame, tables| {
        Seat::BOTH.map(|seat| {
            let table = table(endgame, tables).iter();
            table
                .filter(|(number, solved)| {
                    Chess.mover(endgame, *number) == seat && solved.value.0 == Verdict::Win
                })
                .count()
        })
    });
    assert_eq!([white, black], [62_480, 48_802]);
}

/// What a position is worth by the definition, from what its successors are worth.
fn by_definition(tables: &EndgameTables, position: &<Chess as Game>::Position) -> Solved {
    let mover = match Chess.turn(position) {
        Turn::Of(seat) => seat,
        Turn::Over(outcome) => {
            return Solved {
                value: outcome.verdict(),
                distance: Some(0),
            };
        }
        Turn::Chance => unreachable!("there are no dice in chess"),
    };
    let mut best: Option<((i32, i64), Solved)> = None;
    Chess.each_move(position, |mv| {
        let next = Chess.after(position, mv);
        let mut solved = match Chess.turn(&next) {
            Turn::Over(outcome) => Solved {
                value: outcome.verdict(),
                distance: Some(0),
            },
            _ => tables.lookup(&Chess, &next).expect("all are solved"),
        };
        solved.distance = (solved.value.0 != Verdict::Draw)
            .then(|| solved.distance.expect("a decided position has one") + 1);
        let plies = i64::from(solved.distance.unwrap_or(0));
        let rank = match solved.value.seen_by(mover).0 {
            Verdict::Win => (2, -plies),
            Verdict::Draw => (1, 0),
            Verdict::Loss => (0, plies),
        };
        if best.is_none_or(|(known, _)| rank > known) {
            best = Some((rank, solved));
        }
    });
    best.expect("a contest that is not over has a move").1
}

/// If every position is worth what the best of its successors makes it, one ply nearer, all are right: wins and
/// losses by induction on their distance, draws because nobody who stays among them can be beaten.
#[test]
fn every_position_is_worth_what_its_successors_make_it() {
    // In larger endings one position of many, and all with en passant among them.
    for (name, step) in [
        ("KQK", 1),
        ("KRK", 1),
        ("KPK", 1),
        ("KBNK", 97),
        ("KQKR", 97),
    ] {
        with(name, |endgame, tables| {
            for (number, solved) in table(endgame, tables).iter().step_by(step) {
                let position = Chess.numbered(endgame, number).unwrap();
                let expected = by_definition(tables, &position);
                let fen = Chess.write_position(&position);
                assert_eq!(solved, expected, "{name} {number} {fen}");
                let place = Chess.place(&position).unwrap();
                assert_eq!((place.endgame, place.number), (endgame, number), "{fen}");
            }
        });
    }
}

#[test]
fn the_side_with_the_men_may_be_black_and_the_clock_may_run_out() {
    with("KRK", |_, tables| {
        let look = |fen: &str| tables.lookup(&Chess, &Chess.parse_position(fen).unwrap());
        let value = |fen: &str| look(fen).map(|solved| (solved.value.0, solved.distance));
        // Mate in one, for either side, wherever the board is looked at from.
        assert_eq!(
            value("k7/8/1K6/8/8/8/8/7R w - - 0 1"),
            Some((Verdict::Win, Some(1)))
        );
        assert_eq!(
            value("7r/8/8/8/8/1k6/8/K7 b - - 0 1"),
            Some((Verdict::Loss, Some(1)))
        );
        assert_eq!(
            value("7k/8/6K1/8/8/8/8/R7 w - - 0 1"),
            Some((Verdict::Win, Some(1)))
        );
        // A rook that is taken at once.
        assert_eq!(
            value("8/8/8/8/8/2k5/1R6/7K b - - 0 1"),
            Some((Verdict::Draw, None))
        );
        // Fifty moves are up on the hundredth ply: a mate with it still counts, one later does not.
        assert_eq!(
            value("k7/8/1K6/8/8/8/8/7R w - - 99 90"),
            Some((Verdict::Win, Some(1)))
        );
        assert_eq!(value("8/8/8/3k4/8/8/8/K6R w - - 90 90"), None);
        // More men than any table has, and an ending that was not solved.
        assert_eq!(look("k7/8/1K6/8/8/8/7N/5QR1 w - - 0 1"), None);
        assert_eq!(look("k7/8/1K6/8/8/8/7n/7R w - - 0 1"), None);
    });
}

#[test]
fn a_table_is_kept_and_a_damaged_one_is_solved_again() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let endgame = Chess.find_endgame("KRK").unwrap();
    let options = SolveOptions::new("chess-KRK", 7);
    let none = EndgameTables::default();
    let find = || load_or_solve_endgame(&store, &Chess, endgame, &none, &options, &|_| {}).unwrap();
    let solved = find();
    assert!(matches!(solved.origin, Origin::Solved));
    let again = find();
    assert!(matches!(again.origin, Origin::Loaded));
    assert!(again.table == solved.table);

    let path = store.path("chess-KRK");
    let sound = fs::read(&path).unwrap();
    let load = || store.load::<EndgameTable>("chess-KRK", 7);
    for place in (0..sound.len()).step_by(sound.len() / 300) {
        let mut bytes = sound.clone();
        bytes[place] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(load().is_err(), "byte {place}");
        fs::write(&path, &sound[..place]).unwrap();
        assert!(load().is_err(), "cut off at {place}");
    }
    fs::write(&path, &sound).unwrap();
    assert!(matches!(
        store.load::<EndgameTable>("chess-KRK", 8),
        Err(Rejected::OtherRules)
    ));
    fs::write(&path, b"something else").unwrap();
    let rebuilt = find();
    assert!(matches!(
        rebuilt.origin,
        Origin::Rebuilt(Rejected::NotATable)
    ));
    assert_eq!(fs::read(&path).unwrap(), sound);
}

#[test]
fn a_position_takes_two_bytes_at_most() {
    for name in ["KQK", "KRK", "KPK", "KBNK", "KQKR"] {
        with(name, |endgame, tables| {
            let table = table(endgame, tables);
            let positions = table.summary().positions_up_to_symmetry;
            assert!(table.bytes() <= 2 * positions, "{name}: {}", table.bytes());
        });
    }
}

#[test]
fn endings_are_named_in_any_order_and_others_are_refused() {
    let name = |text| {
        let found = Chess.find_endgame(text);
        found.map(|endgame| Chess.endgame_names()[endgame.0].clone())
    };
    for (text, expected) in [
        ("KRK", "KRK"),
        ("krk", "KRK"),
        ("KKR", "KRK"),
        ("KNBK", "KBNK"),
        ("KRKQ", "KQKR"),
        ("KPKP", "KPKP"),
        ("KK", "KK"),
    ] {
        assert_eq!(name(text).as_deref(), Ok(expected), "{text}");
    }
    for (text, problem, help) in [
        ("KXK", "`X` in `KXK` is no piece", "did you mean KQK?"),
        ("KRBNK", "5 men", "KBNK"),
        ("KR", "1 kings", "KRK"),
        ("KKK", "3 kings", "KRK"),
        ("RKK", "does not begin with a king", "write KRK"),
        ("", "0 kings", "KRK"),
    ] {
        let error = name(text).unwrap_err();
        assert!(error.problem.contains(problem), "{text}: {}", error.problem);
        let said = error.help.unwrap();
        assert!(said.contains(help), "{text}: {said}");
    }
    // 6 of up to three men, 15 pairs on one side, 15 on two.
    assert_eq!(Chess.endgame_names().len(), 36);
}

/// White's double step may be answered en passant: the only ending of four men with that rule.
#[test]
#[ignore = "takes minutes: all endings that two pawns may become are solved first"]
fn pawn_against_pawn_with_en_passant() {
    with("KPKP", |endgame, tables| {
        let longest = table(endgame, tables).summary().longest;
        assert_eq!(longest.div_ceil(2), 33);
        let mut passed = 0;
        for (number, solved) in table(endgame, tables).iter() {
            let position = Chess.numbered(endgame, number).unwrap();
            if position.board().en_passant().is_some() || number % 97 == 0 {
                passed += usize::from(position.board().en_passant().is_some());
                assert_eq!(solved, by_definition(tables, &position));
            }
        }
        assert!(passed > 1000);
    });
}
