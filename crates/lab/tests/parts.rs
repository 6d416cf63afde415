//! Runs in parts: put together they are the run, whoever played them and however often.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shido::{Catalog, Event, Settings};
use shido_core::Seed;
use shido_lab::{
    Experiment, LabError, Merged, Part, Results, RunOrder, Sampling, find, merge, run, run_part,
};

/// Two matches of 2000 contests, so twenty blocks; one of them between searches.
const MATCHES: &str = r#"
name = "parts"
title = "Played in parts"
analysis = ""
[matches]
measure = "score"
games = 2000
rows = [
  { row = "random", column = "random", game = "tic-tac-toe", player = "random", against = "random" },
  { row = "depth 2", column = "random", game = "tic-tac-toe", player = "alphabeta:depth=2", against = "random" },
]
"#;

/// Runs of training are all kept, and their order matters.
const TRAINING: &str = r#"
name = "alone"
title = "Self-training"
analysis = ""
[training]
runs = 7
rows = [
  { row = "self", game = "tic-tac-toe", trainer = "self", standard = 10 },
  { row = "random", game = "tic-tac-toe", trainer = "fallible:noise=100", standard = 5 },
]
"#;

/// A folder with the file of an experiment, its results, and its parts.
struct Laboratory {
    folder: tempfile::TempDir,
    experiment: Experiment,
}

