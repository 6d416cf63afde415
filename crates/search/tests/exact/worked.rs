//! Trees worked out by hand.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shido_core::{ForFirst, Game, Seat};
use shido_games::tree::Branch;
use shido_search::{
    Ask, Bound, ChancePruning, DEEPEST_RECURSION, Expectiminimax, Judged, Limits, Rules,
    SearchError, alphabeta,
};

use crate::exact::tree;

const STAR1: ChancePruning = ChancePruning::Star1;
const STAR2: ChancePruning = ChancePruning::Star2 { probes: 1 };

/// Values, and how many positions are visited with each pruning where chance moves.
#[test]
fn chance_nodes_are_cut_as_worked_out_by_hand() {
    let rows = [
        // Half of the time -6: even with 10 in the other half it makes 2, less than 4.
        ("(max 4 (chance 1/2 -6 1/4 (min 9 3) 1/4 10))", 4.0, 8, 4, 4),
        // For the min player the same upside down.
        (
            "(min -4 (chance 1/2 6 1/4 (max -9 -3) 1/4 -10))",
            -4.0,
            8,
            4,
            4,
        ),
        // The first coin is worth 3. Of the second, the first outcome must be worth more than
        // (3 - 1/2 * 10) / (1/2) = -4, and -6 shows that it is not.
        (
            "(max (chance 1/2 (min 4 6) 1/2 (min 2 8)) (chance 1/2 (min -6 10) 1/2 (min 9 7)))",
            3.0,
            15,
            11,
            11,
        ),
        // The other way round, the outcome of 7 is searched in full before -6 is seen. A probe of it
        // stops at 9: the other outcome must be worth more than (3 - 1/2 * 9) / (1/2) = -3.
        (
            "(max (chance 1/2 (min 4 6) 1/2 (min 2 8)) (chance 1/2 (min 9 7) 1/2 (min -6 10)))",
            3.0,
            15,
            14,
            13,
        ),
        // Upside down.
        (
            "(min (chance 1/2 (max -4 -6) 1/2 (max -2 -8)) (chance 1/2 (max -9 -7) 1/2 (max 6 -10)))",
            -3.0,
            15,
            14,
            13,
        ),
        // Odds count: with 1/4 for the -6, 3/4 * 10 - 1/4 * 6 = 6 may still be more than 4. A probe
        // learns nothing new from the 10, so that two positions are visited again.
        ("(max 4 (chance 1/4 -6 3/4 (min 10 8)))", 4.5, 7, 7, 9),
        // What never happens does not matter.
        ("(max -3 (chance 0 (min 9 -9) 1 5))", 5.0, 7, 4, 4),
    ];
    for (text, value, none, star1, star2) in rows {
        let tree = tree(text);
        for (pruning, nodes) in [(ChancePruning::None, none), (STAR1, star1), (STAR2, star2)] {
            for ask in [Ask::BestMove, Ask::EveryMove] {
                let search = Expectiminimax { pruning, ask };
                let found = search
                    .search(
                        &tree,
                        &tree.start(),
                        &Judged(Seat::First),
                        Limits::default(),
                    )
                    .expect("nothing is limited");
                assert_eq!(found.value, ForFirst(value), "{text}");
                if ask == Ask::BestMove {
                    assert_eq!(found.nodes, nodes, "{pruning:?} of {text}");
                }
            }
        }
    }
}

/// A backgammon-like tree: a move, a roll, the answer. 1/3 * 6 + 2/3 * 3 = 4 beats the coin's
/// 1/2 * 10 - 1/2 * 4 = 3 and the certain 2.5.
#[test]
fn expectations_are_those_worked_out_by_hand() {
    let tree = tree(include_str!("../../../../examples/trees/chance.tree"));
    for pruning in [ChancePruning::None, STAR1, STAR2] {
        let search = Expectiminimax {
            pruning,
            ask: Ask::EveryMove,
        };
        let found = search
            .search(
                &tree,
                &tree.start(),
                &Judged(Seat::First),
                Limits::default(),
            )
            .expect("nothing is limited");
        let values: Vec<f64> = found.moves.iter().map(|it| it.value.0).collect();
        assert_eq!(values, [3.0, 4.0, 2.5]);
        assert!(found.moves.iter().all(|it| it.bound == Bound::Exact));
        assert_eq!((found.best, found.line), (vec![Branch(2)], vec![Branch(2)]));
    }
}

