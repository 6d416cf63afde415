//! The tree of a search, written to a file.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use shido_core::picture::{TreeNode, TreePicture};
use shido_core::{Seat, Turn};
use shido_draw::{tree_dot, tree_svg};

/// How a tree is written.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    Svg,
    Dot,
    Json,
}

impl Format {
    /// The format that a file's name asks for.
    pub(crate) fn of(file: &Path) -> anyhow::Result<Format> {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("svg") => Ok(Format::Svg),
            Some("dot" | "gv") => Ok(Format::Dot),
            Some("json") => Ok(Format::Json),
            _ => bail!(
                "the tree's file must end in .svg, .dot or .json, not {}",
                file.display()
            ),
        }
    }
}

/// Writes a tree to a file.
pub(crate) fn write(file: &Path, format: Format, tree: &TreePicture) -> anyhow::Result<()> {
    let text = match format {
        Format::Svg => tree_svg(tree),
        Format::Dot => tree_dot(tree),
        Format::Json => format!("{:#}\n", as_json(tree)),
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
        "theirs": node.theirs,
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
