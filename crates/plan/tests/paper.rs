//! What Cazenave and Moneret say of their example, and of the order of development.

use shido_plan::{
    Cut, Cuts, Evaluation, Expression, Given, NodeId, Options, Order, PlanFile, Tree, evaluate,
};

/// The strategy as the paper prints it.
const STRATEGY: &str = "OR (Make_Two_Eyes (G), AND (Neighbor_Of (G G1), Enemy (G G1), Kill (G1)), \
                        AND (Connect (G G2), OR (Two_Eyes (G2), Lot_Of_Territory (G2))))";

/// The success rates of its Figure 1.
const RATES: [(&str, f64); 7] = [
    ("Make_Two_Eyes(G)", 10.0),
    ("Neighbor_Of(G G1)", 100.0),
    ("Enemy(G G1)", 100.0),
    ("Kill(G1)", 30.0),
    ("Connect(G G2)", 80.0),
    ("Two_Eyes(G2)", 70.0),
    ("Lot_Of_Territory(G2)", 10.0),
];

fn with_connect_at(percent: f64) -> PlanFile {
    let mut text = STRATEGY.to_owned();
    for (goal, rate) in RATES {
        let rate = if goal.starts_with("Connect") {
            percent
        } else {
            rate
        };
        text += &format!("\n{goal} -> {rate}%");
    }
    PlanFile::parse(&text).expect("the paper's example is sound")
}

fn run(file: &PlanFile, order: Order, cuts: Cuts) -> (Tree, Evaluation) {
    let mut leaves = Given::new(file);
    let tree = file.ground(&[], &mut leaves).expect("it has no variables");
    let options = Options {
        order,
        cuts,
        ..Options::default()
    };
    let evaluation = evaluate(&tree, &mut leaves, &options).expect("all rates are given");
    (tree, evaluation)
}

fn near(rate: f64, percent: f64) -> bool {
    (rate - percent / 100.0).abs() < 1e-12
}

const ORDERS: [Order; 3] = [Order::DepthFirst, Order::BestFirst, Order::Saving];
const CUTS: [Cuts; 3] = [Cuts::Off, Cuts::Paper, Cuts::Deep];

#[test]
fn the_strategy_is_read_as_it_is_printed_in_the_paper() {
    let file = PlanFile::parse(STRATEGY).expect("it stands so in the paper");
    let Some(Expression::Or(branches)) = &file.goal else {
        panic!("its root is an OR");
    };
    assert_eq!(branches.len(), 3);
    assert_eq!(
        file.to_string(),
        "OR(\n  Make_Two_Eyes(G),\n  AND(Neighbor_Of(G G1), Enemy(G G1), Kill(G1)),\n  \
         AND(Connect(G G2), OR(Two_Eyes(G2), Lot_Of_Territory(G2)))\n)\n"
    );
}

#[test]
fn the_example_file_is_the_papers() {
    let text = include_str!("../../../examples/plans/paper.plan");
    let file = PlanFile::parse(text).expect("it is sound");
    assert_eq!(file, with_connect_at(80.0));
}

/// Figure 2: 10%, 30% and 56%; the rightmost branch is chosen.
#[test]
fn the_third_branch_is_the_least_hazardous() {
    for (order, cuts) in ORDERS
        .iter()
        .flat_map(|&order| CUTS.map(|cuts| (order, cuts)))
    {
        let (tree, evaluation) = run(&with_connect_at(80.0), order, cuts);
        assert_eq!(evaluation.chosen, 2, "{order:?} {cuts:?}");
        assert!(evaluation.value.is_exact() && near(evaluation.value.least, 56.0));
        let plan: Vec<String> = evaluation.plan.iter().map(|&id| tree.title(id)).collect();
        assert_eq!(plan, ["AND", "Connect(G G2)", "OR", "Two_Eyes(G2)"]);
    }
    let (_, evaluation) = run(&with_connect_at(80.0), Order::DepthFirst, Cuts::Paper);
    for (branch, percent) in evaluation.branches.iter().zip([10.0, 30.0, 56.0]) {
        assert!(branch.value.is_exact() && near(branch.value.least, percent));
    }
    assert_eq!(evaluation.evaluated(), 7);
}

