//! Models of opponents by themselves, and what is best against them.

use shido_core::{ForFirst, Game};
use shido_games::tree::{Branch, Tree};
use shido_search::{
    Considered, Distributed, Erring, Limits, Mixture, OmSearch, OpponentModel, Reach, SearchError,
    SoftMax, Walk,
};

use std::sync::Arc;

use crate::opponent::{OURS, THEIRS, branches, close, looking, to, tree};

fn consider(text: &str, opponent: &dyn OpponentModel<Tree>) -> Vec<Considered<Branch>> {
    let tree = tree(text);
    let mut walk = Walk::new(Limits::default());
    let considered = opponent.consider(&tree, &tree.start(), Reach::of(None), &mut walk);
    let considered = considered.expect("every value is known");
    let total: f64 = considered.iter().map(|it| it.probability).sum();
    assert!(close(total, 1.0));
    considered
}

fn odds(text: &str, opponent: &dyn OpponentModel<Tree>) -> Vec<f64> {
    let considered = consider(text, opponent);
    considered.iter().map(|it| it.probability).collect()
}

fn believed(text: &str, opponent: &dyn OpponentModel<Tree>) -> Vec<Option<f64>> {
    let considered = consider(text, opponent);
    let value = |it: &Considered<Branch>| it.believed.map(|ForFirst(value)| value);
    considered.iter().map(value).collect()
}

/// In their eyes the moves are worth 3, 1 and 1 if they look to the end; the last seems worth 0.
const NODE: &str = "(min 0|3 9|1 (max =5|0 6|1 7|-2))";

#[test]
fn a_look_ahead_takes_the_best_in_its_eyes() {
    assert_eq!(odds(NODE, &looking(THEIRS, None)), [0.0, 0.5, 0.5]);
    let values = [Some(3.0), Some(1.0), Some(1.0)];
    assert_eq!(believed(NODE, &looking(THEIRS, None)), values);
    assert_eq!(odds(NODE, &looking(THEIRS, Some(1))), [0.0, 0.0, 1.0]);
    assert_eq!(odds(NODE, &looking(OURS, None)), [1.0, 0.0, 0.0]);
    // Who does not look has no opinion.
    let blind = looking(THEIRS, Some(0));
    assert_eq!(believed(NODE, &blind), [None; 3]);
    assert!(
        odds(NODE, &blind)
            .iter()
            .all(|&odds| close(odds, 1.0 / 3.0))
    );
}

#[test]
fn a_soft_max_prefers_the_better() {
    // The values are 0 and 1; with this temperature a difference of one is a factor of two.
    let temperature = 1.0 / 2.0_f64.ln();
    let soft = |temperature| SoftMax {
        look_ahead: looking(OURS, None),
        temperature,
    };
    let found = odds("(min 0 1)", &soft(temperature));
    assert!(close(found[0], 2.0 / 3.0) && close(found[1], 1.0 / 3.0));
    let found = odds("(max 0 1)", &soft(temperature));
    assert!(close(found[0], 1.0 / 3.0) && close(found[1], 2.0 / 3.0));
    assert_eq!(odds("(max 0 1 1)", &soft(0.0)), [0.0, 0.5, 0.5]);
}

#[test]
fn models_are_made_of_models() {
    let erring = Erring {
        noise: 0.5,
        inner: looking(OURS, None),
    };
    assert_eq!(odds("(max 0 1)", &erring), [0.25, 0.75]);
    let first = Distributed(|tree: &Tree, position: &_| Ok(vec![(tree.moves(position)[0], 1.0)]));
    assert_eq!(odds("(max 0 1)", &first), [1.0, 0.0]);
    assert_eq!(believed("(max 0 1)", &first), [None, None]);
    // Weights need not add up to one.
    let mixture = Mixture(vec![(1.0, Arc::new(first)), (3.0, Arc::new(erring))]);
    let found = odds("(max 0 1)", &mixture);
    assert!(close(found[0], 0.25 + 0.75 * 0.25));
    let mixture = Mixture(vec![
        (1.0, Arc::new(looking(OURS, None))),
        (1.0, Arc::new(looking(THEIRS, None))),
    ]);
    assert_eq!(believed("(max 0|4 1|3)", &mixture), [Some(2.0), Some(2.0)]);
    assert_eq!(odds("(max 0|4 1|3)", &mixture), [0.5, 0.5]);
}