#[test]
fn a_root_that_offers_no_choice_is_searched_as_well() {
    let leaf = tree("7");
    let found = alphabeta(&leaf, &leaf.start(), &Rules, Limits::default()).expect("a leaf");
    assert_eq!((found.value, found.nodes), (ForFirst(7.0), 1));
    assert!(found.moves.is_empty() && found.best.is_empty() && found.line.is_empty());

    let coin = tree("(chance 1/4 8 3/4 (min 0 4))");
    let found = alphabeta(
        &coin,
        &coin.start(),
        &Judged(Seat::First),
        Limits::default(),
    )
    .expect("the odds are known");
    let values: Vec<f64> = found.moves.iter().map(|it| it.value.0).collect();
    assert_eq!((found.value, values), (ForFirst(2.0), vec![8.0, 0.0]));
    assert!(found.best.is_empty() && found.line.is_empty());

    let horizon = tree("(max =9 1 2)");
    let found = alphabeta(
        &horizon,
        &horizon.start(),
        &Judged(Seat::First),
        Limits::depth(0),
    )
    .expect("the root has a value");
    assert_eq!((found.value, found.moves.len()), (ForFirst(9.0), 0));
}

#[test]
fn what_the_model_does_not_know_is_an_error_that_tells_where() {
    let chance = tree("(max 1 (min 2 (chance 1/2 3 1/2 4)))");
    for pruning in [ChancePruning::None, STAR1, STAR2] {
        let search = Expectiminimax {
            pruning,
            ..Expectiminimax::default()
        };
        assert_eq!(
            search.search(&chance, &chance.start(), &Rules, Limits::default()),
            Err(SearchError::NoOdds {
                line: vec![Branch(2), Branch(2)]
            })
        );
    }
    let valueless = tree("(max 1 (min =2 5) (min (max 3) 4))");
    assert_eq!(
        alphabeta(
            &valueless,
            &valueless.start(),
            &Judged(Seat::First),
            Limits::depth(1)
        ),
        Err(SearchError::NoValue {
            line: vec![Branch(3)]
        })
    );
}

#[test]
fn work_is_limited() {
    let tree = tree(include_str!("../../../../examples/trees/textbook.tree"));
    let search = |limits| alphabeta(&tree, &tree.start(), &Rules, limits);
    let nodes = |limit| Limits {
        nodes: Some(limit),
        ..Limits::default()
    };
    assert!(search(nodes(11)).is_ok_and(|found| found.nodes == 11));
    let exceeded = search(nodes(10));
    assert_eq!(exceeded, Err(SearchError::TooManyNodes { limit: 10 }));
    let stop = AtomicBool::new(true);
    let stopped = search(Limits {
        stop: Some(&stop),
        ..Limits::default()
    });
    assert_eq!(stopped, Err(SearchError::Stopped));
    let late = search(Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    });
    let limit = Duration::ZERO;
    assert_eq!(late, Err(SearchError::OutOfTime { limit }));
}

#[test]
fn the_deepest_lines_are_searched_and_longer_ones_refused() {
    let nested = |depth: usize| {
        let text = format!(
            "{}7{}",
            "(max =0 1 (min =0 9 ".repeat(depth / 2),
            "))".repeat(depth / 2)
        );
        tree(&text)
    };
    let deepest = nested(DEEPEST_RECURSION);
    let found = alphabeta(&deepest, &deepest.start(), &Rules, Limits::default())
        .expect("nothing is limited");
    assert_eq!(found.value, ForFirst(7.0));
    assert_eq!(found.line, vec![Branch(2); DEEPEST_RECURSION]);

    let deeper = nested(DEEPEST_RECURSION + 2);
    let too_deep = Err(SearchError::TooDeep {
        limit: DEEPEST_RECURSION,
    });
    for limits in [Limits::default(), Limits::depth(5_000)] {
        let found = alphabeta(&deeper, &deeper.start(), &Judged(Seat::First), limits);
        assert_eq!(found, too_deep);
    }
    let at_limit = Limits::depth(DEEPEST_RECURSION as u32);
    assert!(alphabeta(&deeper, &deeper.start(), &Judged(Seat::First), at_limit).is_ok());
}
