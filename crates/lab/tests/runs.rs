//! Runs from end to end, with players whose results are known by other means.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shido::{Event, Settings};
use shido_core::Seed;
use shido_lab::{
    Agreement, Experiment, Findings, LabError, Results, RunOrder, Sampling, Verdict, assess, csv,
    find, last, page, read, run, shipped,
};

/// Random play at tic-tac-toe: the first player wins 737/1260 of the contests, 8/63 are drawn.
const RANDOM: [f64; 3] = [737.0 / 1260.0, 8.0 / 63.0, 121.0 / 420.0];

const GRID: &str = r#"
name = "random-play"
title = "Random & perfect play"
analysis = "Known by counting."
[grid]
game = "tic-tac-toe"
games = 2000
published-games = 10000
cells = [
  { row = "R", column = "R", published = [58.49, 12.70, 28.81], group = "right" },
  { row = "R", column = "perfect", published = [50.0, 25.0, 25.0], group = "wrong" },
]
[grid.players]
R = "random"
[[criteria]]
name = "Right ones"
group = "right"
z-below = 3
[[criteria]]
name = "Wrong ones"
group = "wrong"
z-below = 3
"#;

fn experiment() -> Experiment {
    read("test.toml", GRID).expect("it is sound")
}

fn settings(folder: &Path) -> Settings {
    Settings {
        seed: Seed(3),
        results: Some(folder.into()),
        ..Settings::in_memory()
    }
}

fn order(sampling: Sampling) -> RunOrder {
    RunOrder {
        sampling: Some(sampling),
        fresh: false,
    }
}

fn exact() -> (Experiment, Findings) {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let results = run(
        &experiment,
        order(Sampling::Exact),
        &settings(folder.path()),
        &|_| {},
    );
    let findings = assess(&experiment, &results.unwrap());
    (experiment, findings)
}

#[test]
fn exact_rates_are_the_known_ones_and_the_verdict_says_what_is_wrong() {
    let (_, findings) = exact();
    for (cell, known) in findings.cells.iter().zip(RANDOM) {
        assert!((cell.ours - known).abs() < 1e-12, "{}", cell.name());
        assert_eq!(cell.agreement, Agreement::Close, "{}", cell.name());
    }
    // Nobody beats the perfect player.
    assert!(findings.cells[3].ours.abs() < 1e-12);
    assert_eq!(findings.cells[3].agreement, Agreement::Far);
    assert_eq!(findings.verdict, Verdict::Partly);
    assert!(findings.judged[0].met() && !findings.judged[1].met());
    assert_eq!(
        findings.command(),
        "shido lab run random-play --exact --seed 3"
    );
}

#[test]
fn sampled_rates_agree_with_exact_ones() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let games = order(Sampling::Games(20_000));
    let results = run(&experiment, games, &settings(folder.path()), &|_| {}).unwrap();
    assert!((results.tallies[0].total() - 20_000.0).abs() < 0.5);
    let findings = assess(&experiment, &results);
    for (cell, known) in findings.cells.iter().zip(RANDOM) {
        // Four standard errors at most.
        assert!((cell.ours - known).abs() < 4.0 * (0.25_f64 / 20_000.0).sqrt());
        assert!(cell.interval.low < cell.ours && cell.ours < cell.interval.high);
    }
}

