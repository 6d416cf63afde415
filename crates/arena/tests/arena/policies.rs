//! What the policies play in positions where the answer can be worked out by hand.

use shido_arena::{
    Fallible, Line, NoiseError, Perfect, PlayerError, Policy, Random, Theory, TheoryError, Wisdom,
    WorstMove,
};
use shido_core::{Game, Seed};

use crate::games::{Coin, Marks, TicTacToe, after};
use crate::solved_table::SolvedTable;

const PLAIN: TicTacToe = TicTacToe { lose: false };

fn choices(policy: &impl Policy<TicTacToe>, position: &Marks) -> Vec<u8> {
    let distribution = policy
        .distribution(&PLAIN, position)
        .expect("the policy knows the position");
    let total: f64 = distribution.iter().map(|(_, p)| p).sum();
    assert!((total - 1.0).abs() < 1e-12);
    distribution.into_iter().map(|(mv, _)| mv).collect()
}

fn perfect(wisdom: Wisdom) -> Perfect<TicTacToe, SolvedTable<TicTacToe>> {
    Perfect::new(SolvedTable::solve(&PLAIN), wisdom)
}

#[test]
fn random_plays_every_move_alike() {
    let position = after(&PLAIN, &[0, 4, 8]);
    let sixth = 1.0 / 6.0;
    assert_eq!(
        Random.distribution(&PLAIN, &position),
        Ok([1, 2, 3, 5, 6, 7].map(|mv| (mv, sixth)).to_vec())
    );
    let mut rng = Seed(1).rng();
    let mut counts = [0; 9];
    for _ in 0..60_000 {
        let mv = Random
            .sample(&PLAIN, &position, &mut rng)
            .expect("not over");
        counts[usize::from(mv)] += 1;
    }
    // Four standard deviations of a binomial with n = 60,000 and p = 1/6 are 365.
    for mv in [1, 2, 3, 5, 6, 7] {
        assert!(
            (counts[mv] - 10_000_i32).abs() < 365,
            "{mv}: {}",
            counts[mv]
        );
    }
    assert_eq!(counts.iter().sum::<i32>(), 60_000);
}

#[test]
fn nothing_is_chosen_once_the_contest_is_over() {
    let over = after(&PLAIN, &[0, 3, 1, 4, 2]);
    let mut rng = Seed(1).rng();
    assert_eq!(
        Random.sample(&PLAIN, &over, &mut rng),
        Err(PlayerError::Over)
    );
    assert_eq!(Random.distribution(&PLAIN, &over), Err(PlayerError::Over));
    assert_eq!(
        perfect(Wisdom::Trap).distribution(&PLAIN, &over),
        Err(PlayerError::Over)
    );
}

/// Against a corner only the centre holds the draw.
#[test]
fn every_wisdom_keeps_the_value() {
    let position = after(&PLAIN, &[0]);
    for wisdom in [Wisdom::Uniform, Wisdom::Fastest, Wisdom::Trap] {
        assert_eq!(choices(&perfect(wisdom), &position), [4]);
    }
}

/// X on 0 and 4, O on 1 and 2, X to move: 8 completes the diagonal. 3 (which threatens 5, 6 and 8)
/// and 6 (which threatens 3 and 8) win two plies later.
#[test]
fn only_the_fastest_insists_on_winning_now() {
    let position = after(&PLAIN, &[0, 1, 4, 2]);
    let uniform = choices(&perfect(Wisdom::Uniform), &position);
    assert!(
        [3, 6, 8].iter().all(|mv| uniform.contains(mv)),
        "{uniform:?}"
    );
    assert_eq!(choices(&perfect(Wisdom::Fastest), &position), [8]);
}

/// X on 0 and 2, O on 8: O is lost, because X threatens 1 and will fork with 6 after the block. Only
/// the block puts the end off.
#[test]
fn the_fastest_loses_as_late_as_it_can() {
    let position = after(&PLAIN, &[0, 8, 2]);
    assert_eq!(choices(&perfect(Wisdom::Fastest), &position), [1]);
    let all = choices(&perfect(Wisdom::Uniform), &position);
    assert_eq!(all, [1, 3, 4, 5, 6, 7]);
}

