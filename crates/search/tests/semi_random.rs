//! Semi-random and speculative play against their definitions, applied by hand or written down
//! without any cleverness.

use rand::RngExt;
use shido_core::{Game, Seat, Seed, Turn};
use shido_games::coins::{Coins, LastCoin};
use shido_games::tree::Branch;
use shido_search::{
    Counting, First, Foreseeing, Limits, Moves, SearchError, SemiRandom, Speculative,
    SpeculativePlayer, TieBreak,
};
use shido_testkit::trees;

use crate::{frame, sized, tree};

/// Whether `seat` can force a win within so many plies.
fn forces<G: Game>(game: &G, position: &G::Position, seat: Seat, plies: u32) -> bool {
    let after = |mv: &G::Move| forces(game, &game.after(position, *mv), seat, plies - 1);
    match game.turn(position) {
        Turn::Over(outcome) => outcome.winner() == Some(seat),
        _ if plies == 0 => false,
        Turn::Of(mover) if mover == seat => game.moves(position).iter().any(after),
        _ => game.moves(position).iter().all(after),
    }
}

/// Iterated elimination, word for word.
fn by_elimination<G: Game>(game: &G, position: &G::Position, depth: u32) -> Vec<G::Move> {
    let mut left = game.moves(position);
    let Turn::Of(us) = game.turn(position) else {
        return left;
    };
    for plies in 1..=depth {
        let wins = |mv: &G::Move, seat| forces(game, &game.after(position, *mv), seat, plies - 1);
        let winning: Vec<_> = left.iter().copied().filter(|mv| wins(mv, us)).collect();
        if !winning.is_empty() {
            return winning;
        }
        let safe: Vec<_> = left
            .iter()
            .copied()
            .filter(|mv| !wins(mv, us.other()))
            .collect();
        if safe.is_empty() {
            return left;
        }
        left = safe;
    }
    left
}

/// Depths in no order, so that what was remembered of one must serve the others.
fn check<G: Game>(game: &G, position: &G::Position, ahead: &mut Foreseeing<G>, depths: &[u32]) {
    for &depth in depths {
        let found = SemiRandom { depth }
            .moves(game, position, ahead, Limits::default())
            .expect("there is no chance");
        let expected = by_elimination(game, position, depth);
        assert_eq!(found, expected, "P_{depth} in {position:?}");
    }
}

fn check_on_the_way<G: Game>(game: &G, most_plies: u32, positions: u64, depths: &[u32]) {
    let mut ahead = Foreseeing::default();
    for index in 0..positions {
        let mut rng = Seed(41).derive(index).rng();
        let mut position = game.start();
        for _ in 0..rng.random_range(0..=most_plies) {
            if let Some(mv) = game.random_move(&position, &mut rng) {
                game.play(&mut position, mv);
            }
        }
        check(game, &position, &mut ahead, depths);
    }
}

#[test]
fn games_agree_with_plain_elimination() {
    let tic_tac_toe = frame(include_str!("../../../frames/tic-tac-toe.toml"));
    check_on_the_way(&tic_tac_toe, 8, 200, &[3, 6, 0, 1, 5, 2, 4]);
    let lose = frame(include_str!("../../../frames/lose-tic-tac-toe.toml"));
    check_on_the_way(&lose, 8, 200, &[4, 1, 6, 2, 0, 5, 3]);
    let connect_four = include_str!("../../../frames/connect-four.toml");
    let small = sized(connect_four, &[("columns", 4), ("rows", 4)]);
    check_on_the_way(&small, 14, 100, &[5, 2, 7, 1, 6]);
    let smaller = sized(
        connect_four,
        &[("columns", 4), ("rows", 3), ("in-a-row", 3)],
    );
    check_on_the_way(&smaller, 10, 100, &[7, 3, 1, 6, 4]);
    let coins = Coins::new(15, 3, LastCoin::Loses).expect("enough coins");
    check_on_the_way(&coins, 6, 20, &[9, 2, 6, 4]);
}

