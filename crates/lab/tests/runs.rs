//! Runs from end to end, with players whose results are known by other means.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::to_value;
use shido::{Catalog, Event, Settings};
use shido_core::Seed;
use shido_lab::{
    Agreement, Assessment, Experiment, Findings, LabError, Parts, Results, RunOrder, Sampling,
    assess, behaviour, csv, find, page, read, remarks, shipped, unfinished,
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
fn exact_rates_are_the_known_ones_and_the_assessment_says_what_is_wrong() {
    let (_, findings) = exact();
    for (cell, known) in findings.cells.iter().zip(RANDOM) {
        assert!((cell.ours - known).abs() < 1e-12, "{}", cell.name());
        assert_eq!(cell.agreement, Agreement::Close, "{}", cell.name());
    }
    // Nobody beats the perfect player.
    assert!(findings.cells[3].ours.abs() < 1e-12);
    assert_eq!(findings.cells[3].agreement, Agreement::Far);
    assert_eq!(findings.assessment, Assessment::Partly);
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
    let Parts { with, without } = findings.cells[0].parts.unwrap();
    assert!((without - (RANDOM[0] + RANDOM[1] / 2.0)).abs() < 1e-12);
    assert!((findings.cells[0].ours - (with - without)).abs() < 1e-12);
    assert!((findings.cells[1].ours - (RANDOM[2] + RANDOM[1] / 2.0)).abs() < 1e-12);
    // Nothing was published that could have been reproduced.
    assert_eq!(findings.assessment, Assessment::AsExpected);
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
    for (value, best, expected) in [
        ("3", "\"1\"", Assessment::AsExpected),
        ("2", "\"1\"", Assessment::Different),
        ("3", "\"1\", \"2\"", Assessment::Different),
    ] {
        let experiment = read("t.toml", &tree(value, best)).unwrap();
        let results = run(
            &experiment,
            RunOrder::default(),
            &settings(folder.path()),
            &|_| {},
        );
        let results = results.unwrap();
        assert_eq!(assess(&experiment, &results).assessment, expected);
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
    assert!(
        error
            .help()
            .unwrap()
            .contains("odds depend on the position alone")
    );
}

/// What the analyses of the shipped experiments say holds, where that is exact; the others run.
#[test]
fn shipped_experiments_come_out_as_they_say() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    let assessment = |name: &str, sampling| {
        let experiment = find(name).expect("it is shipped");
        let results = run(&experiment, order(sampling), &settings, &|_| {});
        let results = results.unwrap_or_else(|error| panic!("{name}: {error}"));
        assess(&experiment, &results).assessment
    };
    let exact = [
        ("semi-random-table-1", Assessment::Reproduced),
        ("speculative-table-2", Assessment::Partly),
        ("speculative-table-3", Assessment::Partly),
        ("best-response-limit", Assessment::AsExpected),
        ("tutoring-trees", Assessment::AsExpected),
    ];
    for (name, expected) in exact {
        assert_eq!(assessment(name, Sampling::Exact), expected, "{name}");
    }
    for name in shipped().filter(|name| exact.iter().all(|(known, _)| known != name)) {
        assessment(name, Sampling::Games(1));
    }
}

/// The experiment with the run that its text is about.
fn analysed(run: &str) -> Experiment {
    let text = GRID.replace("[grid]\n", &format!("analysed = {{ {run} }}\n[grid]\n"));
    read("test.toml", &text).unwrap_or_else(|error| panic!("{error}"))
}

fn with_seed(folder: &Path, seed: u64) -> Settings {
    Settings {
        seed: Seed(seed),
        ..settings(folder)
    }
}

/// The text is shown with the run that it is about and with no other: not with another seed, number of
/// contests, or behaviour.
#[test]
fn a_text_is_repeated_for_the_run_that_it_is_about_alone() {
    let folder = tempfile::tempdir().unwrap();
    let shipped = analysed("games = 60, seed = 5, date = \"1994-05-01\"");
    let of = |experiment: &Experiment, games, seed| {
        let settings = with_seed(folder.path(), seed);
        let results = run(
            experiment,
            order(Sampling::Games(games)),
            &settings,
            &|_| {},
        );
        assess(experiment, &results.unwrap())
    };
    let same = of(&shipped, 60, 5);
    let text = page(&shipped, &same);
    let heading = "<h2>Analysis of the shipped run (seed 5, 60 contests a match, 1994-05-01)</h2>";
    assert!(
        text.contains(heading) && text.contains("Known by counting."),
        "{text}"
    );
    assert_eq!(to_value(&same).unwrap()["analysis"]["of_this_run"], true);
    let behaviour = same.behaviour();
    let behaving = |behaviour: &str| {
        analysed(&format!(
            "games = 60, seed = 5, date = \"1994-05-01\", behaviour = \"{behaviour}\""
        ))
    };
    let right = behaving(&behaviour);
    assert_eq!(remarks(&right, &same).paragraphs, ["Known by counting."]);
    for (experiment, games, seed) in [
        (&shipped, 60, 6),
        (&shipped, 80, 5),
        (&behaving("0123456789abcdef"), 60, 5),
    ] {
        let other = of(experiment, games, seed);
        let text = page(experiment, &other);
        assert!(!text.contains("Known by counting."), "{games} {seed}");
        let about = "about the shipped run (seed 5, 60 contests a match, 1994-05-01)";
        assert!(text.contains(about), "{text}");
        let object = to_value(&other).unwrap();
        assert_eq!(object["analysis"]["of_this_run"], false);
        assert_eq!(object["analysis"]["seed"], 5);
    }
    // Exact numbers do not depend on the seed.
    let exact = analysed("exact = true, date = \"1994-05-01\"");
    let results = run(
        &exact,
        order(Sampling::Exact),
        &with_seed(folder.path(), 9),
        &|_| {},
    );
    let found = assess(&exact, &results.unwrap());
    assert_eq!(remarks(&exact, &found).paragraphs, ["Known by counting."]);
}

#[test]
fn how_the_run_of_a_text_was_measured_is_said_once() {
    for run in [
        "date = \"1994-05-01\"",
        "games = 5, exact = true, date = \"1994-05-01\"",
    ] {
        let text = GRID.replace("[grid]\n", &format!("analysed = {{ {run} }}\n[grid]\n"));
        let error = read("test.toml", &text).expect_err("it is not clear");
        assert!(
            error
                .to_string()
                .starts_with("test.toml:5: it is not clear"),
            "{error}"
        );
        assert!(error.help().unwrap_or_default().contains("exact = true"));
    }
}

/// Every text that comes with the program says which run it is about, and how games and players behaved
/// in it. Where they behave otherwise today, run the experiment again and say what came out; or write
/// `before versions` and leave the text to those who read the file.
#[test]
fn every_shipped_text_names_its_run() {
    let catalog = Catalog::shipped();
    let mut changed = Vec::new();
    for name in shipped() {
        let experiment = find(name).expect("it is shipped");
        let run = experiment.analysed.clone();
        let run = run.unwrap_or_else(|| panic!("{name} names no run"));
        let parts: Vec<&str> = run.date.split('-').collect();
        assert_eq!(
            parts.iter().map(|part| part.len()).collect::<Vec<_>>(),
            [4, 2, 2]
        );
        let today = behaviour(&experiment, &catalog).unwrap_or_else(|error| panic!("{error}"));
        let then = run.behaviour.unwrap_or_default();
        if then != today && then != "before versions" {
            changed.push(format!("{name}: behaviour = \"{today}\", not \"{then}\""));
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

/// Of 2000 contests in each of two matches, blocks of 200 are kept.
#[test]
fn a_run_that_is_under_way_or_was_interrupted_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let catalog = Catalog::shipped();
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Settings {
        stop: Arc::clone(&stop),
        threads: std::num::NonZeroUsize::new(1),
        ..settings(folder.path())
    };
    let unfinished_now = || unfinished(&experiment, &catalog, &interrupted).unwrap();
    assert_eq!(unfinished_now(), []);
    let seen = std::sync::Mutex::new(Vec::new());
    let result = run(&experiment, RunOrder::default(), &interrupted, &|event| {
        if matches!(event, Event::Contests(450..)) && !stop.swap(true, Ordering::Relaxed) {
            *seen.lock().unwrap() = unfinished_now();
        }
    });
    assert!(
        matches!(
            result,
            Err(LabError::Stopped {
                done: 400,
                total: 4000
            })
        ),
        "{result:?}"
    );
    let under_way = seen.into_inner().unwrap();
    assert_eq!(under_way.len(), 1);
    assert!(under_way[0].running);
    assert_eq!((under_way[0].done, under_way[0].total), (400, 4000));
    let [left] = &unfinished_now()[..] else {
        panic!("one run was interrupted");
    };
    assert!(!left.running);
    assert_eq!((left.done, left.total, left.seed), (400, 4000, 3));
    assert_eq!(
        left.command,
        "shido lab run random-play --games 2000 --seed 3"
    );
    // A player that was replaced begins anew.
    let other = read(
        "test.toml",
        &GRID.replace("R = \"random\"", "R = \"perfect\""),
    )
    .unwrap();
    assert_eq!(unfinished(&other, &catalog, &interrupted).unwrap(), []);
    stop.store(false, Ordering::Relaxed);
    run(&experiment, RunOrder::default(), &interrupted, &|_| {}).unwrap();
    assert_eq!(unfinished_now(), []);
}

/// What is kept and how to go on is said wherever the run was when it was stopped.
#[test]
fn whoever_is_stopped_is_told_what_is_kept_and_how_to_go_on() {
    let losses = r#"
name = "losses"
title = "What a tutor loses"
analysis = ""
[matches]
measure = "score"
games = 40
losses = true
rows = [
  { row = "tu", column = "student", game = "tic-tac-toe", player = "tu:depth=2,limit=1", against = "random" },
]
"#;
    let trees = "name = \"t\"\ntitle = \"\"\nanalysis = \"\"\n[[trees]]\nname = \"textbook\"\n\
                 tree = \"(max (min 3 12 8) (min 2 4 6) (min 14 5 2))\"\nby = \"minimax\"\n\
                 value = 3\nbest = [\"1\"]\nwhy = \"\"\n";
    let training = r#"
name = "alone"
title = "Self-training"
analysis = ""
[training]
runs = 20
rows = [{ row = "self", game = "tic-tac-toe", trainer = "self", standard = 10 }]
"#;
    for text in [losses, trees, training] {
        let experiment = read("stopped.toml", text).unwrap_or_else(|error| panic!("{error}"));
        // Before it begins, at its first word, and after some contests or runs.
        for when in 0..3 {
            let folder = tempfile::tempdir().unwrap();
            let stop = Arc::new(AtomicBool::new(when == 0));
            let settings = Settings {
                stop: Arc::clone(&stop),
                ..settings(folder.path())
            };
            let result = run(&experiment, RunOrder::default(), &settings, &|event| {
                let some = matches!(event, Event::Contests(5..));
                if when == 1 || when == 2 && some {
                    stop.store(true, Ordering::Relaxed);
                }
            });
            let name = &experiment.name;
            match result {
                Ok(_) => assert_eq!(name, "t", "{when}: only trees may be faster than their end"),
                Err(error) => {
                    assert!(
                        error.to_string().starts_with("stopped"),
                        "{name} {when}: {error}"
                    );
                    assert!(error.to_string().contains("kept"), "{name} {when}: {error}");
                    let help = error.help().unwrap_or_default();
                    assert!(
                        help.contains("the same run goes on"),
                        "{name} {when}: {help}"
                    );
                }
            }
            stop.store(false, Ordering::Relaxed);
            let results = run(&experiment, RunOrder::default(), &settings, &|_| {});
            assert!(results.is_ok(), "{name} {when}: it goes on");
        }
    }
}
