//! Trials by name, as the laboratory orders them.

use std::num::NonZeroU64;

use shido::{
    Covered, Error, Goal, LearnerOptions, Seed, Settings, Testing, TrainingOrder, TrainingPoint,
    TrainingReport,
};

use crate::asking::open;

fn order(trainer: &str, standard: u32) -> TrainingOrder {
    let challengers = ["perfect", "fallible:noise=10", "random"];
    TrainingOrder {
        trainer: trainer.parse().unwrap(),
        goal: Goal::Standard(standard),
        most: 500,
        learner: LearnerOptions::default(),
        knowledge: None,
        challengers: Some(challengers.map(|name| name.parse().unwrap()).into()),
        testing: Testing::Exact,
        curve: false,
        states: false,
    }
}

fn trial(game: &str, order: &TrainingOrder, seed: u64) -> Result<TrainingReport, Error> {
    let settings = Settings {
        seed: Seed(seed),
        ..Settings::in_memory()
    };
    open(game).train(order, &settings, &|_| {})
}

/// Epstein, Table 3: self-training takes ten contests and one unit, and perfect training with a
/// standard of 20 makes Hoyle 100% reliable.
#[test]
fn tic_tac_toe_is_learned_as_the_paper_says() {
    for seed in 0..4 {
        let alone = trial("tic-tac-toe", &order("self", 10), seed).unwrap();
        assert_eq!((alone.contests, alone.lessons, alone.units), (10, 0, 1));
        assert!(alone.reached);
        let taught = trial("tic-tac-toe", &order("perfect", 20), seed).unwrap();
        assert_eq!(taught.contests, taught.lessons);
        for tested in &taught.tests {
            assert!(tested.reliability > 1.0 - 1e-9, "{taught:?}");
            let all = tested.wins + tested.draws + tested.losses;
            assert!((all - 1.0).abs() < 1e-9);
        }
        // Nobody beats the perfect player.
        assert!(taught.tests[0].wins.abs() < 1e-9);
    }
}

#[test]
fn a_trial_depends_on_its_seed_alone() {
    let order = TrainingOrder {
        testing: Testing::Contests(20),
        ..order("2&7", 10)
    };
    let first = trial("lose-tic-tac-toe", &order, 5).unwrap();
    assert_eq!(first, trial("lose-tic-tac-toe", &order, 5).unwrap());
    assert_ne!(first, trial("lose-tic-tac-toe", &order, 6).unwrap());
    let long = TrainingOrder {
        trainer: "lesson-and-practice:lessons=2,practice=7".parse().unwrap(),
        ..order
    };
    let long = trial("lose-tic-tac-toe", &long, 5).unwrap();
    assert_eq!((first.contests, first.units), (long.contests, long.units));
    assert_eq!(first.tests, long.tests);
}

/// As the trial of [`order`], but in cycles of fifteen contests and a test of twenty against each.
fn cycles(trainer: &str, reliability: f64, most: u64) -> TrainingOrder {
    TrainingOrder {
        goal: Goal::Cycles {
            training: NonZeroU64::new(15).unwrap(),
            reliability,
        },
        most,
        testing: Testing::Contests(20),
        ..order(trainer, 1)
    }
}

/// More than everything cannot be reached, so training takes its course, and the tests have left no
/// trace in it.
#[test]
fn nothing_is_learned_from_the_test_of_a_cycle() {
    let tested = trial("lose-tic-tac-toe", &cycles("2&7", 1.01, 100), 5).unwrap();
    let plain = TrainingOrder {
        goal: Goal::Contests(100),
        ..cycles("2&7", 1.0, 100)
    };
    let plain = trial("lose-tic-tac-toe", &plain, 5).unwrap();
    assert!(!tested.reached && plain.reached);
    assert_eq!(tested.contests, 100);
    assert_eq!((tested.lessons, tested.units), (plain.lessons, plain.units));
    assert_eq!(tested.tests, plain.tests);
    let after: Vec<u64> = tested.curve.iter().map(|point| point.contests).collect();
    assert_eq!(after, [15, 30, 45, 60, 75, 90, 100]);
    // They are tests of their own: the same contests again would tell nothing new.
    let first = &tested.curve[0].tests;
    assert!(tested.curve[1..].iter().all(|point| point.tests != *first));
}

