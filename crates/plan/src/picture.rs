//! An evaluated strategy as a picture.

use shido_core::picture::{AndOrNode, AndOrPicture, Fate, Gate};

use crate::{Evaluation, Kind, NodeId, Tree};

/// A strategy with what was found of it, as something that can be drawn.
#[must_use]
pub fn picture(tree: &Tree, evaluation: &Evaluation) -> AndOrPicture {
    let mut why = vec![String::new(); tree.size()];
    for leaf in &evaluation.leaves {
        why[leaf.node.index()] = match &leaf.found {
            Ok(estimate) => estimate.how.clone(),
            Err(cut) => cut.to_string(),
        };
    }
    let mut seen = vec![false; tree.size()];
    for step in &evaluation.steps {
        seen[step.node.index()] = true;
    }
    let nodes = tree.nodes().map(|(id, node)| {
        let (gate, title) = match &node.kind {
            Kind::And => (Some(Gate::And), node.plan.as_ref().map(ToString::to_string)),
            Kind::Or => (Some(Gate::Or), node.plan.as_ref().map(ToString::to_string)),
            Kind::Leaf(_) | Kind::Fact { .. } => (None, Some(tree.title(id))),
        };
        let known = seen[id.index()] || matches!(node.kind, Kind::Fact { .. });
        let fate = if id == NodeId::ROOT || evaluation.plan.contains(&id) {
            Fate::Chosen
        } else if known {
            Fate::Seen
        } else {
            Fate::Cut
        };
        AndOrNode {
            gate,
            title: title.unwrap_or_default(),
            value: evaluation.of(id).to_string(),
            fate,
            why: std::mem::take(&mut why[id.index()]),
            below: node.below.iter().map(|child| child.index()).collect(),
        }
    });
    AndOrPicture {
        nodes: nodes.collect(),
    }
}
