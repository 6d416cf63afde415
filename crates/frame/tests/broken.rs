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