#[test]
fn the_first_test_that_meets_the_standard_is_the_last() {
    let cycled = trial("tic-tac-toe", &cycles("2&7", 1.0, 600), 5).unwrap();
    assert!(cycled.reached);
    let (last, before) = cycled.curve.split_last().unwrap();
    assert_eq!(last.contests, cycled.contests);
    assert!(last.tests.iter().all(|test| test.losses == 0.0));
    let failed = |point: &TrainingPoint| point.tests.iter().any(|test| test.losses > 0.0);
    assert!(before.iter().all(failed));
    let untested = TrainingOrder {
        testing: Testing::Never,
        ..cycles("2&7", 1.0, 600)
    };
    let error = trial("tic-tac-toe", &untested, 5).unwrap_err().to_string();
    assert!(error.contains("ends with a test"), "{error}");
}

/// A board of cells has no drawn lines, so there it is all the same whether Coverage is silent or left out;
/// at achi the lines are drawn.
#[test]
fn coverage_of_drawn_lines_is_silent_on_cells_alone() {
    let learner = |without: &[&str], coverage| TrainingOrder {
        learner: LearnerOptions {
            without_advisors: without.iter().map(|name| (*name).to_owned()).collect(),
            coverage,
            ..LearnerOptions::default()
        },
        testing: Testing::Contests(4),
        ..order("2&7", 10)
    };
    for (game, silent) in [("lose-tic-tac-toe", true), ("achi", false)] {
        let report = |without, coverage| {
            let report = trial(game, &learner(without, coverage), 3).unwrap();
            (report.contests, report.slots, report.tests)
        };
        let drawn = report(&[], Covered::Drawn);
        assert_eq!(
            drawn == report(&["coverage"], Covered::Lines),
            silent,
            "{game}"
        );
        assert_eq!(drawn == report(&[], Covered::Lines), !silent, "{game}");
    }
}

/// The critical states of tic-tac-toe are 431 up to symmetry, by a count of its own.
#[test]
fn states_are_asked_for_where_there_are_few() {
    let asked = |trainer| TrainingOrder {
        states: true,
        ..order(trainer, 10)
    };
    let states = trial("tic-tac-toe", &asked("perfect"), 1).unwrap().states;
    let states = states.unwrap();
    assert_eq!(states.seen.states + states.unseen.states, 431);
    assert_eq!(
        trial("tic-tac-toe", &order("self", 10), 1).unwrap().states,
        None
    );
    let error = trial("connect-four-4x4", &asked("random"), 1)
        .unwrap_err()
        .to_string();
    assert!(error.contains("every position"), "{error}");
}

#[test]
fn games_that_recur_are_tested_by_contests() {
    let sampled = TrainingOrder {
        testing: Testing::Contests(4),
        ..order("perfect", 2)
    };
    let report = trial("achi", &sampled, 1).unwrap();
    let quarters = report.tests.iter().map(|tested| tested.wins * 4.0);
    assert!(quarters.into_iter().all(|wins| wins.fract().abs() < 1e-9));
    let error = trial("achi", &order("perfect", 2), 1).unwrap_err();
    assert!(error.to_string().contains("can recur"), "{error}");
}

#[test]
fn what_cannot_be_is_refused_with_advice() {
    for (game, trainer, problem, advice) in [
        ("backgammon", "self", "chance", "without chance"),
        ("tic-tac-toe", "sefl", "no trainer `sefl`", "`self`"),
        (
            "tic-tac-toe",
            "perfekt",
            "no trainer `perfekt`",
            "`perfect`",
        ),
        ("tic-tac-toe", "mcts", "no fixed odds", "alphabeta"),
        ("tic-tac-toe", "0&0", "0 lessons", "2&7"),
        ("tic-tac-toe", "fallible", "`noise`", "from 0 to 100"),
        (
            "tic-tac-toe",
            "self:noise=1",
            "no option `noise`",
            "no options",
        ),
    ] {
        let error = trial(game, &order(trainer, 1), 0).unwrap_err();
        assert!(error.to_string().contains(problem), "{error}");
        assert!(error.help().unwrap_or_default().contains(advice), "{error}");
    }
    let without = |advisors: &[&str], slots: &[&str]| {
        let mut order = order("self", 1);
        order.learner.without_advisors = advisors.iter().map(ToString::to_string).collect();
        order.learner.without_slots = slots.iter().map(ToString::to_string).collect();
        trial("tic-tac-toe", &order, 0)
    };
    assert!(without(&["dont-lose", "Not Again"], &["forks"]).is_ok());
    let error = without(&["Pitchfrok"], &[]).unwrap_err();
    assert!(error.help().unwrap_or_default().contains("Pitchfork"));
    let error = without(&[], &["fork"]).unwrap_err();
    assert!(error.help().unwrap_or_default().contains("forks"));
}
