//! Rising difficulty: an expert who errs less the better the learner does.

use std::num::NonZeroU32;
use std::sync::Arc;

use shido_arena::{NoiseError, Random};
use shido_core::{Game, Seed};
use shido_learn::trainers::RisingDifficulty;
use shido_learn::{Arrangement, Progress, Trainer};

use crate::training::classroom::Classroom;

const FOUR: NonZeroU32 = NonZeroU32::new(4).unwrap();

#[test]
fn the_noise_goes_down_with_the_streak_and_up_after_a_loss() {
    let trainer = RisingDifficulty::new(80.0, FOUR, Random).expect("a percentage");
    let noise = [0, 1, 2, 3, 4, 5].map(|streak| trainer.noise(streak));
    assert_eq!(noise, [80.0, 60.0, 40.0, 20.0, 0.0, 0.0]);
    assert_eq!(
        RisingDifficulty::new(120.0, FOUR, Random).err(),
        Some(NoiseError(120.0))
    );
}

/// At the start of lose tic-tac-toe only the centre draws, so the odds of the centre say how often
/// the expert errs.
#[test]
fn the_expert_errs_less_and_less() {
    let classroom = Classroom::of("lose-tic-tac-toe");
    let game = &classroom.game;
    let hoyle = classroom.learner();
    let expert = Arc::clone(&classroom.perfect);
    let trainer = RisingDifficulty::new(90.0, FOUR, expert).expect("a percentage");
    for (streak, centre) in [(0, 0.2), (2, 0.6), (4, 1.0), (9, 1.0)] {
        let progress = Progress {
            streak,
            ..Progress::default()
        };
        let arranged = trainer.arrange(game, &hoyle, &progress, &mut Seed(1).rng());
        let Ok(Arrangement::Lesson { expert, .. }) = arranged else {
            panic!("a lesson");
        };
        let odds = expert.distribution(game, &game.start()).expect("not over");
        let most = odds.into_iter().map(|(_, odds)| odds).fold(0.0, f64::max);
        assert!((most - centre).abs() < 1e-12, "{streak}: {most}");
    }
}
