//! What a recording keeps of a search.

use shido_core::picture::{TreeNode, TreePicture};
use shido_core::{Game, Seat};
use shido_games::tree::Tree;
use shido_search::{
    Ask, ChancePruning, Expectiminimax, Judged, Limits, Recording, Rules, alphabeta_observed,
    minimax_observed,
};

use crate::exact::tree;

const TEXTBOOK: &str = include_str!("../../../../examples/trees/textbook.tree");
const FROM: f64 = f64::NEG_INFINITY;
const TO: f64 = f64::INFINITY;

fn recorded(text: &str, search: impl FnOnce(&Tree, &mut Recording<Tree>)) -> TreePicture {
    let tree = tree(text);
    let mut recording = Recording::new(1_000, 50);
    search(&tree, &mut recording);
    recording
        .finish()
        .expect("there was a search")
        .picture(&tree, &Judged(Seat::First))
}

/// A node by the way to it: the places of its ancestors among those searched.
fn node<'a>(picture: &'a TreePicture, way: &[usize]) -> &'a TreeNode {
    way.iter().fold(&picture.nodes[0], |node, place| {
        &picture.nodes[node.below[*place]]
    })
}

fn skipped(node: &TreeNode) -> Vec<(&str, &str)> {
    let skipped = node.skipped.iter();
    skipped
        .map(|(mv, why)| (mv.as_str(), why.as_str()))
        .collect()
}

#[test]
fn windows_values_and_cuts_of_alpha_beta_are_kept() {
    let picture = recorded(TEXTBOOK, |tree, recording| {
        let limits = Limits::default();
        alphabeta_observed(
            tree,
            &tree.start(),
            &Rules,
            Ask::BestMove,
            limits,
            recording,
        )
        .expect("nothing is limited");
    });
    assert_eq!(picture.nodes.len(), 11);
    type Row<'a> = (&'a [usize], [f64; 2], [f64; 2], &'a str);
    let rows: &[Row<'_>] = &[
        // way, window, value, why
        (&[], [FROM, TO], [3.0, 3.0], "searched"),
        (&[0], [FROM, TO], [3.0, 3.0], "searched"),
        (&[0, 0], [FROM, TO], [3.0, 3.0], "over"),
        (&[0, 1], [FROM, 3.0], [12.0, 12.0], "over"),
        (&[0, 2], [FROM, 3.0], [8.0, 8.0], "over"),
        (&[1], [3.0, TO], [FROM, 2.0], "alpha cut"),
        (&[1, 0], [3.0, TO], [2.0, 2.0], "over"),
        (&[2], [3.0, TO], [FROM, 2.0], "searched"),
        (&[2, 0], [3.0, TO], [14.0, 14.0], "over"),
        (&[2, 1], [3.0, 14.0], [5.0, 5.0], "over"),
        (&[2, 2], [3.0, 5.0], [2.0, 2.0], "over"),
    ];
    for (way, window, value, why) in rows {
        let node = node(&picture, way);
        assert_eq!(node.window, *window, "{way:?}");
        assert_eq!(node.value, Some(*value), "{way:?}");
        assert_eq!(node.why, *why, "{way:?}");
        let by = way.last().map(|place| (place + 1).to_string());
        assert_eq!(node.by, by, "{way:?}");
    }
    let second = node(&picture, &[1]);
    assert_eq!(skipped(second), [("2", "alpha cut"), ("3", "alpha cut")]);
    let all: usize = picture.nodes.iter().map(|node| node.skipped.len()).sum();
    assert_eq!(all, 2);
}

#[test]
fn minimax_skips_nothing() {
    let picture = recorded(TEXTBOOK, |tree, recording| {
        minimax_observed(tree, &tree.start(), &Rules, Limits::default(), recording)
            .expect("nothing is limited");
    });
    assert_eq!(picture.nodes.len(), 13);
    let values: Vec<_> = picture.nodes[0]
        .below
        .iter()
        .map(|below| picture.nodes[*below].value)
        .collect();
    let exactly = |value| Some([value, value]);
    assert_eq!(values, [exactly(3.0), exactly(2.0), exactly(2.0)]);
    for node in &picture.nodes {
        assert!(node.skipped.is_empty() && node.window == [FROM, TO]);
    }
}

