//! Monte-Carlo tree search: proved values against the reference, estimates against expectations.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rand::RngExt;
use shido_core::{Chance, Evaluation, ForFirst, Game, Notation, Seat, Seed, Turn};
use shido_frame::FrameGame;
use shido_games::tree::Branch;
use shido_search::{Bound, Judged, Limits, Mcts, MctsReport, Rules, SearchError, playout};
use shido_testkit::{reference, trees};

fn connect_four(columns: i64, rows: i64) -> FrameGame<u64> {
    let text = include_str!("../../../frames/connect-four.toml");
    sized(text, &[("columns", columns), ("rows", rows)])
}

fn simulations(count: u64) -> Limits<'static> {
    Limits {
        nodes: Some(count),
        ..Limits::default()
    }
}

const ALL: Mcts = Mcts {
    exploration: 1.0,
    first_play: f32::INFINITY,
    trees: 1,
    playout_plies: 1_000,
    memory: 256,
    all_moves: true,
};

use crate::{frame, sized, tree};

/// Without a limit the search goes on until all is proved, whatever its options are.
#[test]
fn trees_are_proved() {
    let ways = [
        ALL,
        Mcts {
            first_play: 0.6,
            ..ALL
        },
        Mcts { trees: 3, ..ALL },
        Mcts {
            playout_plies: 0,
            ..ALL
        },
    ];
    for index in 0..200 {
        let shape = trees::Shape {
            depth: 5,
            branches: 3,
            chance: index % 2 == 0,
        };
        let text = trees::random(Seed(31).derive(index), shape);
        let tree = tree(&text);
        let start = tree.start();
        for judge in Seat::BOTH {
            let expected = reference::minimax(
                &tree,
                &start,
                None,
                &|node| tree.evaluate(node, judge).expect("every node has a value"),
                &|node, branch| tree.probability(node, branch),
            );
            for options in ways {
                let model = Judged(judge);
                for found in [
                    options.search(&tree, &start, &model, Seed(index), Limits::default()),
                    options.search_guided(&tree, &start, &model, Seed(index), Limits::default()),
                ] {
                    let found = found.expect("all is known").analysis;
                    assert!((found.value.0 - expected.value.0).abs() < 1e-12, "{text}");
                    assert_eq!(found.best, expected.best, "{text}");
                    assert!(found.moves.iter().all(|mv| mv.bound == Bound::Exact));
                }
                let shorter = Mcts {
                    all_moves: false,
                    ..options
                };
                let found = shorter
                    .search(&tree, &start, &model, Seed(index), Limits::default())
                    .expect("all is known")
                    .analysis;
                assert!((found.value.0 - expected.value.0).abs() < 1e-12, "{text}");
                let one_of_them = found.best.iter().all(|mv| expected.best.contains(mv));
                assert!(one_of_them, "{text}");
            }
        }
    }
}

#[test]
fn positions_of_small_games_are_proved() {
    let tic_tac_toe = frame(include_str!("../../../frames/tic-tac-toe.toml"));
    for (game, plies) in [(tic_tac_toe, 2), (connect_four(4, 4), 8)] {
        for index in 0..30 {
            let mut rng = Seed(32).derive(index).rng();
            let mut position = game.start();
            for _ in 0..plies + rng.random_range(0..4) {
                if let Some(mv) = game.random_move(&position, &mut rng) {
                    game.play(&mut position, mv);
                }
            }
            let worth = |end: &_| match game.turn(end) {
                Turn::Over(outcome) => outcome.payoff(),
                _ => unreachable!("all lines end"),
            };
            let expected = reference::minimax(&game, &position, None, &worth, &|_, _| 0.0);
            let found = ALL
                .search(&game, &position, &Rules, Seed(index), Limits::default())
                .expect("no chance");
            assert_eq!(found.analysis.value, expected.value);
            assert_eq!(found.analysis.best, expected.best);
            let mut at = position;
            for &mv in &found.analysis.line {
                game.play(&mut at, mv);
            }
            assert_eq!(worth(&at), expected.value, "the line ends in the value");
        }
    }
}

