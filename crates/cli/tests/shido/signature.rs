//! How players, trainers and games behave, held against what is committed.

use std::path::PathBuf;

use serde_json::{Map, Value, json};

use crate::program::Shido;

/// Writes the file anew instead of only comparing with it.
const UPDATE: &str = "UPDATE_SIGNATURE";

/// What a row is about, and what is kept of it.
fn rows(report: &Value) -> Map<String, Value> {
    let mut rows = Map::new();
    for list in ["searches", "trainers", "games"] {
        for row in report[list].as_array().expect("a list") {
            let game = row["game"].as_str().unwrap_or_default();
            let name = format!("{list}: {game} {}", row["by"].as_str().expect("a name"));
            let kept = json!({ "version": row["version"], "signature": row["signature"] });
            rows.insert(name, kept);
        }
    }
    rows
}

/// The version of the game that a row is about: who plays one whose moves come in another order does so differently,
/// without being another player.
fn rules<'a>(rows: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    let (_, about) = name.split_once(": ")?;
    let game = about.split([' ', ':']).next()?;
    rows.get(&format!("games:  {game}"))
        .map(|row| &row["version"])
}

/// A change of the rules, an evaluation, a search or a trainer shows here. One that was meant to change
/// nothing must not. One that was meant to comes with a new behaviour version, so that results of the old
/// behaviour are not gone on with: without that not even the update is made.
#[test]
fn what_behaves_differently_has_a_new_version() {
    let file = PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/behaviour.json"
    ));
    let found = rows(&Shido::new().json(&["bench", "--json"]));
    let committed = std::fs::read_to_string(&file).unwrap_or("{}".to_owned());
    let committed: Map<String, Value> = serde_json::from_str(&committed).expect("one JSON object");
    for (name, now) in &found {
        let Some(before) = committed.get(name) else {
            continue;
        };
        let raised =
            before["version"] != now["version"] || rules(&committed, name) != rules(&found, name);
        assert!(
            before["signature"] == now["signature"] || raised,
            "{name} behaves differently. If that is meant, raise its version (PlayerKind::VERSION, \
             TrainerKind::VERSION or Entry::version), then `{UPDATE}=1 cargo test -p shido-cli \
             signature`"
        );
    }
    if std::env::var_os(UPDATE).is_some() {
        let text = format!("{:#}\n", Value::Object(found.clone()));
        std::fs::write(&file, text).expect("the file can be written");
        return;
    }
    assert!(
        found == committed,
        "there are new versions, or rows have come or gone: `{UPDATE}=1 cargo test -p shido-cli \
         signature` writes {}",
        file.display()
    );
}

/// Every player and trainer that comes with the program has a row, engines aside.
#[test]
fn everybody_is_covered() {
    let shido = Shido::new();
    let listed = shido.json(&["players", "--json"]);
    let report = shido.json(&["bench", "--json"]);
    let of = |list: &str| -> Vec<String> {
        let rows = report[list].as_array().expect("a list").iter();
        rows.map(|row| row["version"].as_str().expect("a text").to_owned())
            .collect()
    };
    for (kind, list) in [("players", "searches"), ("trainers", "trainers")] {
        let versions = of(list);
        for one in listed[kind].as_array().expect("a list") {
            let name = one["name"].as_str().expect("a name");
            let covered = versions
                .iter()
                .any(|it| it.starts_with(&format!("{name}/")));
            let engine = ["uci", "usi", "xboard", "gtp"].contains(&name);
            assert!(covered || engine, "`shido bench` has no row for {name}");
        }
    }
}