/// Figure 3: both branches below the second AND's OR are cut.
#[test]
fn with_connect_at_25_two_branches_are_skipped() {
    let (tree, evaluation) = run(&with_connect_at(25.0), Order::DepthFirst, Cuts::Paper);
    assert_eq!(evaluation.chosen, 1);
    assert!(near(evaluation.value.least, 30.0) && evaluation.value.is_exact());
    let skipped: Vec<(String, Cut)> = evaluation
        .skipped()
        .map(|(leaf, why)| (tree.title(leaf.node), why))
        .collect();
    let why = Cut::NotAbove {
        rate: 0.25,
        best: 0.3,
    };
    let expected = ["Two_Eyes(G2)", "Lot_Of_Territory(G2)"].map(|goal| (goal.to_owned(), why));
    assert_eq!(skipped, expected);
    assert_eq!(evaluation.evaluated(), 5);
    let third = evaluation.branches[2];
    assert!(!third.value.is_exact() && near(third.value.most, 25.0));
}

/// "When a leaf has a success rate of 100% under an OR node, it is not useful to compute the other
/// leaves and subtrees under the OR node."
#[test]
fn an_or_that_has_reached_100_is_finished() {
    let text = "OR(A -> 40%, B -> 100%, AND(C -> 50%, D -> 50%), E -> 100%)";
    let file = PlanFile::parse(text).expect("it is sound");
    let (tree, evaluation) = run(&file, Order::DepthFirst, Cuts::Paper);
    assert_eq!((evaluation.chosen, evaluation.evaluated()), (1, 2));
    let skipped: Vec<(String, Cut)> = evaluation
        .skipped()
        .map(|(leaf, why)| (tree.title(leaf.node), why))
        .collect();
    assert_eq!(
        skipped,
        ["C", "D", "E"].map(|goal| (goal.to_owned(), Cut::Certain))
    );
}

/// 20% of 10% is 2%, which is not above the 2% of the other branch; computed it is 2.0000000000000004%.
/// The rest of the AND is skipped, whatever the order of its parts.
#[test]
fn an_and_that_comes_down_to_the_best_is_cut_though_computing_rounds() {
    for (text, evaluated) in [
        ("OR(A -> 2%, AND(B -> 20%, C -> 10%, D -> 50%))", 3),
        ("OR(A -> 2%, AND(C -> 10%, B -> 20%, D -> 50%))", 3),
        // 10% of 30% of 70% is 2.1%, computed as a little more or less.
        (
            "OR(A -> 2.1%, AND(B -> 10%, C -> 30%, D -> 70%, E -> 50%))",
            4,
        ),
        (
            "OR(A -> 2.1%, AND(B -> 70%, C -> 30%, D -> 10%, E -> 50%))",
            4,
        ),
        // Where it is above, it is not cut.
        ("OR(A -> 1.9999999%, AND(B -> 20%, C -> 10%, D -> 50%))", 4),
    ] {
        let file = PlanFile::parse(text).expect("it is sound");
        for cuts in [Cuts::Paper, Cuts::Deep] {
            let (_, evaluation) = run(&file, Order::DepthFirst, cuts);
            assert_eq!(evaluation.evaluated(), evaluated, "{text} {cuts:?}");
            assert_eq!(evaluation.chosen, 0, "{text} {cuts:?}");
            assert!(evaluation.value.is_exact(), "{text} {cuts:?}");
        }
    }
}

/// Of two branches that are equal on paper the first is chosen, whichever rounds up.
#[test]
fn of_equal_branches_the_first_is_chosen_though_computing_rounds() {
    for text in [
        "OR(A -> 2%, AND(B -> 20%, C -> 10%))",
        "OR(AND(B -> 20%, C -> 10%), A -> 2%)",
    ] {
        let file = PlanFile::parse(text).expect("it is sound");
        for (order, cuts) in ORDERS
            .iter()
            .flat_map(|&order| CUTS.map(|cuts| (order, cuts)))
        {
            let (_, evaluation) = run(&file, order, cuts);
            let first = order == Order::DepthFirst;
            assert!(evaluation.value.is_exact() && near(evaluation.value.least, 2.0));
            assert!(
                !first || evaluation.chosen == 0,
                "{text} {order:?} {cuts:?}"
            );
        }
    }
}

