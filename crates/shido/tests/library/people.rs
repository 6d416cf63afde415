//! People as they were learned: chess, and which other games.

use std::sync::Arc;

use shido::search::Ask;
use shido::{Catalog, Error, Request, Settings};

/// What somebody would play after these moves: each move with its probability.
fn odds(player: &str, moves: &[&str]) -> Vec<(String, f64)> {
    let settings = Settings::in_memory();
    let game = Catalog::shipped().open("chess").unwrap();
    let player = game
        .player(&player.parse().unwrap(), &settings, &|_| {})
        .unwrap();
    let mut session = Arc::clone(&game).session(None, &settings).unwrap();
    for mv in moves {
        session.play(mv).unwrap();
    }
    let told = session.analyze(&player, Ask::EveryMove, &Request::default());
    let moves = told.unwrap().thought.moves.into_iter();
    moves
        .map(|judged| (judged.mv, judged.probability.unwrap()))
        .collect()
}

fn of(odds: &[(String, f64)], wanted: &str) -> f64 {
    odds.iter().find(|(mv, _)| mv == wanted).unwrap().1
}

/// White threatens mate on f7: the stronger somebody is, the more rarely they overlook it.
#[test]
fn stronger_people_overlook_less() {
    let moves = ["e4", "e5", "Bc4", "Nc6", "Qh5"];
    let by_rating = ["1000", "1500", "2000"].map(|rating| {
        let odds = odds(&format!("people:rating={rating}"), &moves);
        let sum: f64 = odds.iter().map(|(_, odds)| odds).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        let parries = ["g6", "Qf6", "Qe7", "Nh6"].map(|parry| of(&odds, parry));
        (parries.iter().sum::<f64>(), of(&odds, "Nf6"))
    });
    assert!(by_rating.is_sorted_by(|weaker, stronger| weaker.0 < stronger.0));
    assert!(by_rating.is_sorted_by(|weaker, stronger| weaker.1 > stronger.1));
    assert!(by_rating[0].1 > 0.05, "{by_rating:?}");
}

/// A capture is answered by taking back, all the more by somebody who saw it happen.
#[test]
fn people_take_back() {
    let taken = ["e4", "d5", "exd5"];
    assert!(of(&odds("people:rating=1500", &taken), "Qxd5") > 0.5);
}

#[test]
fn people_are_students() {
    let settings = Settings::in_memory();
    let game = Catalog::shipped().open("chess").unwrap();
    let tutor = "tu:depth=2,student=[people:rating=1200],limit=1";
    let tutor = game
        .player(&tutor.parse().unwrap(), &settings, &|_| {})
        .unwrap();
    let mut session = Arc::clone(&game).session(None, &settings).unwrap();
    session.play("e4").unwrap();
    let told = session.analyze(&tutor, Ask::EveryMove, &Request::default());
    assert_eq!(told.unwrap().thought.moves.len(), 20);
}

#[test]
fn a_model_that_is_cut_short_is_refused() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let whole = include_bytes!("../../../../weights/chess.people");
    std::fs::write(file.path(), &whole[..1000]).unwrap();
    let spec = format!("people:rating=1500,weights={}", file.path().display());
    let game = Catalog::shipped().open("chess").unwrap();
    let player = game.player(&spec.parse().unwrap(), &Settings::in_memory(), &|_| {});
    let error = player.err().unwrap();
    assert!(
        matches!(&error, Error::BadPeople { game, .. } if game == "chess"),
        "{error:?}"
    );
    let error = error.to_string();
    assert!(error.contains("the file is cut short: 1000 of"), "{error}");
}

/// Whom an opponent's rating can be told to: people that were learned, at any board that they were learned for. Those
/// of the family know no opponent.
#[test]
fn where_people_were_learned() {
    let settings = Settings::in_memory();
    for (game, learned) in [
        ("backgammon", true),
        ("chess", true),
        ("draughts", true),
        ("go", true),
        ("go:komi=6.5", true),
        ("go:size=9", false),
        ("othello", true),
        ("othello-6x6", false),
        ("othello:size=4", false),
        ("tic-tac-toe", false),
    ] {
        let spec = "people:rating=1500,opponent=1600".parse().unwrap();
        let opened = Catalog::shipped().open(game).unwrap();
        let player = opened.player(&spec, &settings, &|_| {});
        assert_eq!(player.is_ok(), learned, "{game}");
    }
}
