//! Every exact search finds the value and the best moves that the definition gives.

use rand::RngExt;
use shido_core::{Chance, Evaluation, ForFirst, Game, Rng, Seat, Seed, Turn};
use shido_games::tree::{Branch, Tree};
use shido_search::{
    Analysis, Ask, Blank, ChancePruning, Expectiminimax, Judged, Limits, Silent,
    alphabeta_observed, minimax,
};
use shido_testkit::reference::Reference;
use shido_testkit::{reference, trees};

use crate::exact::{frame, tree};

const PRUNINGS: [ChancePruning; 4] = [
    ChancePruning::None,
    ChancePruning::Star1,
    ChancePruning::Star2 { probes: 1 },
    ChancePruning::Star2 { probes: 2 },
];

/// Alpha-beta and then expectiminimax with each pruning, with what they found.
fn answers(tree: &Tree, judge: Seat, ask: Ask, depth: Option<u32>) -> Vec<Analysis<Branch>> {
    let limits = Limits {
        depth,
        ..Limits::default()
    };
    let (start, model) = (tree.start(), Judged(judge));
    let plain = alphabeta_observed(tree, &start, &model, ask, limits, &mut Silent);
    let pruned = PRUNINGS
        .map(|pruning| Expectiminimax { pruning, ask }.search(tree, &start, &model, limits));
    std::iter::once(plain)
        .chain(pruned)
        .map(|found| found.expect("every value and all odds are known"))
        .collect()
}

fn check(text: &str, judge: Seat, depth: Option<u32>) {
    let tree = tree(text);
    let expected = reference::minimax(
        &tree,
        &tree.start(),
        depth,
        &|node| tree.evaluate(node, judge).expect("every node has a value"),
        &|node, branch| tree.probability(node, branch),
    );
    for found in answers(&tree, judge, Ask::BestMove, depth) {
        same_value(&found, &expected, text);
        assert!(
            found.best.iter().all(|mv| expected.best.contains(mv)),
            "{text}"
        );
        assert_eq!(found.best.len(), expected.best.len().min(1), "{text}");
        follow_the_line(&tree, &found, judge, text);
    }
    for found in answers(&tree, judge, Ask::EveryMove, depth) {
        same_value(&found, &expected, text);
        assert_eq!(found.best, expected.best, "{text}");
        follow_the_line(&tree, &found, judge, text);
    }
}

fn same_value<M>(found: &Analysis<M>, expected: &Reference<M>, text: &str) {
    let difference = found.value.0 - expected.value.0;
    assert!(difference.abs() < 1e-12, "{difference} in {text}");
}

/// The line leads to a position that is worth as much as the root, unless chance comes between.
fn follow_the_line(tree: &Tree, found: &Analysis<Branch>, judge: Seat, text: &str) {
    let mut position = tree.start();
    for &mv in &found.line {
        assert!(tree.moves(&position).contains(&mv), "{text}");
        tree.play(&mut position, mv);
    }
    if tree.turn(&position) != Turn::Chance {
        assert_eq!(tree.evaluate(&position, judge), Some(found.value), "{text}");
    }
}

#[test]
fn searches_agree_with_the_reference_on_random_trees() {
    for index in 0..400 {
        let shape = trees::Shape {
            depth: 5,
            branches: 4,
            chance: index % 2 == 0,
        };
        let text = trees::random(Seed(23).derive(index), shape);
        for judge in Seat::BOTH {
            for depth in [None, Some(1), Some(3)] {
                check(&text, judge, depth);
            }
        }
    }
}

/// A tree in which the players and the dice take turns, as in backgammon; some outcomes are likelier
/// than others.
fn dice_tree(rng: &mut Rng, depth: u32) -> String {
    let value = rng.random_range(-9..=9);
    if depth == 0 {
        return value.to_string();
    }
    let head = ["max", "chance", "min", "chance"][depth as usize % 4];
    let branches = rng.random_range(1..=4);
    let odds: &[&str] = match branches {
        _ if head != "chance" => &[""; 4],
        1 => &["1"],
        2 => &["1/4", "3/4"],
        3 => &["1/6", "1/3", "1/2"],
        _ => &["1/8", "1/2", "1/8", "1/4"],
    };
    let below: Vec<String> = (0..branches)
        .map(|branch| format!("{} {}", odds[branch], dice_tree(rng, depth - 1)))
        .collect();
    format!("({head} ={value} {})", below.join(" "))
}

