//! Experiments about training, from end to end.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shido::{Catalog, Event, Settings};
use shido_core::Seed;
use shido_lab::{
    Agreement, Assessment, Cell, Experiment, Findings, LabError, Results, RunOrder, Sampling,
    assess, csv, json, page, read,
};

/// With the games and players that come with Shido.
fn run(
    experiment: &Experiment,
    order: RunOrder,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Results, LabError> {
    shido_lab::run(experiment, order, &Catalog::shipped(), settings, watch)
}

fn last(
    experiment: &Experiment,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Results, LabError> {
    shido_lab::last(experiment, &Catalog::shipped(), settings, watch)
}

/// Two rows of Epstein's Table 3, and her perfect player, who takes the test untrained.
const TRAINING: &str = r#"
name = "tic-tac-toe-training"
title = "Training"
analysis = "As published."
[training]
runs = 12
published-runs = 5
exact = true
across = "noise"
measures = ["contests", "lessons", "space", "power", "reliability", "turing"]
rows = [
  { row = "self", game = "tic-tac-toe", trainer = "self", standard = 10, published = { contests = 10.0, lessons = 0.0, space = 1.0 } },
  { row = "perfect", game = "tic-tac-toe", trainer = "perfect", standard = 20, at = 0, published = { reliability = { perfect = 100, random = 100 } } },
  { row = "the player", game = "tic-tac-toe", player = "perfect", maximal = true },
]
[[criteria]]
name = "Published"
z-below = 2.5
[[criteria]]
name = "Perfect training is more reliable than self-training"
row = "perfect"
over = "self"
measure = "reliability perfect"
at-least = 1
[[criteria]]
name = "A demand that cannot be met"
row = "perfect"
measure = "contests"
at-most = 19
"#;

fn experiment() -> Experiment {
    read("test.toml", TRAINING).unwrap_or_else(|error| panic!("{error}"))
}

fn settings(folder: &Path) -> Settings {
    Settings {
        seed: Seed(3),
        results: Some(folder.into()),
        ..Settings::in_memory()
    }
}

fn cell<'f>(findings: &'f Findings, row: &str, measure: &str) -> &'f Cell {
    let mut cells = findings.cells.iter();
    cells
        .find(|cell| cell.row == row && cell.column == measure)
        .unwrap_or_else(|| panic!("{row} / {measure}"))
}

/// The numbers that the paper gives, and the exact power of the perfect player, which was counted when
/// the theory of tic-tac-toe was written.
#[test]
fn what_the_paper_says_of_tic_tac_toe_comes_out() {
    let folder = tempfile::tempdir().unwrap();
    let (experiment, settings) = (experiment(), settings(folder.path()));
    let results = run(&experiment, RunOrder::default(), &settings, &|_| {}).unwrap();
    assert_eq!(results.sampling, Sampling::Games(12));
    let findings = assess(&experiment, &results);
    for (measure, known) in [("contests", 10.0), ("lessons", 0.0), ("space", 1.0)] {
        let cell = cell(&findings, "self", measure);
        assert!((cell.ours - known).abs() < 1e-9, "{measure}");
        assert_eq!(cell.agreement, Agreement::Close, "{measure}");
    }
    let reliable = cell(&findings, "perfect", "reliability expert");
    assert!((reliable.ours - 1.0).abs() < 1e-9);
    let maximal = cell(&findings, "the player", "power random");
    assert!((maximal.ours - 0.935).abs() < 5e-4, "{}", maximal.ours);
    // A player who does not learn has no contests.
    assert!(
        !findings
            .cells
            .iter()
            .any(|c| c.row == "the player" && c.column == "contests")
    );
    assert_eq!(findings.assessment, Assessment::Partly);
    let met: Vec<bool> = findings.judged.iter().map(|judged| judged.met()).collect();
    assert_eq!(met, [true, true, false]);
    let turing = &findings.turing;
    assert_eq!(turing.len(), 2);
    assert_eq!(turing[1].trials, 2);
    assert!(turing[1].all.unreliable.is_empty() && !turing[0].all.unreliable.is_empty());

    let again = assess(&experiment, &last(&experiment, &settings, &|_| {}).unwrap());
    assert_eq!(json(&again), json(&findings));
    let page = page(&experiment, &findings);
    for part in [
        "The first 5 runs",
        "Turing test",
        "Reliability at tic-tac-toe",
        "✗",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let csv = csv(&experiment, &results);
    assert_eq!(csv.lines().count(), 1 + 12 + 12 + 1);
    let ends = csv.lines().map(|line| line.split(',').count());
    assert!(ends.into_iter().all(|fields| fields == 8 + 3 * 4), "{csv}");
}

/// One run does not tell how runs scatter, four are no trial of five, and more than can be listed are refused.
#[test]
fn a_small_run_claims_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (experiment, settings) = (experiment(), settings(folder.path()));
    let of = |runs| {
        let order = RunOrder {
            sampling: Some(Sampling::Games(runs)),
            ..RunOrder::default()
        };
        run(&experiment, order, &settings, &|_| {}).map(|results| assess(&experiment, &results))
    };
    let one = of(1).unwrap();
    assert_eq!(one.assessment, Assessment::Measured);
    assert!(one.cells.iter().all(|cell| cell.z.is_none()));
    let text = page(&experiment, &one);
    for absent in ["±", "The first 5 runs", "1 runs", "✗", "✓"] {
        assert!(!text.contains(absent), "{absent}");
    }
    assert!(text.contains("does not tell how runs scatter"));
    let four = of(4).unwrap();
    assert_eq!((four.turing.len(), four.judged.len()), (0, 3));
    assert!(page(&experiment, &four).contains("±"));
    let error = of(10_001).expect_err("too many");
    assert!(
        error.to_string().contains("at most 10000, not 10001"),
        "{error}"
    );
}