/// The same tallies, whatever the threads and however often the run is stopped.
#[test]
fn interruptions_and_threads_change_nothing() {
    let experiment = experiment();
    let order = RunOrder::default();
    let whole = tempfile::tempdir().unwrap();
    let expected = run(&experiment, order, &settings(whole.path()), &|_| {}).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut stops = 0;
    let resumed: Results = loop {
        let stop = Arc::new(AtomicBool::new(false));
        let interrupted = Settings {
            stop: Arc::clone(&stop),
            threads: std::num::NonZeroUsize::new(1 + stops % 3),
            ..settings(folder.path())
        };
        let begun = std::sync::OnceLock::new();
        let result = run(&experiment, order, &interrupted, &|event| {
            if let Event::Contests(count) = event
                && count > begun.get_or_init(|| count) + 700
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
    assert_eq!(resumed.tallies, expected.tallies);
    let again = last(&experiment, &settings(folder.path()), &|_| {}).unwrap();
    assert_eq!(again.tallies, expected.tallies);
}

#[test]
fn what_is_done_is_not_done_again_unless_asked() {
    let folder = tempfile::tempdir().unwrap();
    let (experiment, settings) = (experiment(), settings(folder.path()));
    let first_count = |order| {
        let seen = std::sync::OnceLock::new();
        run(&experiment, order, &settings, &|event| {
            if let Event::Contests(count) = event {
                seen.get_or_init(|| count);
            }
        })
        .unwrap();
        *seen.get().unwrap()
    };
    assert_eq!(first_count(RunOrder::default()), 0);
    assert_eq!(first_count(RunOrder::default()), 4000);
    let fresh = RunOrder {
        fresh: true,
        ..RunOrder::default()
    };
    assert_eq!(first_count(fresh), 0);
}

#[test]
fn a_changed_definition_is_not_reported_by_old_results_but_new_words_are() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let not_run = last(&experiment(), &settings, &|_| {}).unwrap_err();
    assert!(matches!(not_run, LabError::NotRun { .. }));
    run(&experiment(), order(Sampling::Exact), &settings, &|_| {}).unwrap();
    let reworded = GRID
        .replace("Known by counting.", "Counted.")
        .replace("28.81", "28.82");
    let reworded = read("test.toml", &reworded).unwrap();
    assert!(last(&reworded, &settings, &|_| {}).is_ok());
    let changed = read(
        "test.toml",
        &GRID.replace("\"perfect\"", "\"fallible:noise=1\""),
    )
    .unwrap();
    let error = last(&changed, &settings, &|_| {}).unwrap_err();
    assert!(matches!(error, LabError::Changed { .. }));
}

#[test]
fn the_page_has_every_cell_and_needs_nothing_else() {
    let (experiment, findings) = exact();
    let page = page(&experiment, &findings);
    for cell in &findings.cells {
        assert!(
            page.contains(&format!("title=\"{}\"", cell.name())),
            "{}",
            cell.name()
        );
        assert!(page.contains(&format!("{:.2}", 100.0 * cell.ours)));
        assert!(page.contains(&format!("{:.2}", 100.0 * cell.published.unwrap())));
    }
    assert!(page.contains("Random &amp; perfect play"));
    assert!(page.contains(&findings.command()));
    for foreign in ["http", "<script", "<link", "@import", "NaN", "inf<"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    for (opened, closed) in [
        ("<table", "</table>"),
        ("<svg", "</svg>"),
        ("<div", "</div>"),
    ] {
        assert_eq!(page.matches(opened).count(), page.matches(closed).count());
    }
}

/// A perfect player scores more than a random one against a random one, by known amounts: of the
/// latter, wins and half the draws are 737/1260 + 4/63 when moving first.
#[test]
fn gains_are_differences_of_two_matches() {
    let text = r#"
name = "gain"
title = "What perfection gains"
analysis = ""
[matches]
measure = "score"
games = 100
rows = [
  { row = "perfect", column = "random", seat = "first", game = "tic-tac-toe", player = "perfect", over = "random", against = "random" },
  { row = "random", column = "random", seat = "second", game = "tic-tac-toe", player = "random", against = "random" },
]
[[criteria]]
name = "Perfection pays"
not-below = 0
"#;
    let folder = tempfile::tempdir().unwrap();
    let experiment = read("gain.toml", text).unwrap();
    let results = run(
        &experiment,
        order(Sampling::Exact),
        &settings(folder.path()),
        &|_| {},
    );
    let results = results.unwrap();
    // Random against random serves both rows.
    assert_eq!(results.tallies.len(), 2);
    let findings = assess(&experiment, &results);
    let [with, without] = findings.cells[0].parts.unwrap();
    assert!((without - (RANDOM[0] + RANDOM[1] / 2.0)).abs() < 1e-12);
    assert!((findings.cells[0].ours - (with - without)).abs() < 1e-12);
    assert!((findings.cells[1].ours - (RANDOM[2] + RANDOM[1] / 2.0)).abs() < 1e-12);
    assert_eq!(findings.verdict, Verdict::Reproduced);
    assert!(page(&experiment, &findings).contains("perfect / random / first"));
}

/// The first tree of the textbooks, by hand: docs/trees.md.
#[test]
fn trees_are_compared_exactly() {
    let tree = |value: &str, best: &str| {
        format!(
            "name = \"t\"\ntitle = \"\"\nanalysis = \"\"\n[[trees]]\nname = \"textbook\"\n\
             tree = \"(max (min 3 12 8) (min 2 4 6) (min 14 5 2))\"\nby = \"minimax\"\n\
             value = {value}\nbest = [{best}]\nwhy = \"\"\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    for (value, best, verdict) in [
        ("3", "\"1\"", Verdict::Reproduced),
        ("2", "\"1\"", Verdict::Different),
        ("3", "\"1\", \"2\"", Verdict::Different),
    ] {
        let experiment = read("t.toml", &tree(value, best)).unwrap();
        let results = run(
            &experiment,
            RunOrder::default(),
            &settings(folder.path()),
            &|_| {},
        );
        let results = results.unwrap();
        assert_eq!(assess(&experiment, &results).verdict, verdict);
        assert!(csv(&experiment, &results).contains("textbook,minimax,3,1,"));
    }
}

#[test]
fn what_cannot_be_exact_says_so() {
    let text = GRID.replace("\"perfect\"", "\"mcts:playouts=10\"");
    let experiment = read("test.toml", &text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let error = run(
        &experiment,
        order(Sampling::Exact),
        &settings(folder.path()),
        &|_| {},
    );
    let error = error.unwrap_err();
    assert!(error.to_string().contains("no fixed odds"), "{error}");
    assert!(error.help().unwrap().contains("--games"));
}

/// What the analyses of the shipped experiments say holds, where that is exact; the others run.
#[test]
fn shipped_experiments_come_out_as_they_say() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let verdict = |name: &str, sampling| {
        let experiment = find(name).expect("it is shipped");
        let results = run(&experiment, order(sampling), &settings, &|_| {});
        let results = results.unwrap_or_else(|error| panic!("{name}: {error}"));
        assess(&experiment, &results).verdict
    };
    let exact = [
        ("semi-random-table-1", Verdict::Reproduced),
        ("speculative-table-2", Verdict::Partly),
        ("speculative-table-3", Verdict::Partly),
        ("best-response-limit", Verdict::Reproduced),
        ("tutoring-trees", Verdict::Reproduced),
    ];
    for (name, expected) in exact {
        assert_eq!(verdict(name, Sampling::Exact), expected, "{name}");
    }
    for name in shipped().filter(|name| exact.iter().all(|(known, _)| known != name)) {
        verdict(name, Sampling::Games(2));
    }
}
