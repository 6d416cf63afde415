//! Features and the weights that were set by hand for them.

use std::collections::BTreeMap;

use shido_core::{Features, Game, Notation, Seed};
use shido_games::chess::{Chess, ChessPosition};
use toml::de::{DeTable, DeValue};

use super::{START, position};

const WEIGHTS: &str = include_str!("../../../../weights/chess.hand.toml");

/// The features that are not zero.
fn features(position: &ChessPosition) -> BTreeMap<String, f64> {
    let names = Chess.feature_names();
    let mut values = BTreeMap::new();
    Chess.each_feature(position, |index, value| {
        *values.entry(names[index].clone()).or_insert(0.0) += value;
    });
    values.retain(|_, value| *value != 0.0);
    values
}

/// The same position with the colours exchanged.
fn exchanged(fen: &str) -> String {
    let swap = |text: &str| -> String {
        text.chars()
            .map(|sign| {
                if sign.is_ascii_uppercase() {
                    sign.to_ascii_lowercase()
                } else {
                    sign.to_ascii_uppercase()
                }
            })
            .collect()
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let rows: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let mover = if fields[1] == "w" { "b" } else { "w" };
    let castling = swap(fields[2]);
    let en_passant = fields[3]
        .replace('3', "x")
        .replace('6', "3")
        .replace('x', "6");
    format!(
        "{} {mover} {castling} {en_passant} {} {}",
        rows.join("/"),
        fields[4],
        fields[5]
    )
}

/// What the file says of itself, and the weights.
fn weights() -> (BTreeMap<String, String>, BTreeMap<String, f64>) {
    let file = DeTable::parse(WEIGHTS).expect("the file is TOML");
    let mut says = BTreeMap::new();
    let mut weights = BTreeMap::new();
    for (key, value) in file.get_ref() {
        match value.get_ref() {
            DeValue::Table(table) if key.get_ref() == "weights" => {
                weights.extend(table.iter().map(|(name, weight)| {
                    let number = weight
                        .get_ref()
                        .as_float()
                        .map(|float| float.as_str().parse());
                    let number = number.unwrap_or_else(|| panic!("{name:?} has no number"));
                    (name.get_ref().to_string(), number.expect("a number"))
                }));
            }
            value => {
                let text = value
                    .as_str()
                    .or_else(|| value.as_float().map(|float| float.as_str()));
                says.insert(
                    key.get_ref().to_string(),
                    text.unwrap_or_default().to_owned(),
                );
            }
        }
    }
    (says, weights)
}

fn worth(fen: &str) -> f64 {
    let (_, weights) = weights();
    let features = features(&position(fen));
    features
        .iter()
        .map(|(name, value)| weights[name] * value)
        .sum()
}

#[test]
fn the_start_is_even_but_for_the_move() {
    let values = features(&Chess.start());
    assert_eq!(
        values,
        BTreeMap::from([("to move, middle game".to_owned(), 1.0)])
    );
}

#[test]
fn exchanging_the_colours_turns_the_sign() {
    let mut rng = Seed(1).rng();
    for _ in 0..20 {
        let mut position_here = Chess.start();
        while let Some(mv) = Chess.random_move(&position_here, &mut rng) {
            Chess.play(&mut position_here, mv);
            let fen = Chess.write_position(&position_here);
            // The order of the rights to castle is fixed in FEN; when read, any will do.
            let other = features(&position(&exchanged(&fen)));
            let negated: BTreeMap<String, f64> = other
                .into_iter()
                .map(|(name, value)| (name, -value))
                .collect();
            assert_eq!(features(&position_here), negated, "{fen}");
        }
    }
}

/// In king and pawn endings nothing belongs to the middle game, so the counts show as they are.
#[test]
fn pawns_are_counted_as_by_hand() {
    let check = |fen: &str, expected: &[(&str, f64)]| {
        let found = features(&position(fen));
        for (name, value) in expected {
            let name = format!("{name}, end game");
            let found = found.get(&name).copied().unwrap_or(0.0);
            assert_eq!(found, *value, "{name} in {fen}");
        }
    };
    // White: a2 and a4 are doubled and isolated, and of the two only a4 is passed; f4 protects e5, and
    // both are passed. Black: h7 is isolated and passed.
    check(
        "4k3/7p/8/4P3/P4P2/8/P7/4K3 w - - 0 1",
        &[
            ("pawn", 3.0),
            ("doubled pawn", 1.0),
            ("isolated pawn", 1.0),
            ("pawn protected by a pawn", 1.0),
            ("passed pawn on rank 4", 2.0),
            ("passed pawn on rank 5", 1.0),
            ("passed pawn on rank 2", -1.0),
            ("pawn a4", 1.0),
            ("pawn h2", -1.0),
            ("king e1", 0.0),
            ("to move", 1.0),
            // From e1: a4 is 4 away, f4 3, e5 4. From e8 to h7: 3.
            ("distance of the own king from a passed pawn", 11.0 - 3.0),
            // From e8: a4 4, f4 4, e5 3. From e1 to h7: 6.
            ("distance of the other king from a passed pawn", 11.0 - 6.0),
        ],
    );
    // An enemy pawn on the next file stops a pawn unless it is past it; a king blocks one.
    check(
        "8/8/4k3/1p2P3/P7/8/8/4K3 b - - 0 1",
        &[
            ("passed pawn on rank 4", -1.0 + 1.0),
            ("passed pawn on rank 5", 1.0),
            ("passed pawn blocked", 1.0),
            ("isolated pawn", 1.0),
            ("to move", -1.0),
        ],
    );
}

#[test]
fn pieces_are_counted_as_by_hand() {
    // A rook is 2 of 24 parts of the middle game, a minor piece 1, a queen 4.
    let check = |fen: &str, parts: f64, expected: &[(&str, f64)]| {
        let found = features(&position(fen));
        for (name, value) in expected {
            let middle = found
                .get(&format!("{name}, middle game"))
                .copied()
                .unwrap_or(0.0);
            let end = found
                .get(&format!("{name}, end game"))
                .copied()
                .unwrap_or(0.0);
            let close = |one: f64, other: f64| (one - other).abs() < 1e-9;
            assert!(
                close(middle, value * parts / 24.0),
                "{name} {middle} in {fen}"
            );
            assert!(
                close(middle + end, *value),
                "{name} {middle} + {end} in {fen}"
            );
        }
    };
    check(
        "4k3/1p6/8/8/8/8/7P/R3K3 w - - 0 1",
        2.0,
        &[
            ("rook", 1.0),
            ("rook on an open file", 1.0),
            // a2 to a8 and b1 to d1, less a6, which the pawn on b7 guards.
            ("rook mobility", 7.0 + 3.0 - 1.0),
            ("square at the king attacked by a rook", 0.0),
            ("file at the king without a pawn", 0.0),
        ],
    );
    // Bishops on both colours, and a knight on e5 that a pawn attacks.
    check(
        "4k1n1/8/8/4n3/3P4/8/8/2B1KB2 w - - 0 1",
        4.0,
        &[
            ("bishop pair", 1.0),
            ("piece attacked by a pawn", 1.0),
            ("knight", -2.0),
        ],
    );
    check(
        "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1",
        2.0,
        &[
            ("rook on a half-open file", 1.0),
            ("rook on an open file", 0.0),
        ],
    );
    // The king on g1 has f2, g2 and h3 before it; the other has nothing. Around that one the queen on
    // h6 sees h7 and h8 on its file, and g7 and f8 on its diagonal.
    check(
        "6k1/8/7Q/8/8/7P/5PP1/6K1 w - - 0 1",
        4.0,
        &[
            ("pawn right before the king", 2.0),
            ("pawn two ranks before the king", 1.0),
            ("file at the king without a pawn", -3.0),
            ("square at the king attacked by a queen", 4.0),
            ("two pieces attack at the king", 0.0),
        ],
    );
    check(
        "6k1/8/4N2Q/8/8/8/8/6K1 w - - 0 1",
        5.0,
        // The knight on e6 sees g7 and f8, and so does the queen.
        &[("two pieces attack at the king", 1.0)],
    );
}

#[test]
fn every_feature_has_a_weight_and_every_weight_a_feature() {
    let (says, weights) = weights();
    assert_eq!(says["game"], "chess");
    assert_eq!(says["unit"], "pawn");
    assert_eq!(says["scale"], "0.2");
    let mut names = Chess.feature_names();
    names.sort();
    let weighted: Vec<String> = weights.into_keys().collect();
    assert_eq!(weighted, names);
}

#[test]
fn the_hand_set_weights_know_the_usual_values() {
    let between = |fen: &str, low: f64, high: f64| {
        let worth = worth(fen);
        assert!((low..=high).contains(&worth), "{worth} in {fen}");
    };
    between(START, 0.0, 0.3);
    // A pawn, a knight, a rook and a queen less for Black.
    between(
        "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        0.3,
        1.5,
    );
    between(
        "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        2.3,
        4.0,
    );
    between(
        "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQk - 0 1",
        3.8,
        6.0,
    );
    between(
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        8.0,
        11.0,
    );
    // A pawn about to promote is worth much of a piece.
    between("8/2P5/8/8/8/8/6k1/4K3 w - - 0 1", 2.5, 5.0);
}