/// X in a corner, O in the centre. With 1, 2, 3 or 6 X threatens a row, so that five of six replies
/// lose; in the corner opposite only two do; 5 and 7 threaten nothing.
#[test]
fn a_trap_is_a_threat_of_one_ply() {
    let position = after(&PLAIN, &[0, 4]);
    assert_eq!(choices(&perfect(Wisdom::Trap), &position), [1, 2, 3, 6]);
}

/// A move that wins at once beats every trap.
#[test]
fn a_win_is_a_trap_without_escape() {
    let position = after(&PLAIN, &[0, 1, 4, 2]);
    let trapped = choices(&perfect(Wisdom::Trap), &position);
    assert!(trapped.contains(&8), "{trapped:?}");
}

#[test]
fn a_theory_is_applied_in_every_orientation() {
    let theory = Theory {
        book: vec![
            Line {
                after: vec![],
                classes: vec![vec![4], vec![0, 2, 6, 8]],
            },
            Line {
                after: vec![0, 4],
                classes: vec![vec![8]],
            },
        ],
        mirror: None,
        prefer: vec![3],
    };
    let wise = perfect(Wisdom::Trap)
        .with_theory(&PLAIN, theory)
        .expect("the theory fits");
    assert_eq!(
        wise.distribution(&PLAIN, &PLAIN.start()),
        Ok(vec![
            (0, 0.125),
            (2, 0.125),
            (4, 0.5),
            (6, 0.125),
            (8, 0.125)
        ])
    );
    for corner in [0, 2, 6, 8] {
        assert_eq!(choices(&wise, &after(&PLAIN, &[corner, 4])), [8 - corner]);
    }
}

#[test]
fn preferences_decide_between_equals_only() {
    let prefer = |moves: &[u8]| {
        let theory = Theory {
            prefer: moves.to_vec(),
            ..Theory::default()
        };
        perfect(Wisdom::Trap)
            .with_theory(&PLAIN, theory)
            .expect("any move may be preferred")
    };
    let position = after(&PLAIN, &[0, 4]);
    assert_eq!(choices(&prefer(&[3, 8]), &position), [3]);
    assert_eq!(choices(&prefer(&[8]), &position), [1, 2, 3, 6]);
}

/// At lose tic-tac-toe, X in the centre and O on 1: the half turn asks for 7. With the reflection in
/// the middle column, which leaves 1 in place, any move on that column would do.
#[test]
fn mirroring_is_by_the_half_turn() {
    let lose = TicTacToe { lose: true };
    let theory = Theory {
        mirror: Some(shido_core::Seat::First),
        ..Theory::default()
    };
    let wise = Perfect::new(SolvedTable::solve(&lose), Wisdom::Uniform)
        .with_theory(&lose, theory)
        .expect("the theory fits");
    for (reply, image) in [
        (0, 8),
        (1, 7),
        (2, 6),
        (3, 5),
        (5, 3),
        (6, 2),
        (7, 1),
        (8, 0),
    ] {
        let position = after(&lose, &[4, reply]);
        assert_eq!(wise.distribution(&lose, &position), Ok(vec![(image, 1.0)]));
    }
}

#[test]
fn a_theory_must_fit_the_game() {
    let line = |after: &[u8], classes: &[&[u8]]| {
        let theory = Theory {
            book: vec![Line {
                after: after.to_vec(),
                classes: classes.iter().map(|class| class.to_vec()).collect(),
            }],
            ..Theory::default()
        };
        perfect(Wisdom::Trap).with_theory(&PLAIN, theory).err()
    };
    let illegal = |mv: &str| {
        Some(TheoryError::Illegal {
            line: 1,
            mv: mv.to_owned(),
        })
    };
    assert_eq!(line(&[4, 4], &[&[0]]), illegal("4"));
    assert_eq!(line(&[4], &[&[0], &[4]]), illegal("4"));
    assert_eq!(line(&[4], &[]), Some(TheoryError::Empty { line: 1 }));
    assert_eq!(
        line(&[4], &[&[0], &[]]),
        Some(TheoryError::Empty { line: 1 })
    );
    assert_eq!(line(&[4], &[&[0]]), None);
}

