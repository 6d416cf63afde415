//! The tree of a search, written to a file.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use shido_core::picture::{TreeNode, TreePicture};
use shido_core::{Seat, Turn};
use shido_draw::{tree_dot, tree_svg};

/// Writes a tree in the format that the file's name asks for.
pub(crate) fn write(file: &Path, tree: &TreePicture) -> anyhow::Result<()> {
    let ending = file.extension().and_then(|ending| ending.to_str());
    let text = match ending {
        Some("svg") => tree_svg(tree),
        Some("dot" | "gv") => tree_dot(tree),
        Some("json") => format!("{:#}\n", as_json(tree)),
        _ => bail!(
            "the tree's file must end in .svg, .dot or .json, not {}",
            file.display()
        ),
    };
    std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// The nodes in the order in which they were visited; `below` are numbers of nodes.
fn as_json(tree: &TreePicture) -> Value {
    let nodes: Vec<Value> = tree.nodes.iter().map(node).collect();
    json!({ "nodes": nodes })
}

fn node(node: &TreeNode) -> Value {
    let skipped = node.skipped.iter();
    let skipped: Vec<Value> = skipped
        .map(|(mv, why)| json!({ "move": mv, "why": why }))
        .collect();
    json!({
        "move": node.by,
        "odds": node.odds,
        "to_move": match node.turn {
            Turn::Of(Seat::First) => Some("first"),
            Turn::Of(Seat::Second) => Some("second"),
            Turn::Chance => Some("chance"),
            Turn::Over(_) => None,
        },
        "window": finite(node.window),
        "value": node.value.map(finite),
        "why": node.why,
        "below": node.below,
        "skipped": skipped,
        "left_out": node.left_out,
    })
}

/// A range of values; `null` where it is open.
fn finite(range: [f64; 2]) -> [Option<f64>; 2] {
    range.map(|value| Some(value).filter(|value| value.is_finite()))
}