/// The cyclic experiment, states seen and unseen, and Coverage of drawn lines. That 431 states of
/// tic-tac-toe are critical was counted elsewhere.
#[test]
fn cycles_states_and_coverage_can_be_asked_for() {
    let text = r#"
name = "probing"
title = "Probing"
analysis = "As written."
[training]
runs = 3
measures = ["contests", "reached", "seen", "right-seen", "right-unseen", "reliability"]
rows = [
  { row = "cycles", game = "tic-tac-toe", trainer = "ideal", cycle = 5, reliability = 100 },
  { row = "usual", game = "tic-tac-toe", trainer = "perfect", standard = 10 },
  { row = "drawn", game = "tic-tac-toe", trainer = "perfect", standard = 10, coverage = "drawn" },
  { row = "a player", game = "tic-tac-toe", player = "perfect" },
]
"#;
    let experiment = read("test.toml", text).unwrap_or_else(|error| panic!("{error}"));
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let results = run(&experiment, RunOrder::default(), &settings, &|_| {}).unwrap();
    for run in results.trials[..3].iter().flatten() {
        let [seen, right_seen, unseen, right_unseen] = run.states.unwrap();
        assert_eq!(seen + unseen, 431.0);
        assert!(right_seen > right_unseen && right_seen <= 1.0);
    }
    assert_eq!(results.trials[3][0].states, None);
    assert!(
        results.trials[0]
            .iter()
            .all(|run| run.contests % 5.0 == 0.0)
    );
    assert_ne!(results.trials[1], results.trials[2]);
    let findings = assess(&experiment, &results);
    assert!((cell(&findings, "cycles", "reached").ours - 1.0).abs() < 1e-9);
    assert!(!cell(&findings, "usual", "seen").rate && cell(&findings, "usual", "right-seen").rate);
    let csv = csv(&experiment, &results);
    let fields = csv.lines().map(|line| line.split(',').count());
    assert!(
        fields.into_iter().all(|fields| fields == 8 + 3 * 4 + 4),
        "{csv}"
    );
    // What the journal keeps is what was found.
    let again = last(&experiment, &settings, &|_| {}).unwrap();
    assert_eq!(again.trials, results.trials);
}

/// The same runs, whatever the threads and however often it is stopped.
#[test]
fn interruptions_and_threads_change_nothing() {
    let experiment = experiment();
    let order = RunOrder::default();
    let whole = tempfile::tempdir().unwrap();
    let expected = run(&experiment, order, &settings(whole.path()), &|_| {}).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut stops = 0;
    let resumed = loop {
        let stop = Arc::new(AtomicBool::new(false));
        let interrupted = Settings {
            stop: Arc::clone(&stop),
            threads: std::num::NonZeroUsize::new(1 + stops % 3),
            ..settings(folder.path())
        };
        let begun = std::sync::OnceLock::new();
        let result = run(&experiment, order, &interrupted, &|event| {
            if let Event::Contests(count) = event
                && count > begun.get_or_init(|| count) + 5
            {
                stop.store(true, Ordering::Relaxed);
            }
        });
        match result {
            Ok(results) => break results,
            Err(LabError::Stopped { done, total }) => {
                assert!(done < total);
                stops += 1;
            }
            Err(error) => panic!("{error}"),
        }
        assert!(stops < 100, "it gets somewhere");
    };
    assert!(stops >= 2, "it was stopped on the way");
    assert_eq!(resumed.trials, expected.trials);
}

