//! The tutor in sessions: it remembers a student by name.

use std::sync::Arc;

use shido::tutor::{InMemory, Students};
use shido::{Catalog, Request, Seat, Settings, Turn};

/// A contest against somebody with a name is remembered: how it ended, and how many moves were seen.
#[test]
fn a_student_is_remembered_by_name() {
    let students = Arc::new(InMemory::default());
    let settings = Settings {
        students: Some(Arc::clone(&students) as _),
        ..Settings::in_memory()
    };
    let game = Catalog::shipped().open("connect-four").unwrap();
    let player = |text: &str| {
        game.player(&text.parse().unwrap(), &settings, &|_| {})
            .unwrap()
    };
    let mut session = Arc::clone(&game).session(None, &settings).unwrap();
    let tutor = player("tutor:nodes=200,student=Ann");
    session.seat(Seat::First, Some(&tutor)).unwrap();
    session.seat(Seat::Second, Some(&player("random"))).unwrap();
    while !matches!(session.turn(), Turn::Over(_)) {
        session.let_move(&Request::default()).unwrap();
    }
    let Turn::Over(outcome) = session.turn() else {
        unreachable!("the contest is over")
    };
    let score = match outcome.winner() {
        Some(Seat::First) => 0.0,
        Some(Seat::Second) => 1.0,
        None => 0.5,
    };
    let ann = students.recall("Ann", "connect-four").unwrap().unwrap();
    assert_eq!((ann.contests, ann.scores.as_slice()), (1, &[score][..]));
    assert_eq!(session.student(Seat::First), Some(ann.clone()));
    // All of the student's moves that the tutor answered were looked at, but for those without a choice.
    let answered = session
        .movers()
        .iter()
        .filter(|it| **it == Some(Seat::First))
        .count() as u64
        - 1;
    assert!(
        ann.moves <= answered && ann.moves + 2 >= answered,
        "{} {answered}",
        ann.moves
    );
    // The next contest goes on from there.
    let mut session = Arc::clone(&game).session(None, &settings).unwrap();
    session
        .seat(Seat::First, Some(&player("tutor:nodes=200,student=Ann")))
        .unwrap();
    assert_eq!(session.student(Seat::First), Some(ann));
    assert!(session.concessions(Seat::First).is_empty());
}

/// White can fork king and rook from c7 and does not: the tutor takes note that there was a fork to be seen.
#[test]
fn what_a_student_overlooks_has_a_name() {
    let settings = Settings::in_memory();
    let game = Catalog::shipped().open("chess").unwrap();
    let position = "r3k3/8/8/3N4/8/8/6PP/4K3 w - - 0 1";
    let mut session = Arc::clone(&game)
        .session(Some(position), &settings)
        .unwrap();
    let tutor = game
        .player(&"tutor:nodes=2000".parse().unwrap(), &settings, &|_| {})
        .unwrap();
    session.seat(Seat::Second, Some(&tutor)).unwrap();
    session.play("h3").unwrap();
    session.let_move(&Request::default()).unwrap();
    let student = session.student(Seat::Second).unwrap();
    let fork = student.oversights.get("fork").copied().unwrap_or_default();
    assert_eq!(
        (fork.chances, fork.missed),
        (1.0, 1.0),
        "{:?}",
        student.oversights
    );
    assert!(fork.expected > 0.0 && fork.expected < 1.0);
    assert_eq!(student.should_learn(&["fork".to_owned()]), Some("fork"));
}
