//! Files that are old, new, damaged or of others, and folders that cannot be written.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use shido_store::{Beginning, Memory, Moment, Sqlite, Standing, StoreError};

fn beginning() -> Beginning {
    Beginning {
        game: "go".to_owned(),
        opponent: None,
        seat: None,
        start: String::new(),
    }
}

/// A file with a contest in it, closed.
fn written(file: &Path) {
    let mut memory = Sqlite::open(file).unwrap();
    let id = memory.begin("ada", &beginning(), Moment(1)).unwrap();
    let moves = (0..2_000).map(|ply| format!("move {ply}")).collect();
    let standing = Standing {
        moves,
        ..Standing::default()
    };
    memory.keep(id, &standing, Moment(2)).unwrap();
}

#[test]
fn what_is_no_file_of_ours_is_refused_and_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("text"), "Dear diary, ".repeat(1_000)).unwrap();
    fs::write(at("short"), "SQLite format 3").unwrap();
    for (name, sql) in [
        ("other", "CREATE TABLE songs (name TEXT);"),
        (
            "numbered",
            "PRAGMA user_version = 1; PRAGMA application_id = 7;",
        ),
        (
            "without a form",
            "PRAGMA application_id = 1936221295; CREATE TABLE t (a);",
        ),
    ] {
        Connection::open(at(name))
            .unwrap()
            .execute_batch(sql)
            .unwrap();
    }
    for (name, said) in [
        ("text", "not a database"),
        ("short", "not a database"),
        ("other", "another program"),
        ("numbered", "another program"),
        ("without a form", "no number"),
    ] {
        let before = fs::read(at(name)).unwrap();
        let error = Sqlite::open(&at(name)).unwrap_err();
        let text = error.to_string();
        assert!(
            matches!(error, StoreError::Damaged { .. }),
            "{name}: {text}"
        );
        assert!(
            text.contains(at(name).to_str().unwrap()) && text.contains(said),
            "{text}"
        );
        assert!(error.help().unwrap().contains("mv "), "it says what to do");
        assert!(fs::read(at(name)).unwrap() == before, "{name} is as it was");
    }
}

#[test]
fn a_damaged_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("students.sqlite");
    let ask = |file: &Path| Sqlite::open(file)?.everything("ada");
    written(&file);
    let whole = fs::read(&file).unwrap();
    assert!(whole.len() > 40_000, "many pages: {}", whole.len());
    // The table of tables, the middle, the end.
    let mut head = whole.clone();
    head[100..600].fill(0xff);
    let mut middle = whole.clone();
    middle[8_000..32_000].fill(0xff);
    let cut = &whole[..whole.len() / 2];
    for bytes in [&head[..], &middle, cut] {
        fs::write(&file, bytes).unwrap();
        let error = ask(&file).unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{error:?}");
        assert!(error.to_string().contains("students.sqlite is damaged"));
    }
    fs::write(&file, &whole).unwrap();
    assert_eq!(ask(&file).unwrap().unwrap().contests[0].made.len(), 2_000);
}

/// Bytes that fell over, anywhere: the answer is another one or an error, and never a panic.
#[test]
fn any_byte_may_be_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("students.sqlite");
    written(&file);
    let whole = fs::read(&file).unwrap();
    let mut random: u64 = 1;
    let mut next = |below: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) as usize % below
    };
    let mut refused = 0;
    for _ in 0..100 {
        let mut bytes = whole.clone();
        for _ in 0..20 {
            let at = next(bytes.len());
            bytes[at] = next(256) as u8;
        }
        // And one where the tables are told of.
        bytes[next(4096)] = next(256) as u8;
        for log in ["students.sqlite-wal", "students.sqlite-shm"] {
            let _ = fs::remove_file(folder.path().join(log));
        }
        fs::write(&file, &bytes).unwrap();
        let answer = Sqlite::open(&file).and_then(|mut memory| {
            memory.everything("ada")?;
            memory.begin("bob", &beginning(), Moment(9))?;
            memory.forget("ada")
        });
        refused += u32::from(answer.is_err());
    }
    assert!(refused > 0, "something is noticed");
}

#[test]
fn a_newer_file_is_refused_and_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("students.sqlite");
    written(&file);
    let connection = Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let before = fs::read(&file).unwrap();
    let error = Sqlite::open(&file).unwrap_err();
    assert!(
        matches!(error, StoreError::Newer { found: 99, .. }),
        "{error:?}"
    );
    assert!(error.to_string().contains("a newer Shido"), "{error}");
    assert!(fs::read(&file).unwrap() == before);
}

/// The form of the first step, as it was written down then. It had no cards.
#[test]
fn an_older_file_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("students.sqlite");
    Connection::open(&file)
        .unwrap()
        .execute_batch(include_str!("data/form-1.sql"))
        .unwrap();
    let mut memory = Sqlite::open(&file).unwrap();
    let ada = memory.everything("ada").unwrap().unwrap();
    assert_eq!(ada.since, Moment(5));
    assert_eq!(ada.learned[0].state, serde_json::json!({ "rating": 900 }));
    assert_eq!(ada.contests[0].standing.moves, ["a1", "b2"]);
    assert_eq!(ada.contests[0].made, [Moment(11), Moment(12)]);
    assert_eq!(ada.contests[0].certificates[0].ply, 1);
    assert_eq!(ada.cards, []);
    let exercise = shido_store::Exercise {
        game: "tic-tac-toe".to_owned(),
        position: "X../.O./... X".to_owned(),
        moves: vec!["c3".to_owned()],
        hints: vec![],
        why: String::new(),
        scores: [].into(),
        contest: Some(ada.contests[0].id),
        ply: Some(2),
        rating: None,
    };
    memory.add_card("ada", &exercise, Moment(20)).unwrap();
    let findings = serde_json::json!({ "chances": [0.5, 0.25] });
    assert_eq!(memory.findings(ada.contests[0].id).unwrap(), None);
    memory.keep_findings(ada.contests[0].id, &findings).unwrap();
    drop(memory);
    let mut again = Sqlite::open(&file).unwrap();
    assert_eq!(again.due_cards("ada", None, Moment(20)).unwrap().len(), 1);
    let contest = ada.contests[0].id;
    assert_eq!(again.findings(contest).unwrap(), Some(findings.clone()));
    assert!(matches!(
        again.keep_findings(contest + 1, &findings),
        Err(StoreError::Gone)
    ));
    again.forget("ada").unwrap();
    assert_eq!(again.findings(contest).unwrap(), None);
    let forms: i64 = Connection::open(&file)
        .unwrap()
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap();
    assert_eq!(forms, 7);
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("blocked");
    fs::write(&blocked, "a file where a folder should be").unwrap();
    let folder_there = folder.path().join("a folder");
    fs::create_dir(&folder_there).unwrap();
    let mut places = vec![blocked.join("students.sqlite"), folder_there];
    if cfg!(target_os = "linux") {
        // Nobody can write there, not even root.
        places.push("/proc/students.sqlite".into());
    }
    for file in places {
        let error = Sqlite::open(&file).unwrap_err();
        assert!(matches!(error, StoreError::Unusable { .. }), "{error:?}");
        assert!(
            error.to_string().contains(file.to_str().unwrap()),
            "{error}"
        );
    }
    let missing = folder.path().join("missing/students.sqlite");
    assert!(Sqlite::open_if_there(&missing).unwrap().is_none());
    assert!(
        !missing.exists(),
        "nothing is made where there is nothing to read"
    );
}
