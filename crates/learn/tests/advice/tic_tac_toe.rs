//! Tic-tac-toe, as Epstein tells of it in sections 2.4 and 3.

use std::collections::{HashSet, VecDeque};

use shido_arena::{Oracle, Remembered, Seats, exact_match};
use shido_core::{Game, Notation, Seat, Seed, Symmetry, Turn, Verdict};
use shido_frame::{FrameMove, FramePosition};
use shido_learn::trainers::{Expert, SelfTraining};
use shido_learn::{Goal, Hoyle, Learner, Lesson, Paradigm};

use crate::advice::players::{
    Board, Known, board, challengers, exactly, images, perfect_at_tic_tac_toe, trained, untrained,
};

const FIGURE_3: &str = "..X/.O./X.. O";

/// The moves that Hoyle may make and that give a draw away, in all positions that it may get into
/// against anybody.
fn errors(
    game: &Board,
    known: &Known,
    hoyle: &Hoyle<Board>,
) -> Vec<(FramePosition<u64>, FrameMove)> {
    let mut errors = Vec::new();
    for own in Seat::BOTH {
        let mut met = HashSet::from([game.start()]);
        let mut queue = VecDeque::from([game.start()]);
        while let Some(position) = queue.pop_front() {
            let moves = match game.turn(&position) {
                Turn::Over(_) | Turn::Chance => continue,
                Turn::Of(mover) if mover != own => game.moves(&position),
                Turn::Of(_) => {
                    let decision = hoyle.decide(game, &position, Paradigm::default());
                    decision.expect("Hoyle is to move").choice
                }
            };
            let worth = |position: &FramePosition<u64>| {
                let solved = known.solved(game, position).expect("it is solved");
                solved.value.seen_by(own).0
            };
            for mv in moves {
                let next = game.after(&position, mv);
                if worth(&next) == Verdict::Loss && worth(&position) != Verdict::Loss {
                    if game.turn(&position) == Turn::Of(own) {
                        errors.push((position, mv));
                    }
                    continue;
                }
                if met.insert(next) {
                    queue.push_back(next);
                }
            }
        }
    }
    errors
}

#[test]
fn untrained_hoyle_errs_at_figure_3_and_nowhere_else() {
    let game = board("tic-tac-toe");
    let known = Known::of(&game);
    let hoyle = untrained(&game, Seed(1));
    let figure = images(&game, FIGURE_3);
    let errors = errors(&game, &known, &hoyle);
    let places: HashSet<_> = errors.iter().map(|(position, _)| *position).collect();
    assert_eq!(places, figure.iter().copied().collect());
    // Every move that it may make there loses.
    for position in &figure {
        let decision = hoyle.decide(&game, position, Paradigm::default());
        for mv in decision.expect("O is to move").choice {
            assert!(errors.contains(&(*position, mv)));
        }
    }
}

#[test]
fn once_it_has_lost_there_it_never_does_again() {
    let game = board("tic-tac-toe");
    let known = Known::of(&game);
    for symmetry in 0..game.symmetries() {
        let mut hoyle = untrained(&game, Seed(2));
        let mut positions = vec![game.start()];
        let mut moves = Vec::new();
        for name in ["a1", "b2", "c3", "a3", "c1", "b1", "c2"] {
            let mut here = game.start();
            let point = game.parse_move(&here, name).expect("a point");
            let mv = game.transform_move(symmetry, point);
            here = *positions.last().expect("the start is there");
            game.play(&mut here, mv);
            positions.push(here);
            moves.push(mv);
        }
        let lesson = Lesson {
            positions: &positions,
            moves: &moves,
            winner: Some(Seat::First),
            hoyle: Some(Seat::Second),
            observed: false,
        };
        Learner::default().learn(&game, &mut hoyle.knowledge, &lesson);
        // Whatever the paradigm: what is certain is not up for discussion.
        for position in images(&game, FIGURE_3) {
            for paradigm in Paradigm::ALL {
                let decision = hoyle.decide(&game, &position, paradigm);
                for mv in decision.expect("O is to move").choice {
                    let next = known.solved(&game, &game.after(&position, mv));
                    let worth = next.expect("it is solved").value.seen_by(Seat::Second).0;
                    assert_eq!(worth, Verdict::Draw);
                }
            }
        }
    }
}

#[test]
fn training_by_itself_takes_ten_contests_and_leaves_one_unit() {
    let game = board("tic-tac-toe");
    for seed in 0..50 {
        let (hoyle, trained) = trained(&game, &SelfTraining, Goal::Standard(10), Seed(seed));
        assert!(trained.reached);
        assert_eq!(trained.progress.contests, 10, "seed {seed}");
        assert_eq!(hoyle.knowledge.space(), 1, "seed {seed}");
    }
}

#[test]
fn perfect_training_makes_it_reliable_against_everybody() {
    let game = board("tic-tac-toe");
    let known = Known::of(&game);
    let master = perfect_at_tic_tac_toe(&game, &known);
    for seed in 0..50 {
        let trainer = Expert(master.clone());
        let (hoyle, trained) = trained(&game, &trainer, Goal::Standard(20), Seed(seed));
        assert!(trained.reached);
        let hoyle = Remembered::new(&hoyle);
        for challenger in challengers(&master) {
            let result = exact_match(&game, &hoyle, &challenger, &exactly(Seats::Alternate));
            let lost = result.expect("positions do not recur").b_wins;
            assert_eq!(lost, 0.0, "seed {seed}, noise {}", challenger.noise());
        }
    }
}
