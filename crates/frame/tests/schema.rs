//! The JSON schema of frames: it accepts every frame that comes with the program, and knows the same keys
//! as the reader.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::Value;
use shido_frame::{Frame, SCHEMA, template};

fn schema() -> Value {
    serde_json::from_str(SCHEMA).expect("the schema is JSON")
}

fn validator() -> Validator {
    jsonschema::options()
        .build(&schema())
        .expect("the schema is one")
}

fn as_json(text: &str) -> Value {
    let table: toml::Table = text.parse().expect("TOML");
    serde_json::to_value(table).expect("TOML without dates is JSON")
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let files = files.map(|entry| entry.expect("the folder can be read").path());
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect()
}

#[test]
fn it_is_a_schema_and_accepts_every_frame() {
    assert!(jsonschema::meta::is_valid(&schema()));
    let validator = validator();
    let frames = files("../../frames");
    assert!(frames.len() > 30, "{}", frames.len());
    for file in frames {
        let text = std::fs::read_to_string(&file).expect("the frame can be read");
        let errors: Vec<String> = validator
            .iter_errors(&as_json(&text))
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(errors, [""; 0], "{}", file.display());
    }
}

/// Mistakes of one key or value that a schema can find, in a sound frame.
#[test]
fn it_refuses_what_the_reader_refuses() {
    let sound = template("my-game").expect("a name");
    assert!(validator().is_valid(&as_json(&sound)));
    for (right, wrong) in [
        ("name = \"my-game\"", "name = \"My Game\""),
        ("about = ", "abuot = "),
        ("grid = [3, 3]", "grid = [3]"),
        ("grid = [3, 3]", "grid = [3, \"three\"]"),
        ("in-a-row = 3", "in-a-row = 0"),
        ("\"orthogonal\"", "\"orthogonel\""),
        ("symbol = \"X\"", "symbol = \"7\""),
        ("symbol = \"X\", ", ""),
        ("move = \"slide\"", "move = \"slip\""),
        ("line = \"win\"", "line = \"wins\""),
        ("repetition = 3", "repetition = true"),
    ] {
        assert!(sound.contains(right), "{right}");
        let broken = sound.replacen(right, wrong, 1);
        assert!(Frame::read("x.toml", &broken, &[]).is_err(), "{wrong}");
        assert!(!validator().is_valid(&as_json(&broken)), "{wrong}");
    }
}

/// The keys that the reader says a table has, when it meets one that is unlike all of them.
fn keys_of_the_reader(frame: &str) -> BTreeSet<String> {
    let errors = Frame::read("x.toml", frame, &[]).expect_err(frame);
    let mut helps = errors.diagnostics.iter().filter_map(|mistake| {
        let unknown = mistake.problem.contains("has no key `qqqqqqqqqq`");
        mistake
            .help
            .strip_prefix("the keys here are ")
            .filter(|_| unknown)
    });
    let said = helps.next().unwrap_or_else(|| panic!("{frame}: {errors}"));
    let keys = said.split(", ").map(|key| key.trim_matches('`').to_owned());
    keys.collect()
}

/// Each table with a key that nobody knows, and where the schema has it. A board is a grid or has points,
/// and what joins and lines may be depends on that.
#[test]
fn it_knows_the_keys_of_the_reader() {
    for (frames, place) in [
        (&["qqqqqqqqqq = 1"][..], ""),
        (
            &[
                "board = { grid = [3, 3], qqqqqqqqqq = 1 }",
                "board = { points = { a1 = [0, 0], b1 = [1, 0] }, qqqqqqqqqq = 1 }",
            ],
            "/properties/board",
        ),
        (
            &["board = { grid = [3, 3], lines = { in-a-row = 3, qqqqqqqqqq = 1 } }"],
            "/properties/board/properties/lines/anyOf/0",
        ),
        (&["markers = { qqqqqqqqqq = 1 }"], "/properties/markers"),
        (
            &["markers = { first = { qqqqqqqqqq = 1 } }"],
            "/$defs/marker",
        ),
        (&["start = { qqqqqqqqqq = 1 }"], "/properties/start"),
        (
            &["stages = [{ qqqqqqqqqq = 1 }]"],
            "/properties/stages/items",
        ),
        (
            &["stages = [{ enter = { qqqqqqqqqq = 1 } }]"],
            "/properties/stages/items/properties/enter",
        ),
        (&["goal = { qqqqqqqqqq = 1 }"], "/properties/goal"),
        (&["removal = { qqqqqqqqqq = 1 }"], "/properties/removal"),
        (&["draw = { qqqqqqqqqq = 1 }"], "/properties/draw"),
        (
            &["draw = { repetition = { qqqqqqqqqq = 1 } }"],
            "/properties/draw/properties/repetition/anyOf/1",
        ),
        (&["theory = { qqqqqqqqqq = 1 }"], "/properties/theory"),
        (
            &["theory = { book = [{ qqqqqqqqqq = 1 }] }"],
            "/properties/theory/properties/book/items",
        ),
        (&["known = { qqqqqqqqqq = 1 }"], "/properties/known"),
    ] {
        let reader: BTreeSet<String> = frames
            .iter()
            .flat_map(|it| keys_of_the_reader(it))
            .collect();
        let schema = schema();
        let listed = schema.pointer(&format!("{place}/properties"));
        let listed = listed.and_then(Value::as_object).expect(place).keys();
        assert_eq!(
            listed.cloned().collect::<BTreeSet<String>>(),
            reader,
            "{place}"
        );
    }
}
