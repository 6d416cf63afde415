//! Achi: Epstein's Hoyle was at least 97% reliable there whoever trained it.

use shido_arena::{MatchOptions, Sampled, Seats, play_match};
use shido_core::Seed;
use shido_learn::trainers::{Expert, LessonAndPractice, SelfTraining};
use shido_learn::{Goal, Trainer};

use crate::advice::players::{Board, Known, board, challengers, fallible, perfect, trained};

#[test]
fn whoever_trains_it_hoyle_is_reliable() {
    let game = board("achi");
    let known = Known::of(&game);
    let master = perfect(&known);
    let trainers: [(&str, Box<dyn Trainer<Board>>); 5] = [
        ("perfect", Box::new(Expert(master.clone()))),
        ("expert", Box::new(Expert(fallible(&master, 10.0)))),
        ("novice", Box::new(Expert(fallible(&master, 70.0)))),
        ("self", Box::new(SelfTraining)),
        (
            "2&7",
            Box::new(LessonAndPractice {
                lessons: 2,
                practice: 7,
                expert: master.clone(),
            }),
        ),
    ];
    const RUNS: u64 = 10;
    const GAMES: u64 = 20;
    for (name, trainer) in &trainers {
        for challenger in challengers(&master) {
            let mut lost = 0;
            for run in 0..RUNS {
                let seed = Seed(run);
                let (hoyle, _) = trained(&game, &**trainer, Goal::Standard(10), seed);
                let options = MatchOptions {
                    games: GAMES,
                    seats: Seats::Alternate,
                    seed: seed.derive(2),
                    ..MatchOptions::default()
                };
                let (hoyle, challenger) = (Sampled(&hoyle), Sampled(&challenger));
                let result = play_match(&game, &hoyle, &challenger, &options, &|_| {});
                lost += result.expect("everybody can move").score.b_wins;
            }
            let reliable = 1.0 - lost as f64 / (RUNS * GAMES) as f64;
            let noise = challenger.noise();
            assert!(reliable >= 0.97, "{name}, noise {noise}: {reliable}");
        }
    }
}