/// Neither alternating sides nor payoffs of one are taken for granted.
#[test]
fn trees_agree_with_plain_elimination() {
    for index in 0..500 {
        let shape = trees::Shape {
            depth: 6,
            branches: 3,
            chance: false,
        };
        let tree = tree(&trees::random(Seed(42).derive(index), shape));
        check(
            &tree,
            &tree.start(),
            &mut Foreseeing::default(),
            &[4, 2, 6, 1, 3, 0, 5],
        );
    }
}

/// A loss in two plies is better than one in one, a loss in four better than one in two; of wins the
/// nearest is taken. The leaves are 1 for a win of the first player, who is to move.
#[test]
fn wins_hurry_and_losses_delay() {
    for (text, depth, expected) in [
        ("(max -1 (min -1 1) (min -1))", 1, vec![2, 3]),
        ("(max -1 (min -1 1) (min -1))", 2, vec![2, 3]),
        ("(max (min (max (min -1))) (min -1) -1)", 4, vec![1]),
        ("(max (min (max (min -1))) (min -1) -1)", 3, vec![1]),
        ("(max -1 -1)", 3, vec![1, 2]),
        ("(max (min (max 1)) 1 0)", 3, vec![2]),
        ("(max (min (max 1)) 0 0)", 3, vec![1]),
        ("(max (min (max 1)) 0 0)", 2, vec![1, 2, 3]),
    ] {
        let tree = tree(text);
        let found = SemiRandom { depth }
            .moves(
                &tree,
                &tree.start(),
                &mut Foreseeing::default(),
                Limits::default(),
            )
            .expect("there is no chance");
        let expected: Vec<Branch> = expected.into_iter().map(Branch).collect();
        assert_eq!(found, expected, "P_{depth} of {text}");
    }
}

#[test]
fn what_cannot_be_looked_at_says_why() {
    let dice = tree("(max 0 (min (chance 1/2 1 1/2 -1) 0))");
    let ahead = &mut Foreseeing::default();
    let found = SemiRandom { depth: 3 }.moves(&dice, &dice.start(), ahead, Limits::default());
    let line = vec![Branch(2), Branch(1)];
    assert_eq!(found, Err(SearchError::Chance { line }));
    let too_deep = SemiRandom { depth: 5_000 };
    let found = too_deep.moves(&dice, &dice.start(), ahead, Limits::default());
    assert!(matches!(found, Err(SearchError::TooDeep { .. })));
    let connect_four = frame(include_str!("../../../frames/connect-four.toml"));
    let few = Limits {
        nodes: Some(100),
        ..Limits::default()
    };
    let found = SemiRandom { depth: 8 }.moves(
        &connect_four,
        &connect_four.start(),
        &mut Foreseeing::default(),
        few,
    );
    assert_eq!(found, Err(SearchError::TooManyNodes { limit: 100 }));
}

/// A tree with the numbers of Figure 1: we look four plies ahead, the opponent one. On the left one
/// leaf of four is won, in the centre none of four, on the right two of six. The opponent sees that
/// their first reply on the left loses at once, so it does not count.
const FIGURE_1: &str = "(max
    (min 1 (max 1) (max (min 0 0 0)))
    (min (max (min 0 0)) (max (min 0 0)))
    (min (max 1 (min 0)) (max 1 (min 0)) (max (min 0 0))))";

fn shares(play: Speculative, text: &str) -> Vec<(f64, f64)> {
    let tree = tree(text);
    let shares = SpeculativePlayer::new(play)
        .shares(&tree, &tree.start(), Limits::default())
        .expect("there is no chance");
    shares
        .into_iter()
        .map(|(_, share)| (share.won, share.all))
        .collect()
}

