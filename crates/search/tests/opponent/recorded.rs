//! A recorded node has both values, and a picture shows them.

use shido_core::Game;
use shido_draw::tree_dot;
use shido_search::{OmSearch, Recording};

use crate::{HIS, OURS, to, tree};

#[test]
fn both_values_are_kept_and_drawn() {
    let tree = tree(include_str!("../../../../examples/trees/two-eyes.tree"));
    let mut recording = Recording::new(100, 10);
    OmSearch::default()
        .plain_observed(&tree, &tree.start(), &OURS, &HIS, to(None), &mut recording)
        .expect("nothing is limited");
    let recorded = recording.finish().expect("there was a search");
    // Ours 8 and 5, in his eyes 2 and 4, of which we would take 4.
    let values: Vec<_> = (recorded.nodes.iter())
        .map(|node| {
            let ours = node.result.map(|result| result.value.0);
            (ours, node.theirs.map(|value| value.0))
        })
        .collect();
    let expected = [(8, 4), (8, 2), (8, 2), (3, 6), (5, 4), (5, 4), (7, 9)];
    let expected = expected.map(|(ours, theirs)| (Some(f64::from(ours)), Some(f64::from(theirs))));
    assert_eq!(values, expected);
    let dot = tree_dot(&recorded.picture(&tree, &OURS));
    assert!(
        dot.contains("8|4") && dot.contains("5|4") && dot.contains("7|9"),
        "{dot}"
    );
}