#[test]
fn searches_agree_with_the_reference_where_dice_are_thrown() {
    for index in 0..300 {
        let text = dice_tree(&mut Seed(29).derive(index).rng(), 7);
        check(&text, Seat::First, None);
        check(&text, Seat::First, Some(5));
        let tree = tree(&text);
        let nodes = nodes(&answers(&tree, Seat::First, Ask::BestMove, None));
        // A narrower window never makes a search visit more.
        assert!(nodes[0] == nodes[1] && nodes[2] <= nodes[1], "{text}");
    }
}

fn nodes(answers: &[Analysis<Branch>]) -> Vec<u64> {
    answers.iter().map(|found| found.nodes).collect()
}

/// Where the first answer to a throw of the dice is usually the best, a probe shows what the outcome
/// is worth, and the outcomes that are searched first need not be searched in full.
#[test]
fn probing_pays_where_good_moves_come_first() {
    let mut totals = [0; 3];
    for index in 0..50 {
        let rng = &mut Seed(41).derive(index).rng();
        let mut outcome = || {
            let mut answers: Vec<i32> = (0..8).map(|_| rng.random_range(-9..=9)).collect();
            answers.sort_unstable();
            let answers: Vec<String> = answers.iter().map(i32::to_string).collect();
            format!("1/6 (min {})", answers.join(" "))
        };
        let mut throw = || {
            let outcomes: Vec<String> = (0..6).map(|_| outcome()).collect();
            format!("(chance {})", outcomes.join(" "))
        };
        let moves: Vec<String> = (0..8).map(|_| throw()).collect();
        let text = format!("(max {})", moves.join(" "));
        check(&text, Seat::First, None);
        let tree = tree(&text);
        let nodes = nodes(&answers(&tree, Seat::First, Ask::BestMove, None));
        for (total, nodes) in totals.iter_mut().zip(&nodes[1..]) {
            *total += nodes;
        }
    }
    let [none, star1, star2] = totals;
    assert!(star1 < none && star2 < star1, "{totals:?}");
}

/// Without chance there is no rounding, and the first of equally good moves is taken everywhere.
#[test]
fn the_line_is_that_of_minimax() {
    for index in 0..200 {
        let shape = trees::Shape {
            depth: 6,
            branches: 3,
            chance: false,
        };
        let text = trees::random(Seed(31).derive(index), shape);
        let tree = tree(&text);
        let plain = minimax(
            &tree,
            &tree.start(),
            &Judged(Seat::First),
            Limits::default(),
        )
        .expect("nothing is limited");
        for found in answers(&tree, Seat::First, Ask::BestMove, None) {
            assert_eq!(
                (found.value, &found.line),
                (plain.value, &plain.line),
                "{text}"
            );
            assert!(found.nodes <= plain.nodes);
        }
    }
}

macro_rules! shipped {
    ($name:literal) => {
        include_str!(concat!("../../../../frames/", $name, ".toml"))
    };
}

#[test]
fn searches_agree_with_the_reference_on_positions_of_small_games() {
    let rows = [
        (shipped!("tic-tac-toe"), 9, 7),
        (shipped!("lose-tic-tac-toe"), 9, 7),
        (shipped!("achi"), 12, 4),
        (shipped!("three-mens-morris"), 12, 4),
        (shipped!("pong-hau-ki"), 12, 6),
        (shipped!("connect-four"), 30, 4),
    ];
    for (text, plies, depth) in rows {
        let game = frame(text);
        let rng = &mut Seed(37).rng();
        for _ in 0..20 {
            let mut position = game.start();
            for _ in 0..rng.random_range(2..plies) {
                if let Some(mv) = game.random_move(&position, rng) {
                    game.play(&mut position, mv);
                }
            }
            let worth = |position: &_| match game.turn(position) {
                Turn::Over(outcome) => outcome.payoff(),
                _ => ForFirst(0.0),
            };
            let expected = reference::minimax(&game, &position, Some(depth), &worth, &|_, _| 0.0);
            let limits = Limits::depth(depth);
            let found = alphabeta_observed(
                &game,
                &position,
                &Blank,
                Ask::EveryMove,
                limits,
                &mut Silent,
            )
            .expect("nothing is limited");
            assert_eq!(found.value, expected.value);
            assert_eq!(found.best, expected.best);
        }
    }
}
