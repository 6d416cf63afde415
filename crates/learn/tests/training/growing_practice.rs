//! Growing practice: more contests alone while no lesson is lost.

use std::num::NonZeroU64;
use std::sync::Arc;

use shido_core::Seed;
use shido_learn::Progress;
use shido_learn::trainers::GrowingPractice;

use crate::training::classroom::Classroom;

/// After each pair of lessons: whether one of them was lost, and how much practice followed.
fn rounds(course: &[Progress]) -> Vec<(bool, u64)> {
    let mut rounds = Vec::new();
    let mut lost_before = 0;
    for (now, next) in course.iter().zip(&course[1..]) {
        let practised = next.lessons == now.lessons;
        if practised {
            let (_, practice) = rounds.last_mut().expect("it begins with lessons");
            *practice += 1;
        } else if next.lessons.is_multiple_of(2) {
            rounds.push((next.results[2] > lost_before, 0));
            lost_before = next.results[2];
        }
    }
    // Training may have ended in the midst of the last one.
    rounds.pop();
    rounds
}

#[test]
fn practice_grows_while_no_lesson_is_lost() {
    for (name, seed) in [("tic-tac-toe", 1), ("lose-tic-tac-toe", 2)] {
        let classroom = Classroom::of(name);
        let trainer = GrowingPractice {
            lessons: NonZeroU64::new(2).expect("not zero"),
            practice: 3,
            step: 2,
            expert: Arc::clone(&classroom.perfect),
        };
        let course = classroom.train(&mut classroom.learner(), &trainer, 400, Seed(seed));
        let rounds = rounds(&course);
        let mut falls = 0;
        let mut grows = 0;
        for pair in rounds.windows(2) {
            let [(_, before), (lost, after)] = pair else {
                unreachable!("windows of two");
            };
            if *lost {
                // The second of the two lessons may have been the first of a new row.
                assert_eq!(*after, 3, "{name}: {rounds:?}");
                falls += 1;
            } else if after > before {
                assert_eq!(*after, before + 2, "{name}: {rounds:?}");
                grows += 1;
            } else {
                // Two in a row are not complete yet: the row began with the second lesson of a pair.
                assert_eq!((*before, *after), (3, 3), "{name}: {rounds:?}");
            }
        }
        assert!(grows > 3, "{name}: {rounds:?}");
        if name == "lose-tic-tac-toe" {
            assert!(falls > 3, "{name}: {rounds:?}");
        }
    }
}
