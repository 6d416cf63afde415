//! The best response against what a plain expectimax without a memory finds, and the memory of
//! policies.

use shido_arena::{
    Aim, BestResponse, BestResponseOptions, ExactOptions, Fallible, MatchOptions, Nature, Perfect,
    PlayerError, Policy, Random, Remembered, Sampled, Wisdom, exact_match, play_match,
};
use shido_core::{Game, Seat, Seed, Turn};
use shido_search::{Ask, Distributed, Limits, OmSearch, Rules};

use crate::games::{Coin, Marks, Ring, TicTacToe, after};
use crate::solved_table::SolvedTable;

/// What a position is worth to `us`, who do our best while the other side plays by the policy.
fn expectimax(
    game: &TicTacToe,
    position: &Marks,
    us: Seat,
    against: &dyn Policy<TicTacToe>,
    aim: Aim,
    plies: u32,
) -> f64 {
    let below = |mv| expectimax(game, &game.after(position, mv), us, against, aim, plies - 1);
    match game.turn(position) {
        Turn::Over(outcome) => match aim {
            Aim::Wins => f64::from(u8::from(outcome.winner() == Some(us))),
            Aim::Score => outcome.payoff().seen_by(us).0,
        },
        _ if plies == 0 => 0.0,
        Turn::Of(mover) if mover == us => {
            let values = game.moves(position).into_iter().map(below);
            values.fold(f64::NEG_INFINITY, f64::max)
        }
        _ => {
            let odds = against.distribution(game, position).expect("it has moves");
            odds.into_iter().map(|(mv, odds)| odds * below(mv)).sum()
        }
    }
}

fn respond<P: Policy<TicTacToe>>(
    against: P,
    aim: Aim,
    depth: Option<u32>,
) -> BestResponse<TicTacToe, P> {
    let options = BestResponseOptions {
        aim,
        depth,
        ..BestResponseOptions::default()
    };
    BestResponse::new(against, options)
}

#[test]
fn agrees_with_plain_expectimax() {
    for game in [TicTacToe { lose: false }, TicTacToe { lose: true }] {
        let perfect = Perfect::new(SolvedTable::solve(&game), Wisdom::Uniform);
        let expert = Fallible::new(30.0, perfect).expect("a percentage");
        let opponents: [&dyn Policy<TicTacToe>; 2] = [&Random, &expert];
        for against in opponents {
            for (aim, depth) in [
                (Aim::Wins, None),
                (Aim::Score, None),
                (Aim::Score, Some(3)),
                (Aim::Wins, Some(6)),
            ] {
                let best = respond(against, aim, depth);
                for opening in [&[4, 0][..], &[0, 8, 1], &[1, 3, 5, 7], &[0]] {
                    let position = after(&game, opening);
                    let Turn::Of(us) = game.turn(&position) else {
                        panic!("{opening:?} ends the contest");
                    };
                    let values = best
                        .values(&game, &position)
                        .expect("no chance, no circles");
                    for (mv, value) in values {
                        let next = game.after(&position, mv);
                        let plies = depth.unwrap_or(9) - 1;
                        let expected = expectimax(&game, &next, us, against, aim, plies);
                        assert!((value - expected).abs() < 1e-12, "{opening:?}, {mv}");
                    }
                }
            }
        }
    }
}

/// OM-search against whoever plays by the policy is the best response by another way.
#[test]
fn agrees_with_om_search() {
    let game = TicTacToe { lose: true };
    let perfect = Perfect::new(SolvedTable::solve(&game), Wisdom::Uniform);
    let expert = Fallible::new(30.0, perfect).expect("a percentage");
    let best = respond(&expert, Aim::Score, None);
    let opponent = Distributed(|game: &TicTacToe, position: &Marks| {
        let odds = expert.distribution(game, position);
        odds.map_err(|error| error.to_string())
    });
    let search = OmSearch {
        ask: Ask::EveryMove,
        ..OmSearch::default()
    };
    for opening in [&[4, 0][..], &[0, 8, 1], &[1, 3, 5, 7], &[0]] {
        let position = after(&game, opening);
        let Turn::Of(us) = game.turn(&position) else {
            panic!("{opening:?} ends the contest");
        };
        let values = best.values(&game, &position).expect("no circles");
        let found = search.pruned(&game, &position, &Rules, &opponent, Limits::default());
        let found = found.expect("contests end");
        assert_eq!(found.moves.len(), values.len());
        for (row, (mv, value)) in found.moves.iter().zip(values) {
            assert_eq!(row.mv, mv);
            assert!((row.value.seen_by(us).0 - value).abs() < 1e-12, "{mv}");
        }
        let odds = best.distribution(&game, &position).expect("no circles");
        let moves: Vec<_> = odds.into_iter().map(|(mv, _)| mv).collect();
        assert_eq!(found.best, moves, "{opening:?}");
    }
}

/// What it expects is what it gets in an exact match, and nobody gets more: not the perfect player.
#[test]
fn gets_what_it_expects() {
    let game = TicTacToe { lose: false };
    let best = respond(Random, Aim::Wins, None);
    let values = best
        .values(&game, &game.start())
        .expect("small and acyclic");
    let expected = values.iter().map(|&(_, value)| value).fold(0.0, f64::max);
    let run = |white: &dyn Policy<TicTacToe>| {
        exact_match(&game, white, &Random, &ExactOptions::default())
            .expect("small and acyclic")
            .a_wins
    };
    assert!((run(&best) - expected).abs() < 1e-12);
    for wisdom in [Wisdom::Uniform, Wisdom::Fastest, Wisdom::Trap] {
        assert!(run(&Perfect::new(SolvedTable::solve(&game), wisdom)) < expected);
    }
}

#[test]
fn chance_and_circles_need_to_be_told_of() {
    // The coin shows tails three times in four, and is seen before the choice.
    let toss = |nature| {
        let options = BestResponseOptions {
            nature,
            ..BestResponseOptions::default()
        };
        let seen = BestResponse::new(Random, options);
        seen.distribution(&Coin, &vec![true])
    };
    assert_eq!(toss(None), Ok(vec![(true, 1.0)]));
    let ring = Ring {
        limit: None,
        up_to_symmetry: false,
    };
    let endless = BestResponse::new(Random, BestResponseOptions::default());
    let found = endless.distribution(&ring, &ring.start());
    assert!(matches!(found, Err(PlayerError::Failed(_))), "{found:?}");
    let options = BestResponseOptions {
        depth: Some(5),
        ..BestResponseOptions::default()
    };
    let found = BestResponse::new(Random, options).distribution(&ring, &ring.start());
    assert_eq!(found, Ok(vec![(false, 0.5), (true, 0.5)]));
    assert_eq!(
        toss(Some(std::sync::Arc::new(Nature))),
        Ok(vec![(true, 1.0)])
    );
}

/// A memory changes no contest, on any number of threads.
#[test]
fn a_memory_changes_nothing() {
    let game = TicTacToe { lose: true };
    let score = |threads: usize, white: &dyn Policy<TicTacToe>| {
        let options = MatchOptions {
            games: 2_000,
            seed: Seed(5),
            threads: std::num::NonZeroUsize::new(threads),
            ..MatchOptions::default()
        };
        play_match(&game, &Sampled(white), &Sampled(Random), &options, &|_| {})
            .expect("nobody fails")
            .score
    };
    let best = respond(Random, Aim::Wins, None);
    let forgetful = score(1, &best);
    assert_eq!(score(1, &Remembered::new(&best)), forgetful);
    assert_eq!(score(3, &Remembered::new(&best)), forgetful);
}
