//! Every way to evaluate agrees with the plain one, on thousands of random strategies.

use shido_core::Seed;
use shido_plan::random::{Shape, strategy};
use shido_plan::{
    Bounds, Cuts, Given, Kind, NodeId, Options, OrRule, Order, PlanFile, Tree, count_once,
    evaluate, plain_values, ways,
};

const SHAPES: [Shape; 4] = [
    Shape {
        depth: 4,
        width: 3,
        shared: 0.0,
        certain: 0.0,
    },
    Shape {
        depth: 5,
        width: 3,
        shared: 0.1,
        certain: 0.1,
    },
    Shape {
        depth: 2,
        width: 6,
        shared: 0.0,
        certain: 0.3,
    },
    Shape {
        depth: 7,
        width: 2,
        shared: 0.3,
        certain: 0.05,
    },
];

fn each_random(count: u64, mut check: impl FnMut(&PlanFile, &Tree, &[f64])) {
    for index in 0..count {
        let shape = &SHAPES[index as usize % SHAPES.len()];
        let file = strategy(shape, &mut Seed(6).derive(index).rng());
        let tree = file
            .ground(&[], &mut Given::new(&file))
            .expect("it has no variables");
        let rate = |name: &str| {
            let given = file.rates.iter().find(|given| given.goal.name == name);
            given.expect("every goal has a rate").rate.mean()
        };
        let rates: Vec<f64> = tree.goals().iter().map(|goal| rate(&goal.name)).collect();
        check(&file, &tree, &rates);
    }
}

/// The recursion of section 3, word for word.
fn by_definition(tree: &Tree, id: NodeId, or: OrRule, rates: &[f64]) -> f64 {
    let node = tree.node(id);
    let parts = || {
        node.below
            .iter()
            .map(|&part| by_definition(tree, part, or, rates))
    };
    match (&node.kind, or) {
        (Kind::Leaf(goal), _) => rates[*goal],
        (Kind::Fact { holds, .. }, _) => f64::from(u8::from(*holds)),
        (Kind::And, _) => parts().product(),
        (Kind::Or, OrRule::Maximum) => parts().fold(0.0, f64::max),
        (Kind::Or, OrRule::Any) => 1.0 - parts().map(|part| 1.0 - part).product::<f64>(),
    }
}

/// Products of the same rates in another order differ in their last bits, and are equal on paper.
fn above(rate: f64, other: f64) -> bool {
    rate > other * (1.0 + 1e-11)
}

fn same(rate: f64, other: f64) -> bool {
    !above(rate, other) && !above(other, rate)
}

#[test]
fn all_orders_and_cuts_find_the_same_value_and_a_best_branch() {
    each_random(3_000, |file, tree, rates| {
        for or in [OrRule::Maximum, OrRule::Any] {
            let expected = by_definition(tree, NodeId::ROOT, or, rates);
            let values = plain_values(tree, or, rates);
            assert_eq!(values[0], expected);
            let branches: Vec<f64> = tree
                .branches()
                .iter()
                .map(|id| values[id.index()])
                .collect();
            let best = branches.iter().copied().fold(0.0, f64::max);
            let first_best = branches.iter().position(|&value| same(value, best));
            let alone = branches.iter().filter(|&&value| same(value, best)).count() == 1;
            for way in ways(or) {
                let evaluation =
                    evaluate(tree, &mut Given::new(file), &way.options).expect("rates are given");
                let name = way.name;
                assert!(
                    evaluation.value.is_exact() && same(evaluation.value.least, expected),
                    "{name}: {file}"
                );
                assert!(same(branches[evaluation.chosen], best), "{name}: {file}");
                if alone || way.options.order == Order::DepthFirst {
                    assert_eq!(Some(evaluation.chosen), first_best, "{name}: {file}");
                }
                for (id, _) in tree.nodes() {
                    let Bounds { least, most } = evaluation.of(id);
                    let value = values[id.index()];
                    assert!(
                        !above(least, value) && !above(value, most),
                        "{name}: bounds of {file}"
                    );
                }
                // The goals of the plan are what the value comes from.
                if or == OrRule::Maximum {
                    let leaf = |id: &NodeId| tree.node(*id).below.is_empty();
                    let plan = evaluation.plan.iter().filter(|id| leaf(id));
                    let product: f64 = plan.map(|id| values[id.index()]).product();
                    assert!((product - expected).abs() < 1e-12, "{name}: plan of {file}");
                }
            }
        }
    });
}

