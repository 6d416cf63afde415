//! Minimax on trees whose values were worked out by hand, and against the reference.

use std::sync::atomic::AtomicBool;

use shido_core::{Chance, Evaluation, ForFirst, Game, Notation, Seat, Seed, Turn};
use shido_games::tree::{Branch, Tree};
use shido_search::{Analysis, DEEPEST, Judged, Limits, Rules, SearchError, minimax};
use shido_testkit::{reference, trees};

use crate::tree;

const TEXTBOOK: &str = include_str!("../../../examples/trees/textbook.tree");
const CHANCE: &str = include_str!("../../../examples/trees/chance.tree");
const TWO_EYES: &str = include_str!("../../../examples/trees/two-eyes.tree");

type Answer = Result<Analysis<Branch>, SearchError<Branch>>;

fn search(text: &str, judge: Seat, limits: Limits<'_>) -> Answer {
    let tree = tree(text);
    minimax(&tree, &tree.start(), &Judged(judge), limits)
}

#[test]
fn values_best_moves_and_lines_are_those_worked_out_by_hand() {
    type Row<'a> = (&'a str, f64, &'a [f64], &'a [usize], &'a [usize], u64);
    let rows: &[Row<'_>] = &[
        // tree, value, values of the moves, best moves, line, nodes
        (TEXTBOOK, 3.0, &[3.0, 2.0, 2.0], &[1], &[1, 1], 13),
        (CHANCE, 4.0, &[3.0, 4.0, 2.5], &[2], &[2], 12),
        (TWO_EYES, 5.0, &[3.0, 5.0], &[2], &[2, 1], 7),
        ("7", 7.0, &[], &[], &[], 1),
        (
            "(max 1 5 5 2)",
            5.0,
            &[1.0, 5.0, 5.0, 2.0],
            &[2, 3],
            &[2],
            5,
        ),
        (
            "(min 1 5 5 1)",
            1.0,
            &[1.0, 5.0, 5.0, 1.0],
            &[1, 4],
            &[1],
            5,
        ),
        // The same side may move twice.
        (
            "(max (max 1 4) (max 3 2))",
            4.0,
            &[4.0, 3.0],
            &[1],
            &[1, 2],
            7,
        ),
        (
            "(min (min 1 4) (max 3 -2) (max 0))",
            0.0,
            &[1.0, 3.0, 0.0],
            &[3],
            &[3, 1],
            9,
        ),
        // Nobody chooses where chance moves.
        (
            "(chance 1/4 8 3/4 (min 0 4))",
            2.0,
            &[8.0, 0.0],
            &[],
            &[],
            5,
        ),
        // Ten tenths of one are one, but for rounding.
        (
            "(max 1 (chance 0.1 1 0.1 1 0.1 1 0.1 1 0.1 1 0.1 1 0.1 1 0.1 1 0.1 1 0.1 1))",
            1.0,
            &[1.0, 1.0],
            &[1, 2],
            &[1],
            13,
        ),
    ];
    for (text, value, values, best, line, nodes) in rows {
        let found = search(text, Seat::First, Limits::default()).expect("nothing is limited");
        let branches = |numbers: &[usize]| numbers.iter().copied().map(Branch).collect::<Vec<_>>();
        assert_eq!(found.value, ForFirst(*value), "{text}");
        assert_eq!(found.moves.len(), values.len(), "{text}");
        for (number, (found, value)) in (1..).zip(found.moves.iter().zip(*values)) {
            assert_eq!(found.mv, Branch(number), "{text}");
            assert!((found.value.0 - value).abs() < 1e-15, "{text}");
        }
        assert_eq!(found.best, branches(best), "{text}");
        assert_eq!(found.line, branches(line), "{text}");
        assert_eq!(found.nodes, *nodes, "{text}");
    }
}

#[test]
fn each_judge_sees_with_their_own_eyes() {
    // With `theirs`, the leaves are 2 6 / 4 9: the min player keeps 2 and 4.
    let found = search(TWO_EYES, Seat::Second, Limits::default()).expect("nothing is limited");
    assert_eq!(found.value, ForFirst(4.0));
    assert_eq!(found.line, [Branch(2), Branch(1)]);
    // The rules alone pay `ours`.
    let tree = tree(TWO_EYES);
    let paid = minimax(&tree, &tree.start(), &Rules, Limits::default()).expect("no chance");
    assert_eq!(paid.value, ForFirst(5.0));
}

