//! Beginning a frame.

use std::fs;

use crate::program::Shido;

/// What is written is sound and can be played to its end; a frame that is there is left alone.
#[test]
fn a_new_frame_is_sound_and_is_never_overwritten() {
    let shido = Shido::new();
    let folder = shido.cache.path().join("mine");
    fs::create_dir(&folder).expect("a folder can be made");
    let run = |arguments: &[&str]| {
        let mut command = shido.command(arguments);
        command.current_dir(&folder).output().expect("shido starts")
    };
    let new = run(&["frame", "new", "my-game"]);
    assert!(new.status.success(), "{new:?}");
    let file = folder.join("my-game.toml");
    let text = fs::read_to_string(&file).expect("the frame was written");
    assert!(!text.contains("NAME") && !text.contains("TITLE"), "{text}");
    let check = run(&["frame", "check", "my-game.toml"]);
    assert!(check.status.success(), "{check:?}");
    let played = run(&[
        "match",
        "./my-game.toml",
        "random",
        "random",
        "--games",
        "20",
    ]);
    assert!(played.status.success(), "{played:?}");

    fs::write(&file, "mine").expect("the file can be written");
    let again = run(&["frame", "new", "my-game"]);
    assert_eq!(again.status.code(), Some(1));
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(said.contains("my-game.toml is there already"), "{said}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "mine");
}

#[test]
fn a_name_that_is_none_is_refused_with_one_that_is() {
    let said = Shido::new().refuse(&["frame", "new", "My Game"]);
    assert!(
        said.contains("`My Game` cannot be typed as a name"),
        "{said}"
    );
    assert!(said.contains("such as `my-game`"), "{said}");
}
