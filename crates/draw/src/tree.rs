//! What a search looked at, as SVG, as a page and for Graphviz.

mod dot;
mod layout;
mod page;
mod svg;

pub use dot::tree_dot;
pub use page::tree_page;
pub use svg::tree_svg;

use shido_core::picture::{TreeNode, TreePicture};
use shido_core::{Seat, Turn};

/// Which nodes are those of the principal variation: from the root down to where its value comes
/// from, as long as somebody chooses.
fn principal_variation(picture: &TreePicture) -> Vec<bool> {
    let mut on_line = vec![false; picture.nodes.len()];
    let mut next = (!picture.nodes.is_empty()).then_some(0);
    while let Some(index) = next {
        on_line[index] = true;
        let node = &picture.nodes[index];
        next = match (node.turn, exact(node)) {
            (Turn::Of(_), Some(value)) => {
                let below = node.below.iter().copied();
                let same = below.filter(|&below| exact(&picture.nodes[below]) == Some(value));
                // Where the opponent chooses, their value tells which of equal ones is meant.
                same.min_by_key(|&below| picture.nodes[below].theirs != node.theirs)
            }
            _ => None,
        };
    }
    on_line
}

fn exact(node: &TreeNode) -> Option<f64> {
    let [least, most] = node.value?;
    (least == most).then_some(least)
}

/// What is known of a node's value: `3`, `≤ 2` or `≥ 5`; and `4|−1` where the opponent takes it for
/// another.
fn value_text(node: &TreeNode) -> String {
    let ours = our_value_text(node);
    match node.theirs {
        Some(theirs) => format!("{ours}|{}", number(theirs)),
        None => ours,
    }
}

fn our_value_text(node: &TreeNode) -> String {
    match node.value {
        None => "?".to_owned(),
        Some([least, most]) if least == most => number(least),
        Some([least, most]) if least == f64::NEG_INFINITY => format!("≤ {}", number(most)),
        Some([least, most]) if most == f64::INFINITY => format!("≥ {}", number(least)),
        Some([least, most]) => format!("{} to {}", number(least), number(most)),
    }
}

fn window_text(node: &TreeNode) -> String {
    let [alpha, beta] = node.window.map(number);
    format!("({alpha}, {beta})")
}

/// A number with at most three decimals.
fn number(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "−∞" }.to_owned();
    }
    crate::number(value, 3).replace('-', "−")
}

/// The move that led to a node, with its probability where chance made it.
fn move_text(node: &TreeNode) -> Option<String> {
    let mv = node.by.as_ref()?;
    Some(match node.odds {
        Some(odds) => format!("{mv} ({})", number(odds)),
        None => mv.clone(),
    })
}

/// Everything about a node, on one line.
fn tooltip(node: &TreeNode) -> String {
    let by = move_text(node).map_or(String::new(), |mv| format!("after {mv}: "));
    let (window, value, why) = (window_text(node), value_text(node), &node.why);
    format!("{by}window {window}, value {value}, {why}")
}

/// What a node is to the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Max,
    Min,
    Chance,
    Leaf,
}

impl Kind {
    /// A node without anything below it is a leaf, unless moves were skipped or left out.
    fn of(node: &TreeNode) -> Kind {
        let bare = node.below.is_empty() && node.skipped.is_empty() && node.left_out == 0;
        match node.turn {
            _ if bare => Kind::Leaf,
            Turn::Over(_) => Kind::Leaf,
            Turn::Of(Seat::First) => Kind::Max,
            Turn::Of(Seat::Second) => Kind::Min,
            Turn::Chance => Kind::Chance,
        }
    }
}
