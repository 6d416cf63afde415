//! Trees worked out by hand: LO-search and TU-search.

use shido_core::Game;
use shido_games::tree::Branch;
use shido_search::{Erring, Judgement, LoSearch, OpponentModel, Speculation, TuSearch};

use crate::opponent::{OURS, THEIRS, branches, looking, to, tree};

fn lo(text: &str) -> Speculation<Branch> {
    let tree = tree(text);
    let opponent = looking(THEIRS, None);
    let found = LoSearch::default().plain(&tree, &tree.start(), &OURS, &opponent, to(None));
    found.expect("nothing is limited")
}

fn tu(text: &str, limit: Option<f64>, visible: Option<f64>) -> Speculation<Branch> {
    let tree = tree(text);
    let search = TuSearch {
        limit,
        visible,
        ..TuSearch::default()
    };
    let found = search.plain(
        &tree,
        &tree.start(),
        &OURS,
        &looking(THEIRS, None),
        to(None),
    );
    found.expect("nothing is limited")
}

fn judgements(found: &Speculation<Branch>) -> Vec<Judgement> {
    found.moves.iter().map(|row| row.judgement).collect()
}

#[test]
fn lo_search_makes_the_smallest_intentional_error() {
    // Minimax: 4, 3, 1 and 5, so M = 5. They take what they believe to be 1, 2, 0 and 6: OM values are
    // 4, 3, 1 and 8. Three are below M; of these 4 is the highest.
    let found = lo("(max (min 4|1 6|3) (min 3|2 9|5) (min 1|0 2|2) (min 5|7 8|6))");
    assert_eq!(found.best, branches(&[1]));
    assert_eq!(found.value.0, 4.0);
    assert_eq!(
        judgements(&found),
        [
            Judgement::Chosen,
            Judgement::BetterError {
                loss: 5.0,
                other: 4.0
            },
            Judgement::BetterError {
                loss: 7.0,
                other: 4.0
            },
            Judgement::NoError {
                value: 8.0,
                minimax: 5.0
            },
        ]
    );
}

#[test]
fn lo_search_without_an_error_takes_the_least() {
    // Minimax: 2 and 1, so M = 2. OM values are 6 and 5, both above M.
    let found = lo("(max (min 2|9 6|1) (min 1|8 5|0))");
    assert_eq!(found.best, branches(&[2]));
    assert_eq!(
        judgements(&found),
        [
            Judgement::GainsMore {
                value: 6.0,
                other: 5.0
            },
            Judgement::Chosen
        ]
    );
}

#[test]
fn lo_search_holds_at_inner_nodes() {
    // Both judge alike. At the root M = 5 and the OM values are 5 and 2: the error is the second move.
    // After the first, M = 5 again and the errors are 3 and 1, so loss-oriented play has 3 there.
    let found = lo("(max (min (max 5 3 1)) 2)");
    assert_eq!(found.best, branches(&[2]));
    assert_eq!(found.value.0, 2.0);
    assert_eq!((found.moves[0].value.0, found.moves[0].om.0), (3.0, 5.0));
}

/// They take what they believe to be 1, 2 and 0: the OM values are 4, 3 and 2, the losses 0, 1 and 2.
/// In their eyes the second move is best, and the others lose 1 and 2.
const LESSON: &str = "(max (min 4|1 6|3) (min 3|2 9|5) (min 2|0 7|2))";

#[test]
fn tu_search_loses_what_it_may() {
    // The error that serves best is the largest that is allowed.
    let smaller = &tu(LESSON, Some(2.0), None).moves[1];
    assert_eq!(
        smaller.judgement,
        Judgement::BetterError {
            loss: 1.0,
            other: 2.0
        }
    );
    for (limit, best, value) in [(0.0, 1, 4.0), (0.5, 1, 4.0), (1.0, 2, 3.0), (2.0, 3, 2.0)] {
        let found = tu(LESSON, Some(limit), None);
        assert_eq!(found.best, branches(&[best]), "{limit}");
        assert_eq!(found.value.0, value, "{limit}");
        let losses: Vec<_> = found.moves.iter().map(|row| row.loss).collect();
        assert_eq!(losses, [Some(0.0), Some(1.0), Some(2.0)]);
    }
    assert_eq!(
        judgements(&tu(LESSON, Some(1.0), None)),
        [
            Judgement::BetterError {
                loss: 0.0,
                other: 1.0
            },
            Judgement::Chosen,
            Judgement::OverTheLimit {
                loss: 2.0,
                limit: 1.0
            }
        ]
    );
}

