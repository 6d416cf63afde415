//! What was found out about a plan, for scripts.

use serde_json::{Value, json};
use shido_plan::{Bounds, Cut, Evaluation, Kind, NodeId, Tree};

use super::Findings;

pub(super) fn json(findings: &Findings) -> Value {
    let Findings {
        args,
        tree,
        evaluation,
        exact,
        spread,
        compared,
        ..
    } = findings;
    let branches: Vec<Value> = (0..evaluation.branches.len())
        .map(|at| branch(findings, at))
        .collect();
    let skipped = evaluation.skipped().map(|(leaf, why)| {
        json!({ "goal": tree.title(leaf.node), "cut": cut_name(why), "why": why.to_string() })
    });
    let leaves = evaluation.leaves.iter().filter_map(|leaf| {
        let estimate = leaf.found.as_ref().ok()?;
        Some(json!({
            "goal": tree.title(leaf.node),
            "rate": rounded(estimate.rate.mean()),
            "given": estimate.rate.to_string(),
            "cost": estimate.cost,
            "how": estimate.how,
            "first": estimate.first,
        }))
    });
    let goals: Vec<String> = match exact {
        Some(exact) => exact
            .goals
            .iter()
            .map(|&goal| tree.goals()[goal].to_string())
            .collect(),
        None => {
            let leaf = |id: &&NodeId| matches!(tree.node(**id).kind, Kind::Leaf(_));
            evaluation
                .plan
                .iter()
                .filter(leaf)
                .map(|&id| tree.title(id))
                .collect()
        }
    };
    let shared: Vec<String> = tree.shared().iter().map(ToString::to_string).collect();
    let value = exact
        .as_ref()
        .map_or(evaluation.value.least, |exact| exact.value);
    let mut object = json!({
        "file": args.file.display().to_string(),
        "value": rounded(value),
        "bounds": exact.is_none().then(|| pair(evaluation.value)),
        "chosen": findings.chosen(),
        "decided": evaluation.decided,
        "branches": branches,
        "goals": goals,
        "plan": evaluation.plan.first().map(|_| plan(tree, evaluation, &mut 0)),
        "leaves_evaluated": evaluation.evaluated(),
        "leaves_total": evaluation.leaves.len(),
        "cost": evaluation.cost,
        "leaves": leaves.collect::<Vec<_>>(),
        "skipped": skipped.collect::<Vec<_>>(),
        "shared_goals": shared,
        "interval": spread.as_ref().map(|spread| pair(spread.value)),
    });
    if let Some(site) = &findings.site {
        let groups = site.groups.iter();
        let groups = groups.map(|named| (named.name.clone(), json!(named.stone.to_string())));
        object["position"] = json!(site.scene.text());
        object["groups"] = Value::Object(groups.collect());
        let first = findings.first();
        object["first_move"] = json!(first.map(|(_, point)| point));
        object["first_goal"] = json!(first.map(|(leaf, _)| tree.title(leaf.node)));
    }
    if let Some(exact) = exact {
        object["independent"] = json!({
            "value": rounded(evaluation.value.least),
            "chosen": evaluation.chosen,
            "difference": rounded(exact.value - evaluation.value.least),
        });
    }
    if !compared.is_empty() {
        let ways = compared.iter().map(|(way, leaves, cost)| {
            json!({ "way": way.name, "leaves_evaluated": leaves, "cost": cost })
        });
        object["compared"] = ways.collect();
    }
    object
}

/// A branch that was cut off has for its value what it could reach at most, and null if nothing in it
/// was looked at.
fn branch(findings: &Findings, at: usize) -> Value {
    let branch = &findings.evaluation.branches[at];
    let evaluated = findings.exact.is_some() || branch.value.is_exact();
    let value = match &findings.exact {
        Some(exact) => Some(exact.branches[at]),
        None if at == findings.chosen() => Some(branch.value.least),
        None if evaluated || branch.touched => Some(branch.value.most),
        None => None,
    };
    let mut object = json!({
        "value": value.map(rounded),
        "evaluated": evaluated,
        "branch": findings.tree.called(branch.node),
    });
    if let Some(spread) = &findings.spread {
        object["interval"] = pair(spread.branches[at]);
        object["best"] = json!(spread.best[at]);
    }
    object
}

/// The plan as a tree, from its `at`-th node on, which comes before those below it.
fn plan(tree: &Tree, evaluation: &Evaluation, at: &mut usize) -> Value {
    let id = evaluation.plan[*at];
    *at += 1;
    let mut below = Vec::new();
    while let Some(&next) = evaluation.plan.get(*at)
        && tree.node(next).above == Some(id)
    {
        below.push(plan(tree, evaluation, at));
    }
    let mut object = json!({ "node": tree.title(id), "value": rounded(evaluation.of(id).least) });
    if let Some(name) = &tree.node(id).plan {
        object["name"] = json!(name.to_string());
    }
    if !below.is_empty() {
        object["below"] = json!(below);
    }
    object
}

const fn cut_name(cut: Cut) -> &'static str {
    match cut {
        Cut::NotAbove { .. } => "and",
        Cut::Certain => "or",
        Cut::Decided => "certainty",
    }
}

fn pair(bounds: Bounds) -> Value {
    json!([rounded(bounds.least), rounded(bounds.most)])
}

/// A rate to twelve decimals: 0.8 times 0.7 is then 0.56.
fn rounded(rate: f64) -> f64 {
    (rate * 1e12).round() / 1e12
}
