//! Models of opponents by themselves, and the best response to them.

use shido_core::{ForFirst, Game};
use shido_games::tree::{Branch, Tree};
use shido_search::{
    Considered, Distributed, Erring, Mixture, OpponentModel, PlayerModel, Recursive, SoftMax, Ties,
    best_response,
};

use crate::{HIS, OURS, branches, close, looking, to, tree};

fn consider(text: &str, opponent: &dyn OpponentModel<Tree>) -> Vec<Considered<Branch>> {
    let tree = tree(text);
    let considered = opponent.consider(&tree, &tree.start());
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

/// In his eyes the moves are worth 3, 1 and 1 if he looks to the end; the last seems worth 0.
const NODE: &str = "(min 0|3 9|1 (max =5|0 6|1 7|-2))";

#[test]
fn a_look_ahead_takes_the_best_in_its_eyes() {
    assert_eq!(odds(NODE, &looking(HIS, None)), [0.0, 0.5, 0.5]);
    let values = [Some(3.0), Some(1.0), Some(1.0)];
    assert_eq!(believed(NODE, &looking(HIS, None)), values);
    assert_eq!(odds(NODE, &looking(HIS, Some(1))), [0.0, 0.0, 1.0]);
    assert_eq!(odds(NODE, &looking(OURS, None)), [1.0, 0.0, 0.0]);
    // Who does not look has no opinion.
    let blind = looking(HIS, Some(0));
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
    let first = Distributed(|tree: &Tree, position: &_| vec![(tree.moves(position)[0], 1.0)]);
    assert_eq!(odds("(max 0 1)", &first), [1.0, 0.0]);
    assert_eq!(believed("(max 0 1)", &first), [None, None]);
    // Weights need not add up to one.
    let mixture = Mixture(vec![(1.0, Box::new(first)), (3.0, Box::new(erring))]);
    let found = odds("(max 0 1)", &mixture);
    assert!(close(found[0], 0.25 + 0.75 * 0.25));
    let mixture = Mixture(vec![
        (1.0, Box::new(looking(OURS, None))),
        (1.0, Box::new(looking(HIS, None))),
    ]);
    assert_eq!(believed("(max 0|4 1|3)", &mixture), [Some(2.0), Some(2.0)]);
    assert_eq!(odds("(max 0|4 1|3)", &mixture), [0.5, 0.5]);
}

#[test]
fn a_recursive_model_knows_its_opponent() {
    // To him the nodes are worth 8 and 5 if the other judges as he does. If he knows that the other
    // takes the 9, which he takes for 1, and the 4, which he takes for 5, he goes for the first.
    let text = "(min (max 9|1 2|8) (max 4|5 3|3))";
    let recursive = |player| Recursive {
        player,
        depth: None,
        ties: Ties::Pessimistic,
    };
    let naive = recursive(PlayerModel::new(HIS));
    assert_eq!(odds(text, &naive), [0.0, 1.0]);
    let knowing = recursive(PlayerModel::new(HIS).against(PlayerModel::new(OURS)));
    assert_eq!(odds(text, &knowing), [1.0, 0.0]);
    assert_eq!(believed(text, &knowing), [Some(1.0), Some(5.0)]);
}

#[test]
fn the_best_response_reckons_with_errors() {
    // He errs half of the time, which is a fourth for each of two moves: 3/4 * 0 + 1/4 * 4 = 1 and
    // 3/4 * 1 + 1/4 * 2 = 5/4. Minimax has 0 and 1, and so has he.
    let tree = tree("(max (min 4 0) (min 1 2))");
    let opponent = Erring {
        noise: 0.5,
        inner: looking(OURS, None),
    };
    let found = best_response(&tree, &tree.start(), &OURS, &opponent, to(None));
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
