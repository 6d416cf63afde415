//! Trees worked out by hand: OM-search, (D, d)-OM-search, M*, PrOM-search.

use std::sync::atomic::AtomicBool;

use shido_core::{Game, Seat};
use shido_games::tree::Branch;
use shido_search::{
    Ask, DEEPEST_RECURSION, Judged, Judgement, Limits, LoSearch, MStar, Model, OmSearch,
    OpponentType, PlayerModel, PromSearch, Rules, SearchError, Speculation, Step, Ties, TuSearch,
};

use crate::opponent::{OURS, THEIRS, branches, looking, numbers, squared, to, tree};

const TWO_EYES: &str = include_str!("../../../../examples/trees/two-eyes.tree");

fn om(text: &str, ties: Ties) -> Speculation<Branch> {
    let tree = tree(text);
    let search = OmSearch {
        ties,
        ask: Ask::EveryMove,
    };
    let opponent = looking(THEIRS, None);
    let plain = search.plain(&tree, &tree.start(), &OURS, &opponent, to(None));
    plain.expect("nothing is limited")
}

/// What is told of each move: value, worst case, loss, visible loss.
fn told(found: &Speculation<Branch>) -> Vec<[f64; 4]> {
    let row = |row: &shido_search::SpeculativeMove<Branch>| {
        let worst = row.worst_case.expect("it is told").0;
        let loss = row.loss.expect("it is told");
        [row.value.0, worst, loss, row.visible_loss.expect("told")]
    };
    found.moves.iter().map(row).collect()
}

#[test]
fn om_search_gains_where_they_misjudge() {
    let found = om(TWO_EYES, Ties::Pessimistic);
    // They answer the first move with the leaf that they take for 2, which is 8 to us, and the second
    // with what they take for 4, our 5. Minimax has 3 and 5. In their eyes our moves are worth 2 and 4.
    assert_eq!(found.value.0, 8.0);
    assert_eq!(found.best, branches(&[1]));
    assert_eq!(told(&found), [[8.0, 3.0, 0.0, 2.0], [5.0, 5.0, 3.0, 0.0]]);
    // By minimax we give away 5 - 3, and they then 8 - 3.
    let line = [
        Step {
            mv: Branch(1),
            by: Seat::First,
            error: 2.0,
        },
        Step {
            mv: Branch(1),
            by: Seat::Second,
            error: 5.0,
        },
    ];
    assert_eq!(found.line, line);
    assert_eq!((found.nodes, found.depth), (7, None));
    assert_eq!(found.moves[1].judgement, Judgement::Loses { loss: 3.0 });
}

#[test]
fn the_second_player_speculates_alike() {
    // The first player takes what they believe to be 6, our 3, and 9, our 7; we want little. Minimax
    // has 8 and 7. In their eyes our moves are worth 6 and 9, of which 6 is better for us.
    let found = om("(min (max 8|2 3|6) (max 5|4 7|9))", Ties::Pessimistic);
    assert_eq!(found.value.0, 3.0);
    assert_eq!(found.best, branches(&[1]));
    assert_eq!(told(&found), [[3.0, 8.0, 0.0, 0.0], [7.0, 7.0, 4.0, 3.0]]);
    let errors: Vec<f64> = found.line.iter().map(|step| step.error).collect();
    assert_eq!(errors, [1.0, 5.0]);
}

#[test]
fn ties_are_settled_by_a_rule() {
    // The first two leaves are the same to them.
    let rows = [
        (Ties::Pessimistic, 1.0, 2),
        (Ties::Optimistic, 7.0, 1),
        (Ties::First, 7.0, 1),
        (Ties::Uniform, 4.0, 1),
    ];
    for (ties, value, reply) in rows {
        let found = om("(max (min 7|0 1|0 4|5))", ties);
        assert_eq!(found.value.0, value, "{ties:?}");
        assert_eq!(found.line[1].mv, Branch(reply), "{ties:?}");
    }
}

/// In the first node of ours they see 8 for us, in the second 5, so they go for the second, where we
/// have 4. Who looks one ply ahead sees 2 and 3 and goes for the first, where we have 9.
const DEEPER: &str = "(max (min (max =0|2 9|1 2|8) (max =0|3 4|5 3|3)))";

