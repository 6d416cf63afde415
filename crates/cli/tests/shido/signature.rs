//! The behaviour of the searches, as numbers of nodes.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::program::Shido;

/// Rewrites the file instead of comparing with it.
const UPDATE: &str = "UPDATE_SIGNATURE";

/// A change of the rules, an evaluation or a search that changes what is visited shows here. One that
/// was meant to change nothing must not; one that was meant to comes with a new file.
#[test]
fn searches_behave_as_they_did() {
    let file = PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/bench-signature.json"
    ));
    let report = Shido::new().json(&["bench", "--json"]);
    let searches = report["searches"].as_array().expect("a list").iter();
    let searches: Vec<Value> = searches
        .map(|row| json!({ "game": row["game"], "by": row["by"], "nodes": row["nodes"] }))
        .collect();
    let found = json!({ "signature": report["signature"], "searches": searches });
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&file, format!("{found:#}\n")).expect("the file can be written");
    }
    let committed = std::fs::read_to_string(&file).expect("the signature is committed");
    let expected: Value = serde_json::from_str(&committed).expect("one JSON object");
    assert!(
        found == expected,
        "the searches behave differently: found {found:#}\nexpected {expected:#}\n\
         If that is meant, `{UPDATE}=1 cargo test -p shido signature` writes the new numbers to {}",
        file.display()
    );
}