impl Laboratory {
    fn new(text: &str) -> Laboratory {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let file = folder.path().join("experiment.toml");
        std::fs::write(&file, text).expect("it can be written");
        let experiment = find(file.to_str().expect("plain letters")).expect("it is sound");
        Laboratory { folder, experiment }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn settings(&self, results: &str) -> Settings {
        Settings {
            seed: Seed(5),
            results: Some(self.path(results)),
            ..Settings::in_memory()
        }
    }

    fn whole(&self) -> Results {
        let settings = Settings {
            threads: std::num::NonZeroUsize::new(1),
            ..self.settings("whole")
        };
        let order = RunOrder::default();
        run(
            &self.experiment,
            order,
            &Catalog::shipped(),
            &settings,
            &|_| {},
        )
        .expect("it runs")
    }

    fn part(&self, part: &str, out: &Path) -> Result<u64, LabError> {
        self.part_with(
            part,
            out,
            RunOrder::default(),
            &self.settings("unused"),
            &|_| {},
        )
    }

    fn part_with(
        &self,
        part: &str,
        out: &Path,
        order: RunOrder,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<u64, LabError> {
        let part: Part = part.parse().expect("it is a part");
        let catalog = Catalog::shipped();
        let done = run_part(
            &self.experiment,
            order,
            part,
            out,
            &catalog,
            settings,
            watch,
        )?;
        Ok(done.contests)
    }

    fn merge(&self, directories: &[PathBuf]) -> Result<Merged, LabError> {
        let settings = self.settings("merged");
        merge(directories, &Catalog::shipped(), &settings, &|_| {})
    }
}

/// To the last bit.
fn assert_same(found: &Results, expected: &Results) {
    assert_eq!(found.tallies, expected.tallies);
    assert_eq!(found.trials, expected.trials);
    assert_eq!(
        (found.seed, found.sampling),
        (expected.seed, expected.sampling)
    );
    assert_eq!(found.fingerprint, expected.fingerprint);
}

#[test]
fn parts_in_any_order_and_place_are_the_whole() {
    for text in [MATCHES, TRAINING] {
        let laboratory = Laboratory::new(text);
        let whole = laboratory.whole();
        let (one, two) = (laboratory.path("one"), laboratory.path("two"));
        let mut contests = 0;
        for (part, out) in [("3/4", &one), ("1/4", &two), ("4/4", &one), ("2/4", &two)] {
            contests += laboratory.part(part, out).expect("it is played");
        }
        assert_eq!(contests, laboratory.experiment.contests(None));
        // The file is gone: the parts say what they are parts of.
        std::fs::remove_file(laboratory.path("experiment.toml")).expect("it was there");
        let merged = laboratory.merge(&[one, two]).expect("everything is there");
        assert_same(&merged.results, &whole);
        let kept = shido_lab::last(
            &merged.experiment,
            &Catalog::shipped(),
            &laboratory.settings("merged"),
            &|_| {},
        );
        assert_same(&kept.expect("it is kept as a finished run"), &whole);
        for file in ["csv", "json"] {
            let read = |results: &str| {
                let path = laboratory.path(results);
                let name = &laboratory.experiment.kept_as;
                std::fs::read_to_string(path.join(format!("{name}.{file}"))).expect("it is kept")
            };
            let merged = read("merged").replace(&merged.experiment.asked_as, "ASKED");
            let whole = read("whole").replace(&laboratory.experiment.asked_as, "ASKED");
            assert_eq!(merged, whole, "{file}");
        }
    }
}

/// Parts that overlap, that were played twice, or that a whole run of another cut holds as well.
#[test]
fn what_several_parts_hold_counts_once() {
    let laboratory = Laboratory::new(MATCHES);
    let whole = laboratory.whole();
    let (one, two) = (laboratory.path("one"), laboratory.path("two"));
    for (part, out) in [
        ("1/2", &one),
        ("1/2", &two),
        ("2/3", &one),
        ("3/3", &two),
        ("1/2", &one),
    ] {
        laboratory.part(part, out).expect("it is played");
    }
    let merged = laboratory.merge(&[one.clone(), two, one]);
    assert_same(&merged.expect("everything is there").results, &whole);
}

/// Stopped on the way, a part is named as missing; it goes on from where it was.
#[test]
fn a_part_that_was_stopped_is_named_and_goes_on() {
    let laboratory = Laboratory::new(MATCHES);
    let whole = laboratory.whole();
    let out = laboratory.path("out");
    laboratory.part("1/3", &out).expect("it is played");
    let stop = Arc::new(AtomicBool::new(false));
    let settings = Settings {
        stop: Arc::clone(&stop),
        threads: std::num::NonZeroUsize::new(1),
        ..laboratory.settings("unused")
    };
    let order = RunOrder::default();
    let stopped = laboratory.part_with("3/3", &out, order, &settings, &|event| {
        if matches!(event, Event::Contests(450..)) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let Err(LabError::Stopped {
        done: 400,
        total: 1400,
    }) = stopped
    else {
        panic!("two of its seven blocks are kept: {stopped:?}");
    };
    let error = laboratory
        .merge(std::slice::from_ref(&out))
        .expect_err("parts are missing");
    // Six blocks of the first part and two of the third.
    assert!(
        matches!(
            error,
            LabError::MissingParts {
                done: 1600,
                total: 4000,
                ..
            }
        ),
        "{error}"
    );
    assert!(error.to_string().ends_with("parts 2-3 of 3"), "{error}");
    let LabError::MissingParts { commands, .. } = &error else {
        panic!("{error}");
    };
    for part in ["2/3", "3/3"] {
        let command = format!(
            "--games 2000 --seed 5 --part {part} --out {}",
            out.display()
        );
        let named = commands.iter().any(|it| it.contains(&command));
        assert!(named, "{commands:?}");
    }
    // A line that was cut off, as by a kill, is as if it had not been written.
    let journals = std::fs::read_dir(&out).expect("it is there");
    let third = journals
        .filter_map(|file| Some(file.ok()?.path()))
        .find(|path| path.to_string_lossy().ends_with("3-of-3.journal"))
        .expect("it was begun");
    let text = std::fs::read_to_string(&third).expect("it is text");
    std::fs::write(&third, &text[..text.len() - 9]).expect("it can be written");
    let begun = std::sync::OnceLock::new();
    let went_on = laboratory.part_with("3/3", &out, order, &laboratory.settings("x"), &|event| {
        if let Event::Contests(count) = event {
            begun.get_or_init(|| count);
        }
    });
    assert_eq!(
        (went_on.expect("it goes on"), begun.get()),
        (1400, Some(&200))
    );
    laboratory.part("2/3", &out).expect("it is played");
    assert_same(
        &laboratory
            .merge(&[out])
            .expect("everything is there")
            .results,
        &whole,
    );
}

#[test]
fn parts_of_different_runs_are_refused() {
    let laboratory = Laboratory::new(MATCHES);
    let out = |name: &str| laboratory.path(name);
    laboratory.part("1/2", &out("mine")).expect("it is played");
    let unused = laboratory.settings("unused");
    let other_seed = Settings {
        seed: Seed(6),
        ..unused.clone()
    };
    let fewer = RunOrder {
        sampling: Some(Sampling::Games(200)),
        fresh: false,
    };
    let order = RunOrder::default();
    for (name, order, settings) in [("seed", order, &other_seed), ("size", fewer, &unused)] {
        let part = laboratory.part_with("2/2", &out(name), order, settings, &|_| {});
        part.expect("it is played");
    }
    // The same name, other players.
    let changed = Laboratory::new(&MATCHES.replace("depth=2\"", "depth=1\""));
    changed.part("2/2", &out("version")).expect("it is played");
    let other = Laboratory::new(TRAINING);
    other.part("2/2", &out("experiment")).expect("it is played");
    for (name, told) in [
        ("seed", "seeds 5 and 6"),
        ("size", "2000 and 200 contests"),
        ("version", "two versions"),
        ("experiment", "`file-parts` and `file-alone`"),
    ] {
        let error = laboratory.merge(&[out("mine"), out(name)]);
        let error = error.expect_err("they are of two runs").to_string();
        assert!(error.contains(told) && error.contains(name), "{error}");
    }
    // One version, but not ours: the definition beside the parts was changed.
    let text = MATCHES.replace("depth=2\"", "depth=3\"");
    std::fs::write(out("mine").join("file-parts.toml"), text).expect("it can be written");
    let error = laboratory
        .merge(&[out("mine")])
        .expect_err("they are not of this program");
    assert!(matches!(error, LabError::OtherVersion { .. }), "{error}");
    let error = laboratory
        .merge(&[out("unused")])
        .expect_err("there is no such folder");
    assert!(matches!(error, LabError::Disk { .. }), "{error}");
    std::fs::create_dir(out("empty")).expect("it can be made");
    let error = laboratory
        .merge(&[out("empty")])
        .expect_err("there is nothing");
    assert!(matches!(error, LabError::NoParts { .. }), "{error}");
}

/// A block with other numbers is not silently taken, whichever comes first.
#[test]
fn parts_that_contradict_each_other_are_refused() {
    let laboratory = Laboratory::new(MATCHES);
    let (one, two) = (laboratory.path("one"), laboratory.path("two"));
    laboratory.part("1/1", &one).expect("it is played");
    let stranger = Laboratory::new(MATCHES);
    let other_seed = Settings {
        seed: Seed(6),
        ..stranger.settings("unused")
    };
    let order = RunOrder::default();
    stranger
        .part_with("1/1", &two, order, &other_seed, &|_| {})
        .expect("it is played");
    // Numbers of seed 6 under the heading of seed 5, as other weights would give.
    let journal = |folder: &Path| {
        let files = std::fs::read_dir(folder).expect("it is there");
        let mut paths = files.filter_map(|file| Some(file.ok()?.path()));
        paths
            .find(|path| path.extension().is_some_and(|it| it == "journal"))
            .expect("one")
    };
    let heading = std::fs::read_to_string(journal(&one)).expect("it is text");
    let heading = heading.lines().next().expect("it has one");
    let text = std::fs::read_to_string(journal(&two)).expect("it is text");
    let rest: Vec<&str> = text.lines().skip(1).collect();
    let name = journal(&one).file_name().expect("it has one").to_owned();
    std::fs::remove_file(journal(&two)).expect("it was there");
    std::fs::write(two.join(name), format!("{heading}\n{}\n", rest.join("\n"))).expect("written");
    let error = laboratory.merge(&[one, two]).expect_err("they differ");
    assert!(matches!(error, LabError::Contradiction { .. }), "{error}");
}

/// What has no blocks, and more parts than blocks.
#[test]
fn there_may_be_more_parts_than_work() {
    let trees = "name = \"t\"\ntitle = \"\"\nanalysis = \"\"\n[[trees]]\nname = \"textbook\"\n\
                 tree = \"(max (min 3 12 8) (min 2 4 6) (min 14 5 2))\"\nby = \"minimax\"\n\
                 value = 3\nbest = [\"1\"]\nwhy = \"\"\n";
    let laboratory = Laboratory::new(trees);
    let out = laboratory.path("out");
    assert_eq!(
        laboratory
            .part("2/2", &out)
            .expect("there is nothing to do"),
        0
    );
    let merged = laboratory
        .merge(&[out])
        .expect("trees are answered in one go");
    assert_eq!(merged.results.answers, laboratory.whole().answers);

    let laboratory = Laboratory::new(TRAINING);
    let out = laboratory.path("out");
    let runs: u64 = (1..=20)
        .map(|number| {
            laboratory
                .part(&format!("{number}/20"), &out)
                .expect("it is played")
        })
        .sum();
    assert_eq!(runs, 14);
    let merged = laboratory.merge(&[out]).expect("everything is there");
    assert_same(&merged.results, &laboratory.whole());
}
