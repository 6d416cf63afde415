//! Where the nodes of a tree go.

use shido_core::picture::TreePicture;

/// Something that has a place in the drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// A node, by its number.
    Node(usize),
    /// A skipped move of a node, by its place in the list.
    Skipped(usize, usize),
    /// What is left out below a node.
    LeftOut(usize),
}

/// An item with its place: columns may be fractions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Placed {
    pub(super) item: Item,
    /// Which of the placed items it hangs from.
    pub(super) above: Option<usize>,
    pub(super) row: usize,
    pub(super) column: f64,
}

/// How many columns are given to an item that hangs alone: what is written beside the node above it
/// needs some room.
const ALONE: f64 = 1.75;

/// Places the items of a tree: those without anything below them stand side by side, the others above
/// the middle of what is below. Items come before those below them.
pub(super) fn layout(picture: &TreePicture) -> Vec<Placed> {
    let mut placed: Vec<Placed> = Vec::new();
    let mut ends: Vec<[f64; 2]> = Vec::new();
    let mut columns = 0.0;
    // The tree may be deeper than the machine's stack, so what is yet to be placed is a list.
    let mut waiting: Vec<(Item, Option<usize>, usize, f64)> = Vec::new();
    if !picture.nodes.is_empty() {
        waiting.push((Item::Node(0), None, 0, ALONE));
    }
    while let Some((item, above, row, width)) = waiting.pop() {
        let here = placed.len();
        let below = items_below(picture, item);
        let mut column = f64::NAN;
        if below.is_empty() {
            column = columns;
            columns += width;
        }
        placed.push(Placed {
            item,
            above,
            row,
            column,
        });
        ends.push([f64::INFINITY, f64::NEG_INFINITY]);
        let width = if below.len() == 1 { ALONE } else { 1.0 };
        let hanging = below
            .into_iter()
            .map(|item| (item, Some(here), row + 1, width));
        waiting.extend(hanging.rev());
    }
    for index in (0..placed.len()).rev() {
        let [left, right] = ends[index];
        if placed[index].column.is_nan() {
            placed[index].column = (left + right) / 2.0;
        }
        if let Some(above) = placed[index].above {
            let column = placed[index].column;
            ends[above] = [ends[above][0].min(column), ends[above][1].max(column)];
        }
    }
    placed
}

fn items_below(picture: &TreePicture, item: Item) -> Vec<Item> {
    let Item::Node(index) = item else {
        return Vec::new();
    };
    let node = &picture.nodes[index];
    let left_out = (node.left_out > 0).then_some(Item::LeftOut(index));
    node.below
        .iter()
        .map(|&below| Item::Node(below))
        .chain(left_out)
        .chain((0..node.skipped.len()).map(|place| Item::Skipped(index, place)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shido_core::picture::TreeNode;
    use shido_core::{Seat, Turn};

    fn node(below: &[usize], skipped: usize) -> TreeNode {
        TreeNode {
            board: shido_core::picture::Picture::of_text(String::new()),
            by: None,
            odds: None,
            turn: Turn::Of(Seat::First),
            window: [0.0, 1.0],
            value: None,
            theirs: None,
            why: String::new(),
            below: below.to_vec(),
            skipped: vec![(String::new(), String::new()); skipped],
            left_out: 0,
        }
    }

    #[test]
    fn parents_stand_above_the_middle() {
        let nodes = vec![
            node(&[1, 4], 0),
            node(&[2, 3], 1),
            node(&[], 0),
            node(&[], 0),
            node(&[], 0),
        ];
        let placed = layout(&TreePicture { nodes });
        let places: Vec<(usize, f64)> = placed.iter().map(|it| (it.row, it.column)).collect();
        // The root, its first child with three items below, and its second child.
        let expected = [(0, 2.0), (1, 1.0), (2, 0.0), (2, 1.0), (2, 2.0), (1, 3.0)];
        assert_eq!(places, expected);
        assert_eq!(placed[4].item, Item::Skipped(1, 0));
        assert!(layout(&TreePicture { nodes: Vec::new() }).is_empty());
    }
}
