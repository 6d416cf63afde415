//! Students that are searches with noise are recognised by their moves.

use std::sync::Arc;

use shido::{AnyGame, Catalog, Moved, Request, Seat, Seed, Settings, Spec, Turn};
use shido_audit::{Decision, Decisions, Hypotheses, rate};

fn spec(depth: u32, noise: u32) -> Spec {
    let text = match depth {
        0 => "random".to_owned(),
        _ => format!("erring:noise={noise},of=[alphabeta:depth={depth}]"),
    };
    text.parse().expect("a player")
}

/// What a student plays against a random player, until so many moves are made.
fn play(game: &Arc<dyn AnyGame>, student: &Spec, moves: usize) -> Decisions {
    let settings = Settings::in_memory();
    let player = |spec: &Spec| game.player(spec, &settings, &|_| {}).expect("it plays");
    let mut all = Vec::new();
    for number in 0.. {
        let settings = Settings {
            seed: Seed(number),
            ..settings.clone()
        };
        let mut session = Arc::clone(game)
            .session(None, &settings)
            .expect("it begins");
        let seat = Seat::BOTH[number as usize % 2];
        session.seat(seat, Some(&player(student))).expect("it sits");
        session
            .seat(seat.other(), Some(&player(&spec(0, 0))))
            .expect("it sits");
        while let Turn::Of(mover) = session.turn() {
            let before = session.moves();
            let Ok(Moved::Move(played)) = session.let_move(&Request::default()) else {
                panic!("nobody resigns");
            };
            if mover == seat {
                all.push(Decision::new(before, played));
            }
            if all.len() == moves {
                return Decisions {
                    file: "contests".to_owned(),
                    all,
                };
            }
        }
    }
    unreachable!("there is no end of contests")
}

/// Depth and noise of students are found among six that they may have, at four games.
#[test]
fn depth_and_noise_of_students_are_recovered() {
    let catalog = Catalog::shipped();
    let all: Vec<Spec> = [1, 2]
        .into_iter()
        .flat_map(|depth| [10, 40, 80].map(|noise| spec(depth, noise)))
        .collect();
    for (name, moves) in [
        ("tic-tac-toe", 150),
        ("othello-6x6", 150),
        ("draughts", 150),
        ("chess", 80),
    ] {
        let game = catalog.open(name).expect("it comes with Shido");
        for student in [spec(1, 10), spec(2, 40)] {
            let decisions = play(&game, &student, moves);
            let among = Hypotheses::Among(all.clone(), 1.0);
            let settings = Settings::in_memory();
            let report = rate(&game, &among, &decisions, &settings, &|_| {});
            let rated = &report.expect("it can be told").players[0];
            assert_eq!((rated.moves, rated.player.as_deref()), (moves, None));
            assert_eq!(rated.most_likely, student, "{name}: {:?}", rated.posterior);
        }
    }
}