#[test]
fn at_the_depth_limit_nodes_have_values_of_their_own() {
    let ours = search(TWO_EYES, Seat::First, Limits::depth(1)).expect("the nodes have values");
    assert_eq!((ours.value, ours.nodes), (ForFirst(6.0), 3));
    let theirs = search(TWO_EYES, Seat::Second, Limits::depth(1)).expect("the nodes have values");
    assert_eq!(theirs.value, ForFirst(5.0));
    let root = search("(max =9 1 2)", Seat::First, Limits::depth(0)).expect("the root has a value");
    assert_eq!(
        (root.value, root.moves.len(), root.line.len()),
        (ForFirst(9.0), 0, 0)
    );

    let missing = search(
        "(max 1 (min =2 5) (min (max 3) 4))",
        Seat::First,
        Limits::depth(1),
    );
    let error = missing.expect_err("the third branch has no value");
    assert_eq!(
        error,
        SearchError::NoValue {
            line: vec![Branch(3)]
        }
    );
    assert!(
        error
            .to_string()
            .starts_with("at a depth limit an inner node needs a value of its own")
    );
}

#[test]
fn work_is_limited() {
    let nodes = |limit| Limits {
        nodes: Some(limit),
        ..Limits::default()
    };
    assert!(search(TEXTBOOK, Seat::First, nodes(13)).is_ok_and(|found| found.nodes == 13));
    let exceeded = search(TEXTBOOK, Seat::First, nodes(12));
    assert_eq!(exceeded, Err(SearchError::TooManyNodes { limit: 12 }));

    let stop = AtomicBool::new(true);
    let limits = Limits {
        stop: Some(&stop),
        ..Limits::default()
    };
    assert_eq!(
        search(TEXTBOOK, Seat::First, limits),
        Err(SearchError::Stopped)
    );
}

#[test]
fn chance_needs_odds() {
    let tree = tree(CHANCE);
    let found = minimax(&tree, &tree.start(), &Rules, Limits::default());
    assert_eq!(
        found,
        Err(SearchError::NoOdds {
            line: vec![Branch(1)]
        })
    );
}

#[test]
fn the_deepest_trees_are_searched() {
    let depth = shido_games::tree::DEEPEST;
    let text = format!(
        "{}7{}",
        "(max 1 (min 9 ".repeat(depth / 2),
        "))".repeat(depth / 2)
    );
    let found = search(&text, Seat::First, Limits::default()).expect("nothing is limited");
    assert_eq!(found.value, ForFirst(7.0));
    assert_eq!(found.line, vec![Branch(2); depth]);
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
fn endless_games_need_a_depth_limit() {
    let found = minimax(&Ring, &Ring.start(), &Rules, Limits::default());
    assert_eq!(found, Err(SearchError::TooDeep { limit: DEEPEST }));
}

#[test]
fn minimax_agrees_with_the_reference() {
    for index in 0..300 {
        let shape = trees::Shape {
            depth: 5,
            branches: 4,
            chance: index % 2 == 0,
        };
        let text = trees::random(Seed(11).derive(index), shape);
        let tree = tree(&text);
        let start = tree.start();
        for judge in Seat::BOTH {
            for depth in [None, Some(1), Some(3)] {
                let expected = reference::minimax(
                    &tree,
                    &start,
                    depth,
                    &|node| tree.evaluate(node, judge).expect("every node has a value"),
                    &|node, branch| tree.probability(node, branch),
                );
                let limits = Limits {
                    depth,
                    ..Limits::default()
                };
                let found = minimax(&tree, &start, &Judged(judge), limits).expect("all is known");
                assert!((found.value.0 - expected.value.0).abs() < 1e-12, "{text}");
                assert_eq!(found.best, expected.best, "{text}");
                follow_the_line(&tree, &found, judge, &text);
            }
        }
    }
}

/// The line leads to a position that is worth as much as the root, unless chance comes between.
fn follow_the_line(tree: &Tree, found: &Analysis<Branch>, judge: Seat, text: &str) {
    let mut position = tree.start();
    for &mv in &found.line {
        assert!(tree.moves(&position).contains(&mv), "{text}");
        tree.play(&mut position, mv);
    }
    if tree.turn(&position) != Turn::Chance {
        let at = tree.write_position(&position);
        assert_eq!(
            tree.evaluate(&position, judge),
            Some(found.value),
            "{at} of {text}"
        );
    }
}