/// The tree and its numbers are worked out in `docs/expectiminimax.md`.
#[test]
fn probes_and_cuts_at_chance_nodes_are_kept() {
    let text = "(max 3 (chance 1/2 (min 9 7) 1/2 (min -6 10)))";
    let search = |pruning| {
        recorded(text, |tree, recording| {
            let search = Expectiminimax {
                pruning,
                ..Expectiminimax::default()
            };
            let model = Judged(Seat::First);
            search
                .search_observed(tree, &tree.start(), &model, Limits::default(), recording)
                .expect("nothing is limited");
        })
    };

    let star1 = search(ChancePruning::Star1);
    let chance = node(&star1, &[1]);
    // 1/2 * 7 - 1/2 * 6
    assert_eq!(
        (chance.value, chance.why.as_str()),
        (Some([FROM, 0.5]), "Star1 cut")
    );
    // (3 - 1/2 * 10) / (1/2) and (3 - 1/2 * 7) / (1/2)
    assert_eq!(node(&star1, &[1, 0]).window, [-4.0, TO]);
    assert_eq!(node(&star1, &[1, 0]).odds, Some(0.5));
    assert_eq!(node(&star1, &[1, 1]).window, [-1.0, TO]);
    assert_eq!(skipped(node(&star1, &[1, 1])), [("2", "alpha cut")]);

    let star2 = search(ChancePruning::Star2 { probes: 1 });
    let chance = node(&star2, &[1]);
    // 1/2 * 9 - 1/2 * 6
    assert_eq!(
        (chance.value, chance.why.as_str()),
        (Some([FROM, 1.5]), "Star2 cut")
    );
    let probed = node(&star2, &[1, 0]);
    assert_eq!(
        (probed.value, probed.why.as_str()),
        (Some([FROM, 9.0]), "probed")
    );
    // (3 - 1/2 * 9) / (1/2)
    assert_eq!(node(&star2, &[1, 1]).window, [-3.0, TO]);
}

#[test]
fn what_is_too_much_or_too_deep_is_counted() {
    let tree = tree(TEXTBOOK);
    for (most, deepest, kept) in [(5, 50, 5), (1_000, 1, 4), (0, 50, 1), (1_000, 0, 1)] {
        let mut recording = Recording::new(most, deepest);
        minimax_observed(
            &tree,
            &tree.start(),
            &Rules,
            Limits::default(),
            &mut recording,
        )
        .expect("nothing is limited");
        let recorded = recording.finish().expect("there was a search");
        let left_out: u64 = recorded.nodes.iter().map(|node| node.left_out).sum();
        assert_eq!((recorded.nodes.len(), left_out), (kept, 13 - kept as u64));
        assert!(recorded.nodes.iter().all(|node| node.result.is_some()));
    }
}

#[test]
fn a_search_that_is_broken_off_is_kept_up_to_there() {
    let tree = tree(TEXTBOOK);
    let mut recording = Recording::new(1_000, 50);
    let limits = Limits {
        nodes: Some(4),
        ..Limits::default()
    };
    alphabeta_observed(
        &tree,
        &tree.start(),
        &Rules,
        Ask::BestMove,
        limits,
        &mut recording,
    )
    .expect_err("more nodes are needed");
    let picture = recording
        .finish()
        .expect("it had begun")
        .picture(&tree, &Judged(Seat::First));
    assert_eq!(picture.nodes.len(), 4);
    assert_eq!(picture.nodes[0].value, None);
    assert_eq!(picture.nodes[0].why, "broken off");
    assert!(Recording::<Tree>::new(1, 1).finish().is_none());
}