fn chosen(play: Speculative, text: &str) -> Vec<usize> {
    let tree = tree(text);
    let moves = SpeculativePlayer::new(play)
        .moves(&tree, &tree.start(), Limits::default())
        .expect("there is no chance");
    moves.into_iter().map(|Branch(number)| number).collect()
}

#[test]
fn leaves_are_counted_as_in_figure_1() {
    let play = Speculative {
        own: Moves::All,
        counting: Counting::Leaves,
        ..Speculative::new(4, 1)
    };
    assert_eq!(shares(play, FIGURE_1), [(1.0, 4.0), (0.0, 4.0), (2.0, 6.0)]);
    assert_eq!(chosen(play, FIGURE_1), [3]);
}

/// With all replies the left side has two won leaves of five. Where we win at once we do, if our own
/// later moves are those that are considered. As a probability, the left side wins after one of two
/// replies that are considered, the right side after two of three.
#[test]
fn what_counts_is_an_option() {
    let leaves = Speculative {
        own: Moves::All,
        counting: Counting::Leaves,
        ..Speculative::new(4, 1)
    };
    let all = Speculative {
        theirs: Moves::All,
        ..leaves
    };
    assert_eq!(shares(all, FIGURE_1), [(2.0, 5.0), (0.0, 4.0), (2.0, 6.0)]);
    assert_eq!(chosen(all, FIGURE_1), [1]);
    let considered = Speculative {
        own: Moves::Considered,
        ..leaves
    };
    let expected = [(1.0, 4.0), (0.0, 4.0), (2.0, 4.0)];
    assert_eq!(shares(considered, FIGURE_1), expected);
    let probability = Speculative::new(4, 1);
    let expected = [(0.5, 1.0), (0.0, 1.0), (2.0 / 3.0, 1.0)];
    assert_eq!(shares(probability, FIGURE_1), expected);
    assert_eq!(chosen(probability, FIGURE_1), [3]);
}

/// The first move loses by force, though two of three replies win; the second is drawn.
#[test]
fn what_comes_first_is_an_option() {
    let gamble = "(max (min -1 1 1) (min 0 0))";
    let play = Speculative::new(2, 0);
    assert_eq!(chosen(play, gamble), [2]);
    let all = |first| Speculative {
        candidates: Moves::All,
        own: Moves::All,
        first,
        ..play
    };
    assert_eq!(chosen(all(First::Nothing), gamble), [1]);
    assert_eq!(chosen(all(First::Wins), gamble), [1]);
    assert_eq!(chosen(all(First::Safety), gamble), [2]);
    // The first move wins by force because we move again, the second wins after two replies of three.
    let patience = "(max (max 1 0 0) (min 1 1 0))";
    assert_eq!(chosen(all(First::Nothing), patience), [2]);
    assert_eq!(chosen(all(First::Wins), patience), [1]);
    assert_eq!(chosen(play, patience), [1]);
}

#[test]
fn ties_are_an_option() {
    let even = "(max (min 0 0) (min 0 -1) (min 1 0) (min 0 1))";
    let play = Speculative::new(3, 0);
    assert_eq!(chosen(play, even), [3, 4]);
    let first = Speculative {
        ties: TieBreak::First,
        ..play
    };
    assert_eq!(chosen(first, even), [3]);
}

/// With less than two plies more than the opponent there is nothing to speculate on.
#[test]
fn too_little_depth_is_semi_random_play() {
    for index in 0..50 {
        let shape = trees::Shape {
            depth: 5,
            branches: 3,
            chance: false,
        };
        let tree = tree(&trees::random(Seed(43).derive(index), shape));
        for (depth, opponent) in [(0, 0), (1, 0), (2, 1), (3, 6)] {
            let found = SpeculativePlayer::new(Speculative::new(depth, opponent))
                .moves(&tree, &tree.start(), Limits::default())
                .expect("there is no chance");
            assert_eq!(found, by_elimination(&tree, &tree.start(), depth));
        }
    }
}