#[test]
fn runs_are_sampled_and_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let order = RunOrder {
        sampling: Some(Sampling::Exact),
        fresh: false,
    };
    let error = run(&experiment(), order, &settings(folder.path()), &|_| {}).unwrap_err();
    assert!(error.to_string().contains("runs of training"), "{error}");
    assert!(error.help().unwrap_or_default().contains("exact = true"));
}

#[test]
fn every_mistake_has_its_line_its_words_and_advice() {
    for (from, to, line, problem, help) in [
        ("runs = 12", "runs = 0", 6, "by nothing", "runs = 200"),
        ("published-runs = 5", "", 5, "scatter", "published-runs"),
        (
            "trainer = \"self\"",
            "trainer = \"sefl\"",
            12,
            "no trainer `sefl`",
            "`self`",
        ),
        (
            "trainer = \"self\"",
            "trainer = \"mcts\"",
            12,
            "no fixed odds",
            "alphabeta:depth=2",
        ),
        (
            "trainer = \"self\", ",
            "",
            12,
            "who takes the test",
            "`trainer`",
        ),
        (
            "standard = 10, ",
            "",
            12,
            "when training ends",
            "`standard`",
        ),
        (
            "standard = 10, ",
            "cycle = 10, ",
            12,
            "when training ends",
            "`reliability`",
        ),
        (
            "standard = 10, ",
            "cycle = 10, reliability = 950, ",
            12,
            "reliability of 950",
            "reliability = 95",
        ),
        (
            "standard = 10, ",
            "standard = 10, coverage = \"road\", ",
            12,
            "`road`",
            "drawn",
        ),
        (
            "standard = 10, ",
            "standard = 10, without = [\"Gredy\"], ",
            12,
            "no Advisor `Gredy`",
            "`Greedy`",
        ),
        (
            "standard = 10, ",
            "standard = 10, paradigm = \"som\", ",
            12,
            "`som`",
            "`sum`",
        ),
        (
            "game = \"tic-tac-toe\", trainer = \"self\"",
            "game = \"backgammon\", trainer = \"self\"",
            10,
            "not known",
            "maximal",
        ),
        (
            "random = 100",
            "randon = 100",
            13,
            "no challenger `randon`",
            "`random`",
        ),
        (
            "row = \"perfect\", game",
            "row = \"self\", game",
            13,
            "twice",
            "another name",
        ),
        (
            ", maximal = true",
            "",
            10,
            "maximal power",
            "maximal = true",
        ),
        ("\"turing\"]", "\"turin\"]", 10, "`turin`", "`turing`"),
        ("over = \"self\"", "over = \"slef\"", 22, "`slef`", "`self`"),
        (
            "measure = \"contests\"",
            "measure = \"contest\"",
            28,
            "`contest`",
            "`contests`",
        ),
        (
            "measure = \"reliability perfect\"",
            "",
            19,
            "rates and counts",
            "reliability",
        ),
        ("at-most = 19", "", 25, "not clear", "`at-most`"),
    ] {
        assert!(TRAINING.contains(from), "{from}");
        let text = TRAINING.replacen(from, to, 1);
        let folder = tempfile::tempdir().unwrap();
        let error = match read("test.toml", &text) {
            Err(error) => error,
            Ok(experiment) => {
                let order = RunOrder::default();
                run(&experiment, order, &settings(folder.path()), &|_| {}).unwrap_err()
            }
        };
        let LabError::File(mistake) = &error else {
            panic!("`{to}`: {error}");
        };
        let said = format!("`{to}`:\n{error}\n{}", mistake.help);
        assert_eq!(mistake.line(), line, "{said}");
        assert!(mistake.problem.contains(problem), "{said}");
        assert!(mistake.help.contains(help), "{said}");
    }
}
