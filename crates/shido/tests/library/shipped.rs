//! What comes with the program.

#[test]
fn every_frame_file_is_built_in() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../frames");
    for entry in std::fs::read_dir(folder).expect("the frames are there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let name = path.file_stem().expect("a name").to_string_lossy();
            let game = crate::asking::open(&name);
            assert_eq!(game.about().name, name);
        }
    }
}