#[test]
fn tu_search_hides_its_errors() {
    for limit in [None, Some(2.0)] {
        for visible in [0.0, 1.0, 1.5] {
            let found = tu(LESSON, limit, Some(visible));
            assert_eq!(found.best, branches(&[2]));
            assert_eq!(
                found.moves[2].judgement,
                Judgement::Noticed {
                    loss: 2.0,
                    seen: 2.0,
                    limit: visible
                }
            );
        }
        assert_eq!(tu(LESSON, limit, Some(2.0)).best, branches(&[3]));
    }
    // What loses nothing may be made though they believe it to lose 3; what they see in the other is
    // nothing, but it loses 2.
    let found = tu("(max (min 4|1) (min 2|4))", Some(1.0), Some(0.5));
    assert_eq!(found.best, branches(&[1]));
    assert_eq!(
        found.moves[1].judgement,
        Judgement::OverTheLimit {
            loss: 2.0,
            limit: 1.0
        }
    );
    // They may believe that more is lost than is.
    let found = tu("(max (min 4|4) (min 3|1))", Some(1.0), Some(0.5));
    assert_eq!(
        found.moves[1].judgement,
        Judgement::Noticed {
            loss: 1.0,
            seen: 3.0,
            limit: 0.5
        }
    );
}

#[test]
fn tu_search_holds_at_inner_nodes() {
    // With a limit of 2 the second move loses 3, too much. After the first the 3 loses 2, which is
    // allowed: tutoring play comes to 3 where OM-search has 5.
    let found = tu("(max (min (max 5|5 3|4 1|1)) 2|2)", Some(2.0), None);
    assert_eq!(found.best, branches(&[1]));
    assert_eq!(found.limit_in_force, Some(2.0));
    assert_eq!(found.value.0, 3.0);
    assert_eq!((found.moves[0].value.0, found.moves[0].om.0), (3.0, 5.0));
    let line: Vec<Branch> = found.line.iter().map(|step| step.mv).collect();
    assert_eq!(line, branches(&[1, 1, 2]));
    let errors: Vec<f64> = found.line.iter().map(|step| step.error).collect();
    assert_eq!(errors, [0.0, 0.0, 2.0]);
}

/// "When both evaluations are identical epsilon must be 0": the student would see every error.
#[test]
fn a_student_who_judges_alike_is_taught_without_errors() {
    let tree = tree("(max (min (max =4 5 3 1)) 2)");
    let start = tree.start();
    for visible in [None, Some(9.0)] {
        let search = TuSearch {
            limit: Some(3.0),
            visible,
            ..TuSearch::default()
        };
        let by = |student: &dyn OpponentModel<_>| {
            let plain = search.plain(&tree, &start, &OURS, student, to(None));
            let pruned = search.pruned(&tree, &start, &OURS, student, to(None));
            let (plain, pruned) = (plain.expect("no limit"), pruned.expect("no limit"));
            assert_eq!(judgements(&plain), judgements(&pruned));
            assert_eq!(plain.limit_in_force, pruned.limit_in_force);
            assert_eq!(plain.value, pruned.value);
            plain
        };
        // Nobody has two values in this tree, so the other side judges as we do.
        for judge in [OURS, THEIRS] {
            let found = by(&looking(judge, None));
            assert_eq!(found.limit_in_force, Some(0.0));
            assert_eq!((found.best.clone(), found.value.0), (branches(&[1]), 5.0));
            assert_eq!(
                found.moves[1].judgement,
                Judgement::StudentJudgesAlike { loss: 3.0 }
            );
        }
        // Who looks less far is another judge, and so is one who errs: the loss of 3 is allowed.
        let erring = Erring {
            noise: 0.5,
            inner: looking(OURS, None),
        };
        let short = looking(OURS, Some(1));
        let students: [&dyn OpponentModel<_>; 2] = [&short, &erring];
        for student in students {
            let found = by(student);
            assert_eq!(found.limit_in_force, Some(3.0));
            assert_eq!((found.best.clone(), found.value.0), (branches(&[2]), 2.0));
        }
    }
    // Without a limit being asked for there is one, all the same.
    let search = TuSearch {
        limit: None,
        visible: Some(3.0),
        ..TuSearch::default()
    };
    let found = search.pruned(&tree, &start, &OURS, &looking(OURS, None), to(None));
    let found = found.expect("no limit");
    assert_eq!((found.limit_in_force, found.value.0), (Some(0.0), 5.0));
}