#[test]
fn a_short_look_ahead_misleads_them() {
    assert_eq!(om(DEEPER, Ties::Pessimistic).value.0, 4.0);
    let tree = tree(DEEPER);
    for (look_ahead, value) in [(1, 9.0), (2, 4.0), (3, 4.0)] {
        let (search, opponent) = (OmSearch::default(), looking(THEIRS, Some(look_ahead)));
        let found = search.plain(&tree, &tree.start(), &OURS, &opponent, to(None));
        assert_eq!(found.expect("nothing is limited").value.0, value);
    }
    // Without any look-ahead they like both: the pessimist expects 4 of 4 and 9.
    for (ties, value) in [(Ties::Pessimistic, 4.0), (Ties::Uniform, 6.5)] {
        let search = OmSearch {
            ties,
            ask: Ask::EveryMove,
        };
        let opponent = looking(THEIRS, Some(0));
        let found = search.plain(&tree, &tree.start(), &OURS, &opponent, to(None));
        assert_eq!(found.expect("nothing is limited").value.0, value);
    }
}

#[test]
fn m_star_knows_what_they_know_of_us() {
    let tree = tree(DEEPER);
    let value = |player: PlayerModel<_>| {
        let found = MStar::default().plain(&tree, &tree.start(), &player, to(None));
        found.expect("nothing is limited").value.0
    };
    let (us, them) = (PlayerModel::new(OURS), PlayerModel::new(THEIRS));
    // Minimax: they hold us to the second node, 4 against 9.
    assert_eq!(value(us.clone()), 4.0);
    // They take us to judge likewise, 8 against 5 in their eyes.
    assert_eq!(value(us.clone().against(them.clone())), 4.0);
    // They know that we judge our way: we would take the 9, which they take for 1, and the 4, which they
    // take for 5. So they go for the first, where we have 9.
    let level_2 = us.clone().against(them.clone().against(us.clone()));
    assert_eq!(level_2.level(), 2);
    assert_eq!(value(level_2), 9.0);
    // We believe that they believe that we take them to judge likewise: nothing is left to them in our
    // nodes, so it is the same.
    assert_eq!(
        value(us.clone().against(them.clone().against(us.against(them)))),
        9.0
    );
}

#[test]
fn prom_search_averages_over_types() {
    let tree = tree(TWO_EYES);
    let minds = [looking(OURS, None), looking(THEIRS, None)];
    let types = [&minds[0], &minds[1]].map(|opponent| OpponentType {
        probability: 0.5,
        opponent,
    });
    let found = PromSearch::default()
        .plain(&tree, &tree.start(), &OURS, &types, to(None))
        .expect("nothing is limited");
    // Who judges as we do answers the first move with 3, the other with 8; the second both with 5.
    // Either sees 2 less in the first move.
    assert_eq!(told(&found), [[5.5, 3.0, 0.0, 2.0], [5.0, 5.0, 0.5, 0.0]]);
    assert_eq!(found.best, branches(&[1]));
}

#[test]
fn chance_averages_both_values() {
    // Left of chance they see 2 or 6, 4 on average, and we have 1 or 9; right they see 3, our 0. They take
    // the right one.
    let found = om(
        "(max (min (chance 1/2 1|2 1/2 9|6) 0|3) 2|2)",
        Ties::Pessimistic,
    );
    assert_eq!(found.best, branches(&[2]));
    // With a fourth of the odds on the 6 they see 3 and take the left one for the same: pessimists
    // still expect 0, optimists 3/4 * 1 + 1/4 * 9.
    let text = "(max (min (chance 3/4 1|2 1/4 9|6) 0|3) 2|2)";
    assert_eq!(om(text, Ties::Pessimistic).value.0, 2.0);
    assert_eq!(om(text, Ties::Optimistic).value.0, 3.0);
}

