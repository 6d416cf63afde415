//! Maximal exposure: the trainer shows what has not come up yet.

use std::sync::Arc;

use shido_arena::Random;
use shido_core::{Game, Notation, Seed};
use shido_learn::trainers::{Expert, MaximalExposure};
use shido_learn::{Arrangement, Progress, Trainer};

use crate::training::classroom::{Classroom, Rules};

/// How many states come up in sixty contests, up to symmetry, in five trainings together.
fn exposed(classroom: &Classroom, trainer: &dyn Trainer<Rules>) -> usize {
    let training = |seed| {
        let mut hoyle = classroom.learner();
        classroom.train(&mut hoyle, trainer, 60, Seed(seed));
        hoyle.experience.states()
    };
    (0..5).map(training).sum()
}

#[test]
fn it_shows_more_than_perfect_play_and_more_than_chance() {
    for name in ["tic-tac-toe", "lose-tic-tac-toe", "achi"] {
        let classroom = Classroom::of(name);
        let shown = exposed(&classroom, &MaximalExposure);
        let by_perfect = exposed(&classroom, &Expert(Arc::clone(&classroom.perfect)));
        let by_chance = exposed(&classroom, &Expert(Random));
        assert!(shown > by_perfect, "{name}: {shown}, perfect {by_perfect}");
        assert!(shown > by_chance, "{name}: {shown}, chance {by_chance}");
    }
}

/// Up to symmetry there are three ways to open at tic-tac-toe. Whoever has met a corner and the centre
/// is shown a side, whichever.
#[test]
fn what_has_come_up_is_left_out_with_its_mirror_images() {
    let game = &Classroom::of("tic-tac-toe").game;
    let mut hoyle = Classroom::of("tic-tac-toe").learner();
    let start = game.start();
    let square = |text| game.parse_move(&start, text).expect("a square");
    for opening in ["a1", "b2"] {
        let positions = [start, game.after(&start, square(opening))];
        let symmetries = &hoyle.knowledge.symmetries;
        hoyle.experience.add(game, symmetries, &positions);
    }
    let arranged = MaximalExposure.arrange(game, &hoyle, &Progress::default(), &mut Seed(1).rng());
    let Ok(Arrangement::Lesson { expert, .. }) = arranged else {
        panic!("a lesson");
    };
    let mut opens: Vec<_> = expert
        .distribution(game, &start)
        .expect("not over")
        .into_iter()
        .map(|(mv, share)| {
            assert_eq!(share, 0.25);
            mv
        })
        .collect();
    opens.sort_unstable();
    let mut sides = ["a2", "b1", "b3", "c2"].map(square);
    sides.sort_unstable();
    assert_eq!(opens, sides);
}
