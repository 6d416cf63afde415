//! The program under test, run as a person or a script would run it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A `shido` with a cache of its own.
pub(crate) struct Shido {
    pub(crate) cache: TempDir,
}

impl Shido {
    pub(crate) fn new() -> Shido {
        Shido {
            cache: TempDir::new().expect("a temporary folder can be made"),
        }
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shido"));
        command
            .args(arguments)
            .env("SHIDO_CACHE", self.cache.path())
            .env("SHIDO_DATA", self.cache.path().join("data"));
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("shido starts")
    }

    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            stderr(&output)
        );
        serde_json::from_slice(&output.stdout).expect("one JSON object and nothing else")
    }

    /// Runs what must fail, with exit code 1 and no result; gives what it says.
    #[track_caller]
    pub(crate) fn refuse(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}:\n{said}");
        assert!(output.stdout.is_empty(), "{arguments:?} prints no result");
        said
    }

    pub(crate) fn table(&self, game: &str) -> PathBuf {
        self.cache.path().join(format!("{game}.table"))
    }

    /// Writes a file into the folder and gives its path.
    pub(crate) fn file(&self, name: &str, contents: &str) -> String {
        let path = self.cache.path().join(name);
        std::fs::write(&path, contents).expect("the folder can be written");
        path.to_str().expect("a path of plain letters").to_owned()
    }
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The path of an explicit tree that comes with the program.
pub(crate) fn tree(name: &str) -> String {
    let path = root().join(format!("examples/trees/{name}.tree"));
    path.to_str().expect("a path of plain letters").to_owned()
}
