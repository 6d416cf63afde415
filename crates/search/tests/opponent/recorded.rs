//! A recorded node has both values, and a picture shows them.

use shido_core::Game;
use shido_draw::tree_dot;
use shido_games::tree::Tree;
use shido_search::{MStar, OmSearch, PlayerModel, Recording, SoftMax, TuSearch};

use crate::opponent::{OURS, THEIRS, looking, to, tree};

/// Our value and theirs of each node, in the order in which the search comes to them.
fn values(recording: Recording<Tree>) -> Vec<(Option<f64>, Option<f64>)> {
    let recorded = recording.finish().expect("there was a search");
    let both = recorded.nodes.iter().map(|node| {
        let ours = node.result.map(|result| result.value.0);
        (ours, node.theirs.map(|value| value.0))
    });
    both.collect()
}

/// The same as they are written down: ours and, where there is one, theirs.
fn worked<const N: usize>(
    nodes: [(i32, impl Into<Option<i32>>); N],
) -> [(Option<f64>, Option<f64>); N] {
    nodes.map(|(ours, theirs)| (Some(f64::from(ours)), theirs.into().map(f64::from)))
}

#[test]
fn both_values_are_kept_and_drawn() {
    let tree = tree(include_str!("../../../../examples/trees/two-eyes.tree"));
    let mut recording = Recording::new(100, 10);
    let (start, opponent) = (tree.start(), looking(THEIRS, None));
    OmSearch::default()
        .plain_observed(&tree, &start, &OURS, &opponent, to(None), &mut recording)
        .expect("nothing is limited");
    let dot = tree_dot(
        &(recording.clone().finish())
            .expect("there was a search")
            .picture(&tree, &OURS),
    );
    // Ours 8 and 5, in their eyes 2 and 4, of which we would take 4.
    let expected = [(8, 4), (8, 2), (8, 2), (3, 6), (5, 4), (5, 4), (7, 9)];
    assert_eq!(values(recording), worked(expected));
    assert!(
        dot.contains("8|4") && dot.contains("5|4") && dot.contains("7|9"),
        "{dot}"
    );
}

/// They choose between two nodes of ours, which seem worth 2 and 3 to them and of which they see the
/// leaves only if they look two plies ahead; or, after our second move, between two leaves.
const TWO_STEPS: &str = "(max (min (max =0|2 9|1 2|8) (max =0|3 4|5 3|3)) (min 6|4 7|5))";

#[test]
fn a_look_ahead_of_their_own_is_told_from_where_they_look() {
    let tree = tree(TWO_STEPS);
    let record = |look_ahead| {
        let mut recording = Recording::new(100, 10);
        let (start, opponent) = (tree.start(), looking(THEIRS, Some(look_ahead)));
        OmSearch::default()
            .plain_observed(&tree, &start, &OURS, &opponent, to(None), &mut recording)
            .expect("nothing is limited");
        values(recording)
    };
    // One ply: they see 2 and 3, believe to have 2, and go where we have 9.
    let expected = [
        (9, None),
        (9, Some(2)),
        (9, Some(2)),
        (9, Some(1)),
        (2, Some(8)),
        (4, Some(3)),
        (4, Some(5)),
        (3, Some(3)),
        (6, Some(4)),
        (6, Some(4)),
        (7, Some(5)),
    ];
    assert_eq!(record(1), worked(expected));
    // Two plies: they see us take what they judge to be 8 and 5, and go for the 5, where we have 4.
    let mut expected = expected;
    expected[0].0 = 6;
    expected[1] = (4, Some(5));
    expected[2].1 = Some(8);
    expected[5].1 = Some(5);
    assert_eq!(record(2), worked(expected));
}

#[test]
fn a_tutor_is_shown_with_what_the_student_sees() {
    let tree = tree(TWO_STEPS);
    let mut recording = Recording::new(100, 10);
    let search = TuSearch {
        limit: Some(3.0),
        ..TuSearch::default()
    };
    let student = looking(THEIRS, Some(1));
    let start = tree.start();
    search
        .plain_observed(&tree, &start, &OURS, &student, to(None), &mut recording)
        .expect("nothing is limited");
    // The first move comes to 9 and the second to 6, which loses 3 and is made. In the node that is
    // worth 4 the tutor would give 1 away.
    let expected = [
        (6, None),
        (9, Some(2)),
        (9, Some(2)),
        (9, Some(1)),
        (2, Some(8)),
        (3, Some(3)),
        (4, Some(5)),
        (3, Some(3)),
        (6, Some(4)),
        (6, Some(4)),
        (7, Some(5)),
    ];
    assert_eq!(values(recording), worked(expected));
}

#[test]
fn m_star_shows_what_they_believe_of_us() {
    let tree = tree(TWO_STEPS);
    let us = PlayerModel::new(OURS);
    let player = us.clone().against(PlayerModel::new(THEIRS).against(us));
    let mut recording = Recording::new(100, 10);
    MStar::default()
        .plain_observed(&tree, &tree.start(), &player, to(None), &mut recording)
        .expect("nothing is limited");
    // They know that we take the 9, which they take for 1, and the 4, which they take for 5: they go for
    // the first. At the root they suppose that we reckon with the worst by our own values, 4 against
    // 6, and make the second move, which they take for 4.
    let expected = [
        (9, 4),
        (9, 1),
        (9, 1),
        (9, 1),
        (2, 8),
        (4, 5),
        (4, 5),
        (3, 3),
        (6, 4),
        (6, 4),
        (7, 5),
    ];
    assert_eq!(values(recording), worked(expected));
}

/// Somebody who plays by odds tells what they believe where they choose, and where they come to.
#[test]
fn who_plays_by_odds_tells_what_they_believe() {
    let tree = tree("(max (min 6|4 2|4) 1|1)");
    let mut recording = Recording::new(100, 10);
    let opponent = SoftMax {
        look_ahead: looking(THEIRS, Some(1)),
        temperature: 1.0,
    };
    OmSearch::default()
        .plain_observed(
            &tree,
            &tree.start(),
            &OURS,
            &opponent,
            to(None),
            &mut recording,
        )
        .expect("nothing is limited");
    // Both replies seem the same, so they are as likely: 4 on average.
    let expected = [
        (4, None),
        (4, Some(4)),
        (6, Some(4)),
        (2, Some(4)),
        (1, None),
    ];
    assert_eq!(values(recording), worked(expected));
}
