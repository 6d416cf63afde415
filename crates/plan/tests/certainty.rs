//! Rates that are not surely known: error bars, and stopping when the choice is certain enough.

use shido_core::Seed;
use shido_plan::{Cut, Evaluation, Given, Options, OrRule, PlanFile, Rate, Tree, evaluate, spread};

fn run(text: &str, certainty: Option<f64>) -> (Tree, Evaluation) {
    let file = PlanFile::parse(text).expect("it is sound");
    let mut leaves = Given::new(&file);
    let tree = file.ground(&[], &mut leaves).expect("it has no variables");
    let options = Options {
        certainty,
        ..Options::default()
    };
    let evaluation = evaluate(&tree, &mut leaves, &options).expect("rates are given");
    (tree, evaluation)
}

#[test]
fn means_are_used_unless_a_certainty_is_asked_for() {
    let (_, evaluation) = run("OR(A -> 20%..40%, B -> beta(3, 7), C -> 35%)", None);
    assert_eq!(evaluation.chosen, 2);
    assert!((evaluation.branches[0].value.least - 0.3).abs() < 1e-12);
    assert!((evaluation.branches[1].value.least - 0.3).abs() < 1e-12);
    assert!(evaluation.decided);
}

#[test]
fn evaluation_stops_when_no_other_branch_can_be_better() {
    // After A the first branch is at least at 70%; C brings the second to 60% at most, and D is left.
    let text = "OR(A -> 70%..90%, AND(C -> 50%..60%, D -> 90%), AND(E -> 10%..65%, F -> 10%))";
    let (tree, evaluation) = run(text, Some(0.95));
    assert_eq!(evaluation.chosen, 0);
    assert!(evaluation.decided);
    let skipped: Vec<String> = evaluation
        .skipped()
        .map(|(leaf, _)| tree.title(leaf.node))
        .collect();
    assert_eq!(skipped, ["D", "F"]);
    // The branch that is ahead is not looked at any further: B beats whatever else D has to say.
    let text = "OR(A -> 5%..7%, AND(C -> 90%, OR(B -> 50%..60%, D -> 10%)))";
    let (tree, evaluation) = run(text, Some(0.95));
    assert_eq!((evaluation.chosen, evaluation.decided), (1, true));
    let skipped: Vec<(String, Cut)> = evaluation
        .skipped()
        .map(|(leaf, why)| (tree.title(leaf.node), why))
        .collect();
    assert_eq!(skipped, [("D".to_owned(), Cut::Decided)]);
    assert!(
        (evaluation.value.least - 0.495).abs() < 1e-12,
        "0.9 times the mean of B"
    );
    assert!(!evaluation.value.is_exact());
}

#[test]
fn overlapping_rates_leave_the_choice_open() {
    let (_, evaluation) = run("OR(A -> 20%..40%, B -> 35%..45%)", Some(0.95));
    assert_eq!((evaluation.chosen, evaluation.decided), (1, false));
    assert_eq!(evaluation.evaluated(), 2);
    // With certainty the AND at 35% to 45% may not be cut by the 40% that the first may have.
    let (_, evaluation) = run(
        "OR(A -> 20%..40%, AND(B -> 35%..45%, C -> 99%))",
        Some(0.95),
    );
    assert_eq!(evaluation.evaluated(), 3);
    // Taking the means for the truth it is 30% against 40%, and then 39.6%.
    let (_, evaluation) = run("OR(A -> 20%..60%, AND(B -> 35%..45%, C -> 99%))", None);
    assert_eq!(evaluation.evaluated(), 2);
}

/// Two branches with counted rates: how often the certain choice is wrong, when the true rates are
/// drawn from what is known of them.
#[test]
fn a_certain_choice_is_right_as_often_as_it_says() {
    let (mut decided, mut mistaken) = (0.0, 0.0);
    for (successes, others) in (20..60)
        .step_by(3)
        .flat_map(|a| (0..40).step_by(3).map(move |b| (a, b)))
    {
        let text = format!(
            "OR(A -> beta({}, {}), B -> beta({}, {}))",
            successes + 1,
            80 - successes + 1,
            others + 1,
            80 - others + 1
        );
        let (_, evaluation) = run(&text, Some(0.9));
        if evaluation.decided {
            let ours = Rate::counted(successes, 80);
            let theirs = Rate::counted(others, 80);
            let (best, other) = if evaluation.chosen == 0 {
                (ours, theirs)
            } else {
                (theirs, ours)
            };
            // The chance that the other is better, summed over the quantiles of the one.
            let steps = 60;
            let at = |step: usize| (step as f64 + 0.5) / f64::from(steps);
            let pairs = (0..steps as usize).flat_map(|a| (0..steps as usize).map(move |b| (a, b)));
            let table = |rate: Rate| -> Vec<f64> {
                (0..steps as usize)
                    .map(|step| rate.quantile(at(step)))
                    .collect()
            };
            let (best, other) = (table(best), table(other));
            let wrong = pairs.filter(|&(a, b)| other[b] > best[a]).count();
            decided += 1.0;
            mistaken += wrong as f64 / f64::from(steps * steps);
            assert!(wrong as f64 / f64::from(steps * steps) <= 0.1, "{text}");
        }
    }
    assert!(decided > 50.0 && mistaken / decided < 0.1);
}

#[test]
fn a_product_of_uniform_rates_has_a_known_distribution() {
    // The product of two uniform rates is not above x with probability x - x ln x; a quarter of the
    // products are not above 0.0677, three quarters not above 0.3816 (solved by hand).
    let quantile = |probability: f64| {
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        for _ in 0..60 {
            let x = f64::midpoint(low, high);
            if x - x * x.ln() < probability {
                low = x
            } else {
                high = x
            }
        }
        low
    };
    let (tree, evaluation) = run("AND(A -> 0%..100%, B -> 0%..100%)", None);
    let found = spread(&tree, OrRule::Maximum, &evaluation, 0.5, Seed(1));
    assert!(
        (found.value.least - quantile(0.25)).abs() < 0.01,
        "{found:?}"
    );
    assert!(
        (found.value.most - quantile(0.75)).abs() < 0.02,
        "{found:?}"
    );
}

#[test]
fn the_chance_that_a_branch_is_best() {
    // A is better than 35% in a quarter of the cases.
    let (tree, evaluation) = run("OR(A -> 20%..40%, B -> 35%)", None);
    let found = spread(&tree, OrRule::Maximum, &evaluation, 0.95, Seed(2));
    assert!((found.best[0] - 0.25).abs() < 0.02, "{found:?}");
    assert_eq!(found.branches[1].least, 0.35);
    assert!((found.branches[0].least - 0.205).abs() < 0.002, "{found:?}");
    assert_eq!(
        found,
        spread(&tree, OrRule::Maximum, &evaluation, 0.95, Seed(2))
    );
}