/// Section 5: three branches, of which the first turns out to be an AND of two and the second an AND
/// of three. All are developed one step, then the one with two AND branches goes first.
#[test]
fn branches_are_developed_in_the_papers_order() {
    let text = "OR(AND(A -> 80%, B -> 70%), AND(C -> 50%, D -> 90%, E -> 90%), F -> 10%)";
    let file = PlanFile::parse(text).expect("it is sound");
    let (tree, evaluation) = run(&file, Order::BestFirst, Cuts::Paper);
    let title = |step: &shido_plan::Step| tree.title(step.node);
    let steps: Vec<String> = evaluation.steps.iter().map(title).collect();
    // The root, the three branches from the left, the two parts of the first; then the second branch,
    // which is cut at its first leaf.
    assert_eq!(steps, ["OR", "AND", "AND", "F", "A", "B", "C"]);
    let branches = tree.branches();
    let developed: Vec<NodeId> = evaluation.steps[1..4]
        .iter()
        .map(|step| step.node)
        .collect();
    assert_eq!(developed, branches);
    // "It finds that there are two AND nodes, versus 0 in the other branches"; then "three AND nodes in
    // the second branch, versus 0 in the last".
    let found = evaluation
        .steps
        .iter()
        .map(|step| step.and_branches.as_slice());
    let found: Vec<&[usize]> = found.take(4).collect();
    assert_eq!(found, [[0, 0, 0], [2, 0, 0], [2, 3, 0], [2, 3, 0]]);
    // After F the rate is at least 10%, after A and B at least 56%.
    let least: Vec<f64> = evaluation
        .steps
        .iter()
        .map(|step| step.value.least)
        .collect();
    assert!(near(least[3], 10.0) && near(least[5], 56.0), "{least:?}");
}

/// "This algorithm ensures to make the cuts even if the leftmost branch is the branch which has three
/// AND branches. That is not the case when we always develop the leftmost branch."
#[test]
fn the_order_of_branches_does_not_matter_best_first() {
    let two = "AND(A -> 80%, B -> 70%)";
    let three = "AND(C -> 50%, D -> 90%, E -> 90%)";
    let one = "F -> 10%";
    let mut depth_first = Vec::new();
    for branches in [
        [one, two, three],
        [one, three, two],
        [two, one, three],
        [two, three, one],
        [three, one, two],
        [three, two, one],
    ] {
        let file = PlanFile::parse(&format!("OR({})", branches.join(", "))).expect("it is sound");
        let (_, best_first) = run(&file, Order::BestFirst, Cuts::Paper);
        // F, A, B, and C, where the AND of three is cut.
        assert_eq!(best_first.evaluated(), 4, "{branches:?}");
        assert_eq!(branches[best_first.chosen], two);
        depth_first.push(run(&file, Order::DepthFirst, Cuts::Paper).1.evaluated());
    }
    assert_eq!(depth_first, [4, 6, 4, 4, 6, 6]);
}

/// The paper's own example in every order of its branches.
#[test]
fn the_example_costs_the_same_in_every_order_best_first() {
    let file = with_connect_at(25.0);
    let Some(Expression::Or(branches)) = file.goal.clone() else {
        panic!("its root is an OR");
    };
    for order in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ] {
        let mut turned = file.clone();
        turned.goal = Some(Expression::Or(order.map(|at| branches[at].clone()).into()));
        let (_, evaluation) = run(&turned, Order::BestFirst, Cuts::Paper);
        assert_eq!(order[evaluation.chosen], 1);
        // The AND of two comes before the AND of three, so here nothing is there to cut it.
        assert_eq!(evaluation.evaluated(), 7);
    }
}
