//! The worst player: it loses as quickly as the solver says that one can.

use shido_arena::{Oracle, Perfect, Policy, Wisdom, WorstMove};
use shido_core::{Game, Seed, Turn, Verdict};

use crate::training::classroom::{Classroom, Position};

/// Wherever a move loses, the worst move does, and a perfect player who hurries then needs no longer
/// than the solver says of the quickest loss there is.
#[test]
fn it_loses_as_quickly_as_the_solver_says() {
    for name in ["tic-tac-toe", "lose-tic-tac-toe", "tapatan"] {
        let classroom = Classroom::of(name);
        let mut lost = 0;
        let mut rng = Seed(3).rng();
        for _ in 0..300 {
            let mut position = classroom.game.start();
            for _ in 0..8 {
                lost += usize::from(check(&classroom, &position));
                match classroom.game.random_move(&position, &mut rng) {
                    Some(mv) => classroom.game.play(&mut position, mv),
                    None => break,
                }
            }
        }
        assert!(lost > 100, "{name}: {lost}");
    }
}

/// Whether a move loses here. If so, plays it out.
fn check(classroom: &Classroom, position: &Position) -> bool {
    let game = &classroom.game;
    let Turn::Of(loser) = game.turn(position) else {
        return false;
    };
    let quickest = game
        .moves(position)
        .into_iter()
        .filter_map(|mv| {
            let next = game.after(position, mv);
            let solved = classroom.answers.solved(game, &next)?;
            (solved.value.seen_by(loser).0 == Verdict::Loss).then_some(solved.distance?)
        })
        .min();
    let Some(quickest) = quickest else {
        return false;
    };
    let worst = WorstMove(&*classroom.answers);
    let hurried = Perfect::new(&*classroom.answers, Wisdom::Fastest);
    let mut rng = Seed(4).rng();
    let mut now = *position;
    for _ in 0..=quickest {
        let mv = match game.turn(&now) {
            Turn::Of(seat) if seat == loser => worst.sample(game, &now, &mut rng),
            Turn::Of(_) => hurried.sample(game, &now, &mut rng),
            Turn::Over(_) | Turn::Chance => break,
        };
        game.play(&mut now, mv.expect("the game is solved"));
    }
    let end = game.turn(&now);
    assert!(
        matches!(end, Turn::Over(end) if end.winner() == Some(loser.other())),
        "{position:?} {quickest} {end:?}"
    );
    true
}