#[test]
fn failures_are_told() {
    let tree = tree("(max (min 3|3 (max =1|1 5 6)) (min (max 1 2) 4))");
    let start = tree.start();
    let searched = |limits: Limits<'_>, pruned: bool| {
        let (search, opponent) = (OmSearch::default(), looking(THEIRS, None));
        match pruned {
            true => search.pruned(&tree, &start, &OURS, &opponent, limits),
            false => search.plain(&tree, &start, &OURS, &opponent, limits),
        }
    };
    let stop = AtomicBool::new(true);
    for pruned in [false, true] {
        let missing = searched(Limits::depth(2), pruned).expect_err("a node has no value");
        let line = branches(&[2, 1]);
        assert_eq!(missing, SearchError::NoValue { line });
        let nodes = Limits {
            nodes: Some(3),
            ..Limits::default()
        };
        let limited = searched(nodes, pruned).expect_err("there are more nodes");
        assert_eq!(limited, SearchError::TooManyNodes { limit: 3 });
        let stopped = Limits {
            stop: Some(&stop),
            ..Limits::default()
        };
        assert_eq!(searched(stopped, pruned), Err(SearchError::Stopped));
    }
    let dice = crate::opponent::tree("(max 1 (chance 1/2 0 1/2 1))");
    let opponent = looking(Rules, None);
    let found = OmSearch::default().plain(&dice, &dice.start(), &Rules, &opponent, to(None));
    let line = branches(&[2]);
    assert_eq!(found, Err(SearchError::NoOdds { line }));
    let long = format!(
        "{}7{}",
        "(max ".repeat(DEEPEST_RECURSION + 1),
        ")".repeat(DEEPEST_RECURSION + 1)
    );
    let long = crate::opponent::tree(&long);
    let limit = DEEPEST_RECURSION;
    let opponent = looking(THEIRS, None);
    let found = OmSearch::default().pruned(&long, &long.start(), &OURS, &opponent, to(None));
    assert_eq!(found, Err(SearchError::TooDeep { limit }));
}

/// What every search that models an opponent finds, plain and pruned, by this evaluation of ours and
/// theirs.
fn by_all<M: Model<shido_games::tree::Tree> + Copy>(
    text: &str,
    (ours, theirs): (M, M),
    ties: Ties,
) -> Vec<Speculation<Branch>> {
    let tree = tree(text);
    let (start, limits, opponent) = (tree.start(), to(None), looking(theirs, None));
    let ask = Ask::EveryMove;
    let types = [0.25, 0.75].map(|probability| OpponentType {
        probability,
        opponent: &opponent,
    });
    let player = PlayerModel::new(ours).against(PlayerModel::new(theirs));
    let tu = TuSearch {
        limit: Some(f64::MAX),
        visible: Some(f64::MAX),
        ties,
    };
    let (om, prom, lo) = (
        OmSearch { ties, ask },
        PromSearch { ties, ask },
        LoSearch { ties },
    );
    let m_star = MStar { ties, ask };
    [
        om.plain(&tree, &start, &ours, &opponent, limits),
        om.pruned(&tree, &start, &ours, &opponent, limits),
        prom.plain(&tree, &start, &ours, &types, limits),
        prom.pruned(&tree, &start, &ours, &types, limits),
        m_star.plain(&tree, &start, &player, limits),
        m_star.pruned(&tree, &start, &player, limits),
        lo.plain(&tree, &start, &ours, &opponent, limits),
        lo.pruned(&tree, &start, &ours, &opponent, limits),
        tu.plain(&tree, &start, &ours, &opponent, limits),
        tu.pruned(&tree, &start, &ours, &opponent, limits),
    ]
    .map(|found| found.expect("nothing is limited"))
    .into()
}

/// In this unit 7 stands for a payoff of 49 and 1 for one of 1: on average 25, for which 5 stands.
#[test]
fn averages_are_taken_over_payoffs() {
    let models = (squared(OURS), squared(THEIRS));
    for text in [
        // They like both leaves alike.
        "(max (min 7|0 1|0 4|5))",
        "(max (chance 1/2 7 1/2 1))",
        // In their eyes chance has 5, too, which is better for them than 5.5. It would not be than 4.5.
        "(max (min (chance 1/2 7 1/2 1) 5.5))",
    ] {
        for found in by_all(text, models, Ties::Uniform) {
            assert_eq!(found.value.0, 5.0, "{text}");
        }
    }
    let tree = tree("(max (min 7|0 1|1) 0|0)");
    let minds = [looking(squared(OURS), None), looking(squared(THEIRS), None)];
    let types = [&minds[0], &minds[1]].map(|opponent| OpponentType {
        probability: 0.5,
        opponent,
    });
    // One takes what is 1 to us, the other what is 7.
    for found in [
        PromSearch::default().plain(&tree, &tree.start(), &squared(OURS), &types, to(None)),
        PromSearch::default().pruned(&tree, &tree.start(), &squared(OURS), &types, to(None)),
    ] {
        assert_eq!(found.expect("nothing is limited").value.0, 5.0);
    }
}

