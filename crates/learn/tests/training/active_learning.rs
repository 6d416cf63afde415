//! Active learning: the learner asks about what it does not know yet.

use std::sync::Arc;

use shido_arena::Policy;
use shido_core::{Game, Seat, Seed, Turn, Verdict};
use shido_learn::trainers::{ActiveLearning, Expert};
use shido_learn::{Arrangement, Paradigm, Progress, Trainer};

use crate::training::classroom::Classroom;

/// An inquiry is no carelessness: a win at hand is taken, and nothing is tried that loses at once or
/// is remembered to lose, if there is anything else.
#[test]
fn it_does_not_inquire_into_what_it_knows() {
    let classroom = Classroom::of("lose-tic-tac-toe");
    let game = &classroom.game;
    let mut hoyle = classroom.learner();
    let expert = Expert(Arc::clone(&classroom.perfect));
    classroom.train(&mut hoyle, &expert, 30, Seed(1));
    let knowledge = &hoyle.knowledge;
    let mut rng = Seed(2).rng();
    let mut avoided = 0;
    for _ in 0..200 {
        let mut position = game.start();
        while let Turn::Of(mover) = game.turn(&position) {
            let loses = |mv| {
                let next = game.after(&position, mv);
                let remembered = knowledge
                    .significant
                    .get(game, &knowledge.symmetries, &next);
                match (game.turn(&next), remembered) {
                    (Turn::Over(end), _) => end.winner() == Some(mover.other()),
                    (_, Some(state)) => state.value.seen_by(mover).0 == Verdict::Loss,
                    (_, None) => false,
                }
            };
            let moves = game.moves(&position);
            let losing = moves.iter().filter(|mv| loses(**mv)).count();
            if 0 < losing && losing < moves.len() {
                let inquiring = hoyle.inquiring(Paradigm::Sum);
                let choice = inquiring.distribution(game, &position).expect("not over");
                assert!(choice.iter().all(|(mv, _)| !loses(*mv)));
                avoided += 1;
            }
            let mv = game.random_move(&position, &mut rng).expect("not over");
            game.play(&mut position, mv);
        }
    }
    assert!(avoided > 50, "{avoided}");
}

/// Against the same expert, who digresses sees more.
#[test]
fn an_inquiry_leads_off_the_beaten_track() {
    for name in ["tic-tac-toe", "lose-tic-tac-toe"] {
        let classroom = Classroom::of(name);
        let [earnest, digressing] = [(0, 1), (1, 0)].map(|(inquiries, lessons)| {
            let trainer = ActiveLearning {
                inquiries,
                lessons,
                expert: Arc::clone(&classroom.perfect),
            };
            let states = |seed| {
                let mut hoyle = classroom.learner();
                classroom.train(&mut hoyle, &trainer, 60, Seed(seed));
                hoyle.experience.states()
            };
            (0..5).map(states).sum::<usize>()
        });
        assert!(digressing > earnest, "{name}: {digressing}, {earnest}");
    }
}

#[test]
fn either_seat_inquires_by_turns() {
    let classroom = Classroom::of("tic-tac-toe");
    let hoyle = classroom.learner();
    let trainer = ActiveLearning {
        inquiries: 1,
        lessons: 1,
        expert: Arc::clone(&classroom.perfect),
    };
    let arranged = |contests| {
        let progress = Progress {
            contests,
            lessons: contests,
            ..Progress::default()
        };
        let rng = &mut Seed(1).rng();
        match trainer.arrange(&classroom.game, &hoyle, &progress, rng) {
            Ok(Arrangement::Inquiry { seat, .. }) => (true, seat),
            Ok(Arrangement::Lesson { seat, .. }) => (false, seat),
            _ => panic!("against an expert"),
        }
    };
    let [first, second] = [Some(Seat::First), Some(Seat::Second)];
    assert_eq!(
        [0, 1, 2, 3].map(arranged),
        [
            (true, first),
            (false, first),
            (true, second),
            (false, second)
        ]
    );
}