#[test]
fn the_best_response_reckons_with_errors() {
    // They err half of the time, which is a fourth for each of two moves: 3/4 * 0 + 1/4 * 4 = 1 and
    // 3/4 * 1 + 1/4 * 2 = 5/4. Minimax has 0 and 1, and so have they.
    let tree = tree("(max (min 4 0) (min 1 2))");
    let opponent = Erring {
        noise: 0.5,
        inner: looking(OURS, None),
    };
    let found = OmSearch::default().plain(&tree, &tree.start(), &OURS, &opponent, to(None));
    let found = found.expect("every value is known");
    assert_eq!(found.best, branches(&[2]));
    let rows: Vec<_> = found.moves.iter().collect();
    assert_eq!((rows[0].value.0, rows[1].value.0), (1.0, 1.25));
    assert_eq!(
        (rows[0].loss, rows[0].visible_loss),
        (Some(0.25), Some(1.0))
    );
    assert_eq!(rows[0].worst_case, Some(ForFirst(0.0)));
    let line: Vec<Branch> = found.line.iter().map(|step| step.mv).collect();
    assert_eq!(line, branches(&[2, 1]));
}

#[test]
fn what_is_not_known_of_somebody_is_told() {
    let tree = tree("(max (min 4 0) (min 1 2))");
    let start = tree.start();
    let respond = |opponent: &dyn OpponentModel<Tree>| {
        OmSearch::default().pruned(&tree, &start, &OURS, opponent, to(None))
    };
    // Nothing is known of what they see.
    let last = Distributed(|tree: &Tree, position: &_| {
        let moves = tree.moves(position);
        Ok(moves.last().map(|&mv| (mv, 1.0)).into_iter().collect())
    });
    let found = respond(&last).expect("every value is known");
    assert_eq!(found.best, branches(&[2]));
    assert_eq!(found.moves[1].visible_loss, None);
    // Half of the time they are somebody who sees a loss of 1 in the first move and none in the second.
    let half = Mixture(vec![
        (0.5, Arc::new(last)),
        (0.5, Arc::new(looking(OURS, None))),
    ]);
    let every = OmSearch {
        ask: shido_search::Ask::EveryMove,
        ..OmSearch::default()
    };
    for found in [
        every.plain(&tree, &start, &OURS, &half, to(None)),
        every.pruned(&tree, &start, &OURS, &half, to(None)),
    ] {
        let found = found.expect("every value is known");
        // The first leads to 0 either way, the second to 2 or 1.
        let values: Vec<f64> = found.moves.iter().map(|row| row.value.0).collect();
        assert_eq!(values, [0.0, 1.5]);
        let seen: Vec<_> = found.moves.iter().map(|row| row.visible_loss).collect();
        assert_eq!(seen, [Some(0.5), Some(0.0)]);
    }
    let unknown = Distributed(|_: &Tree, _: &_| Err("nobody has seen them play".to_owned()));
    let failed = respond(&unknown).expect_err("nothing is known");
    let line = branches(&[1]);
    let why = "nobody has seen them play".to_owned();
    assert_eq!(failed, SearchError::NoReplies { line, why });
}

/// A limit holds for what a model looks at, too.
#[test]
fn limits_hold_for_models_that_are_asked() {
    let tree = tree("(max (min (max 1 2 3 4) (max 5 6 7 8)) (min 1 2))");
    let opponent = SoftMax {
        look_ahead: looking(OURS, None),
        temperature: 1.0,
    };
    let limits = Limits {
        nodes: Some(8),
        ..Limits::default()
    };
    for found in [
        OmSearch::default().plain(&tree, &tree.start(), &OURS, &opponent, limits),
        OmSearch::default().pruned(&tree, &tree.start(), &OURS, &opponent, limits),
    ] {
        assert_eq!(found, Err(SearchError::TooManyNodes { limit: 8 }));
    }
}