#[test]
fn what_the_table_lacks_is_an_error() {
    struct Empty;
    impl shido_arena::Oracle<TicTacToe> for Empty {
        fn solved(&self, _: &TicTacToe, _: &Marks) -> Option<shido_core::Solved> {
            None
        }
    }
    let lost = Perfect::new(Empty, Wisdom::Uniform);
    assert!(matches!(
        lost.distribution(&PLAIN, &PLAIN.start()),
        Err(PlayerError::Unsolved { position }) if position == "Marks([1, 0])"
    ));

    let position = after(&PLAIN, &[0, 8, 2]);
    let table = || SolvedTable::solve(&PLAIN).without_distances();
    assert!(matches!(
        Perfect::new(table(), Wisdom::Fastest).distribution(&PLAIN, &position),
        Err(PlayerError::Unmeasured { .. })
    ));
    assert!(
        Perfect::new(table(), Wisdom::Uniform)
            .distribution(&PLAIN, &position)
            .is_ok_and(|choice| choice.len() == 6)
    );
}

/// The paper's own example: with e = 10 the fallible trainer opens 45% of the time in the centre and
/// 45% in a corner, and 10% of the time anywhere.
#[test]
fn noise_is_spread_over_all_moves() {
    let theory = Theory {
        book: vec![Line {
            after: vec![],
            classes: vec![vec![4], vec![0, 2, 6, 8]],
        }],
        ..Theory::default()
    };
    let wise = perfect(Wisdom::Trap)
        .with_theory(&PLAIN, theory)
        .expect("the theory fits");
    let fallible = Fallible::new(10.0, &wise).expect("a percentage");
    let choice = fallible
        .distribution(&PLAIN, &PLAIN.start())
        .expect("not over");
    for (mv, probability) in choice {
        let expected = 0.1 / 9.0
            + match mv {
                4 => 0.45,
                0 | 2 | 6 | 8 => 0.45 / 4.0,
                _ => 0.0,
            };
        assert!(
            (probability - expected).abs() < 1e-15,
            "{mv}: {probability}"
        );
    }
}

#[test]
fn noise_is_a_percentage() {
    for noise in [-0.1, 100.1, f64::INFINITY] {
        assert_eq!(Fallible::new(noise, Random).err(), Some(NoiseError(noise)));
    }
    assert!(Fallible::new(f64::NAN, Random).is_err());
    assert!(Fallible::new(0.0, Random).is_ok_and(|fallible| fallible.noise() == 0.0));
}

#[test]
fn nature_keeps_the_odds_of_the_game() {
    let odds = shido_arena::Nature.distribution(&Coin, &Coin.start());
    assert_eq!(odds, Ok(vec![(false, 0.75), (true, 0.25)]));
}

/// X on 0 and 1, O on 3, O to move: whatever does not block on 2 loses to it at once.
#[test]
fn the_worst_move_loses_at_once() {
    let worst = WorstMove(SolvedTable::solve(&PLAIN));
    let position = after(&PLAIN, &[0, 3, 1]);
    assert_eq!(choices(&worst, &position), [4, 5, 6, 7, 8]);
}

/// X on 0 and 4, O on 1 and 2, X to move: 8 wins at once, 3, 5 and 6 make two threats; after 7 O
/// blocks on 8, X on 5 and O on 3, and nobody wins.
#[test]
fn the_worst_move_throws_a_win_away() {
    let worst = WorstMove(SolvedTable::solve(&PLAIN));
    let position = after(&PLAIN, &[0, 1, 4, 2]);
    assert_eq!(choices(&worst, &position), [7]);
}

/// X on 0, 4 and 6, O on 1, 2 and 7, X to move: 3 and 8 win at once. After 5 X threatens both, and O
/// threatens nothing.
#[test]
fn where_all_moves_win_the_worst_is_the_slowest() {
    let worst = WorstMove(SolvedTable::solve(&PLAIN));
    let position = after(&PLAIN, &[0, 1, 4, 2, 6, 7]);
    assert_eq!(choices(&worst, &position), [5]);
}

#[test]
fn the_worst_move_is_not_known_without_distances() {
    let worst = WorstMove(SolvedTable::solve(&PLAIN).without_distances());
    let position = after(&PLAIN, &[0, 3, 1]);
    assert!(matches!(
        worst.distribution(&PLAIN, &position),
        Err(PlayerError::Unmeasured { .. })
    ));
}
