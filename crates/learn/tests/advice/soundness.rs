//! Every significant state is what the solver says it is.

use shido_arena::{Oracle, Random};
use shido_core::{Notation, Seed};
use shido_learn::trainers::{Expert, LessonAndPractice, SelfTraining};
use shido_learn::{Goal, Trainer};

use crate::advice::players::{Board, Known, board, fallible, perfect, sized, trained};

const GAMES: [&str; 11] = [
    "tic-tac-toe",
    "lose-tic-tac-toe",
    "achi",
    "achi-adjacent",
    "three-mens-morris",
    "nine-holes",
    "tapatan",
    "pong-hau-ki",
    "mu-torere",
    "shisima",
    "tsoro-yematatu",
];

#[test]
fn every_significant_state_agrees_with_the_solver() {
    let games = GAMES.map(|name| (name, board(name)));
    let size = [("columns", 4), ("rows", 3), ("in-a-row", 3)];
    let more = [
        ("mnk 4x3", sized("mnk", &size)),
        ("connect-four 4x4", {
            sized("connect-four", &[("columns", 4), ("rows", 4)])
        }),
    ];
    let [mut contests, mut games_learned] = [0; 2];
    for (name, game) in games.iter().chain(&more) {
        let known = Known::of(game);
        let master = perfect(&known);
        let trainers: [Box<dyn Trainer<Board>>; 4] = [
            Box::new(Expert(fallible(&master, 30.0))),
            Box::new(Expert(Random)),
            Box::new(SelfTraining),
            Box::new(LessonAndPractice {
                lessons: 2,
                practice: 7,
                expert: master.clone(),
            }),
        ];
        let mut states = 0;
        for (seed, trainer) in trainers.iter().enumerate() {
            let goal = Goal::Contests(100);
            let (hoyle, _) = trained(game, &**trainer, goal, Seed(seed as u64));
            contests += 100;
            for (state, significant) in hoyle.knowledge.significant.iter() {
                let solved = known.solved(game, state).expect("every state is solved");
                let text = game.write_position(state);
                assert_eq!(solved.value, significant.value, "{name}: {text}");
                let distance = solved.distance.expect("a decided state has a distance");
                assert!(
                    distance <= significant.plies,
                    "{name}: {text} takes {distance} plies, not {}",
                    significant.plies
                );
                states += 1;
            }
        }
        games_learned += usize::from(states > 0);
    }
    assert!(contests >= 5000);
    // At pong hau k'i nothing is decided more than a move before the end.
    assert!(games_learned >= 10, "only {games_learned}");
}
