//! Files of which a reader finds all or nothing.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

/// Finds out before long work whether a file can be written in the end. One that is there already is
/// replaced only by force.
pub(crate) fn check(file: &Path, force: bool) -> anyhow::Result<()> {
    if file.is_dir() {
        anyhow::bail!("{} is a folder: give the name of a file", file.display());
    }
    if !force && file.exists() {
        anyhow::bail!(
            "{} is there already: give another name, or `--force` to replace it",
            file.display()
        );
    }
    if !folder(file).is_dir() {
        let folder = folder(file).display();
        anyhow::bail!(
            "cannot write {}: there is no folder {folder}",
            file.display()
        );
    }
    temporary(file)
        .map(drop)
        .with_context(|| format!("cannot write {}", file.display()))
}

/// Writes a file all at once: a reader gets the old text or the new one.
pub(crate) fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let replace = || {
        let mut temporary = temporary(file)?;
        temporary.write_all(text.as_bytes())?;
        temporary.as_file().sync_all()?;
        temporary.persist(file).map_err(|error| error.error)
    };
    replace()
        .map(drop)
        .with_context(|| format!("cannot write {}", file.display()))
}

/// A file beside the one that is meant, which goes away by itself unless it takes its place.
fn temporary(file: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".shido-").suffix(".part");
    // Such files are for their owner alone unless told otherwise; these are to be as any other.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder(file))
}

fn folder(file: &Path) -> &Path {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}
