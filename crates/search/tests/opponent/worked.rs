//! Trees worked out by hand: OM-search, (D, d)-OM-search, M*, PrOM-search.

use std::sync::atomic::AtomicBool;

use shido_core::{Game, Seat};
use shido_games::tree::Branch;
use shido_search::{
    Ask, DEEPEST_RECURSION, DdOmSearch, Limits, MStar, OmSearch, OpponentType, PlayerModel,
    PromSearch, Rules, SearchError, Speculation, Step, Ties,
};

use crate::{HIS, OURS, branches, looking, to, tree};

const TWO_EYES: &str = include_str!("../../../../examples/trees/two-eyes.tree");

fn om(text: &str, ties: Ties) -> Speculation<Branch> {
    let tree = tree(text);
    let search = OmSearch {
        ties,
        ask: Ask::EveryMove,
    };
    let plain = search.plain(&tree, &tree.start(), &OURS, &HIS, to(None));
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
fn om_search_gains_where_he_misjudges() {
    let found = om(TWO_EYES, Ties::Pessimistic);
    // He answers the first move with the leaf that he takes for 2, which is 8 to us, and the second
    // with what he takes for 4, our 5. Minimax has 3 and 5. In his eyes our moves are worth 2 and 4.
    assert_eq!(found.value.0, 8.0);
    assert_eq!(found.best, branches(&[1]));
    assert_eq!(told(&found), [[8.0, 3.0, 0.0, 2.0], [5.0, 5.0, 3.0, 0.0]]);
    // By minimax we give away 5 - 3, and he then 8 - 3.
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
    assert_eq!(found.moves[1].verdict.to_string(), "loses 3.0");
}

#[test]
fn the_second_player_speculates_alike() {
    // The first player takes what he believes to be 6, our 3, and 9, our 7; we want little. Minimax
    // has 8 and 7. In his eyes our moves are worth 6 and 9, of which 6 is better for us.
    let found = om("(min (max 8|2 3|6) (max 5|4 7|9))", Ties::Pessimistic);
    assert_eq!(found.value.0, 3.0);
    assert_eq!(found.best, branches(&[1]));
    assert_eq!(told(&found), [[3.0, 8.0, 0.0, 0.0], [7.0, 7.0, 4.0, 3.0]]);
    let errors: Vec<f64> = found.line.iter().map(|step| step.error).collect();
    assert_eq!(errors, [1.0, 5.0]);
}

#[test]
fn ties_are_settled_by_a_rule() {
    // The first two leaves are the same to him.
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

/// In the first node of ours he sees 8 for us, in the second 5, so he goes for the second, where we
/// have 4. Who looks one ply ahead sees 2 and 3 and goes for the first, where we have 9.
const DEEPER: &str = "(max (min (max =0|2 9|1 2|8) (max =0|3 4|5 3|3)))";

#[test]
fn a_short_look_ahead_misleads_him() {
    assert_eq!(om(DEEPER, Ties::Pessimistic).value.0, 4.0);
    let tree = tree(DEEPER);
    for (look_ahead, value) in [(1, 9.0), (2, 4.0), (3, 4.0)] {
        let search = DdOmSearch {
            look_ahead,
            ask: Ask::EveryMove,
            ..DdOmSearch::default()
        };
        let found = search.plain(&tree, &tree.start(), &OURS, &HIS, to(None));
        assert_eq!(found.expect("nothing is limited").value.0, value);
    }
    // Without any look-ahead he likes both: the pessimist expects 4 of 4 and 9.
    for (ties, value) in [(Ties::Pessimistic, 4.0), (Ties::Uniform, 6.5)] {
        let search = DdOmSearch {
            look_ahead: 0,
            ties,
            ask: Ask::EveryMove,
        };
        let found = search.plain(&tree, &tree.start(), &OURS, &HIS, to(None));
        assert_eq!(found.expect("nothing is limited").value.0, value);
    }
}

#[test]
fn m_star_knows_what_he_knows_of_us() {
    let tree = tree(DEEPER);
    let value = |player: PlayerModel<_>| {
        let found = MStar::default().plain(&tree, &tree.start(), &player, to(None));
        found.expect("nothing is limited").value.0
    };
    let (us, him) = (PlayerModel::new(OURS), PlayerModel::new(HIS));
    // Minimax: he holds us to the second node, 4 against 9.
    assert_eq!(value(us.clone()), 4.0);
    // He takes us to judge as he does, 8 against 5 in his eyes.
    assert_eq!(value(us.clone().against(him.clone())), 4.0);
    // He knows that we judge our way: we would take the 9, which he takes for 1, and the 4, which he
    // takes for 5. So he goes for the first, where we have 9.
    let level_2 = us.clone().against(him.clone().against(us.clone()));
    assert_eq!(level_2.level(), 2);
    assert_eq!(value(level_2), 9.0);
    // We believe that he believes that we take him to judge as he does: nothing is left to him in our
    // nodes, so it is the same.
    assert_eq!(
        value(us.clone().against(him.clone().against(us.against(him)))),
        9.0
    );
}

#[test]
fn prom_search_averages_over_types() {
    let tree = tree(TWO_EYES);
    let types = [(0.5, OURS), (0.5, HIS)].map(|(probability, model)| OpponentType {
        probability,
        look_ahead: looking(model, None),
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
    // Left of chance he sees 2 or 6, 4 on average, and we have 1 or 9; right he sees 3, our 0. He takes
    // the right one.
    let found = om(
        "(max (min (chance 1/2 1|2 1/2 9|6) 0|3) 2|2)",
        Ties::Pessimistic,
    );
    assert_eq!(found.best, branches(&[2]));
    // With a fourth of the odds on the 6 he sees 3 and takes the left one for the same: pessimists
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
        let search = OmSearch::default();
        match pruned {
            true => search.pruned(&tree, &start, &OURS, &HIS, limits),
            false => search.plain(&tree, &start, &OURS, &HIS, limits),
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
    let dice = crate::tree("(max 1 (chance 1/2 0 1/2 1))");
    let found = OmSearch::default().plain(&dice, &dice.start(), &Rules, &Rules, to(None));
    let line = branches(&[2]);
    assert_eq!(found, Err(SearchError::NoOdds { line }));
    let long = format!(
        "{}7{}",
        "(max ".repeat(DEEPEST_RECURSION + 1),
        ")".repeat(DEEPEST_RECURSION + 1)
    );
    let long = crate::tree(&long);
    let limit = DEEPEST_RECURSION;
    let found = OmSearch::default().pruned(&long, &long.start(), &OURS, &HIS, to(None));
    assert_eq!(found, Err(SearchError::TooDeep { limit }));
}
