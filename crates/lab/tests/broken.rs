//! Files with mistakes: each is refused with the line, what is wrong and what to write instead.

use shido::{Catalog, Settings};
use shido_lab::{Experiment, LabError, Results, RunOrder, read};

/// With the games and players that come with Shido.
fn run(experiment: &Experiment, settings: &Settings) -> Result<Results, LabError> {
    let order = RunOrder::default();
    shido_lab::run(experiment, order, &Catalog::shipped(), settings, &|_| {})
}

const SOUND: &str = r#"
name = "test"
title = "A test"
analysis = "None."
[grid]
game = "tic-tac-toe"
games = 10
published-games = 100
cells = [
  { row = "random", column = "perfect", published = [0, 20, 80], group = "all" },
]
[[criteria]]
name = "All"
group = "all"
z-below = 3
"#;

/// The sound file with one text replaced by another.
fn broken(from: &str, to: &str) -> LabError {
    assert!(SOUND.contains(from), "{from}");
    let text = SOUND.replacen(from, to, 1);
    match read("test.toml", &text) {
        Err(error) => error,
        Ok(experiment) => {
            let folder = tempfile::tempdir().unwrap();
            let settings = Settings {
                results: Some(folder.path().into()),
                ..Settings::in_memory()
            };
            let result = run(&experiment, &settings);
            let error = result.expect_err(&format!("`{to}` should be refused"));
            let played = std::fs::read_dir(folder.path()).map_or(0, Iterator::count);
            assert_eq!(played, 0, "`{to}` is refused before anything is played");
            error
        }
    }
}

#[test]
fn every_mistake_has_its_line_its_words_and_advice() {
    assert!(read("test.toml", SOUND).is_ok());
    for (from, to, line, problem, help) in [
        (
            "title",
            "titel",
            3,
            "`titel` is not known",
            "did you mean `title`?",
        ),
        (
            "title = \"A test\"",
            "",
            1,
            "`title` is missing",
            "add `title",
        ),
        (
            "games = 10\n",
            "games = 0\n",
            7,
            "without contests",
            "games = 10000",
        ),
        (
            "games = 10\n",
            "games = \"many\"\n",
            7,
            "invalid type",
            "docs/laboratory.md",
        ),
        ("published-games = 100", "", 5, "scatter", "published-games"),
        (
            "name = \"test\"",
            "name = \"../x\"",
            2,
            "`../x`",
            "small letters",
        ),
        (
            "[0, 20, 80]",
            "[0, 20, 30]",
            10,
            "add up to 50",
            "in per cent",
        ),
        (
            "[0, 20, 80]",
            "[0, 100]",
            10,
            "invalid length",
            "docs/laboratory.md",
        ),
        (
            "group = \"all\"\nz",
            "group = \"al\"\nz",
            14,
            "group `al`",
            "did you mean `all`?",
        ),
        (
            "z-below = 3",
            "z-above = 3",
            15,
            "`z-above` is not known",
            "did you mean",
        ),
        (
            "z-below = 3",
            "",
            12,
            "not clear when `All` is met",
            "z-below",
        ),
        ("z-below = 3", "z-below = -3", 12, "not clear", "positive"),
        (
            "published = [0, 20, 80], ",
            "",
            12,
            "there are none",
            "published",
        ),
        (
            "cells =",
            "rows = [\"random\"]\ncells =",
            5,
            "who plays whom",
            "`cells`",
        ),
        (
            "game = \"tic-tac-toe\"",
            "game = \"tic-tac-to\"",
            6,
            "no game",
            "tic-tac-toe",
        ),
        (
            "column = \"perfect\"",
            "column = \"perfekt\"",
            10,
            "no player `perfekt`",
            "`perfect`",
        ),
        (
            "column = \"perfect\"",
            "column = \"pvs:dept=1\"",
            10,
            "no option `dept`",
            "`depth`",
        ),
        (
            "column = \"perfect\"",
            "column = \"pvs:depth\"",
            10,
            "not `key=value`",
            "key=value",
        ),
        (
            "[grid]",
            "[[trees]]\n[grid]",
            5,
            "is missing",
            "docs/laboratory.md",
        ),
        ("[grid]\n", "[grid\n", 5, "", "docs/laboratory.md"),
    ] {
        let error = broken(from, to);
        let LabError::File(mistake) = &error else {
            panic!("`{to}`: {error}");
        };
        let said = format!("`{to}`:\n{error}\n{}", mistake.help);
        assert_eq!(mistake.line(), line, "{said}");
        assert!(mistake.problem.contains(problem), "{said}");
        assert!(mistake.help.contains(help), "{said}");
    }
}

#[test]
fn one_thing_is_measured_and_something_is() {
    let two = SOUND.replace(
        "[[criteria]]",
        "[matches]\nmeasure = \"wins\"\ngames = 1\nrows = []\n[[criteria]]",
    );
    let error = read("test.toml", &two).unwrap_err();
    assert!(error.to_string().contains("measures one thing"), "{error}");
    let none = "name = \"x\"\ntitle = \"\"\nanalysis = \"\"\n";
    let error = read("test.toml", none).unwrap_err();
    assert!(error.to_string().contains("what to measure"), "{error}");
}

#[test]
fn a_tree_with_a_mistake_is_shown_where_it_stands() {
    let text = r#"
name = "test"
title = ""
analysis = ""
[[trees]]
name = "t"
tree = "(max 1 2"
by = "minimax"
value = 2
best = ["2"]
why = ""
"#;
    let experiment = read("test.toml", text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        results: Some(folder.path().into()),
        ..Settings::in_memory()
    };
    let error = run(&experiment, &settings).unwrap_err();
    assert!(error.to_string().starts_with("test.toml:7:"), "{error}");
}