/// Differences of such leaves are beyond all numbers.
#[test]
fn the_largest_leaves_do_not_overflow() {
    for text in [
        "(max (min 1e308|1e308 1e308|1e308) (min -1e308|-1e308 5|7))",
        "(max (min 1e308|-1e308 -1e308|1e308) (min 1e308|1e308 1e308|5))",
        "(max (chance 1/3 1e308 1/3 1e308 1/3 1e308) (chance 1/3 -1e308 2/3 -1e308))",
        "(chance 1/2 (max 1e308 -1e308) 1/2 (max 1e308 1))",
        "(min (max 1.7e308|0 1.7e308|1) (max -1.7e308|0 3|0) -1.7e308)",
    ] {
        for ties in [Ties::Pessimistic, Ties::Uniform] {
            for found in by_all(text, (OURS, THEIRS), ties) {
                assert!(found.value.0.is_finite(), "{text}");
                for row in &found.moves {
                    let told = [
                        Some(row.value.0),
                        Some(row.om.0),
                        row.loss,
                        row.visible_loss,
                    ];
                    let finite = told.into_iter().flatten().all(f64::is_finite);
                    assert!(finite, "{text}: {row:?}");
                    let mut numbers = numbers(&row.judgement).into_iter();
                    assert!(numbers.all(f64::is_finite), "{text}: {row:?}");
                }
                let mut errors = found.line.iter().map(|step| step.error);
                assert!(errors.all(f64::is_finite), "{text}");
            }
        }
    }
    // Both leaves of the first move are errors to nobody: it is worth what it is.
    let found = &by_all(
        "(max (min 1e308|1 1e308|1) (min 5|5))",
        (OURS, THEIRS),
        Ties::Pessimistic,
    )[6];
    assert_eq!(
        found.moves[0].judgement,
        Judgement::NoError {
            value: 1e308,
            minimax: 1e308
        }
    );
}

/// What chance may do is told with what it comes to; nobody chooses it.
#[test]
fn chance_at_the_root_has_its_moves() {
    // They take what they take for 2, our 8, or for 4, our 5. Minimax has 3 and 5.
    let text = "(chance 1/4 (min 8|2 3|6) 3/4 (min 5|4 7|9))";
    for found in by_all(text, (OURS, THEIRS), Ties::Pessimistic) {
        assert_eq!(found.value.0, 0.25 * 8.0 + 0.75 * 5.0);
        assert!(found.best.is_empty() && found.line.is_empty());
        let told = found.moves.iter();
        let told = told.map(|row| (row.mv, row.value.0, row.om.0, row.worst_case.map(|it| it.0)));
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                (Branch(1), 8.0, 8.0, Some(3.0)),
                (Branch(2), 5.0, 5.0, Some(5.0))
            ]
        );
        for row in &found.moves {
            assert_eq!(row.judgement, Judgement::NobodyChooses);
            assert_eq!((row.loss, row.visible_loss), (None, None));
        }
    }
    // We are the max player, and LO- and TU-search lose where they can.
    let text = "(chance 1/2 (max 4|4 2|1) 1/2 (max 3|3 3|2))";
    let found = by_all(text, (Judged(Seat::First), THEIRS), Ties::Pessimistic);
    for (index, values) in [
        (0, [4.0, 3.0]),
        (1, [4.0, 3.0]),
        (6, [2.0, 3.0]),
        (9, [2.0, 3.0]),
    ] {
        let rows: Vec<f64> = found[index].moves.iter().map(|row| row.value.0).collect();
        assert_eq!(rows, values, "{index}");
    }
}
