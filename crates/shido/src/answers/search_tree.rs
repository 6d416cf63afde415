//! What a search looked at.

use serde::{Serialize, Serializer};
use shido_core::Turn;
use shido_core::picture::{TreeNode, TreePicture};

use crate::wire;

/// The tree that a search visited.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct SearchTree {
    /// The tree, as it can be drawn.
    pub picture: TreePicture,
}

impl Serialize for SearchTree {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'t> {
            nodes: Vec<Node<'t>>,
        }
        let nodes = self.picture.nodes.iter().map(Node::of).collect();
        Written { nodes }.serialize(to)
    }
}

#[derive(Serialize)]
struct Node<'t> {
    #[serde(rename = "move")]
    mv: Option<&'t str>,
    odds: Option<f64>,
    #[serde(serialize_with = "wire::to_move")]
    to_move: Turn,
    window: [Option<f64>; 2],
    value: Option<[Option<f64>; 2]>,
    theirs: Option<f64>,
    why: &'t str,
    below: &'t [usize],
    skipped: Vec<Skipped<'t>>,
    left_out: u64,
}

#[derive(Serialize)]
struct Skipped<'t> {
    #[serde(rename = "move")]
    mv: &'t str,
    why: &'t str,
}

impl Node<'_> {
    fn of(node: &TreeNode) -> Node<'_> {
        let skipped = node.skipped.iter();
        Node {
            mv: node.by.as_deref(),
            odds: node.odds,
            to_move: node.turn,
            window: finite(node.window),
            value: node.value.map(finite),
            theirs: node.theirs,
            why: &node.why,
            below: &node.below,
            skipped: skipped.map(|(mv, why)| Skipped { mv, why }).collect(),
            left_out: node.left_out,
        }
    }
}

/// A range of values; nothing on a side that is open.
fn finite(range: [f64; 2]) -> [Option<f64>; 2] {
    range.map(|value| Some(value).filter(|value| value.is_finite()))
}
