use std::num::NonZeroU64;
use std::sync::Arc;

use shido_arena::{Fallible, Policy};
use shido_core::Seed;
use shido_learn::trainers::LessonAndPractice;
use shido_learn::{Cycled, Cycles, Hoyle, train_in_cycles};

use crate::classroom::{Classroom, Rules};

fn cycle(classroom: &Classroom, reliability: f64, most: u64) -> (Hoyle<Rules>, Cycled) {
    let novice = Fallible::new(70.0, &*classroom.perfect).expect("a percentage");
    let challengers: [&dyn Policy<Rules>; 2] = [&*classroom.perfect, &novice];
    let cycles = Cycles {
        training: NonZeroU64::new(15).expect("not zero"),
        testing: NonZeroU64::new(20).expect("not zero"),
        challengers: challengers.to_vec(),
        reliability,
    };
    let mut hoyle = classroom.learner();
    let cycled = train_in_cycles(
        &classroom.game,
        &mut hoyle,
        &trainer(classroom),
        &classroom.fixed(most, Seed(5)),
        &cycles,
    );
    (hoyle, cycled.expect("everybody can move"))
}

fn trainer(classroom: &Classroom) -> LessonAndPractice<impl Policy<Rules> + use<>> {
    LessonAndPractice {
        lessons: 2,
        practice: 7,
        expert: Arc::clone(&classroom.perfect),
    }
}

/// More than everything cannot be reached, so training takes its course, and the tests have left no
/// trace in it.
#[test]
fn nothing_is_learned_from_a_test() {
    let classroom = Classroom::of("lose-tic-tac-toe");
    let (tested, cycled) = cycle(&classroom, 101.0, 100);
    let mut plain = classroom.learner();
    let course = classroom.train(&mut plain, &trainer(&classroom), 100, Seed(5));
    assert!(!cycled.reached);
    assert_eq!(Some(&cycled.progress), course.last());
    assert_eq!(tested.knowledge.space(), plain.knowledge.space());
    assert_eq!(tested.experience.states(), plain.experience.states());
    let after: Vec<u64> = cycled.tests.iter().map(|test| test.contests).collect();
    assert_eq!(after, [15, 30, 45, 60, 75, 90]);
    for test in &cycled.tests {
        assert!(test.scores.iter().all(|score| score.games() == 20));
    }
}

#[test]
fn the_first_test_that_meets_the_standard_is_the_last() {
    let classroom = Classroom::of("tic-tac-toe");
    let (_, cycled) = cycle(&classroom, 100.0, 600);
    assert!(cycled.reached);
    let (last, before) = cycled.tests.split_last().expect("a test was met");
    assert_eq!(last.contests, cycled.progress.contests);
    assert!(last.scores.iter().all(|score| score.b_wins == 0));
    assert!(
        before
            .iter()
            .all(|test| test.scores.iter().any(|score| score.b_wins > 0))
    );
}