/// Section 4 as a recursion: the leaves that depth-first evaluation with the paper's cuts looks at.
fn leaves_depth_first(tree: &Tree, id: NodeId, floor: f64, rates: &[f64], seen: &mut usize) -> f64 {
    let node = tree.node(id);
    match node.kind {
        Kind::Leaf(goal) => {
            *seen += 1;
            rates[goal]
        }
        Kind::Fact { holds, .. } => f64::from(u8::from(holds)),
        Kind::And => {
            let mut product = 1.0;
            for &part in &node.below {
                if !above(product, floor) {
                    break;
                }
                product *= leaves_depth_first(tree, part, 0.0, rates, seen);
            }
            product
        }
        Kind::Or => {
            let mut best = 0.0;
            for &part in &node.below {
                if best >= 1.0 {
                    break;
                }
                best = f64::max(best, leaves_depth_first(tree, part, best, rates, seen));
            }
            best
        }
    }
}

#[test]
fn depth_first_looks_at_the_leaves_of_the_papers_recursion() {
    let mut saved = 0;
    each_random(2_000, |file, tree, rates| {
        let mut seen = 0;
        leaves_depth_first(tree, NodeId::ROOT, 0.0, rates, &mut seen);
        let evaluation = evaluate(tree, &mut Given::new(file), &Options::default());
        let evaluation = evaluation.expect("rates are given");
        assert_eq!(evaluation.evaluated(), seen, "{file}");
        saved += evaluation.leaves.len() - seen;
    });
    assert!(saved > 1_000, "the cuts must have done something: {saved}");
}

#[test]
fn deep_cuts_look_at_no_more_leaves_depth_first() {
    let mut fewer = 0;
    each_random(2_000, |file, tree, _| {
        let [paper, deep] = [Cuts::Paper, Cuts::Deep].map(|cuts| {
            let options = Options {
                cuts,
                ..Options::default()
            };
            evaluate(tree, &mut Given::new(file), &options)
                .expect("rates are given")
                .evaluated()
        });
        assert!(deep <= paper, "{file}");
        fewer += usize::from(deep < paper);
    });
    assert!(fewer > 100, "they must have done something: {fewer}");
}

/// Whether a strategy succeeds when these goals do.
fn succeeds(tree: &Tree, id: NodeId, outcome: u32) -> bool {
    let node = tree.node(id);
    let mut parts = node.below.iter().map(|&part| succeeds(tree, part, outcome));
    match node.kind {
        Kind::Leaf(goal) => outcome >> goal & 1 == 1,
        Kind::Fact { holds, .. } => holds,
        Kind::And => parts.all(|part| part),
        Kind::Or => parts.any(|part| part),
    }
}

#[test]
fn counting_shared_goals_once_is_enumerating_all_outcomes() {
    let shape = Shape {
        depth: 4,
        width: 3,
        shared: 0.6,
        certain: 0.05,
    };
    let (mut checked, mut differing) = (0, 0);
    for index in 0..3_000 {
        let file = strategy(&shape, &mut Seed(7).derive(index).rng());
        let tree = file
            .ground(&[], &mut Given::new(&file))
            .expect("it has no variables");
        let goals = tree.goals().len();
        if goals > 10 {
            continue;
        }
        let rate = |at: usize| {
            let goal = &tree.goals()[at];
            file.rates
                .iter()
                .find(|given| given.goal == *goal)
                .expect("it has a rate")
                .rate
                .mean()
        };
        let rates: Vec<f64> = (0..goals).map(rate).collect();
        let (mut any, mut best) = (0.0, 0.0);
        for outcome in 0..1_u32 << goals {
            if !succeeds(&tree, NodeId::ROOT, outcome) {
                continue;
            }
            let (mut probability, mut all_of_them) = (1.0, 1.0);
            for (goal, &rate) in rates.iter().enumerate() {
                if outcome >> goal & 1 == 1 {
                    probability *= rate;
                    all_of_them *= rate;
                } else {
                    probability *= 1.0 - rate;
                }
            }
            any += probability;
            best = f64::max(best, all_of_them);
        }
        let exact = count_once(&tree, OrRule::Any, &rates).expect("it is small");
        assert!((exact.value - any).abs() < 1e-12, "{file}");
        let exact = count_once(&tree, OrRule::Maximum, &rates).expect("it is small");
        assert!((exact.value - best).abs() < 1e-12, "{file}");
        let product: f64 = exact.goals.iter().map(|&goal| rates[goal]).product();
        assert!((product - best).abs() < 1e-12, "{file}");
        let enough = exact
            .goals
            .iter()
            .fold(0, |outcome, goal| outcome | 1 << goal);
        assert!(succeeds(&tree, NodeId::ROOT, enough), "{file}");
        checked += 1;
        let plain = plain_values(&tree, OrRule::Any, &rates)[0];
        differing += usize::from((plain - any).abs() > 1e-9);
        if tree.shared().is_empty() {
            assert!((plain - any).abs() < 1e-12, "nothing is shared: {file}");
        }
    }
    assert!(checked > 1_000 && differing > 100, "{checked} {differing}");
}
