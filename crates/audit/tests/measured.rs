//! What is seen in games whose mistakes anybody can see.

use std::path::PathBuf;

use shido::{Catalog, Settings};
use shido_audit::{AuditOrder, AuditReport, Decisions, Measured, Subject, audit, write_measured};

fn look(rows: &str) -> AuditReport {
    let folder = tempfile::tempdir().expect("a folder");
    let file: PathBuf = folder.path().join("games.csv");
    std::fs::write(&file, rows).expect("it can be written");
    let game = Catalog::shipped()
        .open("chess")
        .expect("it comes with Shido");
    let order = AuditOrder {
        subject: Subject::Games(file),
        games: 100,
        ladder: Vec::new(),
        referee: Some("pvs:depth=4".parse().expect("a player")),
        people: None,
        level: None,
    };
    audit(&game, &order, &Settings::in_memory(), &|_| {}, &|_, _| {}).expect("games of chess")
}

fn sides(moves: &str) -> [Measured; 2] {
    let rows = format!("white_elo,black_elo,moves\n1500,1600,{moves}\n");
    let [white, black] = &look(&rows).measured[..] else {
        panic!("a game has two sides");
    };
    [white.clone(), black.clone()]
}

/// Black overlooks the scholar's mate; White does not give it and leaves the queen to a knight.
#[test]
fn a_mate_overlooked_by_both() {
    let [white, black] = sides("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 a2a3");
    assert_eq!((white.moves, black.moves), (4.0, 3.0));
    assert_eq!((white.rating, black.rating), (Some(1500.0), Some(1600.0)));
    assert_eq!((black.blunders, black.obvious), (1.0, 1.0));
    assert_eq!((white.missed_win, black.missed_win), (1.0, 0.0));
    assert_eq!((white.handed_back, black.handed_back), (1.0, 0.0));
    assert_eq!((white.hanging, white.queen_given), (1.0, 1.0));
    // White was winning, so that what was lost is not counted among the errors of open positions.
    assert_eq!((white.open, white.blunders), (3.0, 0.0));
}

/// Black does not take the bishop back that took the knight.
#[test]
fn a_piece_that_is_not_taken_back() {
    let [white, black] = sides("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 h7h6");
    assert_eq!((white.missed_recapture, black.missed_recapture), (0.0, 1.0));
    assert_eq!(black.mistakes + black.blunders, 1.0);
    assert_eq!(white.mistakes + white.blunders, 0.0);
    // With the exchange it is no mistake.
    let [_, black] = sides("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6");
    assert_eq!(
        (black.missed_recapture, black.mistakes + black.blunders),
        (0.0, 0.0)
    );
}

/// What was measured can be kept and read as people to compare with.
#[test]
fn measured_games_are_read_back() {
    let report = look("white_elo,black_elo,moves\n1500,1500,e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7\n");
    assert_eq!(report.level, Some(1500.0));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("measured.csv");
    let text = write_measured(&report.measured, &report.referee).expect("a table");
    std::fs::write(&file, text).expect("it can be written");
    let games = folder.path().join("games.csv");
    std::fs::write(&games, "moves\ne2e4 e7e5\n").expect("it can be written");
    let game = Catalog::shipped()
        .open("chess")
        .expect("it comes with Shido");
    let order = AuditOrder {
        subject: Subject::Games(games),
        games: 1,
        ladder: Vec::new(),
        referee: Some("pvs:depth=1".parse().expect("a player")),
        people: Some(file),
        level: Some(1500.0),
    };
    let again = audit(&game, &order, &Settings::in_memory(), &|_| {}, &|_, _| {});
    let people = again.expect("it can be compared").measured_people;
    let counts = |games: &[Measured]| -> Vec<[f64; 3]> {
        games
            .iter()
            .map(|it| [it.moves, it.blunders, it.missed_win])
            .collect()
    };
    assert_eq!(counts(&people), counts(&report.measured));
}

/// Decisions are read from a compressed file as from a plain one.
#[test]
fn compressed_files_are_read() {
    use std::io::Write;
    let rows = "moves_before,played,elo\ne2e4,e7e5,1500\n";
    let folder = tempfile::tempdir().expect("a folder");
    let [plain, packed] = ["plain.csv", "packed.csv.gz"].map(|name| folder.path().join(name));
    std::fs::write(&plain, rows).expect("it can be written");
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(rows.as_bytes()).expect("it can be packed");
    let bytes = packer.finish().expect("it can be packed");
    std::fs::write(&packed, &bytes).expect("it can be written");
    let game = Catalog::shipped()
        .open("chess")
        .expect("it comes with Shido");
    let read = |file| Decisions::read(file, &game);
    let found = read(&packed).expect("it can be read").all;
    assert_eq!(found, read(&plain).expect("it can be read").all);
    assert_eq!(
        (found[0].elo, found[0].played.as_str()),
        (Some(1500.0), "e7e5")
    );
    std::fs::write(&packed, &bytes[..bytes.len() - 9]).expect("it can be written");
    assert!(read(&packed).is_err(), "it is cut short");
}