/// Below either move chance adds six independent steps with mean 0, so the expectation is where they
/// start. The mean of n simulations is within five standard errors of it but once in two million.
#[test]
fn estimates_converge_where_nothing_can_be_proved() {
    // Nobody chooses, so that simulations are independent, and 4^6 leaves below each move are not exhausted.
    fn grow(depth: u32, value: f64) -> String {
        if depth == 0 {
            return value.to_string();
        }
        let step = f64::from(depth);
        let below = [-step, 0.0, 0.0, step].map(|more| grow(depth - 1, value + more));
        format!(
            "(chance 1/4 {} 1/4 {} 1/4 {} 1/4 {})",
            below[0], below[1], below[2], below[3]
        )
    }
    let tree = tree(&format!("(max {} {})", grow(6, 0.5), grow(6, -20.0)));
    let count = 4_000;
    let found = Mcts::default()
        .search(
            &tree,
            &tree.start(),
            &Judged(Seat::First),
            Seed(33),
            simulations(count),
        )
        .expect("all is known");
    assert_eq!(found.visits.iter().sum::<u64>(), count);
    for ((mv, visits), expected) in found
        .analysis
        .moves
        .iter()
        .zip(&found.visits)
        .zip([0.5, -20.0])
    {
        // The variance of a step d is d²/2; those of independent steps add up.
        let variance: f64 = (1..=6).map(|step| f64::from(step * step) / 2.0).sum();
        let error = (variance / *visits as f64).sqrt();
        assert!(
            (mv.value.0 - expected).abs() < 5.0 * error,
            "{mv:?} after {visits}"
        );
        assert_eq!(mv.bound, Bound::Estimate);
    }
    assert_eq!(found.analysis.best, [Branch(1)]);
    assert!(found.visits[0] > found.visits[1]);
}

#[test]
fn a_seed_decides_and_threads_do_not() {
    let game = connect_four(7, 6);
    let search = |threads: usize, seed: u64| -> MctsReport<_> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads can be had");
        let options = Mcts {
            trees: 4,
            ..Mcts::default()
        };
        let found = pool.install(|| {
            options.search(&game, &game.start(), &Rules, Seed(seed), simulations(6_001))
        });
        found.expect("no chance")
    };
    let once = search(1, 7);
    assert_eq!(once.analysis.nodes, 6_001);
    assert_eq!(once.visits.iter().sum::<u64>(), 6_001);
    for threads in [1, 2, 3] {
        assert_eq!(search(threads, 7), once);
    }
    assert_ne!(search(2, 8), once);
}

/// The centre is the first move of a win, and Monte-Carlo tree search is known to find it; a forced
/// reply is found as well.
#[test]
fn good_moves_are_found() {
    let game = connect_four(7, 6);
    let column = |position: &_, name: &str| {
        let mv = game.parse_move(position, name);
        mv.expect("the column has room")
    };
    let found = Mcts::default()
        .search(&game, &game.start(), &Rules, Seed(34), simulations(20_000))
        .expect("no chance");
    assert_eq!(found.analysis.best, [column(&game.start(), "d")]);
    // Three in column a: the second player must stop them there.
    let mut position = game.start();
    for name in ["a", "b", "a", "b", "a"] {
        position = game.after(&position, column(&position, name));
    }
    let found = Mcts::default()
        .search(&game, &position, &Rules, Seed(35), simulations(5_000))
        .expect("no chance");
    assert_eq!(found.analysis.best, [column(&position, "a")]);
}

