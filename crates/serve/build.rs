//! Lists the files of `web/`, so that they become part of the program.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where")).join("web");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    find(&folder, &folder, &mut names)?;
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let file = folder.join(&name);
        writeln!(list, "    ({name:?}, include_bytes!({file:?})),").expect("strings grow");
    }
    list += "]\n";
    let out = env::var("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("web.rs"), list)
}

/// The files below a folder, by their paths from the top.
fn find(top: &Path, folder: &Path, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(top, &path, names)?;
        } else {
            let name = path.strip_prefix(top).expect("it was found below");
            let parts = name.iter().map(|part| part.to_string_lossy());
            names.push(parts.collect::<Vec<_>>().join("/"));
        }
    }
    Ok(())
}
