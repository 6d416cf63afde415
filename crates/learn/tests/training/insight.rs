//! Insight: how well a learner does in states that it has met, and in others.

use std::sync::Arc;

use shido_core::Seed;
use shido_learn::Insight;
use shido_learn::trainers::Expert;

use crate::training::classroom::Classroom;

/// How many states there are where a move can give something away was counted by a program of its own, of
/// thirty lines, that knows nothing of frames.
#[test]
fn every_critical_state_is_either_seen_or_not() {
    for (name, critical) in [("tic-tac-toe", 431), ("lose-tic-tac-toe", 359)] {
        let classroom = Classroom::of(name);
        let mut hoyle = classroom.learner();
        let insight = |hoyle: &_| {
            Insight::of(&classroom.game, hoyle, &classroom.answers).expect("the game is solved")
        };
        let before = insight(&hoyle);
        assert_eq!((before.seen.states, before.unseen.states), (0, critical));
        let expert = Expert(Arc::clone(&classroom.perfect));
        classroom.train(&mut hoyle, &expert, 40, Seed(3));
        let after = insight(&hoyle);
        assert!(after.seen.states > 0);
        assert_eq!(after.seen.states + after.unseen.states, critical);
        assert!((0.0..=1.0).contains(&after.unseen.right));
    }
}

/// The one position that an untrained learner gets wrong at tic-tac-toe where it can come, Figure 3, is
/// right once it was lost, and stays so: it is then right wherever it has been.
#[test]
fn after_perfect_training_at_tic_tac_toe_what_was_seen_is_understood() {
    let classroom = Classroom::of("tic-tac-toe");
    let mut hoyle = classroom.learner();
    let expert = Expert(Arc::clone(&classroom.perfect));
    classroom.train(&mut hoyle, &expert, 60, Seed(1));
    let insight = Insight::of(&classroom.game, &hoyle, &classroom.answers).expect("it is solved");
    assert!(insight.seen.right > 1.0 - 1e-9, "{insight:?}");
    assert!(insight.unseen.right < 1.0, "{insight:?}");
}