#[test]
fn a_move_is_in_hand_whatever_the_limit() {
    let game = connect_four(7, 6);
    let stop = AtomicBool::new(true);
    let stopped = Limits {
        stop: Some(&stop),
        ..Limits::default()
    };
    let hurried = Limits {
        time: Some(Duration::from_millis(20)),
        ..Limits::default()
    };
    for trees in [1, 3] {
        let options = Mcts {
            trees,
            ..Mcts::default()
        };
        for limits in [stopped, hurried, simulations(0), simulations(3)] {
            let started = Instant::now();
            let found = options
                .search(&game, &game.start(), &Rules, Seed(36), limits)
                .expect("no chance");
            assert_eq!(found.analysis.best.len(), 1);
            assert!(started.elapsed() < Duration::from_secs(1));
            if limits.stop.is_some() {
                assert_eq!(found.analysis.nodes, 0);
            }
        }
    }
}

#[test]
fn full_trees_still_play_out() {
    let game = connect_four(7, 6);
    let options = Mcts {
        memory: 0,
        ..Mcts::default()
    };
    let found = options
        .search(&game, &game.start(), &Rules, Seed(37), simulations(500))
        .expect("no chance");
    assert_eq!(found.visits.iter().sum::<u64>(), 500);
}

#[test]
fn ends_single_moves_and_missing_odds() {
    let search = |text: &str| {
        let tree = tree(text);
        ALL.search(&tree, &tree.start(), &Rules, Seed(38), simulations(100))
    };
    let over = search("4").expect("no chance").analysis;
    assert_eq!((over.value, over.best.len()), (ForFirst(4.0), 0));
    let single = search("(min (max (min 2)))").expect("no chance").analysis;
    assert_eq!(
        (single.value, single.best),
        (ForFirst(2.0), vec![Branch(1)])
    );
    assert_eq!(single.line, [Branch(1); 3]);
    for (text, line) in [
        ("(chance 1/2 1 1/2 2)", vec![]),
        ("(max (chance 1/2 1 1/2 2))", vec![Branch(1)]),
        ("(max (min (max (chance 1 1))))", vec![Branch(1); 3]),
    ] {
        assert_eq!(search(text), Err(SearchError::NoOdds { line }), "{text}");
    }
}

/// Two players walk on a ring for ever.
struct Ring;

impl Game for Ring {
    type Position = (u8, Seat);
    type Move = u8;

    fn start(&self) -> Self::Position {
        (0, Seat::First)
    }

    fn turn(&self, position: &Self::Position) -> Turn {
        Turn::Of(position.1)
    }

    fn each_move(&self, _position: &Self::Position, visit: impl FnMut(u8)) {
        [1, 2].into_iter().for_each(visit);
    }

    fn play(&self, position: &mut Self::Position, mv: u8) {
        *position = ((position.0 + mv) % 5, position.1.other());
    }
}

#[test]
fn endless_contests_are_drawn() {
    let paid = playout(&Ring, Ring.start(), &Rules, 50, &mut Seed(39).rng());
    assert_eq!(paid, Some(ForFirst(0.0)));
    let found = Mcts::default()
        .search(&Ring, &Ring.start(), &Rules, Seed(40), simulations(200))
        .expect("no chance");
    assert_eq!(found.analysis.value, ForFirst(0.0));
    assert_eq!(found.visits.iter().sum::<u64>(), 200);
}

/// Of 6,000 playouts of a tree the shares of its leaves are the products of the odds on the way, those
/// of players being equal: within five standard errors.
#[test]
fn playouts_choose_evenly_and_chance_by_its_odds() {
    let tree = tree("(max (chance 1/6 1 5/6 2) (min 3 4))");
    let mut rng = Seed(41).rng();
    let mut counts = [0.0; 4];
    let count = 6_000;
    for _ in 0..count {
        let paid = playout(&tree, tree.start(), &Judged(Seat::First), 10, &mut rng);
        let paid = paid.expect("the odds are known").0;
        counts[paid as usize - 1] += 1.0;
    }
    for (seen, share) in counts.iter().zip([1.0 / 12.0, 5.0 / 12.0, 0.25, 0.25]) {
        let expected: f64 = share * f64::from(count);
        let error = (expected * (1.0 - share)).sqrt();
        assert!((seen - expected).abs() < 5.0 * error, "{counts:?}");
    }
}
