//! What is said about broken frames: one golden text for each file in `tests/broken`, read by eye.

use std::collections::BTreeMap;
use std::path::PathBuf;

use shido_frame::Frame;

fn broken() -> BTreeMap<String, String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let entries = std::fs::read_dir(folder).expect("the broken frames are there");
    entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| {
            let name = path
                .file_stem()
                .expect("a file has a name")
                .to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("the frame can be read");
            (name.into_owned(), text)
        })
        .collect()
}

#[test]
fn broken_frames_are_explained() {
    let frames = broken();
    assert!(frames.len() >= 25);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("broken");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (name, text) in &frames {
            let errors = Frame::read(&format!("{name}.toml"), text, &[]);
            let errors = errors.expect_err("a broken frame is refused");
            insta::assert_snapshot!(name.as_str(), errors);
        }
    });
}

#[test]
fn each_kind_of_mistake_has_its_own_message() {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let single = |name: &str| !name.starts_with("several");
    for (name, text) in broken().into_iter().filter(|(name, _)| single(name)) {
        let errors = Frame::read("frame.toml", &text, &[]).expect_err("it is broken");
        assert_eq!(
            errors.diagnostics.len(),
            1,
            "{name} has one mistake:\n{errors}"
        );
        let said = &errors.diagnostics[0];
        assert!(
            !said.help.is_empty(),
            "{name} is told what to write instead"
        );
        let message = format!("{}; {}", said.problem, said.help);
        if let Some(other) = seen.insert(message, name.clone()) {
            panic!("{name} and {other} get the same message");
        }
    }
}

/// A byte order mark is one character of three bytes: what is missing was once reported at a third of
/// it.
#[test]
fn places_are_whole_characters() {
    let text = "\u{feff}title = 3\n";
    let errors = Frame::read("bom.toml", text, &[]).expect_err("it has no board");
    for said in &errors.diagnostics {
        assert!(text.get(said.span.clone()).is_some(), "{said:?}");
    }
}

/// A file that is no frame at all gets a readable number of complaints.
#[test]
fn only_so_many_mistakes_are_told() {
    let text: String = (0..1000)
        .map(|number| format!("key{number} = 1\n"))
        .collect();
    let errors = Frame::read("keys.toml", &text, &[]).expect_err("it is no frame");
    assert_eq!(errors.diagnostics.len(), 51);
    let last = errors.diagnostics.last().map(|said| said.problem.as_str());
    assert!(
        last.is_some_and(|said| said.starts_with("and ")),
        "{last:?}"
    );
}
