//! Priming: contests to look at before the learner plays any.

use std::sync::Arc;

use shido_arena::Oracle;
use shido_core::{Game, Notation, Seed, Verdict};
use shido_learn::trainers::{Expert, LessonAndPractice, Priming, Recorded};
use shido_learn::{Going, Imitation, Learner, Training};

use crate::training::classroom::Classroom;

/// What has been watched is known before the first contest of its own: at lose tic-tac-toe, where
/// only the centre draws, how to open; and that no expert gave anything away.
#[test]
fn the_learner_knows_the_moves_of_the_experts_before_it_plays() {
    let classroom = Classroom::of("lose-tic-tac-toe");
    let game = &classroom.game;
    let expert = || Arc::clone(&classroom.perfect);
    let trainer = Priming {
        contests: 6,
        experts: [expert(), expert()],
        then: Expert(expert()),
    };
    let training = Training {
        learner: Learner {
            imitation: Imitation::WinnersAndDrawers,
            ..Learner::default()
        },
        ..classroom.fixed(6, Seed(1))
    };
    let mut hoyle = classroom.learner();
    let trained = shido_learn::train(game, &mut hoyle, &trainer, &training, |_, _| Going::On)
        .expect("everybody can move");
    assert_eq!(trained.progress.contests, 6);
    assert_eq!((trained.progress.lessons, trained.progress.streak), (0, 0));

    let knowledge = &hoyle.knowledge;
    let moves = &knowledge.expert_moves.0;
    let start = game.start();
    let opening = moves.known(game, &knowledge.symmetries, &start, game.moves(&start));
    assert_eq!(opening.len(), 1);
    // A contest has nine moves.
    assert!(moves.len() >= 9, "{}", moves.len());
    for (state, mv) in moves.iter() {
        let value = |position| {
            let solved = classroom.answers.solved(game, position);
            solved.expect("solved").value.0
        };
        assert_eq!(value(state), Verdict::Draw);
        assert_eq!(value(&game.after(state, mv)), Verdict::Draw);
    }
    assert!(knowledge.histories.not_lost().is_empty());
}

/// Two perfect players of a drawn game show nothing to someone who imitates winners only.
#[test]
fn draws_do_not_impress_who_imitates_winners() {
    let classroom = Classroom::of("lose-tic-tac-toe");
    let expert = || Arc::clone(&classroom.perfect);
    let trainer = Priming {
        contests: 20,
        experts: [expert(), expert()],
        then: Expert(expert()),
    };
    let mut hoyle = classroom.learner();
    classroom.train(&mut hoyle, &trainer, 20, Seed(1));
    assert_eq!(hoyle.knowledge.space(), 1);
}

#[test]
fn the_trainer_who_takes_over_begins_at_the_beginning() {
    let classroom = Classroom::of("tic-tac-toe");
    let expert = || Arc::clone(&classroom.perfect);
    let trainer = Priming {
        contests: 4,
        experts: [expert(), expert()],
        then: LessonAndPractice {
            lessons: 2,
            practice: 3,
            expert: expert(),
        },
    };
    let course = classroom.train(&mut classroom.learner(), &trainer, 14, Seed(1));
    let lessons: Vec<u64> = course.iter().map(|progress| progress.lessons).collect();
    assert_eq!(lessons, [0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 3, 4, 4, 4, 4]);
}

/// The contest of Figure 3, shown once. By hand: after 5. c1 both b1 and c2 win, so O has lost there and X
/// had won before; what came earlier O need not have lost.
#[test]
fn a_recorded_contest_is_learned_from_and_then_the_other_trainer_takes_over() {
    let classroom = Classroom::of("tic-tac-toe");
    let game = &classroom.game;
    let mut position = game.start();
    let moves = ["a1", "b2", "c3", "a3", "c1", "b1", "c2"].map(|text| {
        let mv = game.parse_move(&position, text).expect("legal");
        game.play(&mut position, mv);
        mv
    });
    let trainer = Recorded {
        contests: vec![moves.to_vec()],
        then: Expert(Arc::clone(&classroom.perfect)),
    };
    let mut hoyle = classroom.learner();
    let course = classroom.train(&mut hoyle, &trainer, 1, Seed(1));
    assert_eq!(hoyle.knowledge.significant.len(), 2);
    assert_eq!(course.last().map(|progress| progress.lessons), Some(0));
    let course = classroom.train(&mut hoyle, &trainer, 3, Seed(1));
    assert_eq!(course.last().map(|progress| progress.lessons), Some(2));
}
