//! Trials by name, as the laboratory orders them.

use shido::{Error, Goal, LearnerOptions, Seed, Settings, Testing, TrainingOrder, TrainingReport};

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
