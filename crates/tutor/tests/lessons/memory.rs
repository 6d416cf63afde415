//! Each move of a student counts once, whatever is taken back or left, and results that are known.

use shido_arena::{Contest, EarlyEnd, Thinking};
use shido_core::{Game, Seat, Seed};
use shido_tutor::{Student, Tutor};

use crate::school::{School, Small, solved};

fn school() -> School<Small> {
    let frame = include_str!("../../../../frames/connect-four.toml");
    solved("connect-four-4x4", frame, &[("columns", 4), ("rows", 4)])
}

/// A contest after these moves, by their numbers.
fn contest<'s>(school: &'s School<Small>, moves: &[usize]) -> Contest<'s, Small> {
    let mut contest = Contest::new(&school.game);
    for number in moves {
        let mv = school.game.moves(contest.position())[*number];
        contest.play(mv).expect("a legal move");
    }
    contest
}

/// The tutor is asked for a move after each of these.
fn ask(school: &School<Small>, tutor: &mut Tutor<Small>, asked: &[&[usize]]) {
    for moves in asked {
        let mut rng = Seed(7).rng();
        let mut thinking = Thinking::freely(&mut rng);
        let decided = tutor.decide(&contest(school, moves), &mut thinking);
        decided.expect("a decision");
    }
}

/// What is known of somebody without what is noted of the contest.
fn known(student: &Student) -> Student {
    Student {
        before: Vec::new(),
        under_way: Vec::new(),
        ..student.clone()
    }
}

fn after(school: &School<Small>, asked: &[&[usize]]) -> Student {
    let mut tutor = school.tutor(Student::stranger());
    ask(school, &mut tutor, asked);
    known(&tutor.student)
}

#[test]
fn a_move_that_is_taken_back_is_forgotten_and_the_next_one_counts() {
    let school = school();
    let straight = after(&school, &[&[0], &[0, 1, 2], &[0, 1, 2, 0, 3]]);
    let other = after(&school, &[&[0], &[0, 1, 2], &[0, 1, 2, 0, 1]]);
    assert_ne!(straight, other);
    let back = after(
        &school,
        &[&[0], &[0, 1, 2], &[0, 1, 2, 0, 1], &[0, 1, 2, 0, 3]],
    );
    assert_eq!(back, straight);
    let far_back = after(
        &school,
        &[
            &[0],
            &[0, 1, 3],
            &[0, 1, 3, 0, 1],
            &[0, 1, 2],
            &[0, 1, 2, 0, 3],
        ],
    );
    assert_eq!(far_back, straight);
}

/// Whoever goes on with a contest that was left has the student as they were written down, and another tutor.
#[test]
fn in_a_contest_that_was_left_no_move_counts_twice() {
    let school = school();
    let sitting = |student: &Student, asked: &[&[usize]]| {
        let text = serde_json::to_string(student).expect("a student can be written down");
        let mut tutor = school.tutor(serde_json::from_str(&text).expect("and read"));
        ask(&school, &mut tutor, asked);
        tutor.student
    };
    let close = |one: &Student, other: &Student| {
        let pairs = one.strengths.iter().zip(&other.strengths);
        let same = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(same < 1e-9 && (one.knack - other.knack).abs() < 1e-9);
        assert_eq!((one.moves, one.contests), (other.moves, other.contests));
    };
    let first = sitting(&Student::stranger(), &[&[0], &[0, 1, 2]]);
    let second = sitting(&first, &[&[0, 1, 2, 0, 3]]);
    let third = sitting(&second, &[&[0, 1, 2, 0, 3, 1, 2]]);
    let straight = after(
        &school,
        &[&[0], &[0, 1, 2], &[0, 1, 2, 0, 3], &[0, 1, 2, 0, 3, 1, 2]],
    );
    assert_eq!(straight.moves, 4);
    close(&third, &straight);
    // What was looked at in an earlier sitting can be taken back as well.
    let instead = sitting(&second, &[&[0, 1, 2, 0, 1]]);
    close(
        &instead,
        &after(&school, &[&[0], &[0, 1, 2], &[0, 1, 2, 0, 1]]),
    );
    // Another contest that begins alike counts from its first move on, and the one that was left can still be gone on with.
    let another = sitting(&second, &[&[0], &[0, 1, 1]]);
    assert_eq!(another.moves, 5);
    assert_eq!(sitting(&another, &[&[0, 1, 2, 0, 3, 1, 2]]).moves, 6);
}

#[test]
fn a_result_counts_where_it_is_known() {
    let school = school();
    let mut tutor = school.tutor(Student::stranger());
    ask(&school, &mut tutor, &[&[0], &[0, 1, 2]]);
    let before = known(&tutor.student);
    // The game is a draw, and nobody has lost it yet.
    tutor.finish(&contest(&school, &[0, 1, 2]));
    assert_eq!(tutor.student, before);
    ask(&school, &mut tutor, &[&[0, 1, 2, 0, 3]]);
    assert_eq!(tutor.student.moves, 3);
    let mut over = contest(&school, &[0, 1, 2, 0, 3]);
    over.end_early(EarlyEnd::Resigned(Seat::First));
    tutor.finish(&over);
    assert_eq!(tutor.student.scores, [0.0]);
    // Once is enough; and an end that is taken back has not been.
    tutor.finish(&over);
    assert_eq!(tutor.student.scores, [0.0]);
    ask(&school, &mut tutor, &[&[0, 1, 2, 0, 1]]);
    assert_eq!((tutor.student.contests, tutor.student.moves), (0, 3));
}
