//! Whole games against numbers from elsewhere.

use shido::{AnyGame, Catalog, Error, Extent, Settings, SolutionKind};
use shido_core::Verdict;
use shido_frame::KnownValue;
use shido_solve::SolveError;

use crate::asking::open;

fn value_word(value: Verdict) -> &'static str {
    match value {
        Verdict::Win => "first",
        Verdict::Draw => "draw",
        Verdict::Loss => "second",
    }
}

/// Compares every game of a table with the solver; `place` makes of a name what is to be opened.
fn check(rows: &str, place: impl Fn(&str) -> String) {
    for row in rows.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [name, value, plies, counts @ ..] = &columns[..] else {
            panic!("a row has eight columns: {row}")
        };
        let game = open(&place(name));
        let settings = Settings::in_memory();
        let solution = game
            .solve(Extent::Whole, &settings, &|_| {})
            .expect("it fits in memory");
        assert_eq!(value_word(solution.value.0), *value, "value of {name}");
        assert_eq!(solution.distance, plies.parse().ok(), "distance of {name}");
        let SolutionKind::SolvedTable { summary, .. } = solution.kind else {
            panic!("{name} was solved without a table")
        };
        let ours = [
            summary.positions,
            summary.terminal,
            summary.won,
            summary.drawn,
            summary.lost,
        ];
        let theirs: Vec<u64> = counts
            .iter()
            .map(|n| n.parse().expect("a number"))
            .collect();
        assert_eq!(ours[..], theirs[..], "counts of {name}");
        agrees_with_the_literature(&*game, solution.value.0, summary.positions);
    }
}

#[test]
fn whole_games_agree_with_an_independent_solver() {
    check(include_str!("../data/solved.tsv"), str::to_owned);
}

#[test]
fn every_rule_family_agrees_with_an_independent_solver() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/rules");
    check(include_str!("../data/rules.tsv"), |name| {
        format!("{folder}/{name}.toml")
    });
}

fn agrees_with_the_literature(game: &dyn AnyGame, value: Verdict, positions: u64) {
    let about = game.about();
    let Some(known) = &about.known else { return };
    let theirs = match known.value {
        KnownValue::First => Verdict::Win,
        KnownValue::Draw => Verdict::Draw,
        KnownValue::Second => Verdict::Loss,
    };
    assert_eq!(value, theirs, "{} against {}", about.name, known.source);
    if let Some(count) = known.positions {
        assert_eq!(positions, count, "{} against {}", about.name, known.source);
    }
}

#[test]
fn only_the_centre_draws_at_lose_tic_tac_toe() {
    let game = open("lose-tic-tac-toe");
    let solution = game
        .solve(Extent::Whole, &Settings::in_memory(), &|_| {})
        .expect("it is small");
    assert_eq!(solution.drawing_openings(), ["b2"]);
    assert!(solution.winning_openings.is_empty());
}

/// The first player takes the centre of the cube and cannot be stopped: a win with the fourth marker
/// (Gardner 1959).
#[test]
fn the_cube_is_won_without_a_table() {
    let game = open("tic-tac-toe-3d");
    let solution = game
        .solve(Extent::Distance, &Settings::in_memory(), &|_| {})
        .expect("it is acyclic");
    assert_eq!(solution.value.0, Verdict::Win);
    assert_eq!(solution.distance, Some(7));
    assert_eq!(solution.winning_openings, ["2b2"]);
}

/// A game proved without a table has the value that its table has.
#[test]
fn proofs_agree_with_tables() {
    for name in [
        "tic-tac-toe",
        "lose-tic-tac-toe",
        "connect-four-4x4",
        "mnk:columns=4,rows=3",
    ] {
        let game = open(name);
        let settings = Settings::in_memory();
        let table = game
            .solve(Extent::Whole, &settings, &|_| {})
            .expect("it is small");
        let proof = game
            .solve(Extent::Distance, &settings, &|_| {})
            .expect("it is acyclic");
        assert_eq!(
            (table.value, table.distance),
            (proof.value, proof.distance),
            "{name}"
        );
    }
}

/// The literature's values of boards whose tables would be large.
#[test]
fn larger_boards_are_proved_with_the_published_values() {
    for name in ["connect-four-6x5", "mnk-4x4x4", "tic-tac-toe-3d"] {
        let game = open(name);
        let solution = game
            .solve(Extent::Value, &Settings::in_memory(), &|_| {})
            .expect("it is acyclic");
        let known = game.about().known.as_ref().map(|known| known.value);
        let ours = match solution.value.0 {
            Verdict::Win => KnownValue::First,
            Verdict::Draw => KnownValue::Draw,
            Verdict::Loss => KnownValue::Second,
        };
        assert_eq!(Some(ours), known, "{name}");
        assert_eq!(solution.distance, None, "{name}");
    }
}

/// Connect Four has 4.5 million million positions, so nothing is tried.
#[test]
fn what_is_known_to_be_too_large_is_refused_at_once() {
    let game = open("connect-four");
    let error = game
        .solve(Extent::Whole, &Settings::in_memory(), &|_| {})
        .expect_err("it does not fit");
    let Error::Solve { source, .. } = &error else {
        panic!("{error}")
    };
    assert!(matches!(source, SolveError::TooMany { .. }), "{source}");
}

/// OEIS A212693: the number of positions of Connect Four after n plies.
#[test]
fn connect_four_has_the_published_number_of_positions() {
    let published = [
        1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275, 558_186, 1_662_623,
    ];
    let game = open("connect-four");
    let counts = game.count_by_ply(10, &Settings::in_memory());
    assert_eq!(counts.positions_by_ply, published);
    assert!(!counts.stopped && !counts.too_many);
}

#[test]
fn every_shipped_game_opens() {
    let catalog = Catalog::shipped();
    assert!(catalog.games().count() >= 22);
    for name in catalog.games() {
        let game = catalog.open(name).expect("a shipped game opens");
        assert_eq!(game.about().name, name);
        assert!(!game.about().about.is_empty(), "{name} says what it is");
    }
}

/// The boards of tic-tac-toe up to symmetry by the number of marks are known; and after a corner the centre is the only
/// reply that does not lose.
#[test]
fn a_solved_table_is_there_to_be_looked_at() {
    let game = open("tic-tac-toe");
    let settings = Settings::in_memory();
    let table = game.solved_table(&settings, &|_| {}).expect("it is small");
    let sizes: Vec<usize> = table.parts().map(|part| part.keys.len()).collect();
    assert_eq!(sizes, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    let value = |position: &str| {
        let key = game.table_key(position).expect("it is a position");
        let image = game.table_position(key).expect("it is solved");
        assert_eq!(
            game.table_key(&image.expect("the key is one")).ok(),
            Some(key)
        );
        let found = table.parts().find_map(|part| {
            let place = part.keys.binary_search(&key).ok()?;
            Some(part.entries[place].solved())
        });
        found.expect("it can be reached").value.0
    };
    assert_eq!(value(".../.O./X.. X"), Verdict::Draw);
    assert_eq!(value("O../.../X.. X"), Verdict::Win);
}
