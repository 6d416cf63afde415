//! The reference: every leaf is looked at, from the leaves to the root.

use crate::{Kind, OrRule, Tree};

/// The success rate of every node, in the order of [`Tree::nodes`], if the goals succeed as often as
/// `rates` says and independently of each other.
///
/// Section 3 of the paper: the product at an AND, the maximum at an OR. Every other evaluation must
/// agree with this one, up to rounding: what is equal on paper may differ here in its last bits.
///
/// # Panics
/// If there are fewer rates than [`Tree::goals`].
#[must_use]
pub fn plain_values(tree: &Tree, or: OrRule, rates: &[f64]) -> Vec<f64> {
    let mut values = vec![0.0; tree.size()];
    for (id, node) in tree.nodes().rev() {
        let below = || node.below.iter().map(|child| values[child.index()]);
        values[id.index()] = match node.kind {
            Kind::And => below().product(),
            Kind::Or => or.combine(below()),
            Kind::Leaf(goal) => rates[goal],
            Kind::Fact { holds, .. } => f64::from(u8::from(holds)),
        };
    }
    values
}
